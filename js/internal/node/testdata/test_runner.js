test('sync passing', () => { assert.strictEqual(1, 1); });
test('sync failing', () => { assert.strictEqual(1, 2); });
test('async failing', async () => { throw new Error('this will fail'); });
test('callback passing', (t, done) => { setImmediate(done); });
test('callback failing', (t, done) => { setImmediate(() => done(new Error('cb'))); });
test('callback and promise', async (t, done) => { done(); });
test('subtests', async (t) => { await t.test('sub 1', () => {}); await t.test('sub 2', () => { throw new Error('sub'); }); t.diagnostic('hello'); });
test('skip option', { skip: true }, () => {});
test('skip message', { skip: 'because # of \\ this' }, () => {});
test('skip inside', (t) => { t.skip('why'); });
test('todo option', { todo: true }, () => { throw new Error('t'); });
test('todo inside', (t) => { t.todo('later'); });
test.skip('skipped');
test.todo('to do');
test.only('only', () => {});
test('no body');
test(() => {});
test(function named() {});
test('throws a number', () => { throw 7; });
test('throws undefined', () => { throw undefined; });
test('deep', () => { assert.deepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }); });
test('fullName', async (t) => { await t.test('inner', (t) => { log(t.name, t.fullName, t.signal.aborted); }); });
====
describe('suite', () => {
  before(() => log('before'));
  after(() => log('after'));
  beforeEach(() => log('beforeEach'));
  afterEach(() => log('afterEach'));
  it('one', () => log('one'));
  it('two', () => { log('two'); throw new TypeError('bad'); });
  it.skip('three', () => log('three'));
  it('four', async (t) => { t.after(() => log('t.after')); await t.test('sub', () => log('sub')); });
  describe('inner', () => {
    before(() => log('inner before'));
    beforeEach(() => log('inner beforeEach'));
    afterEach(() => log('inner afterEach'));
    it('deep', async () => { await null; log('deep'); });
  });
});
describe('empty', () => {});
describe('fails', () => { throw new Error('in suite'); });
describe.skip('skipped', () => { it('never', () => log('never')); });
describe('hook fails', () => { before(() => { throw new Error('hook'); }); it('a', () => {}); });
describe('each fails', () => { beforeEach(() => { throw new Error('each'); }); it('a', () => {}); it('b', () => {}); });
describe('after fails', () => { after(() => { throw new Error('end'); }); it('a', () => {}); });
describe('async', async () => { await null; it('late', () => log('late')); });
====
before(() => log('root before'));
after(() => log('root after'));
test('a', async (t) => {
  t.before(() => log('t.before')); t.beforeEach(() => log('t.beforeEach')); t.afterEach(() => log('t.afterEach'));
  await t.test('b', () => log('b'));
  await t.test('c', () => log('c'));
});
test('concurrent', { concurrency: true }, async (t) => {
  const slow = t.test('slow', async () => { log('slow begins'); await new Promise((r) => setTimeout(r, 20)); log('slow ends'); });
  const fast = t.test('fast', async () => { log('fast'); });
  await Promise.all([slow, fast]);
});
test('one at a time', async (t) => {
  const slow = t.test('slow', async () => { log('slow begins'); await new Promise((r) => setTimeout(r, 20)); log('slow ends'); });
  const fast = t.test('fast', async () => { log('fast'); });
  await Promise.all([slow, fast]);
});
test('plan', (t) => { t.plan(2); t.assert.ok(true); t.assert.strictEqual(1, 1); });
test('plan fails', (t) => { t.plan(2); t.assert.ok(true); });
====
test('unfinished', (t) => { t.test('sub', () => new Promise((r) => setTimeout(r, 50))); });
test('timeout', { timeout: 5 }, () => new Promise((r) => setTimeout(r, 300)));
test('aborted', { signal: AbortSignal.abort() }, () => { log('never'); });
test('nested by import', async () => { await test('in it', () => {}); });
for (const options of [{ timeout: 'a' }, { timeout: -1 }, { concurrency: {} }, { concurrency: 0 }, { signal: 5 }]) { try { test(options).catch((e) => log(e.code, e.message)); } catch (e) { log(e.code, e.message); } }
====
test('throws later', async () => { setImmediate(() => { throw new Error('later'); }); await new Promise((r) => setTimeout(r, 20)); });
test('rejects', async () => { Promise.reject(new Error('nobody')); await new Promise((r) => setTimeout(r, 20)); });
====
test('never ends', () => new Promise(() => {}));
====
const sum = mock.fn((a, b) => a + b);
log(sum(1, 2), sum(3, 4), sum.mock.callCount(), JSON.stringify(sum.mock.calls.map((c) => [c.arguments, c.result])));
sum.mock.mockImplementationOnce(() => 'once');
log(sum(1, 1), sum(1, 1));
sum.mock.mockImplementation(() => 'other');
log(sum(1, 1));
sum.mock.restore(); sum.mock.resetCalls();
log(sum(1, 1), sum.mock.callCount(), sum.name, sum.length);
const twice = mock.fn(() => 'a', () => 'b', { times: 2 });
log(twice(), twice(), twice());
const thing = { n: 5, add(x) { return this.n + x; }, get half() { return this.n / 2; }, set half(v) { this.n = v * 2; } };
const add = mock.method(thing, 'add');
log(thing.add(1), thing.add === add, add.mock.calls[0].this === thing, add.mock.calls[0].target);
mock.method(thing, 'add', () => 'mocked'); log(thing.add(1));
const half = mock.getter(thing, 'half', () => 'half'); log(thing.half, half.mock.callCount());
mock.setter(thing, 'half', () => {}); thing.half = 8; log(thing.n);
mock.restoreAll(); thing.half = 8; log(thing.add(1), thing.half, thing.n);
class C { constructor(x) { this.x = x; } }
const Made = mock.fn(C); const made = new Made(4); log(made.x, made instanceof C, Made.mock.calls[0].target === C, Made.mock.calls[0].this === made);
const failing = mock.fn(() => { throw new Error('x'); }); try { failing(); } catch {} log(failing.mock.calls[0].error.message, failing.mock.calls[0].result);
for (const wrong of [() => mock.fn(5), () => mock.fn(() => 1, 5), () => mock.method(5, 'x'), () => mock.method({}, 'x'), () => mock.method(thing, 5), () => mock.fn(() => 1, { times: 0 }), () => sum.mock.mockImplementation(1)]) { try { wrong(); log('no error'); } catch (e) { log(e.code, e.message); } }
test('t.mock', (t) => { t.mock.method(thing, 'add', () => 'in test'); log(thing.add(1)); });
test('after it', () => { log(thing.add(1)); });
