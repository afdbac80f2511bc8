const a = require('./lib/cycle_a');
console.log(a, require.cache[require.resolve('./lib/cycle_b')].exports === require('./lib/cycle_b'));
console.log(module.exports === exports, require.main === module, module.children.length >= 0, module.loaded, typeof module.paths);
console.log(__filename === process.argv[1], require('path').dirname(__filename) === __dirname, this === module.exports);
for (const id of ['./none', 'none', './lib/data']) {
  try { console.log(id, require(id)); } catch (e) { console.log(id, e.name, e.code, e.message.split('\n')[0].replaceAll(__dirname, '')); }
}
try { require(5); } catch (e) { console.log(e.code, e.message); }
try { require(''); } catch (e) { console.log(e.code, e.message); }
delete require.cache[require.resolve('./lib/once')];
console.log(require('./lib/once').n, require('./lib/once').n, (delete require.cache[require.resolve('./lib/once')], require('./lib/once').n));
import('./lib/counter.mjs').then((ns) => console.log(ns.default.name, ns.counter));
console.log(typeof require('node:fs').readFileSync, require('fs') === require('node:fs'));
(function () { console.log(typeof this, arguments.length); })();
var implicit = 1; console.log(globalThis.implicit, typeof globalThis.setTimeout);
