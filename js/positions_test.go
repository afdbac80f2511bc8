package js_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// TestPositionsOfExceptions: an exception that was not made by a script has the position of the
// script that has caused it: of what called a function of Go that returned an error or panicked,
// and of what called a built-in function or read a property. The engine notes no place for
// operators: an exception of one, as of 1n + 1, has the place of what was evaluated before.
func TestPositionsOfExceptions(t *testing.T) {
	r := bare(t, js.WithNode(), js.WithModules(), js.WithGlobal("refuses", func(string) (int, error) { return 0, errBoom }))
	if err := r.Do(t.Context(), func(*goja.Runtime) error {
		return errors.Join(
			r.Set("throws", func(js.FunctionCall) js.Value { panic(r.ToValue(errBoom)) }),
			r.Set("panics", func(js.FunctionCall) js.Value { return explode() }),
			r.Set("panicsToo", func(int) string { explode(); return "" }),
			r.Set("Made", func(goja.ConstructorCall) *goja.Object { explode(); return nil }))
	}); err != nil {
		t.Fatal(err)
	}
	for _, cause := range []string{
		// Functions of Go.
		`refuses()`, `throws()`, `panics()`, `panicsToo(1)`, `new Made()`, `[1].map(throws)`, `[1].forEach(panics)`,
		// Operators.
		`null.x`, `undefined()`, `missing`, `({}).f()`, `Symbol() + ''`, `[...1]`, `new (() => {})`, `'use strict'; Object.freeze([1]).push(2)`,
		// Functions of the engine.
		`JSON.parse('{')`, `[].reduce(() => 1)`, `new Array(-1)`, `decodeURIComponent('%')`, `'x'.repeat(-1)`, `(1).toFixed(101)`, `BigInt('x')`, `new RegExp('(')`, `Object.defineProperty(1, 'x', {})`,
		`new Proxy({}, null)`, `Reflect.ownKeys(1)`, `new Uint8Array(-1)`, `Promise()`, `Map.prototype.get.call(1)`, `String.fromCodePoint(-1)`, `new Date(NaN).toISOString()`, `eval('(')`, `new Function('(')`,
		// Functions of this module.
		`new URL('x')`, `atob('?')`, `structuredClone(() => {})`, `queueMicrotask(1)`, `setTimeout(1)`, `new TextDecoder('x')`, `Buffer.from(1)`, `require('x')`, `require('path').join(1)`, `require('assert')(false)`,
		`new AbortController().signal.throwIfAborted.call(1)`, `new EventTarget().addEventListener()`, `crypto.getRandomValues(1)`, `process.chdir(1)`, `new Blob(1)`, `new Headers(1)`,
	} {
		for kind, source := range map[string]string{
			"exception": "function f() {\n  " + cause + "\n}\nf()",
			"rejection": "(async function f() {\n  await 1;\n " + cause + " })()",
		} {
			line := map[string]string{"exception": "script.js:2:", "rejection": "script.js:3:"}[kind]
			_, err := r.EvalScript(t.Context(), "script.js", source)
			thrown, ok := errors.AsType[*js.Error](err)
			if !ok || !strings.Contains(thrown.Stack, line) {
				t.Errorf("%s of %s: %v, with the stack\n%s", kind, cause, err, stackText(thrown))
			}
			if _, ok := errors.AsType[*goja.Exception](err); !ok {
				t.Errorf("%s of %s: errors.As does not find the engine's error in %v", kind, cause, err)
			}
		}
	}
}

func stackText(e *js.Error) string {
	if e == nil {
		return "none"
	}
	return e.Stack
}

// TestPositionsWithASourceMap: positions of a file with a source map are those of the source.
func TestPositionsWithASourceMap(t *testing.T) {
	dir := files(t, map[string]string{
		"out.js": "\n\n\nfunction f() { throw new Error('boom') }\nf()\n//# sourceMappingURL=out.js.map\n",
		// Each line of out.js from the fourth on is a line of in.ts from the eleventh on.
		"out.js.map": `{"version": 3, "sources": ["in.ts"], "names": [], "mappings": ";;;AAUA;AACA"}`,
	})
	r := start(t)
	_, err := r.EvalFile(t.Context(), filepath.Join(dir, "out.js"))
	thrown, ok := errors.AsType[*js.Error](err)
	if !ok || !strings.Contains(thrown.Stack, "in.ts:11:") || !strings.Contains(thrown.Stack, "in.ts:12:") || strings.Contains(thrown.Stack, "out.js") {
		t.Errorf("%v, with the stack\n%s", err, stackText(thrown))
	}
	if err := os.Remove(filepath.Join(dir, "out.js.map")); err != nil {
		t.Fatal(err)
	}
	if _, err := start(t).EvalFile(t.Context(), filepath.Join(dir, "out.js")); err == nil || strings.Contains(err.Error(), "map") {
		t.Errorf("without the source map: %v", err)
	}
}
