const R = require('ramda');
console.log(R.pipe(R.map((x) => x * 2), R.filter((x) => x > 2), R.sum)([1, 2, 3]), R.path(['a', 'b'], { a: { b: 3 } }), R.groupBy((s) => s[0], ['ab', 'ac', 'b']), R.toString({ a: [1] }));
