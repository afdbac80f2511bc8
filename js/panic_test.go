package js_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// panics are Go functions that panic, in every form that a runtime accepts. The program calls them
// as the global f.
func panics(t *testing.T, r *js.Runtime) map[string]any {
	t.Helper()
	return map[string]any{
		"a function of values":    func(js.FunctionCall) js.Value { return explode() },
		"a function of Go values": func(int) string { explode(); return "" },
		"a variadic function":     func(...string) error { explode(); return nil },
		"a function with the engine": func(js.FunctionCall, *goja.Runtime) js.Value {
			return explode()
		},
		"a constructor":      func(goja.ConstructorCall) *goja.Object { explode(); return nil },
		"an Async function":  r.Async(func(context.Context, []any) (any, error) { return nil, nil }),
		"a value of a panic": func(js.FunctionCall) js.Value { panic("boom") },
		"another goroutine's": func(js.FunctionCall) js.Value {
			panic(&wakeful.PanicError{Value: "boom", Stack: []byte("goroutine 1: explode")})
		},
	}
}

var errBoom = errors.New("boom")

//go:noinline
func explode() js.Value { panic(errBoom) }

// checkPanic fails unless an error is a panic of explode and has its stack.
func checkPanic(t *testing.T, name string, err error) {
	t.Helper()
	var panicked *wakeful.PanicError
	var thrown *js.Error
	switch {
	case !errors.As(err, &panicked):
		t.Errorf("%s: got %v, want a *PanicError", name, err)
	case !errors.As(err, &thrown) || !strings.Contains(thrown.Error(), "boom"):
		t.Errorf("%s: got %v, want an *Error that says boom", name, err)
	case panicked.Value == any(errBoom) && (!strings.Contains(string(panicked.Stack), "explode") || !errors.Is(err, errBoom)):
		t.Errorf("%s: error %v, the stack of the panic is\n%s", name, err, panicked.Stack)
	}
}

// TestPanicIsAnException: JavaScript can catch the panic of a Go function but does not see its
// value. If JavaScript does not catch it, the Go caller gets the value and the stack.
func TestPanicIsAnException(t *testing.T) {
	r := start(t, strict(t))
	for name, f := range panics(t, r) {
		if name == "an Async function" {
			continue // see TestPanicOfAnAsyncFunction
		}
		if err := r.Do(t.Context(), func(*goja.Runtime) error { return r.Set("f", f) }); err != nil {
			t.Fatal(err)
		}
		call := `f()`
		if name == "a constructor" {
			call = `new f()`
		}
		for _, source := range []string{
			call,
			`setTimeout(() => {}, 1); [1].forEach(() => ` + call + `)`,
			`(async () => { ` + call + ` })()`,
			`(async () => { await 1; ` + call + ` })()`,
			`Promise.resolve().then(() => ` + call + `)`,
			`new Promise((_, reject) => setTimeout(() => { try { ` + call + ` } catch (e) { reject(e) } }, 1))`,
			`function* g() { yield 1; ` + call + ` } [...g()]`,
			`({ get x() { ` + call + ` } }).x`,
			`JSON.stringify({ toJSON() { ` + call + ` } })`,
		} {
			_, err := r.Eval(t.Context(), source)
			checkPanic(t, name+": "+source, err)
		}
		got, err := r.Eval(t.Context(), `try { `+call+` } catch (e) {
			[e instanceof Error, e.message === 'a Go function has panicked', Object.keys(e).length, JSON.stringify(e.value), typeof e.value?.Stack].join() }`)
		if err != nil || got != "true,true,0,{},undefined" {
			t.Errorf("%s: JavaScript sees %v, %v", name, got, err)
		}
		if got, err := r.Eval(t.Context(), `typeof f + f.name.length + f.length`); err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestPanicOfAnAsyncFunction: the panic rejects the promise of the call.
func TestPanicOfAnAsyncFunction(t *testing.T) {
	r := start(t, strict(t))
	if err := r.Set("f", r.Async(func(context.Context, []any) (any, error) { explode(); return nil, nil })); err != nil {
		t.Fatal(err)
	}
	_, err := r.Eval(t.Context(), `f()`)
	checkPanic(t, "Eval", err)
	if got, err := r.Eval(t.Context(), `f().catch((e) => e.message === 'a Go function has panicked')`); err != nil || got != true {
		t.Errorf("JavaScript sees %v, %v", got, err)
	}
}

// TestPanicInACallback: the panic is uncaught, because no code called the callback. The error has
// the panic as its cause.
func TestPanicInACallback(t *testing.T) {
	for name, source := range map[string]string{
		"a timer":      `setTimeout(f, 1)`,
		"an immediate": `setImmediate(() => f())`,
		"a nextTick":   `process.nextTick(f)`,
		"a microtask":  `queueMicrotask(f)`,
		"a method":     `setTimeout(() => object.Method(), 1)`, // not guarded, because the engine calls it directly
	} {
		r := start(t)
		if err := errors.Join(
			r.Set("f", func(js.FunctionCall) js.Value { return explode() }),
			r.Set("object", methods{})); err != nil {
			t.Fatal(err)
		}
		code, err := r.MainString(t.Context(), "main.js", source)
		checkPanic(t, name, err)
		if code != 1 {
			t.Errorf("%s: exit code %d, want 1", name, code)
		}
	}
}

// methods has methods that the engine calls directly.
type methods struct{}

// Method panics.
func (methods) Method() { explode() }

// Length returns 1.
func (methods) Length() int { return 1 }

// unguarded are scripts that call a panicking function without a guard from frames that the engine
// leaves on its stacks.
var unguarded = []string{
	`object.Method()`,
	`box.f()`, `list[0]()`, `fields.F()`, `try { box.f() } catch { }`,
	`try { object.Method() } catch { } finally { }`,
	`function* g() { yield 1; object.Method() } for (const x of g()) ;`,
	`function* g() { try { object.Method() } finally { yield 2 } } [...g()]`,
	`(async () => { object.Method() })()`,
	`(async () => { const a = async () => { for (const x of [1, 2]) object.Method() }; await a() })()`,
	`for (const x of { [Symbol.iterator]() { return { next: () => ({}), return() { object.Method() } } } }) break`,
	`[3, 1].sort(() => object.Method())`,
}

// TestUnguardedPanic: the caller gets the panic, and the runtime works as before.
func TestUnguardedPanic(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the engine's stacks are not repaired")
	}
	r := start(t, strict(t))
	panics := func() { explode() }
	if err := errors.Join(
		r.Set("object", methods{}), r.Set("box", map[string]any{"f": panics}), r.Set("list", []any{panics}),
		r.Set("fields", struct{ F func() }{panics})); err != nil {
		t.Fatal(err)
	}
	for _, source := range unguarded {
		_, err := r.Eval(t.Context(), source)
		checkPanic(t, source, err)
		stillWorks(t, r, source)
	}
	// On the loop, inside JavaScript.
	err := r.Do(t.Context(), func(*goja.Runtime) error {
		return r.Set("nested", func(source string) string {
			_, err := r.RunString(t.Context(), source)
			checkPanic(t, "nested "+source, err)
			return "on"
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range unguarded {
		if err := r.Do(t.Context(), func(*goja.Runtime) error { return r.Set("source", source) }); err != nil {
			t.Fatal(err)
		}
		got, err := r.Eval(t.Context(), `function* g() { const a = 1; yield nested(source) + a; } (async () => { let s = ''; for (const x of g()) s += x; await 1; return s })()`)
		if err != nil || got != "on1" {
			t.Errorf("nested %s: the script goes on with %v, %v", source, got, err)
		}
	}
}

// stillWorks checks that timers, promises and generators work.
func stillWorks(t *testing.T, r *js.Runtime, after string) {
	t.Helper()
	got, err := r.Eval(t.Context(), `(async () => {
		const seen = [];
		process.nextTick(() => seen.push('tick'));
		queueMicrotask(() => seen.push('microtask'));
		await new Promise((done) => setTimeout(done, 1));
		function* g() { try { yield 1; yield 2 } finally { seen.push('finally') } }
		for (const x of g()) { seen.push(x); if (x === 2) break }
		try { null.x } catch (e) { seen.push(e.name) }
		return seen.join();
	})()`)
	if err != nil || got != "tick,microtask,1,2,finally,TypeError" {
		t.Errorf("after %s: %v, %v", after, got, err)
	}
}

// interruptible never end by themselves. Each calls begun in its loop, which ends the context: the
// interrupt comes while the loop runs, however late the goroutine is that sends it.
var interruptible = []string{
	`for (;;) n++ || begun();`,
	`function* g() { for (;;) n++ || begun(); } g().next()`,
	`function* g() { for (;;) yield 1 } for (const x of g()) n++ || begun();`,
	`function* g() { try { for (;;) yield 1 } finally { for (;;) n++ || begun(); } } for (const x of g()) n++ || begun();`,
	`(async () => { for (;;) n++ || begun(); })()`,
	`(async () => { await (async () => { for (;;) n++ || begun(); })() })()`,
	`function* a() { yield* b() } function* b() { for (;;) n++ || begun(); } [...a()]`,
	`[1].map(() => { for (;;) n++ || begun(); })`,
	`for (const x of { [Symbol.iterator]() { return { next: () => ({ value: 1 }), return() { for (;;) n++ || begun(); } } } }) n++ || begun();`,
	`new Proxy({}, { get() { for (;;) n++ || begun(); } }).x`,
	`class A { static { for (;;) n++ || begun(); } }`,
}

// TestInterruptHasAPlace: an interrupt has a stack and matches the cause and the engine's error,
// and the runtime works afterwards.
func TestInterruptHasAPlace(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the engine's stacks are not repaired")
	}
	r := start(t, strict(t))
	for _, source := range interruptible {
		enough := errors.New("enough")
		var err error
		var thrown *js.Error
		for range 100 { // on a busy machine the call may return before the script has ended, without its place
			ctx, stop := context.WithCancelCause(t.Context())
			if err := r.Do(t.Context(), func(*goja.Runtime) error {
				return r.Set("begun", func() { stop(enough) })
			}); err != nil {
				t.Fatal(err)
			}
			if _, err = r.EvalScript(ctx, "script.js", "\nvar n = 0; "+source); errors.As(err, &thrown) {
				break
			}
		}
		var engines *goja.InterruptedError
		if !errors.Is(err, js.ErrInterrupted) || !errors.Is(err, enough) || !errors.As(err, &engines) {
			t.Errorf("%s: got %v", source, err)
		}
		if !errors.As(err, &thrown) || !strings.Contains(thrown.Stack, "enough\n    at ") || !strings.Contains(thrown.Stack, "script.js:2:") {
			t.Errorf("%s: got %v", source, err)
			if thrown != nil {
				t.Error(thrown.Stack)
			}
		}
		stillWorks(t, r, source)
	}
}

// failNothing is an Async function that returns nothing.
func failNothing(context.Context, []any) (any, error) { return nil, nil }
