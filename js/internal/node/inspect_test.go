package node_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestInspect(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/inspect.txt"), "(v) => util.inspect(v)")
}

func TestInspectOptions(t *testing.T) {
	expressions := libtest.Lines(t, "testdata/inspect.txt")
	for name, show := range map[string]string{
		"colors":     "(v) => util.inspect(v, { colors: true })",
		"deep":       "(v) => util.inspect(v, { depth: null, compact: false, breakLength: 40 })",
		"sorted":     "(v) => util.inspect(v, { sorted: true, getters: true, maxArrayLength: 3, maxStringLength: 10 })",
		"one line":   "(v) => util.inspect(v, { breakLength: Infinity, compact: true })",
		"separators": "(v) => util.inspect(v, { numericSeparator: true, depth: 0 })",
	} {
		t.Run(name, func(t *testing.T) { libtest.Compare(t, expressions, show) })
	}
}

// What the engines do not tell is not shown as Node shows it. When they do one day,
// this test says so.
func TestInspectDeviations(t *testing.T) {
	for expression, want := range map[string]string{
		"new Map([[1, 2]]).entries()": "Object [Map Iterator] {}",
		"new Set([1]).values()":       "Object [Set Iterator] {}",
		"(() => { function F() {} F.prototype = Object.create(null); return new F() })()": "Object <[Object: null prototype] {}> {}",
		"Object.setPrototypeOf(/x/g, null)":                                               "[RegExp: null prototype] /undefined/undefined",
	} {
		result := libtest.Run(t, "console.log(require('util').inspect("+expression+"))")
		if got := strings.TrimSuffix(result.Stdout, "\n"); got != want {
			t.Errorf("%s: %s, want %s", expression, got, want)
		}
	}
}
