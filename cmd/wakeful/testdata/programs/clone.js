const shared = { x: 1 };
const original = { date: new Date(0), map: new Map([[shared, new Set([1, 2])]]), re: /a+/gi, nested: [shared, shared], big: 10n, buf: new Uint8Array([1, 2]), undef: undefined, sparse: [, 1] };
original.self = original;
const copy = structuredClone(original);
console.log(copy, structuredClone(new RangeError('r')).message, structuredClone(new RangeError('r')) instanceof RangeError, copy.self === copy, copy.nested[0] === copy.nested[1], copy.nested[0] !== shared);
for (const bad of [() => {}, Symbol('s'), { f() {} }, new WeakMap(), Promise.resolve()]) {
  try { structuredClone(bad); } catch (e) { console.log(e.name, e.code, e.message.split('\n')[0]); }
}
const buffer = new ArrayBuffer(4);
const moved = structuredClone(buffer, { transfer: [buffer] });
console.log(buffer.byteLength, moved.byteLength);
class Point { constructor() { this.x = 1; } get len() { return 1; } }
console.log(structuredClone(new Point()), structuredClone(new Point()) instanceof Point, structuredClone(Object(5)), structuredClone('s'), structuredClone(null));
