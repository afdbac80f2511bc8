package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

func TestAsFloat32(t *testing.T) {
	if f, err := sandbox.As[float32](math.Inf(1)); err != nil || !math.IsInf(float64(f), 1) {
		t.Error(f, err)
	}
	if f, err := sandbox.As[[]float32]([]any{1.5, 1e300}); err == nil || err.Error() != "[1]: the number does not fit into float32" {
		t.Error(f, err)
	}
}

func TestValuesThroughAScript(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	p, err := sb.Compile("values.js", `export const same = v => v,
		kinds = v => Object.prototype.toString.call(v).slice(8, -1),
		circle = v => v.self === v && v.list[0] === v`)
	if err != nil {
		t.Fatal(err)
	}
	huge, _ := new(big.Int).SetString("-deadbeefdeadbeefdeadbeef", 16)
	for _, v := range []any{
		nil, true, 1.0, -1.5, math.Inf(-1), math.Copysign(0, -1), 4294967296.0, "", "ä😀\x00", huge, big.NewInt(7), time.UnixMilli(-5).UTC(), []any{}, []any{1.0, []any{"x"}},
		map[string]any{"a": nil, "__proto__": 1.0, "0": false}, &sandbox.Map{Entries: [][2]any{{"k", map[string]any{}}}}, &sandbox.Set{Values: []any{1.0}},
		&sandbox.RegExp{Source: "a/b", Flags: "gi"}, []byte{0, 255},
	} {
		if s, ok := v.(*sandbox.RegExp); ok {
			s.Source = `a\/b`
		}
		got, err := p.Call(t.Context(), "same", v)
		if err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("%#v: %#v, %v", v, got, err)
		}
	}
	for kind, v := range map[string]any{
		"Null": nil, "Number": int8(1), "String": "x", "BigInt": huge, "Date": time.Now(), "Array": []int{1}, "Object": struct{ A int }{1}, "Uint8Array": []byte{1},
		"Map": &sandbox.Map{}, "Set": &sandbox.Set{}, "RegExp": &sandbox.RegExp{Source: "a"}, "Error": errors.New("x"), "Boolean": false,
	} {
		if got, err := p.Call(t.Context(), "kinds", v); got != kind || err != nil {
			t.Errorf("%T: %v, %v; want %s", v, got, err, kind)
		}
	}
	circle := map[string]any{}
	circle["self"], circle["list"] = circle, []any{circle}
	if got, err := p.Call(t.Context(), "circle", circle); got != true || err != nil {
		t.Error(got, err)
	}
	got, err := p.Call(t.Context(), "same", circle)
	back, _ := got.(map[string]any)
	list, _ := back["list"].([]any)
	if err != nil || len(list) != 1 || reflect.ValueOf(back["self"]).Pointer() != reflect.ValueOf(back).Pointer() || reflect.ValueOf(list[0]).Pointer() != reflect.ValueOf(back).Pointer() {
		t.Errorf("what came back does not contain itself: %v", err)
	}
	if _, err := p.Call(t.Context(), "same", make(chan int)); err == nil {
		t.Error("a channel became a value")
	}
	if _, err := p.Call(t.Context(), "none"); err == nil || err.Error() != "TypeError: the module exports no function none; its exports are: circle, kinds, same" {
		t.Error(err)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	for _, test := range []struct {
		source string
		want   any
	}{
		{"undefined", nil}, {"[1, , 3]", []any{1.0, nil, 3.0}}, {"new Array(3)", []any{nil, nil, nil}}, {"new Number(5)", 5.0}, {"Object('x')", "x"},
		{"new Float64Array([1.5])", []float64{1.5}}, {"new BigInt64Array([-1n])", []int64{-1}}, {"new Uint16Array(new Uint16Array([1, 2, 3]).buffer, 2, 1)", []uint16{2}},
		{"new DataView(new ArrayBuffer(2), 1)", []byte{0}}, {"new ArrayBuffer(1)", []byte{0}}, {"new Float16Array([0.5])", []float32{0.5}}, {"new Uint8ClampedArray([300])", []byte{255}},
		{"'\\ud800x'", "\ufffdx"}, {"({a: 1, [Symbol('s')]: 2, get b() { return 3 }})", map[string]any{"a": 1.0, "b": 3.0}}, {"Object.create({inherited: 1})", map[string]any{}},
		{"new Date(NaN)", time.Time{}}, {"new (class A { x = 1 })", map[string]any{"x": 1.0}}, {"const b = new Uint8Array(2); [b, b].map(x => x.length)", []any{2.0, 2.0}},
	} {
		got, err := sb.Eval(t.Context(), "test.js", test.source)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %#v, %v; want %#v", test.source, got, err, test.want)
		}
	}
}

func TestScriptErrors(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	_, err := sb.Eval(t.Context(), "errors.js", "function f() {\n  throw new TypeError('bad', {cause: new RangeError('inner')})\n}\nf()")
	var script *sandbox.ScriptError
	if !errors.As(err, &script) || script.Name != "TypeError" || script.Message != "bad" || script.Stack != "    at f (errors.js:2:42)\n    at <eval> (errors.js:4:1)\n" {
		t.Errorf("%#v", err)
	}
	if cause := new(sandbox.ScriptError); !errors.As(script.Unwrap(), &cause) || cause.Name != "RangeError" || cause.Message != "inner" {
		t.Errorf("%#v", script.Cause)
	}
	for source, want := range map[string]string{
		"throw 42":                             "Error: a value was thrown that is no error: 42",
		"throw 'x' + 'ä'.repeat(200)":          "Error: a value was thrown that is no error: x" + strings.Repeat("ä", 99) + "...",
		"throw null":                           "Error: a value was thrown that is no error: null",
		"throw {a: 1}":                         "Error: a value was thrown that is no error: an object",
		"let = ":                               "SyntaxError: ",
		"Promise.reject(new Error('lost')); 1": "Error: lost",
		"setTimeout(() => { throw new Error('t') }); await new Promise(() => {})": "Error: t",
		"() => 1": "DataCloneError: a function cannot be copied",
		"class E extends Error { name = 'Own' } throw new E('x')": "Own: x",
	} {
		_, err := sb.Eval(t.Context(), "errors.js", source)
		if !errors.As(err, &script) || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%s: %v; want %s", source, err, want)
		}
	}
}

// TestErrorsOfTheHost: a script gets the name, message, stack and cause of an error, as an argument and
// from a tool.
func TestErrorsOfTheHost(t *testing.T) {
	t.Parallel()
	given := &sandbox.ScriptError{Name: "TypeError", Message: "bad", Stack: "    at f (host.js:1:2)\n", Cause: &sandbox.ScriptError{Name: "RangeError", Message: "inner", Stack: "s", Cause: 7.0}}
	sb := open(t, sandbox.Config{}, sandbox.Tool("fails", func(context.Context, struct{}) (any, error) { return nil, fmt.Errorf("wrapped: %w", given) }))
	p, err := sb.Compile("errors.js", `export const same = e => e,
		parts = e => [e instanceof TypeError, e.message, e.stack, e.cause instanceof RangeError, e.cause.message, e.cause.stack, e.cause.cause],
		caught = () => fails().catch(parts)`)
	if err != nil {
		t.Fatal(err)
	}
	want := any([]any{true, given.Message, given.Stack, true, "inner", "s", 7.0})
	if got, err := p.Call(t.Context(), "parts", given); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("an argument: %v, %v; want %v", got, err, want)
	}
	if got, err := p.Call(t.Context(), "caught"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("from a tool: %v, %v; want %v", got, err, want)
	}
	if got, err := p.Call(t.Context(), "same", given); err != nil || !reflect.DeepEqual(got, given) {
		t.Errorf("there and back: %#v, %v", got, err)
	}
}

// FuzzSource runs any text as a script, which the engine must survive.
func FuzzSource(f *testing.F) {
	sb, err := sandbox.New(sandbox.Config{CPU: 50 * time.Millisecond, Wall: 100 * time.Millisecond, Memory: 16 << 20})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = sb.Close() })
	for _, source := range []string{"1", "'", "[..."} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		_, err := sb.Eval(t.Context(), "fuzz.js", source)
		if errors.Is(err, sandbox.ErrEngine) {
			t.Errorf("%q: %v", source, err)
		}
	})
}

// TestErrorsOfGetters: an error of a getter is the call's, also if it is an object of what was read.
func TestErrorsOfGetters(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	for _, source := range []string{"[{get x() { throw this }}]", "[{}, {get x() { throw this }}]", "Array(40).fill().map(() => ({})).concat({get x() { throw this }})"} {
		var script *sandbox.ScriptError
		if v, err := sb.Eval(t.Context(), "getter.js", source); !errors.As(err, &script) {
			t.Errorf("%s: %v, %v", source, v, err)
		}
	}
}
