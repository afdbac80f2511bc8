package node_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
	"github.com/wakeful-go/wakeful/js/internal/node"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// all are the built-ins under test.
var all = []func(host.Host) error{web.Install, node.Install}

// lines returns the lines of a file of testdata that say something.
func lines(t *testing.T, name string) []string {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// compare evaluates expressions in Node and here, each in a function of its own, shows
// what it returns or throws with the given function, and compares.
func compare(t *testing.T, expressions []string, show string) {
	t.Helper()
	var source strings.Builder
	source.WriteString("const util = require('util'); const out = []; const show = " + show + ";\n")
	for _, e := range expressions {
		source.WriteString("try { out.push(show(" + strings.TrimSuffix(strings.TrimSpace(asExpression(e)), ";") + ")) } catch (e) { out.push('THROWN ' + e + ' ' + e.code) }\n")
	}
	source.WriteString("console.log(JSON.stringify(out))")
	var want, got []string
	if err := json.Unmarshal([]byte(libtest.Node(t, source.String())), &want); err != nil {
		t.Fatal(err)
	}
	result := libtest.Run(t, source.String(), all...)
	for _, u := range result.Uncaught {
		t.Errorf("uncaught: %s", u)
	}
	if err := json.Unmarshal([]byte(result.Stdout), &got); err != nil {
		t.Fatal(err, result)
	}
	for i, e := range expressions {
		if got[i] != want[i] {
			t.Errorf("%s\nnode: %s\nhere: %s", e, want[i], got[i])
		}
	}
}

// asExpression makes of {...} an object and not a block.
func asExpression(e string) string { return "(() => (" + e + "))()" }

func TestInspect(t *testing.T) {
	compare(t, lines(t, "inspect.txt"), "(v) => util.inspect(v)")
}

func TestInspectOptions(t *testing.T) {
	expressions := lines(t, "inspect.txt")
	for name, show := range map[string]string{
		"colors":     "(v) => util.inspect(v, { colors: true })",
		"deep":       "(v) => util.inspect(v, { depth: null, compact: false, breakLength: 40 })",
		"sorted":     "(v) => util.inspect(v, { sorted: true, getters: true, maxArrayLength: 3, maxStringLength: 10 })",
		"one line":   "(v) => util.inspect(v, { breakLength: Infinity, compact: true })",
		"separators": "(v) => util.inspect(v, { numericSeparator: true, depth: 0 })",
	} {
		t.Run(name, func(t *testing.T) { compare(t, expressions, show) })
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
		result := libtest.Run(t, "console.log(require('util').inspect("+expression+"))", all...)
		if got := strings.TrimSuffix(result.Stdout, "\n"); got != want {
			t.Errorf("%s: %s, want %s", expression, got, want)
		}
	}
}
