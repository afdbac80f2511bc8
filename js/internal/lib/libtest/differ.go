package libtest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// Lines returns the lines of a file, without empty lines and comments.
func Lines(t testing.TB, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
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

// Programs returns the programs of a file, which are separated by lines of ====.
func Programs(t testing.TB, path string) []string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(content), "\n====\n")
}

// thrown formats an exception for a comparison.
const thrown = "(e) => `THROWN ${e?.name} ${e?.code} ${e?.message}`.replace(/run-\\w{6,}/g, 'run')"

// Compare evaluates expressions in Node and here, formats the results with the function show, and
// compares them. An exception is a result too.
func Compare(t *testing.T, expressions []string, show string, options ...js.Option) {
	t.Helper()
	compare(t, expressions, show, "", "", options)
}

// CompareAsync is Compare for expressions whose promises are awaited.
func CompareAsync(t *testing.T, expressions []string, show string, options ...js.Option) {
	t.Helper()
	compare(t, expressions, show, "await ", "async ", options)
}

func compare(t *testing.T, expressions []string, show, await, async string, options []js.Option) {
	t.Helper()
	var source strings.Builder
	fmt.Fprintf(&source, "(async () => {\nconst util = require('util'); const out = []; const show = %s; const thrown = %s\n", show, thrown)
	for _, e := range expressions {
		fmt.Fprintf(&source, "try { out.push(show(%s(%s() => (%s))())) } catch (e) { out.push(thrown(e)) }\n", await, async, e)
	}
	source.WriteString("console.log(JSON.stringify(out)) })()")
	var want, got []any
	if err := json.Unmarshal([]byte(Node(t, source.String())), &want); err != nil {
		t.Fatal(err)
	}
	result := Run(t, source.String(), options...)
	for _, u := range result.Uncaught {
		t.Errorf("uncaught: %s", u)
	}
	if err := json.Unmarshal([]byte(result.Stdout), &got); err != nil {
		t.Fatalf("%v: %q %q", err, result.Stdout, result.Stderr)
	}
	if len(got) != len(expressions) || len(want) != len(expressions) {
		t.Fatalf("%d expressions, %d results of Node and %d here", len(expressions), len(want), len(got))
	}
	for i, e := range expressions {
		if got[i] != want[i] {
			t.Errorf("%s\nnode: %v\nhere: %v", e, want[i], got[i])
		}
	}
}

// Differ runs programs one after the other, in Node and here, and compares their standard output.
func Differ(t *testing.T, programs []string, options ...js.Option) {
	t.Helper()
	for _, program := range programs {
		want := Node(t, program)
		result := Run(t, program, options...)
		if result.Stdout != want {
			t.Errorf("%s\nnode:\n%s\nhere:\n%s\n%s", program, want, result.Stdout, result.Stderr)
		}
		for _, u := range result.Uncaught {
			t.Errorf("%s\nuncaught: %s", program, u)
		}
	}
}
