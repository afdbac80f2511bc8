package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSandbox(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "handler.mjs")
	if err := os.WriteFile(file, []byte("export default async (a, b) => ({sum: a.n + b})"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"typed.ts":  "import {twice} from './lib/twice.js'\n\nexport default (n: number): number => {\n\tif (n > 5) throw new RangeError('too large')\n\treturn twice(n)\n}\n",
		"wrong.ts":  "let a: = 1",
		"path.mjs":  "import {basename} from 'node:path'; import data from './data.json' with {type: 'json'}; export default async () => basename('/a/b') + data.n + (await import('./lib/twice.ts')).twice(1)",
		"out.mjs":   "export default () => import('../secret.mjs')",
		"link.mjs":  "export default () => import('./link/secret.mjs')",
		"none.mjs":  "export const f = 1",
		"lost.mjs":  "\nimport './lost/a.js'",
		"data.json": `{"n": 7}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outside := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "lib"), 0o700),
		os.WriteFile(filepath.Join(dir, "lib", "twice.ts"), []byte("export const twice = (n: number) => 2 * n"), 0o600),
		os.WriteFile(filepath.Join(outside, "secret.mjs"), []byte("export default 1"), 0o600)); err != nil {
		t.Fatal(err)
	}
	_ = os.Symlink(outside, filepath.Join(dir, "link")) // without it, the import fails too
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, test := range []struct {
		name        string
		args        []string
		in          string
		status      int
		out, stderr string // stderr contains this
	}{
		{"a number", []string{"-"}, "6 * 7", 0, "42\n", ""},
		{"text", []string{"-"}, "console.log('said'); 'text'", 0, "text\n", "said\n"},
		{"values", []string{"-"}, "({n: 1n, m: new Map([[1, new Set(['x'])]]), x: NaN, r: /a/g, e: new TypeError('t')})", 0,
			`{"e":"TypeError: t","m":[[1,["x"]]],"n":"1","r":"/a/g","x":null}` + "\n", ""},
		{"a promise", []string{"-"}, "new Promise(f => setTimeout(f, 1, [1]))", 0, "[1]\n", ""},
		{"a module", []string{"--module", file, `{"n": 1}`, "2"}, "", 0, `{"sum":3}` + "\n", ""},
		{"imports", []string{"--module", in("path.mjs")}, "", 0, "b72\n", ""},
		{"TypeScript", []string{"--module", in("typed.ts"), "4"}, "", 0, "8\n", ""},
		{"an error of TypeScript", []string{"--module", in("typed.ts"), "6"}, "", 1, "", "RangeError: too large\n    at default (typed.ts:4:23)\n"},
		{"a fault of TypeScript", []string{in("wrong.ts")}, "", 1, "", "wrong.ts:1:8: Unexpected"},
		{"a module outside", []string{"--module", in("out.mjs")}, "", 1, "", `there is no module "../secret.mjs"`},
		{"a link to the outside", []string{"--module", in("link.mjs")}, "", 1, "", `there is no module "./link/secret.mjs"`},
		{"no default export", []string{"--module", in("none.mjs")}, "", 1, "", "the module exports no function default; its exports are: f"},
		{"a missing module", []string{"--module", in("lost.mjs")}, "", 1, "", "which lost.mjs:2:1 imports"},
		{"a module from the input", []string{"--module", "-", "3"}, "export default n => n + 1", 0, "4\n", ""},
		{"a module of Node", []string{"-"}, "(await import('node:path')).join('a', 'b')", 0, "a/b\n", ""},
		{"no access", []string{"-"}, "await import('node:fs')", 1, "", "there is no built-in module node:fs"},
		{"undefined", []string{"-"}, "undefined", 0, "null\n", ""},
		{"a value that was thrown", []string{"-"}, "throw 42", 1, "", "42"},
		{"the stack", []string{"-"}, "(function f() { f() })()", 2, "", "stack is exhausted"},
		{"output", []string{"-"}, "for (;;) console.log('x'.repeat(1000))", 2, "", "printed, returned or gave to tools too much"},
		{"an error", []string{"-"}, "null.x", 1, "", "TypeError: cannot read property 'x' of null\n    at <eval> (stdin:1:"},
		{"a circle", []string{"-"}, "const a = []; a.push(a); a", 1, "", "the result is no JSON"},
		{"processor time", []string{"--cpu", "20ms", "-"}, "for(;;);", 2, "", "ran for too long"},
		{"time", []string{"--wall", "20ms", "-"}, "new Promise(f => setTimeout(f, 1e6))", 2, "", "took too long"},
		{"memory", []string{"--memory", "8MB", "-"}, "new Uint8Array(1e8)", 2, "", "memory is exhausted"},
		{"no file", nil, "", 3, "", "needs a file"},
		{"a missing file", []string{filepath.Join(dir, "missing.js")}, "", 3, "", "missing.js"},
		{"arguments of a script", []string{"-", "1"}, "1", 3, "", "--module"},
		{"no JSON", []string{"--module", file, "{"}, "", 3, "", "argument 1 is no JSON"},
		{"a size", []string{"--memory", "much", "-"}, "1", 3, "", "no size"},
		{"too small a size", []string{"--memory", "1KB", "-"}, "1", 3, "", "Memory is 1024"},
		{"no time", []string{"--cpu", "0", "-"}, "1", 3, "", "--cpu and --wall need more than zero"},
		{"a negative time", []string{"--wall", "-1s", "-"}, "1", 3, "", "--cpu and --wall need more than zero"},
		{"no duration", []string{"--cpu", "soon", "-"}, "1", 3, "", "soon"},
		{"too large a size", []string{"--memory", "3GB", "-"}, "1", 3, "", "Memory is 3221225472"},
		{"a size of digits", []string{"--memory", "8388608", "-"}, "1", 0, "1\n", ""},
		{"flags after the file", []string{"-", "--memory", "8mb", "--cpu", "1s", "--wall", "1s"}, "1", 0, "1\n", ""},
		{"no such flag", []string{"--cups", "1", "-"}, "1", 3, "", "--cups"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			status := run(t.Context(), streams{in: strings.NewReader(test.in), out: &out, err: &stderr}, append([]string{"sandbox"}, test.args...))
			if status != test.status || out.String() != test.out || !strings.Contains(stderr.String(), test.stderr) {
				t.Errorf("status %d, output %q, errors %q; want %d, %q, %q", status, &out, &stderr, test.status, test.out, test.stderr)
			}
		})
	}
}

// TestSandboxJSON has each word, and the fields that belong to it.
func TestSandboxJSON(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "m.mjs")
	if err := os.WriteFile(file, []byte("export default async n => { await 1; throw new TypeError('no ' + n, {cause: n}) }"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		source  string
		args    []string
		status  int
		value   string // JSON; "": none
		word    string
		message string
		stack   string
	}{
		{"'x'", nil, 0, `"x"`, "", "", ""},
		{"undefined", nil, 0, "null", "", "", ""},
		{"({a: [1, 'b', null, true]})", nil, 0, `{"a":[1,"b",null,true]}`, "", "", ""},
		{"throw new Error('no')", nil, 1, "", "thrown", "Error: no", "at <eval> (stdin:1:"},
		{"throw 42", nil, 1, "", "thrown", "42", ""},
		{"let = ;", nil, 1, "", "thrown", "SyntaxError: ", "stdin:1:"},
		{"", []string{"--module", file, "7"}, 1, "", "thrown", "TypeError: no 7", "m.mjs:1:"},
		{"for(;;);", []string{"--cpu=10ms"}, 2, "", "cpu", "the script ran for too long", "stdin:1:"},
		{"await new Promise(f => setTimeout(f, 1e6))", []string{"--wall=10ms"}, 2, "", "wall", "the call took too long", ""},
		{"const a = []; for (;;) a.push(new Array(1000).fill(0))", []string{"--memory=8MB"}, 2, "", "memory", "the script's memory is exhausted", ""},
		{"(function f() { f() })()", nil, 2, "", "stack", "the script's stack is exhausted", "f (stdin:1:"},
		{"'x'.repeat(2e6)", nil, 2, "", "output", "the script printed, returned or gave to tools too much", ""},
		{"await new Promise(() => {})", nil, 1, "", "unsettled", "nothing can settle", ""},
		{"const a = []; a.push(a); a", nil, 1, "", "value", "the result is no JSON", ""},
	} {
		var out, stderr bytes.Buffer
		args := append([]string{"sandbox", "--json"}, test.args...)
		if test.source != "" {
			args = append(args, "-")
		}
		status := run(t.Context(), streams{in: strings.NewReader(test.source), out: &out, err: &stderr}, args)
		var got map[string]any
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v: %s %s", test.source, err, &out, &stderr)
		}
		want := []string{"cpu_ms", "memory_bytes", "ok", "value"}
		if test.value == "" {
			want = []string{"cpu_ms", "error", "memory_bytes", "message", "ok", "stack"}
		}
		if fields := slices.Sorted(maps.Keys(got)); !slices.Equal(fields, want) {
			t.Errorf("%s: the fields are %v, want %v", test.source, fields, want)
		}
		if got["ok"] != (test.value != "") || status != test.status || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%s: status %d, %s", test.source, status, &out)
		}
		if cpu, ok := got["cpu_ms"].(float64); !ok || cpu < 0 || cpu > 5000 {
			t.Errorf("%s: cpu_ms is %v", test.source, got["cpu_ms"])
		}
		if memory, ok := got["memory_bytes"].(float64); !ok || memory < 65536 || memory > 64<<20 || math.Mod(memory, 65536) != 0 {
			t.Errorf("%s: memory_bytes is %v", test.source, got["memory_bytes"])
		}
		if test.value != "" {
			if text, _ := json.Marshal(got["value"]); string(text) != test.value {
				t.Errorf("%s: %s, want %s", test.source, text, test.value)
			}
			continue
		}
		message, _ := got["message"].(string)
		stack, _ := got["stack"].(string)
		if got["error"] != test.word || !strings.Contains(message, test.message) || !strings.Contains(stack, test.stack) {
			t.Errorf("%s: %s; want %s, %s, %s", test.source, &out, test.word, test.message, test.stack)
		}
	}
}
