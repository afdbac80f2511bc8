'use strict';
// node:test: tests, suites, subtests and hooks. A test runs as soon as those before it have ended,
// or beside them with the option concurrency. The results are printed as TAP (internal/test_tap).
const { AsyncLocalStorage } = require('node:async_hooks');
const { MockTracker } = require('internal/test_mock');
const { withCode, hidden, invalidArgType, outOfRange, validateAbortSignal } = require('internal/errors');

// current has the test whose code is running.
const current = new AsyncLocalStorage();

function failure(error, failureType) {
  if (error?.code === 'ERR_TEST_FAILURE') return error;
  const text = error?.message ?? error;
  const made = withCode(Error, 'ERR_TEST_FAILURE', typeof text === 'string' ? text : require('node:util').inspect(text));
  made.failureType = error?.failureType ?? failureType;
  made.cause = error;
  return made;
}

const once = (fn) => {
  let result;
  return (...args) => (result ??= fn(...args));
};

// callerLocation returns where the program has called one of the functions below.
function callerLocation() {
  const frames = String(new Error().stack).split('\n').filter((line) => line.startsWith('    at '));
  const frame = frames.find((line) => !line.includes('node:internal'));
  return frame?.match(/\(?([^\s()]+:\d+:\d+)\)?$/)?.[1];
}

// The methods of tests that programs get as t.
class TestContext {
  #test;
  #assert;
  constructor(test) { this.#test = test; }
  get signal() { return this.#test.aborter.signal; }
  get name() { return this.#test.name; }
  get fullName() { return this.#test.fullName(); }
  get error() { return this.#test.error; }
  get passed() { return this.#test.passed; }
  get mock() { return (this.#test.mock ??= new MockTracker()); }
  get assert() { return (this.#assert ??= this.#test.counted()); }
  diagnostic(message) { this.#test.diagnostics.push(message); }
  plan(count) { this.#test.setPlan(count); }
  skip(message) { this.#test.mark('skipped', message); }
  todo(message) { this.#test.mark('todo', message); }
  runOnly() {} // as in Node without --test-only
  test(...args) {
    this.#test.counts();
    return this.#test.subtest(Test, args, { at: callerLocation() }).start();
  }
  before(fn, options) { this.#test.addHook('before', fn, options); }
  after(fn, options) { this.#test.addHook('after', fn, options); }
  beforeEach(fn, options) { this.#test.addHook('beforeEach', fn, options); }
  afterEach(fn, options) { this.#test.addHook('afterEach', fn, options); }
}

class SuiteContext {
  #suite;
  constructor(suite) { this.#suite = suite; }
  get signal() { return this.#suite.aborter.signal; }
  get name() { return this.#suite.name; }
  get fullName() { return this.#suite.fullName(); }
}
const asserts = ('deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual ' +
  'notEqual notStrictEqual ok rejects strictEqual throws').split(' ');

class Test {
  type = undefined;
  subtests = []; diagnostics = [];
  waiting = []; // subtests that have not started, as functions that start them
  active = 0; // running subtests
  aborter = new AbortController();
  error = null;
  passed = false; cancelled = false; ended = false;
  began = undefined;
  time = 0; // how long it took, in milliseconds
  mock = null; plan = null;

  constructor(parent, name, options, fn) {
    const { concurrency, timeout, signal, skip, todo, only, plan, at } = options;
    this.parent = parent;
    this.fn = skip || typeof fn !== 'function' ? () => {} : fn;
    this.name = typeof name === 'string' && name !== '' ? name : fn?.name || '<anonymous>';
    this.at = at;
    this.skipped = skip !== undefined && skip !== false;
    this.todo = todo !== undefined && todo !== false;
    this.message = [skip, todo].find((v) => typeof v === 'string');
    this.concurrency = parent?.concurrency ?? 1;
    if (typeof concurrency === 'boolean') this.concurrency = concurrency ? Infinity : 1;
    else if (typeof concurrency === 'number') {
      if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 4294967295) throw outOfRange('options.concurrency', concurrency % 1 === 0 ? '>= 1 && <= 4294967295' : 'an integer', concurrency);
      this.concurrency = concurrency;
    } else if (concurrency != null) throw invalidArgType('options.concurrency', ['boolean', 'number'], concurrency);
    this.timeout = parent?.timeout;
    if (timeout != null && timeout !== Infinity) {
      if (typeof timeout !== 'number') throw invalidArgType('options.timeout', 'number', timeout);
      if (!(timeout >= 0 && timeout <= 2147483647)) throw outOfRange('options.timeout', '>= 0 && <= 2147483647', timeout);
      this.timeout = timeout;
    }
    validateAbortSignal(signal, 'options.signal');
    this.outer = signal;
    this.expected = plan;
    this.hooks = {
      before: [], after: [], ownAfterEach: 0,
      beforeEach: [...(parent?.hooks.beforeEach ?? [])], afterEach: [...(parent?.hooks.afterEach ?? [])],
    };
    if (only) this.diagnostics.push("'only' and 'runOnly' require the --test-only command-line option.");
  }

  get context() { return (this.made ??= new TestContext(this)); }
  fullName() { return this.parent?.parent ? `${this.parent.fullName()} > ${this.name}` : this.name; }

  mark(what, message) {
    this[what] = true;
    this.message = message;
  }
  fail(error) { this.error ??= error; }
  cancel(error = failure('test did not finish before its parent and was cancelled', 'cancelledByParent')) {
    if (this.ended || this.error !== null) return;
    this.fail(error);
    this.cancelled = true;
    this.aborter.abort();
  }

  setPlan(count) {
    if (this.plan !== null) throw failure('cannot set plan more than once', 'testCodeFailure');
    if (typeof count !== 'number') throw invalidArgType('count', 'number', count);
    if (!Number.isInteger(count)) throw outOfRange('count', 'an integer', count);
    this.plan = { count, seen: 0 };
  }
  counts() {
    if (this.plan) this.plan.seen++;
  }
  // counted returns the functions of assert. Each call counts for the plan.
  counted() {
    const assert = require('node:assert'), made = { __proto__: null };
    for (const name of asserts) {
      made[name] = (...args) => {
        this.counts();
        return assert[name](...args);
      };
    }
    return made;
  }

  // subtest adds a test. The arguments are those of test: a name, options and a function, of which
  // each may be missing.
  subtest(Kind, [name, options, fn], more) {
    if (typeof name === 'function') fn = name;
    else if (name !== null && typeof name === 'object') [options, fn] = [name, options];
    else if (typeof options === 'function') fn = options;
    if (options === null || typeof options !== 'object') options = {};
    const late = this.ended || this.built;
    let parent = this;
    while (late && parent.parent) parent = parent.parent;
    const made = new Kind(parent, name, { ...options, ...more }, fn);
    if (late) made.fail(failure('test could not be started because its parent finished', 'parentAlreadyFinished'));
    parent.subtests.push(made);
    return made;
  }

  // start runs the test as soon as its parent allows.
  start() {
    const { parent } = this;
    if (parent.open !== false && parent.active < parent.concurrency) return this.run();
    return new Promise((resolve) => { parent.waiting.push(() => resolve(this.run())); });
  }

  addHook(name, fn, options) {
    const hook = new Hook(this, fn, options ?? {});
    if (name === 'before' || name === 'after') hook.run = once(hook.run.bind(hook));
    if (name === 'before' && this.began !== undefined) hook.run(this.context).then(() => hook.error && this.fail(hook.error));
    if (name === 'afterEach') this.hooks.afterEach.splice(this.hooks.ownAfterEach++, 0, hook);
    else this.hooks[name].push(hook);
  }
  async runHooks(name, context) {
    for (const hook of this.hooks[name]) {
      await hook.run(context);
      if (hook.error === null) continue;
      const error = failure(`failed running ${name} hook`, 'hookFailed');
      error.cause = hook.error.code === 'ERR_TEST_FAILURE' ? hook.error.cause : hook.error;
      throw error;
    }
  }

  // call calls the function of the test, which may take a callback.
  call(context) {
    if (this.fn.length !== 2) return current.run(this, () => Reflect.apply(this.fn, context, [context]));
    let done;
    const promise = new Promise((resolve, reject) => {
      let calls = 0;
      done = (error) => {
        if (++calls === 2) throw failure('callback invoked multiple times', 'multipleCallbackInvocations');
        if (calls > 1) return;
        if (error) reject(error);
        else resolve();
      };
    });
    const returned = current.run(this, () => Reflect.apply(this.fn, context, [context, done]));
    if (typeof returned?.then !== 'function') return promise;
    this.fail(failure('passed a callback but also returned a Promise', 'callbackAndPromisePresent'));
    return returned;
  }

  // stopped is settled by the time limit and by an abort, and never otherwise.
  stopped() {
    const { signal } = this.aborter;
    let end, listener;
    const promise = new Promise((resolve, reject) => {
      signal.addEventListener('abort', listener = resolve, { once: true });
      if (this.timeout === undefined) return;
      end = setTimeout(() => reject(failure(`test timed out after ${this.timeout}ms`, 'testTimeoutFailure')), this.timeout).unref();
    });
    return { promise, clear() { clearTimeout(end); signal.removeEventListener('abort', listener); } };
  }

  abortedOutside() {
    const error = this.outer.reason || withCode(Error, 'ABORT_ERR', 'The test was aborted');
    if (typeof error === 'object') error.failureType = 'testAborted';
    this.cancel(error);
  }

  async body(context) {
    const { parent } = this;
    if (parent?.hooks.before.length) await parent.runHooks('before', parent.context);
    if (parent?.hooks.beforeEach.length && !this.skipped) await parent.runHooks('beforeEach', context);
    await this.within(() => this.call(context));
    if (this.plan && this.plan.seen !== this.plan.count) throw failure(`plan expected ${this.plan.count} assertions but received ${this.plan.seen}`, 'testCodeFailure');
  }
  async within(work) {
    const stop = this.stopped();
    try {
      await Promise.race([work(), stop.promise]);
    } finally {
      stop.clear();
    }
  }
  async after(context) {
    if (this.parent?.hooks.afterEach.length && !this.skipped) await this.parent.runHooks('afterEach', context);
    await this.runHooks('after', context);
  }

  async run(context = this.context) {
    if (this.parent) this.parent.active++;
    this.began = performance.now();
    const listener = () => this.abortedOutside();
    this.outer?.addEventListener('abort', listener);
    if (this.outer?.aborted) this.abortedOutside();
    if (!this.aborter.signal.aborted) {
      if (this.expected) this.setPlan(this.expected);
      const after = once(() => this.after(context));
      try {
        await this.body(context);
        await after();
      } catch (error) {
        if (error?.failureType === 'testTimeoutFailure') this.cancel(error);
        else this.fail(failure(error, 'testCodeFailure'));
        await after().catch(() => {});
      }
    }
    this.outer?.removeEventListener('abort', listener);
    if (this.parent) this.aborter.abort();
    this.finish();
  }

  // finish ends the test: what has not ended of its subtests is cancelled.
  finish(pending) {
    if (this.ended) return;
    this.time = performance.now() - (this.began ?? performance.now());
    this.waiting = [];
    for (const subtest of this.subtests.filter((subtest) => !subtest.ended)) {
      subtest.cancel(pending);
      subtest.finish(pending);
    }
    const failed = this.subtests.filter((subtest) => !subtest.passed && !subtest.todo).length;
    if (failed > 0 && this.error === null) this.fail(failure(`${failed} subtest${failed > 1 ? 's' : ''} failed`, 'subtestsFailed'));
    this.passed = this.error === null;
    this.ended = true;
    this.mock?.reset();
    this.parent?.next();
  }

  // next goes on after a subtest has ended.
  next() {
    this.active--;
    this.told?.();
    while (this.waiting.length > 0 && this.active < this.concurrency) this.waiting.shift()();
  }
}

class Hook extends Test {
  constructor(parent, fn, { timeout, signal }) {
    super(null, '', { timeout, signal }, fn);
    this.of = parent;
  }
  async run(context) {
    this.error = null;
    this.aborter = new AbortController();
    try {
      await this.within(() => this.call(context));
    } catch (error) {
      this.fail(failure(error, 'hookFailed'));
    }
  }
}

class Suite extends Test {
  type = 'suite';
  constructor(...args) {
    super(...args);
    const fail = (error) => this.fail(failure(error, 'testCodeFailure'));
    try {
      this.building = Promise.resolve(current.run(this, () => this.fn.call(this.context, this.context))).catch(fail).then(() => { this.built = true; });
    } catch (error) {
      fail(error);
      this.built = true;
    }
  }
  get context() { return (this.made ??= new SuiteContext(this)); }
  async body(context) {
    await this.building;
    if (this.parent.hooks.before.length) await this.parent.runHooks('before', this.parent.context);
    await this.runHooks('before', context);
    if (!this.skipped && this.error === null) await this.within(() => Promise.all(this.subtests.map((subtest) => subtest.start())));
  }
  after(context) { return this.runHooks('after', context); }
}

// The root is made with the first test. It ends when the program has nothing left to do.
const root = once(() => {
  const made = new Test(null, '<root>', {});
  made.began = performance.now();
  made.open = false;
  const { begin, print, end } = require('internal/test_tap');
  begin();
  queueMicrotask(() => {
    made.open = true;
    made.active++;
    made.next();
  });
  let printed = 0;
  made.told = () => {
    while (made.subtests[printed]?.ended) {
      const test = made.subtests[printed++];
      print(test, printed);
      if (!test.passed && !test.todo) process.exitCode = 1;
    }
    if (printed === made.subtests.length && made.active === 0) afterAll();
  };
  const afterAll = once(() => made.runHooks('after', made.context).catch((error) => {
    made.fail(error);
    process.exitCode = 1;
  }));
  const told = (event) => (error) => {
    const test = current.getStore() ?? [...made.subtests].reverse().find((test) => test.began !== undefined && !test.ended);
    if (test && !test.ended) {
      test.fail(failure(error, event));
      test.aborter.abort();
      return;
    }
    made.diagnostics.push(`Error: A resource generated asynchronous activity after the test ended. This activity created the error "${error}" which triggered an ${event} event, caught by the test runner.`);
    process.exitCode = 1;
  };
  process.on('uncaughtException', told('uncaughtException'));
  process.on('unhandledRejection', told('unhandledRejection'));
  process.on('beforeExit', async function ending() {
    process.removeListener('beforeExit', ending);
    await afterAll();
    made.told = () => {};
    made.finish(failure('Promise resolution is still pending but the event loop has already resolved', 'cancelledByParent'));
    for (; printed < made.subtests.length; printed++) print(made.subtests[printed], printed + 1);
    end(made);
    if (!made.passed) process.exitCode = 1;
  });
  return made;
});

function functionOf(Kind) {
  const make = (more) => (...args) => {
    const parent = current.getStore() ?? root(), made = parent.subtest(Kind, args, { ...more, at: callerLocation() });
    return parent instanceof Suite ? Promise.resolve() : made.start().then(() => undefined);
  };
  return Object.assign(make(), { skip: make({ skip: true }), todo: make({ todo: true }), only: make({ only: true }) });
}
const hook = (name) => (fn, options) => {
  (current.getStore() ?? root()).addHook(name, fn, options);
};

const test = functionOf(Test), suite = functionOf(Suite), tracker = once(() => new MockTracker());
hidden(test, 'name', 'test');
module.exports = Object.assign(test, {
  after: hook('after'), afterEach: hook('afterEach'), before: hook('before'), beforeEach: hook('beforeEach'),
  describe: suite, it: test,
  run() { throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'test.run is unavailable: Node has it, wakeful does not: run each file with wakeful run'); },
  suite, test,
});
Object.defineProperty(test, 'mock', { get: tracker, enumerable: true, configurable: true });
