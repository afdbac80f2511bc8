const YAML = require('yaml');
const doc = YAML.parseDocument('# top\na: 1 # one\nb:\n  - x\n');
doc.set('c', { d: [true, null] });
console.log(String(doc), YAML.parse('x: !!set {a, b}\ny: 0x1F'), YAML.stringify({ k: 'v: w', list: [] }));
