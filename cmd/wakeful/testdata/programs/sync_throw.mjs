import { strictEqual } from 'node:assert';
console.log('before');
const check = (a, b) => strictEqual(a, b, undefined);
check(1, 1);
throw Object.assign(new Error('with properties'), { code: 'E_MINE', info: { id: 7 } });
