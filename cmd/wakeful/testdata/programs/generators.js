function* fib() { let [a, b] = [0, 1]; for (;;) { const reset = yield a; [a, b] = reset ? [0, 1] : [b, a + b]; } }
const it = fib(); console.log(Array.from({ length: 10 }, () => it.next().value), it.next(true), it.return('bye'), it.next());
async function* pages(n) { for (let i = 1; i <= n; i++) { try { await new Promise((r) => setTimeout(r, 1)); yield { page: i }; } finally { console.log('cleanup', i); } } }
(async () => {
  for await (const p of pages(3)) { console.log(p); if (p.page === 2) break; }
  const g = pages(2); console.log(await Promise.all([g.next(), g.next(), g.next()]));
  class Tree { constructor(v, ...kids) { this.v = v; this.kids = kids; } *[Symbol.iterator]() { yield this.v; for (const k of this.kids) yield* k; } }
  console.log([...new Tree(1, new Tree(2, new Tree(3)), new Tree(4))], Math.max(...new Tree(5)));
  const lazy = { *[Symbol.iterator]() { console.log('start'); yield 1; } }; const [x] = lazy; console.log(x);
  async function* fails() { yield 1; throw new Error('in the generator'); }
  try { for await (const v of fails()) console.log(v); } catch (e) { console.log(e.message); }
  const entries = Object.entries({ a: 1, b: 2 }).map(([k, v]) => [k, v * 2]); console.log(Object.fromEntries(entries));
  for await (const v of [Promise.resolve('p'), 'v']) console.log(v);
  console.log(Object.prototype.toString.call(fib()), typeof pages(1)[Symbol.asyncIterator]);
})();
