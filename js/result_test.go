package js_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// strict is an option that fails the test for every uncaught error.
func strict(t *testing.T) js.Option {
	return js.WithUncaught(func(e *js.Error) bool {
		t.Errorf("uncaught: %v (%s)", e, e.Origin)
		return false
	})
}

// failing are scripts whose result is a promise rejected with Error: boom.
var failing = map[string]string{
	"at once":             `(async () => { throw new Error('boom') })()`,
	"before RunString":    `Promise.reject(new Error('boom'))`,
	"in a microtask":      `Promise.resolve().then(() => { throw new Error('boom') })`,
	"in a nextTick":       `new Promise((_, reject) => process.nextTick(reject, new Error('boom')))`,
	"in a timer":          `new Promise((_, reject) => setTimeout(reject, 1, new Error('boom')))`,
	"in a subclass":       `(class extends Promise {}).reject(new Error('boom'))`,
	"by a Go function":    `fails()`,
	"with another then":   `Object.assign(Promise.reject(new Error('boom')), { then() { return 1 } })`,
	"without a prototype": `Object.setPrototypeOf(Promise.reject(new Error('boom')), null)`,
}

// setFails sets the global fails, an Async function that fails immediately.
func setFails(t *testing.T, r *js.Runtime) {
	t.Helper()
	fails := r.Async(func(context.Context, []any) (any, error) { return nil, errors.New("boom") })
	if err := r.Set("fails", fails); err != nil {
		t.Fatal(err)
	}
}

// TestFailingResult: only the caller of Eval gets the rejection of a script's result, and the runtime
// continues.
func TestFailingResult(t *testing.T) {
	for name, source := range failing {
		t.Run(name, func(t *testing.T) {
			r := start(t, strict(t))
			setFails(t, r)
			for range 3 {
				var thrown *js.Error
				if _, err := r.Eval(t.Context(), source); !errors.As(err, &thrown) || thrown.Error() != "Error: boom" {
					t.Fatalf("Eval: %v, want Error: boom", err)
				}
				// The rejection would be reported in these callbacks.
				for range 3 {
					if _, err := r.RunString(t.Context(), `1`); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// TestOtherRejectionsAreUncaught: only the rejection of the result goes to the caller.
func TestOtherRejectionsAreUncaught(t *testing.T) {
	for _, source := range []string{
		`Promise.reject(new Error('lost')); 1`,
		`const p = Promise.resolve(1); p.then(() => { throw new Error('lost') }); p`,
		`Promise.reject(new Error('result')).then(); Promise.resolve(2)`,
	} {
		uncaught := make(chan *js.Error, 1)
		r := start(t, js.WithUncaught(func(e *js.Error) bool {
			uncaught <- e
			return true
		}))
		if _, err := r.Eval(t.Context(), source); err != nil {
			t.Errorf("%s: %v", source, err)
		}
		if e := <-uncaught; e.Origin != "unhandledRejection" {
			t.Errorf("%s: origin %s", source, e.Origin)
		}
	}
}

// TestResultOfRunString: RunString does not wait for a promise, whose rejection is an ordinary
// unhandled one.
func TestResultOfRunString(t *testing.T) {
	for name, source := range failing {
		r := start(t)
		setFails(t, r)
		_, err := r.RunString(t.Context(), source)
		code, waited := r.Wait(t.Context())
		var thrown *js.Error
		if code != 1 || !errors.As(waited, &thrown) || thrown.Message != "boom" || thrown.Origin != "unhandledRejection" {
			t.Errorf("%s: RunString returned %v, and Wait %d, %v; want 1, Error: boom", name, err, code, waited)
		}
	}
}

// TestResultHasListeners: listeners of unhandledRejection get each such result once, and may start
// new work.
func TestResultHasListeners(t *testing.T) {
	var heard []string
	r := start(t, strict(t), js.WithGlobal("hear", func(s string) { heard = append(heard, s) }))
	for _, source := range []string{
		`process.on('unhandledRejection', (e) => setTimeout(hear, 1, e)); Promise.reject('first')`,
		`Promise.reject('second')`,
		`const kept = Promise.reject('kept'); kept.catch(() => {}); kept`,
	} {
		if _, err := r.RunString(t.Context(), source); err != nil {
			t.Fatal(err)
		}
	}
	if code, err := r.Wait(t.Context()); code != 0 || err != nil {
		t.Errorf("Wait: %d, %v", code, err)
	}
	if got := strings.Join(heard, " "); got != "first second" {
		t.Errorf("heard %q", got)
	}
}

func TestEval(t *testing.T) {
	r := start(t, strict(t))
	for source, want := range map[string]any{
		`1 + 1`: int64(2), `undefined`: nil, `Promise.resolve('x')`: "x",
		`new Promise((done) => setTimeout(done, 1, 'late'))`: "late",
		`(async () => await Promise.resolve(3))()`:           int64(3),
	} {
		if got, err := r.Eval(t.Context(), source); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", source, got, err, want)
		}
	}
	var thrown *js.Error
	for source, want := range map[string]string{
		`throw new RangeError('far')`: "RangeError: far",
		`let = `:                      "SyntaxError",
		`({ get x() { throw new TypeError('getter') } })`:                  "TypeError: getter",
		`Promise.resolve({ get x() { throw new TypeError('getter') } })`:   "TypeError: getter",
		`(async () => { await 1; await 2; throw new URIError('late') })()`: "URIError: late",
		`Promise.reject('text')`:                                           "text",
	} {
		if got, err := r.Eval(t.Context(), source); !errors.As(err, &thrown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %s", source, got, err, want)
		}
	}
	ctx, stop := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	if err := r.Do(t.Context(), func(*goja.Runtime) error {
		return r.Set("enough", func() { stop(enough) })
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Eval(ctx, `setTimeout(enough, 1); new Promise(() => {})`); !errors.Is(err, enough) {
		t.Errorf("the context ends: %v", err)
	}
	if err := r.Do(t.Context(), func(*goja.Runtime) error {
		if _, err := r.Eval(t.Context(), `globalThis.ran = true`); err == nil {
			t.Error("on the loop Eval returned no error")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Eval(t.Context(), `typeof ran`); got != "undefined" || err != nil {
		t.Errorf("what Eval refused has run: %v, %v", got, err)
	}
	r.Close()
	if _, err := r.Eval(t.Context(), `1`); !errors.Is(err, js.ErrEnded) {
		t.Errorf("after Close: %v", err)
	}
}

// TestRuntimeSurvives: failing scripts and files do not end a runtime.
func TestRuntimeSurvives(t *testing.T) {
	dir := files(t, map[string]string{
		"await.mjs":   `await 1; throw new Error('boom')`,
		"later.mjs":   `await new Promise((_, reject) => setTimeout(reject, 1, new Error('boom')))`,
		"exports.js":  `module.exports = Promise.reject(new Error('boom'))`,
		"throws.js":   `throw new Error('boom')`,
		"missing.mjs": `import './boom.mjs'`,
		"value.mjs":   `export const answer = await new Promise((done) => setTimeout(done, 1, 42))`,
	})
	r := start(t, strict(t), js.WithDir(dir))
	setFails(t, r)
	var all sync.WaitGroup
	for range 4 {
		for name, source := range failing {
			all.Go(func() {
				var thrown *js.Error
				if v, err := r.Eval(t.Context(), source); !errors.As(err, &thrown) || thrown.Message != "boom" {
					t.Errorf("%s: %v, %v", name, v, err)
				}
			})
		}
		for _, name := range []string{"await.mjs", "later.mjs", "exports.js", "throws.js", "missing.mjs"} {
			all.Go(func() {
				var thrown *js.Error
				if v, err := r.EvalFile(t.Context(), filepath.Join(dir, name)); !errors.As(err, &thrown) || !strings.Contains(err.Error(), "boom") {
					t.Errorf("%s: %v, %v", name, v, err)
				}
			})
		}
		all.Wait()
	}
	if v, err := r.EvalFile(t.Context(), filepath.Join(dir, "value.mjs")); err != nil || v.(map[string]any)["answer"] != int64(42) {
		t.Errorf("value.mjs: %v, %v", v, err)
	}
}

func TestEvalFile(t *testing.T) {
	dir := files(t, map[string]string{
		"value.js":   `globalThis.loads = (globalThis.loads ?? 0) + 1; module.exports = loads`,
		"promise.js": `module.exports = new Promise((done) => setTimeout(done, 1, 'late'))`,
		"module.mjs": `export const answer = 42`,
		"data.json":  `{"n": 1}`,
		"throws.js":  `throw new RangeError('far')`,
		"rejects.js": `module.exports = new Promise((_, reject) => setTimeout(reject, 1, new Error('no')))`,
	})
	// The promise may be rejected before the caller waits for it.
	r := start(t, js.WithDir(dir), js.WithUncaught(func(*js.Error) bool { return true }))
	run := func(name string) (any, error) { return r.EvalFile(t.Context(), filepath.Join(dir, name)) }
	// A module is loaded once.
	for range 4 {
		if v, err := run("value.js"); v != int64(1) || err != nil {
			t.Errorf("value.js: %v, %v; want 1", v, err)
		}
	}
	if v, err := r.EvalFile(t.Context(), "promise"); v != "late" || err != nil {
		t.Errorf("promise, without a folder and an extension: %v, %v", v, err)
	}
	if v, err := run("module.mjs"); err != nil || v.(map[string]any)["answer"] != int64(42) {
		t.Errorf("module.mjs: %v, %v", v, err)
	}
	if v, err := run("data.json"); err != nil || v.(map[string]any)["n"] != int64(1) {
		t.Errorf("data.json: %v, %v", v, err)
	}
	for name, want := range map[string]string{"throws.js": "RangeError: far", "rejects.js": "Error: no", "none.js": "Cannot find module"} {
		var thrown *js.Error
		if v, err := run(name); !errors.As(err, &thrown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %s", name, v, err, want)
		}
	}
}
