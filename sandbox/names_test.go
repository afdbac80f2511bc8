package sandbox_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox"
)

// TestPropertyNames passes objects whose names are easy to confuse: characters and the bytes of their
// UTF-8, indexes, __proto__, and more objects than the engine finds without a table.
func TestPropertyNames(t *testing.T) {
	sb := open(t, sandbox.Config{})
	p, err := sb.Compile("names.js", `const before = {"\u00c3\u00a9": 1}; export const echo = (o) => o, accented = (o) => o["\u00e9"] + Object.keys(o).length,
		changing = (o) => ({a: {get x() { return 1 }}, get b() { return 2 }, 7: 3, ...o}),
		changed = () => { const o = {a: {get x() { delete o.b; o.c = 9; return 1 }}, b: 2, c: 3}; return o }`)
	if err != nil {
		t.Fatal(err)
	}
	i, err := p.Instance()
	if err != nil {
		t.Fatal(err)
	}
	many := make([]any, 100)
	for n := range many {
		many[n] = map[string]any{"n": float64(n), fmt.Sprint("p", n): "x"}
	}
	shared := map[string]any{"s": "t"}
	for range 2 { // with and without shapes of earlier calls
		for _, v := range []any{
			map[string]any{"é": 1.0, "Ã©": 2.0, "世": 3.0}, map[string]any{"7": 1.0, "07": 2.0, "-1": 3.0, "": 4.0, "__proto__": 5.0, "constructor": 6.0},
			map[string]any{"a": many, "b": many}, []any{shared, shared, []any{nil, shared}}, many,
		} {
			if got, err := i.Call(t.Context(), "echo", v); err != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("%v came back as %v, %v", v, got, err)
			}
		}
		if got, err := i.Call(t.Context(), "accented", map[string]any{"é": 1}); got != 2.0 || err != nil {
			t.Errorf("é: %v, %v", got, err)
		}
		want := any(map[string]any{"7": 3.0, "a": map[string]any{"x": 1.0}, "b": 2.0, "z": 4.0})
		if got, err := i.Call(t.Context(), "changing", map[string]any{"z": 4}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("getters: %v, %v", got, err)
		}
		// The names are those of the beginning, the values those of the moment, as structuredClone has them.
		want = map[string]any{"a": map[string]any{"x": 1.0}, "b": nil, "c": 9.0}
		if got, err := i.Call(t.Context(), "changed"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("an object that changes: %v, %v", got, err)
		}
	}
	arguments := make([]any, 40)
	for n := range arguments {
		arguments[n] = shared
	}
	if got, err := i.Call(t.Context(), "echo", arguments...); err != nil || !reflect.DeepEqual(got, arguments[0]) {
		t.Errorf("forty arguments: %v, %v", got, err)
	}
}
