package js_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// lookalikes are objects that say that they are promises of Promise and are none.
var lookalikes = []string{
	`new Proxy(Promise.resolve(1), {})`,
	`{ constructor: Promise }`,
	`Object.create(Promise.prototype)`,
	`Object.assign(() => 1, { constructor: Promise })`,
	`{ get constructor() { return Promise } }`,
	`new Proxy({}, { get: (_, key) => key === 'constructor' ? Promise : undefined })`,
	`Object.setPrototypeOf([1], Promise.prototype)`,
}

// TestLookalikesOfPromises: await, and what resolves a promise, takes an object for a promise if
// Promise has made it, whatever its constructor says.
func TestLookalikesOfPromises(t *testing.T) {
	r := start(t, strict(t))
	for _, v := range lookalikes {
		for _, use := range []string{
			`(async () => { try { await v } catch { } return 'on' })()`,
			`(async () => { await null; try { await v } catch { } return 'on' })()`,
			`(async () => { for await (const x of [v]) ; return 'on' })().catch(() => 'on')`,
			`(async () => { async function* g() { yield v } for await (const x of g()) ; return 'on' })().catch(() => 'on')`,
			`Promise.resolve(v).catch(() => 0).then(() => 'on')`,
			`new Promise((done) => done(v)).catch(() => 0).then(() => 'on')`,
			`Promise.resolve().then(() => v).catch(() => 0).then(() => 'on')`,
			`Promise.all([v]).catch(() => 0).then(() => 'on')`,
			`Promise.resolve().finally(() => v).catch(() => 0).then(() => 'on')`,
		} {
			source := `{ const v = ` + v + `; ` + use + ` }`
			if got, err := r.Eval(t.Context(), source); err != nil || got != "on" {
				t.Errorf("%s: %v, %v", source, got, err)
			}
		}
	}
}

// TestLookalikesInEval: what eval and new Function compile has the engine's own await, which
// panics. In the script itself that ends the script, its caller gets the cause, and the runtime
// goes on. After an await it is an uncaught exception, which ends the runtime; the caller gets
// the cause as well.
func TestLookalikesInEval(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the engine's stacks are not repaired")
	}
	r := start(t, strict(t))
	for _, v := range []string{`new Proxy(Promise.resolve(1), {})`, `{ constructor: Promise }`} {
		for _, compile := range []string{`eval(text)`, `(0, eval)(text)`, `new Function('return ' + text)()`} {
			source := func(text string) string {
				return `globalThis.v = ` + v + `; { const text = '` + text + `'; ` + compile + ` }`
			}
			atOnce, later := source(`(async () => { await v })()`), source(`(async () => { await null; await v })()`)
			_, err := r.Eval(t.Context(), atOnce)
			checkAwaitPanic(t, atOnce, err)
			if errors.Is(err, js.ErrEnded) {
				t.Fatalf("%s: %v", atOnce, err)
			}
			stillWorks(t, r, atOnce)
			_, err = start(t).Eval(t.Context(), later)
			checkAwaitPanic(t, later, err)
			if !errors.Is(err, js.ErrEnded) {
				t.Errorf("%s: %v, want ErrEnded", later, err)
			}
		}
	}
}

// checkAwaitPanic fails unless an error is the panic of the engine's await.
func checkAwaitPanic(t *testing.T, source string, err error) {
	t.Helper()
	if panicked, ok := errors.AsType[*wakeful.PanicError](err); !ok || !strings.Contains(err.Error(), "goja.objectImpl") || len(panicked.Stack) == 0 {
		t.Errorf("%s: %v, want the panic of the engine's await, with its stack", source, err)
	}
}
