import { JSONPath } from 'jsonpath-plus';
const json = { store: { book: [{ title: 'a', price: 5 }, { title: 'b', price: 15 }], bike: { price: 20 } } };
console.log(JSONPath({ path: '$..price', json }), JSONPath({ path: '$.store.book[?(@.price < 10)].title', json, eval: 'safe' }), JSONPath({ path: '$..book[-1:]', json, resultType: 'path' }));
