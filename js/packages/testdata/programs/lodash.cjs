const _ = require('lodash');
console.log(_.chunk([1, 2, 3, 4, 5], 2), _.merge({ a: { b: 1 } }, { a: { c: 2 } }), _.groupBy(['one', 'two', 'three'], 'length'));
console.log(_.template('Hello <%= name %>!')({ name: 'x' }), _.camelCase('foo bar-baz'), _.cloneDeep({ a: new Map([[1, new Date(0)]]) }));
const slow = _.debounce((v) => console.log('debounced', v), 5);
slow(1); slow(2);
