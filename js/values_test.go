package js_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// A value of Go becomes a value of JavaScript that loses nothing.
func TestValuesOfGo(t *testing.T) {
	const large = math.MaxInt64 - 1
	type named int64
	for _, c := range []struct {
		name   string
		value  any
		source string // of x
		want   string
	}{
		{"a small integer", int64(1 << 53), `typeof x`, "bigint"},
		{"an integer that fits", int64(1<<53 - 1), `typeof x + x`, "number9007199254740991"},
		{"a large integer", int64(large), `typeof x + x`, "bigint9223372036854775806"},
		{"a large negative integer", int64(math.MinInt64), `typeof x + x`, "bigint-9223372036854775808"},
		{"an int", math.MaxInt, `String(x)`, strconv.Itoa(math.MaxInt)},
		{"an unsigned integer", uint64(math.MaxUint64), `typeof x + x`, "bigint18446744073709551615"},
		{"an integer of a type", named(large), `typeof x + x`, "bigint9223372036854775806"},
		{"in a slice", []int64{1, large}, `x.map(v => typeof v).join()`, "number,bigint"},
		{"in a slice of anything", []any{"a", int64(large), []any{uint64(math.MaxUint64)}}, `x[1] + ' ' + x[2][0]`, "9223372036854775806 18446744073709551615"},
		{"in a map", map[string]any{"id": int64(large), "name": "a"}, `typeof x.id + x.id + x.name`, "bigint9223372036854775806a"},
		{"in a map in a slice", []map[string]int64{{"id": large}}, `typeof x[0].id`, "bigint"},
		{"fields", js.Fields{{"b", 1}, {"a", int64(large)}, {"10", "x"}, {"b", 2}}, `Object.keys(x).join() + x.b + typeof x.a`, "10,b,a2bigint"},
		{"a field with a name of Object.prototype", js.Fields{{"__proto__", 1}, {"toString", 2}}, `Object.getOwnPropertyNames(x).join() + (Object.getPrototypeOf(x) === Object.prototype)`, "__proto__,toStringtrue"},
		{"rows", []js.Fields{{{"z", 1}, {"a", 2}}, {{"z", 3}, {"a", 4}}}, `JSON.stringify(x)`, `[{"z":1,"a":2},{"z":3,"a":4}]`},
		{"bytes", []byte{1, 2, 255}, `x instanceof Uint8Array && x.join()`, "1,2,255"},
		{"a time", time.Date(2026, 1, 2, 3, 4, 5, 6789012, time.UTC), `x instanceof Date && x.toISOString()`, "2026-01-02T03:04:05.006Z"},
		{"a decimal", json.Number("0.10000000000000000001"), `typeof x + x`, "string0.10000000000000000001"},
		{"a big integer", big.NewInt(7), `typeof x`, "bigint"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := bare(t)
			value := c.value
			if err := r.Do(t.Context(), func(*goja.Runtime) error {
				return errors.Join(r.Set("x", value), r.Set("later", r.Async(func(context.Context, []any) (any, error) { return value, nil })))
			}); err != nil {
				t.Fatal(err)
			}
			for how, source := range map[string]string{"a global": c.source, "a result of Async": "(async (x) => " + c.source + ")(await later())"} {
				if how != "a global" {
					source = "(async () => " + source + ")()"
				}
				if got, err := r.Eval(t.Context(), source); err != nil || got != c.want {
					t.Errorf("as %s: got %v, %v; want %s", how, got, err, c.want)
				}
			}
		})
	}
}

// Bytes of Go are copied: a script cannot change them.
func TestBytesAreCopied(t *testing.T) {
	r := bare(t)
	b := []byte{1, 2, 3}
	if err := r.Do(t.Context(), func(*goja.Runtime) error { return r.Set("b", b) }); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Eval(t.Context(), `b[0] = 9; new Uint8Array(b.buffer).fill(7)`); err != nil || b[0] != 1 {
		t.Errorf("got %v, %v", b, err)
	}
}

// A function whose result a number cannot hold throws.
func TestResultThatWouldBeRounded(t *testing.T) {
	r := bare(t, js.WithGlobal("id", func() int64 { return 1<<53 + 1 }), js.WithGlobal("small", func() int64 { return 5 }))
	if got, err := r.Eval(t.Context(), `small()`); err != nil || got != int64(5) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := r.Eval(t.Context(), `id()`); err == nil || !strings.Contains(err.Error(), "cannot hold") {
		t.Errorf("got %v, %v; want a RangeError", got, err)
	}
}

// Errors of Go have the position of the JavaScript that has called Go.
func TestPositionsOfGoErrors(t *testing.T) {
	boom := errors.New("boom")
	r := bare(t, js.WithNode(), js.WithFS(fstest.MapFS{}))
	release := make(chan *js.Deferred, 1)
	if err := r.Do(t.Context(), func(*goja.Runtime) error {
		return errors.Join(
			r.Set("later", r.Async(func(context.Context, []any) (any, error) { return nil, boom })),
			r.Set("panics", r.Async(func(context.Context, []any) (any, error) { panic("p") })),
			r.Set("deferred", func(goja.FunctionCall) goja.Value {
				d, err := r.NewPromise()
				if err != nil {
					panic(r.ToValue(err))
				}
				release <- d
				return d.Promise()
			}))
	}); err != nil {
		t.Fatal(err)
	}
	go func() {
		d := <-release
		d.Reject(boom)
	}()
	for source, want := range map[string]string{
		"function f() {\n  return later() }\nf()":                         "Error: boom\n    at f ([eval]:2:15)\n    at [eval]:3:2",
		"(async function g() {\n  await later() })()":                     "Error: boom\n    at g ([eval]:2:14)",
		"(async function g() {\n  await deferred() })()":                  "Error: boom\n    at g ([eval]:2:17)",
		"(async function g() {\n  await panics() })()":                    "\n    at g ([eval]:2:15)",
		"require('fs/promises')\n.readFile('/missing')":                   "\n    at [eval]:2:10",
		"(async () => { try { await later() } catch (e) { throw e } })()": "at [eval]:1:33",
	} {
		_, err := r.Eval(t.Context(), source)
		thrown, ok := errors.AsType[*js.Error](err)
		if !ok || !strings.Contains(thrown.Stack, want) {
			t.Errorf("%q: got %v, with the stack\n%v\nwant\n%s", source, err, thrown, want)
			if ok {
				t.Log(thrown.Stack)
			}
		}
		if strings.Contains(source, "later") && !errors.Is(err, boom) || strings.Contains(source, "readFile") && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: the error of Go is not found in %v", source, err)
		}
	}
}

type contextKey struct{}

// The work of an asynchronous function has the context of the call that has caused it.
func TestContextOfAsync(t *testing.T) {
	r := bare(t)
	started := make(chan struct{}, 1)
	if err := r.Do(t.Context(), func(*goja.Runtime) error {
		return errors.Join(
			r.Set("key", r.Async(func(ctx context.Context, _ []any) (any, error) { return ctx.Value(contextKey{}), ctx.Err() })),
			r.Set("wait", r.Async(func(ctx context.Context, _ []any) (any, error) {
				started <- struct{}{}
				<-ctx.Done()
				return nil, context.Cause(ctx)
			})))
	}); err != nil {
		t.Fatal(err)
	}
	ctx := context.WithValue(t.Context(), contextKey{}, "mine")
	for name, source := range map[string]string{
		"at once": `key()`, "after another": `(async () => { await key(); return key() })()`,
		"in a timer": `new Promise(done => setTimeout(() => done(key()), 1))`, "in an immediate": `new Promise(done => setImmediate(() => done(key())))`,
		"in a timer of a timer": `new Promise(done => setTimeout(() => setTimeout(() => done(key()), 1), 1))`,
	} {
		if got, err := r.Eval(ctx, source); err != nil || got != "mine" {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
	ending, end := context.WithCancelCause(ctx)
	why := errors.New("why")
	go func() {
		<-started
		end(why)
	}()
	if _, err := r.Eval(ending, `wait()`); !errors.Is(err, why) {
		t.Errorf("got %v, want the cause", err)
	}
	// What a call has left behind goes on when its context ends.
	short, stop := context.WithCancel(ctx)
	if _, err := r.Eval(short, `globalThis.go = () => {}; globalThis.later = new Promise(done => { globalThis.go = done }).then(() => key()); 1`); err != nil {
		t.Fatal(err)
	}
	stop()
	if got, err := r.Eval(ctx, `go(); later`); err != nil || got != "mine" {
		t.Errorf("afterwards: got %v, %v", got, err)
	}
}

// TestSlicesOfUnsigned: a slice of unsigned integers stays that of Go, unless one is too large.
func TestSlicesOfUnsigned(t *testing.T) {
	numbers, large := []uint{1, 2}, []uint64{1, 1 << 60}
	r := bare(t, js.WithGlobal("numbers", numbers), js.WithGlobal("large", large))
	got, err := r.Eval(t.Context(), `numbers[0] = 7; large[0] = 7; [typeof numbers[1], typeof large[1], String(large[1])].join()`)
	if want := "number,bigint,1152921504606846976"; err != nil || got != want {
		t.Errorf("got %v, %v; want %s", got, err, want)
	}
	if numbers[0] != 7 || large[0] != 1 {
		t.Errorf("the slices are %v and %v, want that only the first has changed", numbers, large)
	}
}
