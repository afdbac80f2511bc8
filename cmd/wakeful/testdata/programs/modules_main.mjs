import def, { counter, increment, default as again } from './lib/counter.mjs';
import * as ns from './lib/counter.mjs';
import cjs, { named } from './lib/common.cjs';
import data from './lib/data.json' with { type: 'json' };
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
console.log(def, counter, again === def, ns.counter);
increment();
console.log(ns.counter, Object.keys(ns));
console.log(cjs.named === named, cjs.self(), data);
import { watch } from './lib/live.mjs';
console.log(watch());
const lazy = await import('./lib/lazy.mjs');
console.log(lazy.default(), lazy.loadedAt > 0, (await import('./lib/lazy.mjs')) === lazy);
const require = createRequire(import.meta.url);
console.log(require('./lib/data.json').name, require('./lib/common.cjs') === cjs);
console.log(path.basename(fileURLToPath(import.meta.url)), import.meta.filename === process.argv[1], typeof import.meta.dirname);
console.log(this);
for (const specifier of ['./none.mjs', 'no-such-package', './lib/throws.mjs']) {
  try { await import(specifier); } catch (e) { console.log(specifier, e.name, e.code, e.message.split('\n')[0].replaceAll(path.dirname(fileURLToPath(import.meta.url)), '')); }
}
export const a = 1;
export { a as b };
