const { parseString, Builder, parseStringPromise } = require('xml2js');
parseString('<r a="1"><i>x</i><i>y</i><e/></r>', (e, r) => console.log(e, JSON.stringify(r)));
console.log(new Builder({ headless: true }).buildObject({ r: { $: { a: 1 }, i: ['x', 'y'] } }));
parseStringPromise('<r><x></r>').catch((e) => console.log(e.message.split('\n')[0]));
