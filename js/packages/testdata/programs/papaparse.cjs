const Papa = require('papaparse');
console.log(Papa.parse('a,b\n1,"x, ""y"""\n2,\n', { header: true, dynamicTyping: true, skipEmptyLines: true }).data, Papa.unparse([{ a: 1, b: 'x,y' }, { a: 2, b: '"' }]));
Papa.parse('a;b\nc;d', { step: (r) => console.log(r.data), complete: () => console.log('complete') });
