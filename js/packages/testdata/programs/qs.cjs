const qs = require('qs');
console.log(qs.parse('a[b][c]=d&e[]=1&e[]=2&f.g=h&%C3%A9=1', { allowDots: true }), qs.stringify({ a: { b: [1, 2] }, c: new Date(0), d: null, e: undefined, 'é': 'x y' }), qs.stringify({ a: [1, 2] }, { arrayFormat: 'brackets', encode: false }));
