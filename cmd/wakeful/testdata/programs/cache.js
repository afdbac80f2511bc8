// An LRU cache, memoized async functions, debounce and throttle.
class LRU extends Map {
  constructor(max) { super(); this.max = max; }
  get(key) { if (!this.has(key)) return undefined; const v = super.get(key); super.delete(key); super.set(key, v); return v; }
  set(key, v) { super.delete(key); super.set(key, v); if (this.size > this.max) super.delete(this.keys().next().value); return this; }
}
const lru = new LRU(2); lru.set('a', 1).set('b', 2); lru.get('a'); lru.set('c', 3); console.log([...lru.keys()], lru);
const memo = (fn) => { const pending = new Map(); return (k) => { if (!pending.has(k)) pending.set(k, fn(k).finally(() => pending.delete(k))); return pending.get(k); }; };
let calls = 0; const load = memo(async (k) => { calls++; await new Promise((r) => setTimeout(r, 2)); return `${k}!`; });
const debounce = (fn, ms) => { let t; return (...a) => { clearTimeout(t); t = setTimeout(fn, ms, ...a); }; };
(async () => {
  console.log(await Promise.all([load('x'), load('x'), load('y')]), calls);
  const d = debounce((v) => console.log('debounced', v), 3); d(1); d(2); d(3); await new Promise((r) => setTimeout(r, 20));
  const start = performance.now(); await new Promise((r) => setTimeout(r, 10)); console.log(performance.now() - start >= 9);
  const sem = { n: 1, q: [], async take() { if (this.n > 0) { this.n--; return; } await new Promise((r) => this.q.push(r)); }, give() { const next = this.q.shift(); if (next) next(); else this.n++; } };
  const log = []; await Promise.all([1, 2, 3].map(async (i) => { await sem.take(); log.push(`in${i}`); await null; log.push(`out${i}`); sem.give(); })); console.log(log.join(' '));
  const reg = new FinalizationRegistry(() => {}); reg.register({}, 'x'); console.log(typeof reg.unregister);
  const timer = setTimeout(() => {}, 1e9); console.log(timer.hasRef(), typeof timer, timer.constructor.name); clearTimeout(timer);
})();
