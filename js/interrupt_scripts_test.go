package js_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// endless are scripts that go on for ever. Each calls enter(), which ends its context.
var endless = []struct{ name, source string }{
	// Work that the script queues and RunString waits for.

	{"promise jobs without end", `let n = 0; (function f() { if (++n === 3) enter(); Promise.resolve().then(f) })()`},
	{"microtasks without end", `let n = 0; (function f() { if (++n === 3) enter(); queueMicrotask(f) })()`},
	{"nextTicks without end", `let n = 0; (function f() { if (++n === 3) enter(); process.nextTick(f) })()`},
	{"nextTicks with arguments without end", `let n = 0; (function f(a) { if (++n === 3) enter(); process.nextTick(f, 1) })()`},
	{"nextTicks and microtasks in turns", `let n = 0; (function f() { if (++n === 3) enter(); process.nextTick(() => queueMicrotask(f)) })()`},
	{"thens of one promise without end", `let n = 0, p = Promise.resolve(); (function f() { if (++n === 3) enter(); p = p.then(f, f) })()`},
	{"thens of a subclass without end", `class P extends Promise {} let n = 0; (function f() { if (++n === 3) enter(); P.resolve().then(f) })()`},
	{"thenables without end", `let n = 0; const o = { then(done) { if (++n === 3) enter(); done(o) } }; Promise.resolve(o)`},
	{"thens of functions of the engine", `const args = [], f = Reflect.apply.bind(null, Promise.prototype.then, Promise.resolve(), args);
		args.push(f); Promise.resolve().then(enter); f()`},
	{"thens of functions of the engine, of a subclass", `class P extends Promise {}
		const args = [], f = Reflect.apply.bind(null, Promise.prototype.then, P.resolve(), args);
		args.push(f); Promise.resolve().then(enter); f()`},
	{"await in a loop", `(async () => { for (let n = 0; ; n++) { await n; if (n === 3) enter() } })()`},
	{"a loop after an await", `(async () => { await null; enter(); for (;;); })()`},
	{"a loop after two awaits, each in a function of its own", `const f = async (n) => { await null; if (n) return f(n - 1); enter(); for (;;); };
		(async () => { await f(2) })()`},
	{"a loop in a generator after an await", `function* g() { enter(); for (;;); } (async () => { await null; for (const v of g()); })()`},
	{"a loop in an asynchronous generator", `async function* g() { for (;;) yield 1 }
		(async () => { let n = 0; for await (const v of g()) if (++n === 3) enter() })()`},
	{"a loop in a generator", `function* g() { try { enter(); for (;;); } finally { globalThis.x = 1 } } [...g()]`},
	{"a loop in a generator of a generator", `function* g(n) { if (n) yield* g(n - 1); else { enter(); for (;;); } } [...g(5)]`},
	{"a loop after which nextTicks without end would come", `process.nextTick(function f() { process.nextTick(f) });
		queueMicrotask(function f() { queueMicrotask(f) }); enter(); for (;;);`},
	{"an exception and microtasks without end", `let n = 0; (function f() { if (++n === 3) enter(); queueMicrotask(f) })(); throw new Error('first')`},
	{"immediates that would come after nextTicks without end", `setImmediate(() => { if (globalThis.x) for (;;); });
		let n = 0; (function f() { if (++n === 3) enter(); process.nextTick(f) })()`},

	// Events whose listener causes the next event.

	{"unhandled rejections without end", `let n = 0; process.on('unhandledRejection', () => { if (++n === 3) enter(); Promise.reject(n) }); Promise.reject(0); 0`},
	{"unhandled rejections without end, in the engine", `process.on('unhandledRejection', Promise.reject.bind(Promise));
		process.nextTick(enter); Promise.reject(0); 0`},
	{"handled rejections without end", `let n = 0;
		process.on('unhandledRejection', (e, p) => process.nextTick(() => p.catch(() => 0)));
		process.on('rejectionHandled', () => { if (++n === 3) enter(); Promise.reject(n) }); Promise.reject(0); 0`},
	{"uncaught exceptions without end", `let n = 0; const f = () => { queueMicrotask(() => { throw n }) };
		process.on('uncaughtException', () => { if (++n === 3) enter(); f() }); f()`},
	{"a loop in a listener of uncaught exceptions", `process.on('uncaughtException', () => { enter(); for (;;); }); queueMicrotask(() => { throw 1 })`},
}

// TestInterruptedScripts: a script that goes on for ever ends with its context, and the runtime can
// be used afterwards.
func TestInterruptedScripts(t *testing.T) {
	enough := errors.New("enough")
	for i, c := range endless {
		if !sampled(i, 2, 1) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			r := start(t, js.WithUncaught(func(*js.Error) bool { return true }),
				js.WithGlobal("enter", func(js.FunctionCall) js.Value { cancel(enough); return nil }))
			if v, err := r.RunString(ctx, c.source); !errors.Is(err, js.ErrInterrupted) || !errors.Is(err, enough) {
				t.Fatalf("it ended with %v, %v; want ErrInterrupted and the context's cause", v, err)
			}
			err := stillRuns(r)
			if !js.Repairs() && errors.Is(err, js.ErrEnded) && errors.Is(err, enough) {
				return // without repairs an interrupt may end the runtime, with its cause
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

const afterInterrupt = `
	process.removeAllListeners();
	(async () => {
		await null;
		await new Promise((done) => process.nextTick(done));
		await new Promise((done) => queueMicrotask(done));
		await new Promise((done) => setTimeout(() => setImmediate(done), 1));
		const order = [];
		function* numbers() { try { yield 1; yield 2 } finally { order.push('finally') } }
		for (const n of numbers()) { order.push(n); break }
		try { null.x } catch (e) { order.push(e.name) }
		return order.join();
	})()`

// stillRuns reports what does not work in a runtime after an interrupt.
func stillRuns(r *js.Runtime) error {
	got, err := r.Eval(context.Background(), afterInterrupt)
	if want := "1,finally,TypeError"; err != nil || got != want {
		return fmt.Errorf("a script afterwards: %v, %w; want %s", got, err, want)
	}
	return nil
}
