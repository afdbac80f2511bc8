"use strict";

// src/node/test.js
var { AsyncLocalStorage } = require("async_hooks"), { MockTracker } = require("internal/test_mock"), { withCode, hidden, invalidArgType, outOfRange, validateAbortSignal } = require("internal/errors"), current = new AsyncLocalStorage();
function failure(error, failureType) {
  if (error?.code === "ERR_TEST_FAILURE") return error;
  let text = error?.message ?? error, made = withCode(Error, "ERR_TEST_FAILURE", typeof text == "string" ? text : require("util").inspect(text));
  return made.failureType = error?.failureType ?? failureType, made.cause = error, made;
}
var once = (fn) => {
  let result;
  return (...args) => result ??= fn(...args);
};
function callerLocation() {
  return String(new Error().stack).split(`
`).filter((line) => line.startsWith("    at ")).find((line) => !line.includes("node:internal"))?.match(/\(?([^\s()]+:\d+:\d+)\)?$/)?.[1];
}
var TestContext = class {
  #test;
  #assert;
  constructor(test2) {
    this.#test = test2;
  }
  get signal() {
    return this.#test.aborter.signal;
  }
  get name() {
    return this.#test.name;
  }
  get fullName() {
    return this.#test.fullName();
  }
  get error() {
    return this.#test.error;
  }
  get passed() {
    return this.#test.passed;
  }
  get mock() {
    return this.#test.mock ??= new MockTracker();
  }
  get assert() {
    return this.#assert ??= this.#test.counted();
  }
  diagnostic(message) {
    this.#test.diagnostics.push(message);
  }
  plan(count) {
    this.#test.setPlan(count);
  }
  skip(message) {
    this.#test.mark("skipped", message);
  }
  todo(message) {
    this.#test.mark("todo", message);
  }
  runOnly() {
  }
  // as in Node without --test-only
  test(...args) {
    return this.#test.counts(), this.#test.subtest(Test, args, { at: callerLocation() }).start();
  }
  before(fn, options) {
    this.#test.addHook("before", fn, options);
  }
  after(fn, options) {
    this.#test.addHook("after", fn, options);
  }
  beforeEach(fn, options) {
    this.#test.addHook("beforeEach", fn, options);
  }
  afterEach(fn, options) {
    this.#test.addHook("afterEach", fn, options);
  }
}, SuiteContext = class {
  #suite;
  constructor(suite2) {
    this.#suite = suite2;
  }
  get signal() {
    return this.#suite.aborter.signal;
  }
  get name() {
    return this.#suite.name;
  }
  get fullName() {
    return this.#suite.fullName();
  }
}, asserts = "deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok rejects strictEqual throws".split(" "), Test = class {
  type = void 0;
  subtests = [];
  diagnostics = [];
  waiting = [];
  // subtests that have not started, as functions that start them
  active = 0;
  // running subtests
  aborter = new AbortController();
  error = null;
  passed = !1;
  cancelled = !1;
  ended = !1;
  began = void 0;
  time = 0;
  // how long it took, in milliseconds
  mock = null;
  plan = null;
  constructor(parent, name, options, fn) {
    let { concurrency, timeout, signal, skip, todo, only, plan, at } = options;
    if (this.parent = parent, this.fn = skip || typeof fn != "function" ? () => {
    } : fn, this.name = typeof name == "string" && name !== "" ? name : fn?.name || "<anonymous>", this.at = at, this.skipped = skip !== void 0 && skip !== !1, this.todo = todo !== void 0 && todo !== !1, this.message = [skip, todo].find((v) => typeof v == "string"), this.concurrency = parent?.concurrency ?? 1, typeof concurrency == "boolean") this.concurrency = concurrency ? 1 / 0 : 1;
    else if (typeof concurrency == "number") {
      if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 4294967295) throw outOfRange("options.concurrency", concurrency % 1 === 0 ? ">= 1 && <= 4294967295" : "an integer", concurrency);
      this.concurrency = concurrency;
    } else if (concurrency != null) throw invalidArgType("options.concurrency", ["boolean", "number"], concurrency);
    if (this.timeout = parent?.timeout, timeout != null && timeout !== 1 / 0) {
      if (typeof timeout != "number") throw invalidArgType("options.timeout", "number", timeout);
      if (!(timeout >= 0 && timeout <= 2147483647)) throw outOfRange("options.timeout", ">= 0 && <= 2147483647", timeout);
      this.timeout = timeout;
    }
    validateAbortSignal(signal, "options.signal"), this.outer = signal, this.expected = plan, this.hooks = {
      before: [],
      after: [],
      ownAfterEach: 0,
      beforeEach: [...parent?.hooks.beforeEach ?? []],
      afterEach: [...parent?.hooks.afterEach ?? []]
    }, only && this.diagnostics.push("'only' and 'runOnly' require the --test-only command-line option.");
  }
  get context() {
    return this.made ??= new TestContext(this);
  }
  fullName() {
    return this.parent?.parent ? `${this.parent.fullName()} > ${this.name}` : this.name;
  }
  mark(what, message) {
    this[what] = !0, this.message = message;
  }
  fail(error) {
    this.error ??= error;
  }
  cancel(error = failure("test did not finish before its parent and was cancelled", "cancelledByParent")) {
    this.ended || this.error !== null || (this.fail(error), this.cancelled = !0, this.aborter.abort());
  }
  setPlan(count) {
    if (this.plan !== null) throw failure("cannot set plan more than once", "testCodeFailure");
    if (typeof count != "number") throw invalidArgType("count", "number", count);
    if (!Number.isInteger(count)) throw outOfRange("count", "an integer", count);
    this.plan = { count, seen: 0 };
  }
  counts() {
    this.plan && this.plan.seen++;
  }
  // counted returns the functions of assert. Each call counts for the plan.
  counted() {
    let assert = require("assert"), made = { __proto__: null };
    for (let name of asserts)
      made[name] = (...args) => (this.counts(), assert[name](...args));
    return made;
  }
  // subtest adds a test. The arguments are those of test: a name, options and a function, of which
  // each may be missing.
  subtest(Kind, [name, options, fn], more) {
    typeof name == "function" ? fn = name : name !== null && typeof name == "object" ? [options, fn] = [name, options] : typeof options == "function" && (fn = options), (options === null || typeof options != "object") && (options = {});
    let late = this.ended || this.built, parent = this;
    for (; late && parent.parent; ) parent = parent.parent;
    let made = new Kind(parent, name, { ...options, ...more }, fn);
    return late && made.fail(failure("test could not be started because its parent finished", "parentAlreadyFinished")), parent.subtests.push(made), made;
  }
  // start runs the test as soon as its parent allows.
  start() {
    let { parent } = this;
    return parent.open !== !1 && parent.active < parent.concurrency ? this.run() : new Promise((resolve) => {
      parent.waiting.push(() => resolve(this.run()));
    });
  }
  addHook(name, fn, options) {
    let hook2 = new Hook(this, fn, options ?? {});
    (name === "before" || name === "after") && (hook2.run = once(hook2.run.bind(hook2))), name === "before" && this.began !== void 0 && hook2.run(this.context).then(() => hook2.error && this.fail(hook2.error)), name === "afterEach" ? this.hooks.afterEach.splice(this.hooks.ownAfterEach++, 0, hook2) : this.hooks[name].push(hook2);
  }
  async runHooks(name, context) {
    for (let hook2 of this.hooks[name]) {
      if (await hook2.run(context), hook2.error === null) continue;
      let error = failure(`failed running ${name} hook`, "hookFailed");
      throw error.cause = hook2.error.code === "ERR_TEST_FAILURE" ? hook2.error.cause : hook2.error, error;
    }
  }
  // call calls the function of the test, which may take a callback.
  call(context) {
    if (this.fn.length !== 2) return current.run(this, () => Reflect.apply(this.fn, context, [context]));
    let done, promise = new Promise((resolve, reject) => {
      let calls = 0;
      done = (error) => {
        if (++calls === 2) throw failure("callback invoked multiple times", "multipleCallbackInvocations");
        calls > 1 || (error ? reject(error) : resolve());
      };
    }), returned = current.run(this, () => Reflect.apply(this.fn, context, [context, done]));
    return typeof returned?.then != "function" ? promise : (this.fail(failure("passed a callback but also returned a Promise", "callbackAndPromisePresent")), returned);
  }
  // stopped is settled by the time limit and by an abort, and never otherwise.
  stopped() {
    let { signal } = this.aborter, end, listener;
    return { promise: new Promise((resolve, reject) => {
      signal.addEventListener("abort", listener = resolve, { once: !0 }), this.timeout !== void 0 && (end = setTimeout(() => reject(failure(`test timed out after ${this.timeout}ms`, "testTimeoutFailure")), this.timeout).unref());
    }), clear() {
      clearTimeout(end), signal.removeEventListener("abort", listener);
    } };
  }
  abortedOutside() {
    let error = this.outer.reason || withCode(Error, "ABORT_ERR", "The test was aborted");
    typeof error == "object" && (error.failureType = "testAborted"), this.cancel(error);
  }
  async body(context) {
    let { parent } = this;
    if (parent?.hooks.before.length && await parent.runHooks("before", parent.context), parent?.hooks.beforeEach.length && !this.skipped && await parent.runHooks("beforeEach", context), await this.within(() => this.call(context)), this.plan && this.plan.seen !== this.plan.count) throw failure(`plan expected ${this.plan.count} assertions but received ${this.plan.seen}`, "testCodeFailure");
  }
  async within(work) {
    let stop = this.stopped();
    try {
      await Promise.race([work(), stop.promise]);
    } finally {
      stop.clear();
    }
  }
  async after(context) {
    this.parent?.hooks.afterEach.length && !this.skipped && await this.parent.runHooks("afterEach", context), await this.runHooks("after", context);
  }
  async run(context = this.context) {
    this.parent && this.parent.active++, this.began = performance.now();
    let listener = () => this.abortedOutside();
    if (this.outer?.addEventListener("abort", listener), this.outer?.aborted && this.abortedOutside(), !this.aborter.signal.aborted) {
      this.expected && this.setPlan(this.expected);
      let after = once(() => this.after(context));
      try {
        await this.body(context), await after();
      } catch (error) {
        error?.failureType === "testTimeoutFailure" ? this.cancel(error) : this.fail(failure(error, "testCodeFailure")), await after().catch(() => {
        });
      }
    }
    this.outer?.removeEventListener("abort", listener), this.parent && this.aborter.abort(), this.finish();
  }
  // finish ends the test: what has not ended of its subtests is cancelled.
  finish(pending) {
    if (this.ended) return;
    this.time = performance.now() - (this.began ?? performance.now()), this.waiting = [];
    for (let subtest of this.subtests.filter((subtest2) => !subtest2.ended))
      subtest.cancel(pending), subtest.finish(pending);
    let failed = this.subtests.filter((subtest) => !subtest.passed && !subtest.todo).length;
    failed > 0 && this.error === null && this.fail(failure(`${failed} subtest${failed > 1 ? "s" : ""} failed`, "subtestsFailed")), this.passed = this.error === null, this.ended = !0, this.mock?.reset(), this.parent?.next();
  }
  // next goes on after a subtest has ended.
  next() {
    for (this.active--, this.told?.(); this.waiting.length > 0 && this.active < this.concurrency; ) this.waiting.shift()();
  }
}, Hook = class extends Test {
  constructor(parent, fn, { timeout, signal }) {
    super(null, "", { timeout, signal }, fn), this.of = parent;
  }
  async run(context) {
    this.error = null, this.aborter = new AbortController();
    try {
      await this.within(() => this.call(context));
    } catch (error) {
      this.fail(failure(error, "hookFailed"));
    }
  }
}, Suite = class extends Test {
  type = "suite";
  constructor(...args) {
    super(...args);
    let fail = (error) => this.fail(failure(error, "testCodeFailure"));
    try {
      this.building = Promise.resolve(current.run(this, () => this.fn.call(this.context, this.context))).catch(fail).then(() => {
        this.built = !0;
      });
    } catch (error) {
      fail(error), this.built = !0;
    }
  }
  get context() {
    return this.made ??= new SuiteContext(this);
  }
  async body(context) {
    await this.building, this.parent.hooks.before.length && await this.parent.runHooks("before", this.parent.context), await this.runHooks("before", context), !this.skipped && this.error === null && await this.within(() => Promise.all(this.subtests.map((subtest) => subtest.start())));
  }
  after(context) {
    return this.runHooks("after", context);
  }
}, root = once(() => {
  let made = new Test(null, "<root>", {});
  made.began = performance.now(), made.open = !1;
  let { begin, print, end } = require("internal/test_tap");
  begin(), queueMicrotask(() => {
    made.open = !0, made.active++, made.next();
  });
  let printed = 0;
  made.told = () => {
    for (; made.subtests[printed]?.ended; ) {
      let test2 = made.subtests[printed++];
      print(test2, printed), !test2.passed && !test2.todo && (process.exitCode = 1);
    }
    printed === made.subtests.length && made.active === 0 && afterAll();
  };
  let afterAll = once(() => made.runHooks("after", made.context).catch((error) => {
    made.fail(error), process.exitCode = 1;
  })), told = (event) => (error) => {
    let test2 = current.getStore() ?? [...made.subtests].reverse().find((test3) => test3.began !== void 0 && !test3.ended);
    if (test2 && !test2.ended) {
      test2.fail(failure(error, event)), test2.aborter.abort();
      return;
    }
    made.diagnostics.push(`Error: A resource generated asynchronous activity after the test ended. This activity created the error "${error}" which triggered an ${event} event, caught by the test runner.`), process.exitCode = 1;
  };
  return process.on("uncaughtException", told("uncaughtException")), process.on("unhandledRejection", told("unhandledRejection")), process.on("beforeExit", async function ending() {
    for (process.removeListener("beforeExit", ending), await afterAll(), made.told = () => {
    }, made.finish(failure("Promise resolution is still pending but the event loop has already resolved", "cancelledByParent")); printed < made.subtests.length; printed++) print(made.subtests[printed], printed + 1);
    end(made), made.passed || (process.exitCode = 1);
  }), made;
});
function functionOf(Kind) {
  let make = (more) => (...args) => {
    let parent = current.getStore() ?? root(), made = parent.subtest(Kind, args, { ...more, at: callerLocation() });
    return parent instanceof Suite ? Promise.resolve() : made.start().then(() => {
    });
  };
  return Object.assign(make(), { skip: make({ skip: !0 }), todo: make({ todo: !0 }), only: make({ only: !0 }) });
}
var hook = (name) => (fn, options) => {
  (current.getStore() ?? root()).addHook(name, fn, options);
}, test = functionOf(Test), suite = functionOf(Suite), tracker = once(() => new MockTracker());
hidden(test, "name", "test");
module.exports = Object.assign(test, {
  after: hook("after"),
  afterEach: hook("afterEach"),
  before: hook("before"),
  beforeEach: hook("beforeEach"),
  describe: suite,
  it: test,
  run() {
    throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", "test.run is unavailable: Node has it, wakeful does not: run each file with wakeful run");
  },
  suite,
  test
});
Object.defineProperty(test, "mock", { get: tracker, enumerable: !0, configurable: !0 });
