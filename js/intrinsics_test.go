package js_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// needsGlobals maps calls of Go functions that make errors and arrays to their results. The test
// saves require and console before it removes globals.
var needsGlobals = map[string]string{
	`setTimeout()`:                                     "TypeError ERR_INVALID_ARG_TYPE",
	`queueMicrotask(1)`:                                "TypeError ERR_INVALID_ARG_TYPE",
	`process.nextTick()`:                               "TypeError ERR_INVALID_ARG_TYPE",
	`process.on('exit')`:                               "TypeError ERR_INVALID_ARG_TYPE",
	`process.emitWarning(1)`:                           "TypeError ERR_INVALID_ARG_TYPE",
	`process.chdir('/missing/folder')`:                 "Error ENOENT",
	`require('missing')`:                               "Error MODULE_NOT_FOUND",
	`require('')`:                                      "TypeError ERR_INVALID_ARG_VALUE",
	`require('zlib').gzipSync('')`:                     "Error ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
	`require('./bad.json')`:                            "SyntaxError undefined",
	`require('./good.json').a`:                         "1",
	`console.trace('x')`:                               "undefined",
	`console.log('%o %s', {}, [1])`:                    "undefined",
	`console.table([{ a: 1 }])`:                        "undefined",
	`new (RegExps)('(?<')`:                             "SyntaxError undefined",
	`try { null.x } catch (e) { e.stack.length > 10 }`: "true",
}

// TestDeletedGlobals: Go functions work after a program has deleted or replaced the globals.
func TestDeletedGlobals(t *testing.T) {
	dir := files(t, map[string]string{"bad.json": "{", "good.json": `{ "a": 1 }`})
	for name, change := range map[string]string{
		"deleted":   `delete globalThis[name]`,
		"undefined": `globalThis[name] = undefined`,
		"replaced":  `globalThis[name] = function () { throw 'replaced' }`,
		"emptied":   `for (const k of ['parse', 'resolve', 'stackTraceLimit']) delete globalThis[name][k]; delete globalThis[name]`,
	} {
		t.Run(name, func(t *testing.T) {
			var out output
			r := start(t, strict(t), js.WithStdout(&out), js.WithStderr(&out), js.WithDir(dir))
			if _, err := r.RunString(t.Context(), `
				globalThis.Strings = String; globalThis.RegExps = RegExp;
				for (const name of ['require', 'console', 'process', 'setTimeout', 'queueMicrotask', 'Buffer']) void globalThis[name];
				for (const name of ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'JSON', 'Uint8Array', 'RegExp', 'Promise', 'Reflect', 'Map', 'Symbol', 'Proxy', 'Math'])
					{ `+change+` }`); err != nil {
				t.Fatal(err)
			}
			for source, want := range needsGlobals {
				got, err := r.Eval(t.Context(), fmt.Sprintf(`(() => { try { return '' + eval(%q) } catch (e) { return e.name + " " + e.code } })()`, source))
				if err != nil || got != want {
					t.Errorf("%s: %v, %v; want %s", source, got, err, want)
				}
			}
		})
	}
}

// TestOwnFunctionsAreGuarded: in each function of the runtime, a panic caused by an argument
// becomes an exception.
func TestOwnFunctionsAreGuarded(t *testing.T) {
	r := start(t, strict(t))
	if err := r.Do(t.Context(), func(rt *goja.Runtime) error {
		return r.Set("panics", rt.NewDynamicObject(exploding{}))
	}); err != nil {
		t.Fatal(err)
	}
	for _, call := range []string{
		`setTimeout(() => {}, panics)`, `setInterval(() => {}, panics)`, `process.on(panics, () => {})`, `process.emit(panics)`,
		`process.chdir(panics)`, `process.hrtime(panics)`, `process.exitCode = panics`, `process.emitWarning('x', panics)`, `require.resolve(panics)`,
		`require('module').isBuiltin(panics)`, `require('module').createRequire(panics)`, `new RegExp(panics)`, `new TextDecoder().decode(panics)`, `new console.Console(panics)`,
	} {
		_, err := r.Eval(t.Context(), `try { `+call+` } catch (e) { if (e instanceof TypeError || e.name !== 'GoError') throw e; if (!(e instanceof Error)) throw 1 }`)
		var panicked *wakeful.PanicError
		if errors.As(err, &panicked) || errors.Is(err, js.ErrEnded) {
			t.Errorf("%s: %v", call, err)
		}
	}
	if got, err := r.Eval(t.Context(), `try { process.emit(panics) } catch (e) { e.message }`); err != nil || !strings.Contains(fmt.Sprint(got), "a Go function has panicked") {
		t.Errorf("%v, %v", got, err)
	}
}

// exploding is an object of which nothing can be asked.
type exploding struct{}

func (exploding) Get(string) goja.Value       { return explode() }
func (exploding) Set(string, goja.Value) bool { explode(); return false }
func (exploding) Has(string) bool             { explode(); return false }
func (exploding) Delete(string) bool          { explode(); return false }
func (exploding) Keys() []string              { explode(); return nil }
