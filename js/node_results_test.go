package js_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// TestFailuresOfEngine: expressions for which the engine alone has another result than Node.
func TestFailuresOfEngine(t *testing.T) {
	r := start(t)
	for source, want := range map[string]string{
		`const re = /a/g; [RegExp(re) === re, new RegExp(re) === re].join()`:                                                       "true,false",
		`RegExp({ [Symbol.match]: true, source: 'a', flags: 'g', constructor: RegExp }).source ?? 'like'`:                          "a",
		`new RegExp('[^/]*/').source + new RegExp('a/b\n').source + /[/]/.source`:                                                  `[^/]*\/a\/b\n[/]`,
		`Object.getOwnPropertyDescriptor(RegExp, Symbol.species).get.name`:                                                         "get [Symbol.species]",
		`[RegExp.name, RegExp.length, RegExp.prototype.constructor === RegExp, RegExp[Symbol.species] != 0] + ''`:                  "RegExp,2,true,true",
		`String(RegExp) + String(FinalizationRegistry)`:                                                                            "function RegExp() { [native code] }function FinalizationRegistry() { [native code] }",
		`'1-2-3'.split(/-/) + 'aXbX'.replace(/x/gi, '.') + /(?<n>b)/.exec('ab').groups.n`:                                          "1,2,3a.b.b",
		`(0, eval)('/^\\p{L}$/u.source') + new Function('return /\\p{Lu}/u.test("é")')()`:                                          `^\p{L}$false`,
		`class A { get = 1; set; static get = 2; x = 3 } const a = new A(); [a.get, 'set' in a, A.get, a.x] + ''`:                  "1,true,2,3",
		`try { JSON.parse('{"a":}') } catch (e) { e.name + ': ' + e.message }`:                                                     "SyntaxError: Unexpected token '}' in JSON at position 5 (line 1 column 6)",
		`try { JSON.parse('[1,\n "é" 2]') } catch (e) { e.message }`:                                                               "Unexpected token '2' in JSON at position 9 (line 2 column 6)",
		`try { JSON.parse('{"a"') } catch (e) { e.message }`:                                                                       "Unexpected end of JSON input at position 4",
		`JSON.stringify(JSON.parse('{"a":[1]}', (k, v) => k === 'a' ? v.length : v))`:                                              `{"a":1}`,
		`require('net').setDefaultAutoSelectFamilyAttemptTimeout(2500), require('net').getDefaultAutoSelectFamilyAttemptTimeout()`: "2500",
		`fetch.constructor.name`: "Function",
		`class B { async = 1; #get = 2; static async; sum() { return this.async + this.#get } } [new B().sum(), 'async' in B] + ''`: "3,true",
		`[Uint8Array.from('012', (c) => +c), Int8Array.from(new Set([1, 2])), Uint8Array.from(7)].join('|')`:                        "0,1,2|1,2|",
		`try { Uint8Array.from(null) } catch (e) { e.name }`:                                                                        "TypeError",
		`const o = {}; o.__defineGetter__('x', () => 3); o.__defineSetter__('x', (v) => { o.y = v }); o.x = 4; [o.x, o.y, Object.create(o).__lookupGetter__('x')(), typeof o.__lookupSetter__('x'), Object.keys(o), ({}).__defineGetter__.length] + ''`: "3,4,3,function,x,y,2",
		`try { ({}).__defineGetter__.call(null, 'x', () => 1) } catch (e) { e.name }`:                                                                                                             "TypeError",
		`['a\ud800'.toWellFormed() === 'a\ufffd', '\ud83d\ude00'.isWellFormed(), 'a\ud800'.isWellFormed(), ''.isWellFormed.name] + ''`:                                                            "true,true,false,isWellFormed",
		`[Object.is(parseInt('-0.5'), -0), Object.is(parseInt(' -0x0'), -0), parseInt('-1'), Object.is(parseInt('0'), 0), parseInt === Number.parseInt, require('util').format('%i', -0.5)] + ''`: "true,true,-1,true,true,-0",
		`const gone = new BigInt64Array(2); structuredClone(gone.buffer, { transfer: [gone.buffer] }); try { gone.toLocaleString() } catch (e) { e.name }`:                                        "TypeError",
		`[1234.5].toLocaleString('en-US', { minimumFractionDigits: 2 })`:                                                                                                                          "1,234.50",
	} {
		if got, err := r.Eval(t.Context(), source); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, %v, want %s", source, got, err, want)
		}
	}
}

// TestEvaluatedCode: code of eval is translated like other code.
func TestEvaluatedCode(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which code of eval is not translated")
	}
	r := start(t)
	for source, want := range map[string]string{
		`(0, eval)('/\\p{L}+/u').exec('1é!')[0]`:         "é",
		`eval('class B { set = 4\n get }; new B().set')`: "4",
	} {
		if got, err := r.Eval(t.Context(), source); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, %v, want %s", source, got, err, want)
		}
	}
}

// TestLostRejection: a rejection that nothing handles is reported also if the script has another
// result.
func TestLostRejection(t *testing.T) {
	lost := make(chan error, 1)
	r := bare(t, js.WithUncaught(func(err *js.Error) bool { lost <- err; return true }))
	v, err := r.Eval(t.Context(), `Promise.reject(new Error('lost')); 1`)
	if err == nil {
		err = <-lost
	}
	if !strings.Contains(err.Error(), "lost") {
		t.Errorf("got %v, %v, want the rejection", v, err)
	}
}

// TestCircularModules: a name of a module that has not run yet is a ReferenceError.
func TestCircularModules(t *testing.T) {
	r := start(t, js.WithFS(fstest.MapFS{
		"a.mjs": {Data: []byte("import { b } from './b.mjs'; export const a = 1; export class K {} export function f() { return 7 } export default b;")},
		"b.mjs": {Data: []byte("import { a, K, f } from './a.mjs'; const look = (g) => { try { return g() } catch (e) { return e.name } }; export const b = [look(() => a + 1), look(() => K), look(() => f())].join()")},
	}), js.WithModules())
	got, err := r.Eval(t.Context(), `import('/a.mjs').then((m) => m.default)`)
	if want := "ReferenceError,ReferenceError,7"; err != nil || got != want {
		t.Errorf("got %v, %v, want %s", got, err, want)
	}
}

// codeError is an error of Go with a field.
type codeError struct{ code int }

func (e *codeError) Error() string { return fmt.Sprint("code ", e.code) }

// TestCauses: errors.As finds an error of Go that is the cause of one of JavaScript.
func TestCauses(t *testing.T) {
	r := bare(t, js.WithGlobal("fail", func() error { return &codeError{42} }))
	for _, source := range []string{
		`fail()`, `try { fail() } catch (e) { throw new Error('outer', { cause: e }) }`,
		`(async () => { try { fail() } catch (e) { throw new TypeError('outermost', { cause: new Error('outer', { cause: e }) }) } })()`,
	} {
		_, err := r.Eval(t.Context(), source)
		if found, ok := errors.AsType[*codeError](err); !ok || found.code != 42 {
			t.Errorf("%s: %v has no error of Go", source, err)
		}
	}
	if _, err := r.Eval(t.Context(), `const e = new Error('own'); e.cause = e; throw e`); err == nil || err.Error() != "Error: own" {
		t.Errorf("an error that is its own cause: %v", err)
	}
}

// TestEngineOffTheLoop: what needs the engine is an error on another goroutine.
func TestEngineOffTheLoop(t *testing.T) {
	r := bare(t)
	v, err := r.RunString(t.Context(), `({ a: 1 })`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Export(v); !errors.Is(err, wakeful.ErrNotOnLoop) {
		t.Errorf("Export: %v, want ErrNotOnLoop", err)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, wakeful.ErrNotOnLoop) {
			t.Errorf("ToValue: %v, want ErrNotOnLoop", err)
		}
	}()
	r.ToValue(1)
}

func TestUnknownNodeModule(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = loop.Close() }()
	for name, known := range map[string]bool{"utl": false, "": false, "internal/errors": false, "util": true, "node:fs/promises": true, "http": true} {
		r, err := js.New(loop, js.WithNode(name))
		if known != (err == nil) || !known && !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("WithNode(%q): %v", name, err)
		}
		if r != nil {
			_ = r.Close()
		}
	}
}

// TestCallsReturnInTime: a call returns at the end of its context although a function of Go hangs.
func TestCallsReturnInTime(t *testing.T) {
	enough := errors.New("enough")
	hang, hanging := make(chan struct{}), make(chan struct{}, 1)
	defer close(hang)
	option := js.WithGlobal("hang", func() { hanging <- struct{}{}; <-hang })
	for name, call := range map[string]func(context.Context, *js.Runtime) error{
		"Eval": func(ctx context.Context, r *js.Runtime) error { _, err := r.Eval(ctx, `hang()`); return err },
		"CallFunction": func(ctx context.Context, r *js.Runtime) error {
			var fn goja.Value
			if err := r.Do(ctx, func(rt *goja.Runtime) error { fn = rt.Get("hang"); return nil }); err != nil {
				return err
			}
			_, err := r.CallFunction(ctx, fn)
			return err
		},
		"Eval that waits": func(ctx context.Context, r *js.Runtime) error {
			_, err := r.Eval(ctx, `new Promise(() => setTimeout(hang, 0))`)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			loop, err := wakeful.New()
			if err != nil {
				t.Fatal(err)
			}
			r, err := js.New(loop, quiet, option)
			if err != nil {
				t.Fatal(err)
			}
			go func() { _ = loop.Run(context.Background()) }()
			defer func() { hang <- struct{}{}; _ = loop.Close() }()
			ctx, cancel := context.WithCancelCause(t.Context())
			go func() { <-hanging; cancel(enough) }()
			if err := call(ctx, r); !errors.Is(err, enough) {
				t.Errorf("got %v, want the cause of the context", err)
			}
		})
	}
}

// TestCallReturnsInFakeTime: a call also returns in a bubble, where no time passes while it yields.
func TestCallReturnsInFakeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		r := start(t, js.WithGlobal("hang", func() { <-hang }))
		defer close(hang)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := r.Eval(ctx, `hang()`); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the cause of the context", err)
		}
		if late := time.Since(began) - time.Second; late > 10*time.Millisecond {
			t.Errorf("the call returned %v after the end of its context", late)
		}
	})
}

// TestPoolSetsAsideWhatHangs: many functions of Go that hang cost no slot of the pool.
func TestPoolSetsAsideWhatHangs(t *testing.T) {
	uses := 1000
	if testing.Short() {
		uses = 50
	}
	enough := errors.New("enough")
	hang, hanging := make(chan struct{}), make(chan struct{}, 1)
	var stuck atomic.Int64
	p := newPool(t, js.PoolConfig{Min: 1, Max: 2, Queue: 1, Options: []js.Option{js.WithGlobal("hang", func() {
		stuck.Add(1)
		hanging <- struct{}{}
		<-hang
		stuck.Add(-1)
	})}})
	t.Cleanup(func() { close(hang) })
	for range uses {
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() { <-hanging; cancel(enough) }()
		if _, err := p.Run(ctx, `() => hang()`); !errors.Is(err, enough) {
			t.Fatalf("got %v, want the cause of the context", err)
		}
	}
	for range 4 {
		if got, err := p.Run(t.Context(), `() => 1 + 1`); err != nil || got != int64(2) {
			t.Fatalf("a use afterwards returned %v, %v", got, err)
		}
	}
	if m := p.Metrics(); m.SetAside == 0 || stuck.Load() != int64(uses) {
		t.Errorf("%d functions hang, and the figures are %+v", stuck.Load(), m)
	}
}
