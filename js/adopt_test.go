package js_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// hosts prepare an engine as programs do that have one of their own.
var hosts = map[string]func(t *testing.T, engine *goja.Runtime){
	"engine alone": func(*testing.T, *goja.Runtime) {},
	"load generator": func(t *testing.T, engine *goja.Runtime) { // as k6 prepares a virtual user
		engine.SetFieldNameMapper(goja.TagFieldNameMapper("js", true))
		engine.SetRandSource(rand.New(rand.NewPCG(1, 2)).Float64)
		engine.SetPromiseRejectionTracker(func(*goja.Promise, goja.PromiseRejectionOperation) {})
		engine.SetMaxCallStackSize(500)
		if _, err := engine.RunString(`globalThis.console = { log() {} }`); err != nil {
			t.Fatal(err)
		}
		set(t, engine, map[string]any{
			"__ENV": map[string]string{"HOST": "localhost"}, "__VU": 1, "__ITER": 0, "global": engine.GlobalObject(),
			"open":       func(name string) (string, error) { return "", errors.New(name + " is missing") },
			"require":    func(name string) (goja.Value, error) { return engine.ToValue("k6's " + name), nil },
			"setTimeout": func(goja.FunctionCall) goja.Value { return engine.ToValue("the host's") },
		})
	},
	"server with hooks": func(t *testing.T, engine *goja.Runtime) { // as PocketBase prepares one of its pool
		engine.SetFieldNameMapper(goja.UncapFieldNameMapper())
		set(t, engine, map[string]any{
			"$app":       &struct{ Name string }{"app"},
			"__hooks":    "/pb_hooks",
			"sleep":      func(ms int64) {},
			"routerAdd":  func(method, path string, handler goja.Value) {},
			"Record":     func(goja.ConstructorCall) *goja.Object { return nil },
			"toString":   func(v any) string { return fmt.Sprint(v) },
			"unmarshal":  func(data, to any) error { return nil },
			"$template":  map[string]any{},
			"BadRequest": func(goja.ConstructorCall) *goja.Object { return nil },
		})
		if _, err := engine.RunString(`Object.freeze(Array.prototype); globalThis.URL = class URL {}; globalThis.process = { env: {} }; globalThis.Buffer = { from() {} }; delete globalThis.escape`); err != nil {
			t.Fatal(err)
		}
	},
}

func set(t *testing.T, engine *goja.Runtime, globals map[string]any) {
	t.Helper()
	for name, value := range globals {
		if err := engine.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
}

// adopt adopts an engine on a loop that runs until the end of the test.
func adopt(t *testing.T, engine *goja.Runtime, options ...js.Option) *js.Runtime {
	t.Helper()
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	r, err := js.Adopt(loop, engine, append([]js.Option{quiet}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return r
}

// everything returns the own properties of all objects that can be reached from the global object.
const everything = `(() => {
	const { getOwnPropertyDescriptor: describe, getPrototypeOf } = Object, { ownKeys } = Reflect, all = new Map();
	const visit = (o) => {
		if (o === null || typeof o !== 'object' && typeof o !== 'function' || all.has(o)) return;
		const properties = new Map();
		all.set(o, properties);
		visit(getPrototypeOf(o));
		for (const key of ownKeys(o)) {
			const { value, get, set } = describe(o, key);
			properties.set(key, [value, get, set]);
			if (o !== globalThis || !get) [value, get, set].forEach(visit);
		}
	};
	visit(globalThis);
	return { changed: () => {
		const found = [];
		for (const [o, properties] of all) for (const [key, was] of properties) {
			const now = describe(o, key);
			if (!now || !was.every((v, i) => Object.is(v, [now.value, now.get, now.set][i]))) found.push(String(key));
		}
		return found.join();
	} };
})()`

// TestAdoptReplacesNothing: what an engine has stays, also after the runtime was used.
func TestAdoptReplacesNothing(t *testing.T) {
	for name, prepare := range hosts {
		t.Run(name, func(t *testing.T) {
			engine := goja.New()
			prepare(t, engine)
			before, err := engine.RunString(everything)
			if err != nil {
				t.Fatal(err)
			}
			r := adopt(t, engine, js.WithNode(), js.WithFS(fstest.MapFS{"m.mjs": {Data: []byte(
				`import { inspect } from 'node:util'; import { setTimeout as wait } from 'node:timers/promises';
				export default await wait(1).then(() => inspect({ a: /\p{L}/u.test('é') }))`)}}), js.WithModules())
			got, err := r.EvalFile(t.Context(), "/m.mjs")
			if want := "map[default:{ a: true }]"; err != nil || fmt.Sprint(got) != want {
				t.Errorf("the module: %v, %v, want %s", got, err, want)
			}
			if err := r.Do(t.Context(), func(*goja.Runtime) error {
				changed, _ := goja.AssertFunction(before.ToObject(engine).Get("changed"))
				v, err := changed(goja.Undefined())
				if err == nil && v.String() != "" {
					err = errors.New(v.String() + " changed")
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

// orderProgram logs in Node's order.
const orderProgram = `const log = [];
	setImmediate(() => { log.push('immediate'); process.nextTick(() => log.push('tick of it')) });
	setTimeout(() => log.push('timer'), 0);
	Promise.resolve().then(() => { log.push('job'); process.nextTick(() => log.push('tick of the job')) });
	queueMicrotask(() => log.push('microtask'));
	process.nextTick(() => log.push('tick'));
	(async () => { log.push('async'); await undefined; log.push('awaited') })();
	work().then((v) => log.push(v));
	log.push('script');
	new Promise((done) => setTimeout(() => done(log.join()), 5))`

// TestAdoptOrder: an adopted runtime has the order of one that New makes.
func TestAdoptOrder(t *testing.T) {
	trace := func(t *testing.T, r *js.Runtime) string {
		if err := r.Do(t.Context(), func(engine *goja.Runtime) error {
			return engine.Set("work", r.Async(func(context.Context, []any) (any, error) { return "worked", nil }))
		}); err != nil {
			t.Fatal(err)
		}
		got, err := r.Eval(t.Context(), orderProgram)
		if text := fmt.Sprint(got); err == nil && strings.Contains(text, "worked") {
			return strings.ReplaceAll(text, ",worked", "") // a goroutine takes its time
		}
		t.Errorf("got %v, %v", got, err)
		return ""
	}
	synctest.Test(t, func(t *testing.T) {
		const want = "async,script,tick,job,microtask,awaited,tick of the job,immediate,tick of it,timer"
		if made, adopted := trace(t, start(t)), trace(t, adopt(t, goja.New(), js.WithNode())); made != want || adopted != want {
			t.Errorf("got %s\nand %s\nwant %s", made, adopted, want)
		}
	})
}

// TestAdoptCallsOfTheHost: what the host's own calls of the engine begin runs after the callback of
// the loop.
func TestAdoptCallsOfTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := goja.New()
		var trace []string
		set(t, engine, map[string]any{"L": func(s string) { trace = append(trace, s) }})
		lost := make(chan string, 1)
		r := adopt(t, engine, js.WithNode(), js.WithUncaught(func(e *js.Error) bool { lost <- e.Error(); return true }))
		var settle *js.Deferred
		set := func(engine *goja.Runtime) {
			for name, fn := range map[string]any{
				"later": func() (goja.Value, error) { d, err := r.NewPromise(); settle = d; return d.Promise(), err },
				"nested": func() (goja.Value, error) {
					return r.RunString(t.Context(), `setTimeout(L, 3, 'timer of the script'), 'nested'`)
				},
				"now": func() { settle.Resolve("settled") },
			} {
				if err := engine.Set(name, fn); err != nil {
					t.Error(err)
				}
			}
		}
		called := make(chan error, 1)
		if err := r.Loop().Submit(func() {
			set(engine)
			_, err := engine.RunString(`setTimeout(L, 1, 'timer'); setTimeout(L, 2, 'last'); setImmediate(L, 'immediate'); process.nextTick(L, 'tick');
				L(nested()); later().then(L); now(); queueMicrotask(() => L('microtask')); L('script'); Promise.reject(new Error('lost')); 1`)
			trace = append(trace, "returned")
			called <- err
		}); err != nil {
			t.Fatal(err)
		}
		if err := <-called; err != nil {
			t.Fatal(err)
		}
		if got := <-lost; got != "Error: lost" {
			t.Errorf("the rejection: %s", got)
		}
		time.Sleep(5 * time.Millisecond) //nolint:forbidigo // fake time
		const want = "nested script settled microtask returned tick immediate timer last timer of the script"
		err := r.Do(t.Context(), func(*goja.Runtime) error {
			if got := strings.Join(trace, " "); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if err := r.Do(t.Context(), func(*goja.Runtime) error { return r.Set("begun", func() { go settle.Resolve(41) }) }); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Eval(t.Context(), `const p = later(); begun(); p.then((n) => n + 1)`); err != nil || fmt.Sprint(got) != "42" {
			t.Errorf("got %v, %v, want 42", got, err)
		}
	})
}

// TestAdoptBeforeTheLoop: the host may call the engine before the loop runs, and then only on the loop.
func TestAdoptBeforeTheLoop(t *testing.T) {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		t.Fatal(err)
	}
	engine := goja.New()
	r, err := js.Adopt(loop, engine, quiet, js.WithNode())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.RunString(`const log = []; setTimeout(() => log.push('timer'), 1); process.nextTick(() => log.push('tick')); Promise.resolve().then(() => log.push('job'))`); err != nil {
		t.Fatal(err)
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v, err := engine.RunString(`log.join()`); err != nil || v.String() != "job,tick,timer" {
		t.Errorf("got %v, %v, want job,tick,timer", v, err)
	}
	<-r.Done()
	for _, begins := range []string{`setTimeout(() => 0)`, `setImmediate(() => 0)`, `queueMicrotask(() => 0)`, `process.nextTick(() => 0)`} {
		if _, err := engine.RunString(begins); !errors.Is(err, js.ErrEnded) {
			t.Errorf("%s after the end: %v, want ErrEnded", begins, err)
		}
	}
	if v, err := engine.RunString(`Promise.reject(1); [1, 2].join()`); err != nil || v.String() != "1,2" {
		t.Errorf("the engine after the end: %v, %v", v, err)
	}
}

// TestAdoptOffTheLoop: what would begin something on another goroutine throws.
func TestAdoptOffTheLoop(t *testing.T) {
	engine := goja.New()
	r := adopt(t, engine, js.WithNode())
	if _, err := r.Eval(t.Context(), `globalThis.begin = () => setTimeout(() => 0), 1`); err != nil {
		t.Fatal(err)
	}
	begin, _ := goja.AssertFunction(engine.Get("begin"))
	if _, err := begin(goja.Undefined()); !errors.Is(err, wakeful.ErrNotOnLoop) {
		t.Errorf("got %v, want ErrNotOnLoop", err)
	}
}

// TestAdoptEnds: an interrupt ends a script of the runtime, and neither it nor Close damages the
// engine, which cannot be adopted again.
func TestAdoptEnds(t *testing.T) {
	if !vm.Repairs() {
		t.Skip("NOT RUN: in this build an interrupt leaves frames on the engine's stacks")
	}
	engine := goja.New()
	entered := make(chan context.CancelFunc, 1)
	set(t, engine, map[string]any{"enter": func() { (<-entered)() }})
	r := adopt(t, engine)
	onLoop := func(fn func()) {
		t.Helper()
		done := make(chan struct{})
		if err := r.Loop().Submit(func() { defer close(done); fn() }); err != nil {
			t.Fatal(err)
		}
		<-done
	}
	for _, script := range []string{`{ enter(); for (;;); }`, `(async () => { await 1; enter(); for (;;); })()`} {
		ctx, cancel := context.WithCancel(t.Context())
		entered <- cancel
		if _, err := r.Eval(ctx, script); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want Canceled", script, err)
		}
		onLoop(func() { runsIn(t, engine) })
	}
	// A script that is a part of a call of the host.
	onLoop(func() {
		_ = engine.Set("nested", func() error {
			ctx, cancel := context.WithCancel(t.Context())
			entered <- cancel
			_, err := r.RunString(ctx, `{ enter(); for (;;); }`)
			return err
		})
		for _, call := range []string{`try { nested() } catch (e) { 'caught' }`, `(() => { try { nested() } catch (e) { return 'caught' } })()`} {
			if v, err := engine.RunString(call); err != nil || v.String() != "caught" {
				t.Errorf("a nested script: %v, %v", v, err)
			}
			runsIn(t, engine)
		}
	})
	ended := make(chan error, 1)
	entered <- func() { go func() { ended <- r.Close() }(); <-r.Done() }
	if _, err := r.Eval(t.Context(), `{ enter(); for (;;); }`); !errors.Is(err, js.ErrEnded) {
		t.Errorf("Close: %v, want ErrEnded", err)
	}
	<-ended
	onLoop(func() { runsIn(t, engine) })
	if _, err := js.Adopt(r.Loop(), engine); err == nil || !strings.Contains(err.Error(), "already") {
		t.Errorf("adopted again: %v", err)
	}
}

func runsIn(t *testing.T, engine *goja.Runtime) {
	t.Helper()
	v, err := engine.RunString(`(() => { let n = 0; for (let i = 0; i < 1e4; i++) n += i; return n })()`)
	if err != nil || v.ToInteger() != 49995000 {
		t.Errorf("the engine afterwards: %v, %v", v, err)
	}
}

// TestAdoptTracker: rejections are the host's if it has a tracker, and otherwise the runtime's.
func TestAdoptTracker(t *testing.T) {
	engine := goja.New()
	var got []string
	engine.SetPromiseRejectionTracker(func(p *goja.Promise, _ goja.PromiseRejectionOperation) { got = append(got, p.Result().String()) })
	r := adopt(t, engine, js.WithUncaught(func(e *js.Error) bool { t.Error(e); return true }))
	if _, err := r.Eval(t.Context(), `Promise.reject('lost'); 1`); err != nil {
		t.Error(err)
	}
	if err := r.Do(t.Context(), func(*goja.Runtime) error {
		if fmt.Sprint(got) != "[lost]" {
			t.Errorf("got %v, want the rejection", got)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// TestAdoptRefuses: what cannot be adopted is an error, and changes nothing.
func TestAdoptRefuses(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = loop.Close() }()
	without := goja.New()
	_ = without.GlobalObject().Delete("WeakSet")
	for want, adopt := range map[string]func() (*js.Runtime, error){
		"nil":                    func() (*js.Runtime, error) { return js.Adopt(loop, nil) },
		"a runtime needs a loop": func() (*js.Runtime, error) { return js.Adopt(nil, goja.New()) },
		"WeakSet":                func() (*js.Runtime, error) { return js.Adopt(loop, without) },
		"zero value":             func() (*js.Runtime, error) { return js.Adopt(loop, goja.New(), js.Option{}) },
	} {
		if _, err := adopt(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if v, err := without.RunString(`typeof setTimeout`); err != nil || v.String() != "undefined" {
		t.Errorf("setTimeout of an engine that was refused: %v, %v", v, err)
	}
}
