package js_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// This file tests the conversion of a script's values to Go values: a script chooses them, and must
// not end the process with them.

// unconvertible are values that cannot become Go values, with a part of the error.
var unconvertible = map[string]string{
	`(() => { let a = []; for (let i = 0; i < 2e4; i++) a = [a]; return a })()`:                      "10000 levels",
	`(() => { let a = {}; for (let i = 0; i < 2e4; i++) a = { a }; return a })()`:                    "10000 levels",
	`(() => { let a = new Set(); for (let i = 0; i < 2e4; i++) a = new Set([a]); return a })()`:      "10000 levels",
	`(() => { let a = new Map(); for (let i = 0; i < 2e4; i++) a = new Map([[a, 1]]); return a })()`: "10000 levels",
	`(() => { const a = []; a.length = 4294967295; return a })()`:                                    "empty elements",
	`(() => { const a = []; a[4294967290] = 1; return a })()`:                                        "empty elements",
	`Array.from({ length: 1000 }, () => new Array(1e5))`:                                             "empty elements",
	`(function () { arguments.length = 4294967295; return arguments })(1, 2)`:                        "empty elements",
}

// convertible are unusual values that can.
var convertible = map[string]any{
	`[1, , 'x', null, undefined, [true], { a: [1n] }]`:                          "[1 <nil> x <nil> <nil> [true] map[a:[1]]]",
	`({ a: 1, get b() { return { c: [2] } }, [Symbol()]: 3 })`:                  "map[a:1 b:map[c:[2]]]",
	`new Map([[1, [2]], ['k', new Set([{ a: 1 }])]])`:                           "[[1 [2]] [k [map[a:1]]]]",
	`(function () { return arguments })(1, [2])`:                                "[1 [2]]",
	`Object.assign([1, 2], { more: 3 })`:                                        "[1 2]",
	`new Array(5)`:                                                              "[<nil> <nil> <nil> <nil> <nil>]",
	`(() => { const s = new Set(); s.add(1); s.add([s.size]); return s })()`:    "[1 [1]]",
	`new Uint8Array([1, 2])`:                                                    "[1 2]",
	`[new Float64Array([1.5]), Object.create(null), new (class A { x = 1 })()]`: "[[1.5] map[] map[x:1]]",
}

func converted(t *testing.T) *js.Runtime {
	r := bare(t, js.WithNode())
	// The functions of Go get what the script gives them.
	for name, fn := range map[string]any{
		"takesAny":    func(any) {},
		"takesSlice":  func([]any) {},
		"takesMap":    func(map[string]any) {},
		"takesMany":   func(string, ...any) {},
		"takesSlices": func([][]any) {},
		"async":       r.Async(func(context.Context, []any) (any, error) { return nil, nil }),
	} {
		if err := r.Set(name, fn); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// A value that would end the process is an error, as a result and as an argument.
func TestUnconvertibleValues(t *testing.T) {
	r := converted(t)
	for value, want := range unconvertible {
		for _, source := range []string{`%s`, `Promise.resolve(%s)`, `takesAny(%s)`, `takesMany('', 1, %s)`, `async(1, %s)`, `takesAny([{ a: %s }])`} {
			source = fmt.Sprintf(source, value)
			_, err := r.Eval(t.Context(), source)
			if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, js.ErrEnded) {
				t.Errorf("%s: %v, want an error with %q", source, err, want)
			}
		}
	}
	for source, want := range map[string]string{
		`takesSlice([[[4294967295].map((n) => { const a = []; a.length = n; return a })]])`: "empty elements",
		`takesMap({ a: (() => { const a = []; a.length = 4294967295; return a })() })`:      "empty elements",
		`takesSlices([[(() => { const a = []; a.length = 4294967295; return a })()]])`:      "empty elements",
		// What only looks at its argument reads nothing of it.
		`clearTimeout((() => { const a = []; a.length = 4294967295; return a })()); clearImmediate({ get a() { throw 1 } }); clearInterval(new Proxy({}, {})); throw Error('fine')`: "fine",
		`const s = new Set(); s.add(s); clearTimeout(s); throw Error('fine')`:                                                                                                       "fine",
	} {
		if _, err := r.Eval(t.Context(), source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", source, err, want)
		}
	}
}

// Export converts what RunString returns.
func TestRuntimeExport(t *testing.T) {
	r := bare(t)
	for source, want := range map[string]string{
		`[1, { a: 2 }]`:                               "[1 map[a:2]] <nil>",
		`undefined`:                                   "<nil> <nil>",
		`const a = []; a.length = 4294967295; a`:      "<nil> js: a value with more than 1048576 empty elements in its arrays cannot become a Go value: make them shorter",
		`({ get a() { throw Error('on purpose') } })`: "<nil> Error: on purpose",
	} {
		v, err := r.RunString(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Do(t.Context(), func(*goja.Runtime) error {
			exported, err := r.Export(v)
			if got := fmt.Sprint(exported, " ", err); !strings.HasPrefix(got, want) {
				t.Errorf("%s gives %s, want %s", source, got, want)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

// Values that contain themselves do so in Go, too.
func TestConvertedCycles(t *testing.T) {
	r := converted(t)
	for _, source := range []string{
		`const set = new Set(); set.add(set); set`,
		`const list = []; list.push(list); list`,
	} {
		v, err := r.Eval(t.Context(), source)
		list, ok := v.([]any)
		if err != nil || !ok || len(list) != 1 || reflect.ValueOf(list[0]).Pointer() != reflect.ValueOf(list).Pointer() {
			t.Errorf("%s is a %T, %v", source, v, err)
		}
	}
	v, err := r.Eval(t.Context(), `const map = new Map(); map.set(1, map); map`)
	if entries, ok := v.([][2]any); err != nil || !ok || reflect.ValueOf(entries[0][1]).Pointer() != reflect.ValueOf(entries).Pointer() {
		t.Errorf("a Map is a %T, %v", v, err)
	}
	// An object that is there many times is converted once.
	if _, err := r.Eval(t.Context(), `let s = new Set([1]); for (let i = 0; i < 100; i++) s = new Set([[s], [s]]); s`); err != nil {
		t.Error(err)
	}
	v, err = r.Eval(t.Context(), `const object = {}; object.self = object; object`)
	if m, ok := v.(map[string]any); err != nil || !ok || reflect.ValueOf(m["self"]).Pointer() != reflect.ValueOf(m).Pointer() {
		t.Errorf("an object is a %T, %v", v, err)
	}
}

func TestConvertedValues(t *testing.T) {
	r := converted(t)
	var got any
	if err := r.Set("give", func(v any) { got = v }); err != nil {
		t.Fatal(err)
	}
	for source, want := range convertible {
		v, err := r.Eval(t.Context(), source)
		if text := fmt.Sprint(v); err != nil || text != want {
			t.Errorf("%s is %s, %v; want %s", source, text, err, want)
		}
		if _, err := r.Eval(t.Context(), `give(`+source+`)`); err != nil || fmt.Sprint(got) != want {
			t.Errorf("a function of Go gets %v for %s, %v; want %s", got, source, err, want)
		}
	}
}

var errEnough = errors.New("enough")

// A function of Go with parameters of any type gets what the engine's own conversion makes.
func TestParametersOfAnyType(t *testing.T) {
	r := bare(t)
	var got any
	for name, fn := range map[string]any{
		"takeAny":    func(v any) { got = v },
		"takeSlice":  func(v []any) { got = v },
		"takeMap":    func(v map[string]any) { got = v },
		"takeMaps":   func(v []map[string]any) { got = v },
		"takeMany":   func(first string, more ...any) { got = append([]any{first}, more...) },
		"takeTwo":    func(a any, b int) any { got = []any{a, b}; return a },
		"fails":      func(any) (any, error) { return nil, errEnough },
		"panics":     func(any) { panic("on purpose") },
		"takeStruct": func(v struct{ A any }) { got = v },
	} {
		if err := r.Set(name, fn); err != nil {
			t.Fatal(err)
		}
	}
	for source, want := range map[string]string{
		`takeAny([1, { a: 2 }])`:     "[]interface {}{1, map[string]interface {}{\"a\":2}}",
		`takeAny(1.5)`:               "1.5",
		`takeAny()`:                  "<nil>",
		`takeAny('x', [1])`:          `"x"`,
		`takeSlice([1, 'x'])`:        `[]interface {}{1, "x"}`,
		`takeSlice(new Set([1, 2]))`: "[]interface {}{1, 2}",
		`takeSlice((function* () { yield 1; yield [2] })())`:          "[]interface {}{1, []interface {}{2}}",
		`takeSlice({ length: 2, 0: 'a', 1: 'b' })`:                    `[]interface {}{"a", "b"}`,
		`takeMap({ a: 1, b: { c: 2 } })`:                              `map[string]interface {}{"a":1, "b":map[string]interface {}{"c":2}}`,
		`takeMap(new Map([['a', 1]]))`:                                `map[string]interface {}{"a":1}`,
		`takeMaps([{ a: 1 }, { b: [2] }])`:                            `[]map[string]interface {}{map[string]interface {}{"a":1}, map[string]interface {}{"b":[]interface {}{2}}}`,
		`takeMany('a', 1, [2])`:                                       `[]interface {}{"a", 1, []interface {}{2}}`,
		`takeMany('a')`:                                               `[]interface {}{"a"}`,
		`takeTwo([1], '7')`:                                           "[]interface {}{[]interface {}{1}, 7}",
		`takeStruct({ A: [1] })`:                                      `struct { A interface {} }{A:[]interface {}{1}}`,
		`takeAny(takeTwo.length + (typeof takeAny) + takeAny.length)`: `"2function1"`,
	} {
		got = nil
		if _, err := r.Eval(t.Context(), source); err != nil || fmt.Sprintf("%#v", got) != want {
			t.Errorf("%s gives %#v, %v; want %s", source, got, err, want)
		}
	}
	if _, err := r.Eval(t.Context(), `fails([1])`); !errors.Is(err, errEnough) {
		t.Errorf("a function that fails: %v", err)
	}
	_, err := r.Eval(t.Context(), `panics([1])`)
	if p, ok := errors.AsType[*wakeful.PanicError](err); !ok || p.Value != "on purpose" {
		t.Errorf("a function that panics: %v", err)
	}
	if v, err := r.Eval(t.Context(), `try { panics({}) } catch (e) { 'caught' }`); err != nil || v != "caught" {
		t.Errorf("a script that catches a panic: %v, %v", v, err)
	}
}

// A view of a detached buffer has no memory. The engine would return a slice at the offset of the view,
// which a script chooses: that of the program's own memory, for example.
func TestViewsOfDetachedBuffers(t *testing.T) {
	r := bare(t, js.WithNode())
	var got []any
	for name, fn := range map[string]any{
		"takeAny":   func(v any) { got = append(got, v) },
		"takeMany":  func(v ...any) { got = append(got, v) },
		"takeMap":   func(v map[string]any) { got = append(got, v) },
		"takeSlice": func(v []any) { got = append(got, v) },
	} {
		if err := r.Set(name, fn); err != nil {
			t.Fatal(err)
		}
	}
	v, err := r.Eval(t.Context(), `
		const buffer = new ArrayBuffer(32 << 20);
		const views = [0, 1 << 12, 4 << 20, 24 << 20].flatMap((offset) => [new Uint8Array(buffer, offset, 8), new Float64Array(buffer, offset, 1)]);
		structuredClone(buffer, { transfer: [buffer] });
		for (const view of views) {
			takeAny(view);
			takeAny([view]);
			takeMany(view, { view });
			takeMap({ view });
			takeSlice(new Set([view]));
			clearTimeout(view);
			clearImmediate([view]);
		}
		Promise.resolve({ views, map: new Map([[views[2], views[4]]]) })`)
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, v)
	views := 0
	for _, v := range got {
		views += emptySlices(t, reflect.ValueOf(v))
	}
	if views != 8*7+2 {
		t.Errorf("%d views have become Go values, want %d", views, 8*7+2)
	}
}

// emptySlices returns the number of slices of numbers in a value, which must be empty.
func emptySlices(t *testing.T, v reflect.Value) (n int) {
	t.Helper()
	switch v.Kind() {
	case reflect.Interface:
		return emptySlices(t, v.Elem())
	case reflect.Map:
		for _, element := range v.Seq2() {
			n += emptySlices(t, element)
		}
		return n
	case reflect.Slice, reflect.Array:
		if kind := v.Type().Elem().Kind(); kind == reflect.Uint8 || kind == reflect.Float64 {
			if v.Len() > 0 {
				t.Errorf("a view has %d elements", v.Len())
			}
			return 1
		}
		for _, element := range v.Seq2() {
			n += emptySlices(t, element)
		}
	}
	return n
}
