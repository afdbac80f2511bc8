package js_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// reportOf returns the report of the uncaught exception of a program in a file.
func reportOf(t *testing.T, file string) string {
	t.Helper()
	_, err := start(t).Main(t.Context(), file)
	e, ok := errors.AsType[*js.Error](err)
	if !ok {
		t.Fatalf("%s: %v", filepath.Base(file), err)
	}
	return e.Report()
}

// comparableReport removes the parts of a report that do not come from the program: Node's own
// frames, its hints and version, and the directory.
func comparableReport(report, dir string) string {
	report = ownFrames.ReplaceAllString(strings.ReplaceAll(report, dir+string(filepath.Separator), ""), "")
	return strings.TrimRight(strings.ReplaceAll(report, "Object.<anonymous> (x.js:1:7)", "x.js:1:7"), "\n")
}

var ownFrames = regexp.MustCompile(`\n    at [^\n{]*node:internal[^\n{,]*[^\n{, ]|\n\(Use .node --trace-uncaught[^\n]*|\nNode\.js v[^\n]*`)

// TestReport: the report of a thrown value is the one that Node prints.
func TestReport(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the place of a thrown value is not known")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("Node is not installed: its output is not compared")
	}
	at := func(line, caret, shown string) string { return "\nx.js:1\n" + line + "\n" + caret + "^\n" + shown }
	for _, test := range []struct{ source, want string }{
		{"throw {a:1}", at("throw {a:1}", "", "{ a: 1 }")},
		{"throw [1, 'a', {b: {c: {d: {e: {f: {g: 1}}}}}}]", at("throw [1, 'a', {b: {c: {d: {e: {f: {g: 1}}}}}}]", "",
			"[\n  1,\n  'a',\n  {\n    b: {\n      c: { d: { e: { f: [Object] } } }\n    }\n  }\n]")},
		{"throw 'text'", at("throw 'text'", "", "text")},
		{"throw null", at("throw null", "", "null")},
		{"throw undefined", at("throw undefined", "", "undefined")},
		{"throw 1n", at("throw 1n", "", "1")},
		{"throw function f() {}", at("throw function f() {}", "", "[Function: f]")},
		{"throw Object.create(null)", at("throw Object.create(null)", "", "[Object: null prototype] {}")},
		{"throw {stack: 'mine'}", at("throw {stack: 'mine'}", "", "{ stack: 'mine' }")},
		{"throw {toString() { throw 2 }}", at("throw {toString() { throw 2 }}", "", "{ toString: [Function: toString] }")},
		{"throw {[Symbol.for('nodejs.util.inspect.custom')]: () => 'no'}", at("throw {[Symbol.for('nodejs.util.inspect.custom')]: () => 'no'}", "",
			"{\n  [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]]\n}")},
		{"try { throw {a:1} } catch (e) { throw e }", at("try { throw {a:1} } catch (e) { throw e }", strings.Repeat(" ", 32), "{ a: 1 }")},
		{"setTimeout(() => { throw {a:1} })", at("setTimeout(() => { throw {a:1} })", strings.Repeat(" ", 19), "{ a: 1 }")},
		{"setTimeout((x) => { throw x }, 1, 'é')", at("setTimeout((x) => { throw x }, 1, 'é')", strings.Repeat(" ", 20), "é")},
		{"process.nextTick(() => { throw 5 })", at("process.nextTick(() => { throw 5 })", strings.Repeat(" ", 25), "5")},
		{"process.on('uncaughtException', (e) => { throw {e} }); throw 1", at("process.on('uncaughtException', (e) => { throw {e} }); throw 1", strings.Repeat(" ", 41), "{ e: 1 }")},
		{"throw new Error('e')", "x.js:1\nthrow new Error('e')\n^\n\nError: e\n    at x.js:1:7"},
		{"throw new Error('e', {cause: {a:1}})", "x.js:1\nthrow new Error('e', {cause: {a:1}})\n^\n\nError: e\n    at x.js:1:7 {\n  [cause]: { a: 1 }\n}"},
	} {
		dir := files(t, map[string]string{"x.js": test.source})
		file := filepath.Join(dir, "x.js")
		got := comparableReport(reportOf(t, file), dir)
		if strings.HasPrefix(test.source, "throw new") { // the position of an error is where it was made
			got = strings.Replace(got, "      ^", "^", 1)
		}
		if got != test.want {
			t.Errorf("%s\ngot  %q\nwant %q", test.source, got, test.want)
		}
		if node == "" {
			continue
		}
		output, _ := exec.Command(node, file).CombinedOutput() // the exit status is not 0, because the program throws
		if got := comparableReport(string(output), dir); got != test.want {
			t.Errorf("Node: %s\ngot  %q\nwant %q", test.source, got, test.want)
		}
	}
}

// TestReportOfErrors: a report shows properties of all kinds, and a stack without positions.
func TestReportOfErrors(t *testing.T) {
	for source, want := range map[string]string{
		"e[Symbol('s')] = 1":                  "Error: e\n    at x.js:1:11 {\n  [Symbol(s)]: 1\n}",
		"e.self = e":                          "<ref *1> Error: e\n    at x.js:1:11 {\n  self: [Circular *1]\n}",
		"e.stack = 'my'":                      "[my]",
		"delete e.stack; e.stack = undefined": "[Error: e] { stack: undefined }",
		"e.stack = {}":                        "[[object Object]]",
		"e.a = {b:{c:{d:{}}}}":                "Error: e\n    at x.js:1:11 {\n  a: { b: { c: { d: {} } } }\n}",
	} {
		dir := files(t, map[string]string{"x.js": "const e = new Error('e'); " + source + "; throw e"})
		got := comparableReport(reportOf(t, filepath.Join(dir, "x.js")), dir)
		if _, after, ok := strings.Cut(got, "^\n\n"); ok {
			got = after
		}
		if got != want {
			t.Errorf("%s\ngot  %q\nwant %q", source, got, want)
		}
	}
}

// TestReasons: the message of a rejection formats the reason like V8, without running code of the
// program.
func TestReasons(t *testing.T) {
	sources := []string{
		"{a: 1}", "null", "undefined", "'text'", "1n", "-0", "true", "Symbol('x')", "function f() {}", "class A {}", "() => 1",
		"new (class A { x = 1 })", "Object.create(null)", "[1, 2]", "{toString() { return 'own' }}", "{get toString() { throw 1 }}",
		"new Map", "new Date(0)", "/x/", "new Proxy({}, {get() { throw 1 }})", "new Proxy(class B {}, {})", "{[Symbol.toStringTag]: 'Tag'}",
		"{toString: 1, [Symbol.toStringTag]: 'Tag'}", "{constructor: null}", "{constructor: {name: 'Q'}}", "{get constructor() { throw 1 }}",
		"(function () { return arguments })()", "new Number(1)", "Object.create({constructor: function C() {}})",
	}
	program := "const reasons = [];\nprocess.on('uncaughtException', (e) => { reasons.push(/reason \"(.*)\"/s.exec(e.message)[1]) });\n"
	for _, source := range sources {
		program += "Promise.reject(" + source + ");\n"
	}
	program += "setTimeout(() => console.log(reasons.join('\\n')), 1)"
	want := []string{
		"#<Object>", "null", "undefined", "text", "1", "0", "true", "Symbol(x)", "function f() {}", "class A {}", "() => 1",
		"#<A>", "[object Object]", "[object Array]", "[object Object]", "[object Object]",
		"#<Map>", "[object Date]", "[object RegExp]", "#<Object>", "class B {}", "#<Object>",
		"[object Tag]", "[object Object]", "[object Object]", "[object Object]",
		"#<Object>", "[object Number]", "#<C>",
	}
	var out strings.Builder
	dir := files(t, map[string]string{"x.js": program})
	r := start(t, js.WithStdout(&out))
	if code, err := r.Main(t.Context(), filepath.Join(dir, "x.js")); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v", code, err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	compare := func(who string, got []string) {
		if len(got) != len(want) {
			t.Fatalf("%s: %d reasons: %q", who, len(got), got)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: %s is %q, want %q", who, sources[i], got[i], want[i])
			}
		}
	}
	compare("js", got)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: Node is not installed")
	}
	output, err := exec.Command(node, filepath.Join(dir, "x.js")).Output()
	if err != nil {
		t.Fatal(err)
	}
	compare("Node", strings.Split(strings.TrimSpace(string(output)), "\n"))
}
