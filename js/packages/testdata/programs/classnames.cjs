console.log(require('classnames')('a', { b: true, c: false }, ['d', { e: 1 }], null, 0));
