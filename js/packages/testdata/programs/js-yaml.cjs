const yaml = require('js-yaml');
console.log(yaml.load('a: 1\nb: [x, 2.5, null, true]\nc: &r\n  d: |\n    text\n    more\ne: *r\nf: 2020-01-01\n'), yaml.dump({ a: [1, { b: 'x: y' }], t: 'multi\nline', n: null }));
try { yaml.load('a: [1'); } catch (e) { console.log(e.name, e.reason); }
