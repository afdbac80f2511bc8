import { nope } from './lib/counter.mjs';
console.log('not reached', nope);
