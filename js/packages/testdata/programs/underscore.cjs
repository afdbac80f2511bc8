const _ = require('underscore');
console.log(_.range(5), _.pluck([{ a: 1 }, { a: 2 }], 'a'), _.template('<% for (const x of list) { %>[<%- x %>]<% } %>')({ list: ['<', 2] }), _.isEqual({ a: [1] }, { a: [1] }));
