import { x } from './lib/nothing_here.mjs';
console.log(x);
