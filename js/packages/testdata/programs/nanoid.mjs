import { nanoid, customAlphabet } from 'nanoid';
console.log(nanoid().length, nanoid(5).length, /^[ab]{10}$/.test(customAlphabet('ab', 10)()), new Set(Array.from({ length: 100 }, () => nanoid())).size);
