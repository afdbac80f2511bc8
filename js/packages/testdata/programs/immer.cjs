const { produce, produceWithPatches, enablePatches, enableMapSet, original, isDraft, current } = require('immer');
enablePatches(); enableMapSet();
const base = { a: [1, { b: 2 }], m: new Map([['k', 1]]) };
const next = produce(base, (d) => { d.a[1].b++; d.a.push(4); d.m.set('z', 2); console.log(isDraft(d.a), original(d).a.length, current(d).a.length); });
console.log(base, next, Object.isFrozen(next), produceWithPatches(base, (d) => { d.a.shift(); })[1]);
