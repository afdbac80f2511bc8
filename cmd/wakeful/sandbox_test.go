package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSandbox(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "handler.mjs")
	if err := os.WriteFile(file, []byte("export default async (a, b) => ({sum: a.n + b})"), 0o600); err != nil {
		t.Fatal(err)
	}
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

func TestSandboxJSON(t *testing.T) {
	type result struct {
		OK     bool    `json:"ok"`
		Value  any     `json:"value"`
		Error  string  `json:"error"`
		Stack  string  `json:"stack"`
		CPU    float64 `json:"cpu_ms"`
		Memory int64   `json:"memory_bytes"`
	}
	for _, test := range []struct {
		source, flag string
		status       int
		ok           bool
		value        any
		word         string
	}{
		{"'x'", "--json", 0, true, "x", ""},
		{"throw new Error('no')", "--json", 1, false, nil, "thrown"},
		{"for(;;);", "--cpu=10ms", 2, false, nil, "cpu"},
		{"(function f() { f() })()", "--json", 2, false, nil, "stack"},
		{"await new Promise(() => {})", "--json", 1, false, nil, "unsettled"},
		{"'x'.repeat(2e6)", "--json", 2, false, nil, "output"},
	} {
		var out, stderr bytes.Buffer
		status := run(t.Context(), streams{in: strings.NewReader(test.source), out: &out, err: &stderr}, []string{"sandbox", "--json", test.flag, "-"})
		var got result
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v: %s %s", test.source, err, &out, &stderr)
		}
		if status != test.status || got.OK != test.ok || got.Value != test.value || got.Error != test.word || got.Memory == 0 {
			t.Errorf("%s: status %d, %s", test.source, status, &out)
		}
	}
}
