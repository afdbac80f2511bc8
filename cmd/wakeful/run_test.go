package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRunPrograms(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plain.js":  "console.log('plain', process.argv.slice(2).join())",
		"typed.ts":  "import { twice } from './lib';\nconst n: number = 21;\nconsole.log(twice(n));",
		"lib.ts":    "export const twice = (n: number) => 2 * n;",
		"module.js": "module.exports = 1;\nconsole.log(require('./data.json').name, require.main === module)",
		"data.json": `{"name": "data"}`,
		"throws.ts": "interface Unused {}\n\nfunction fails(): never {\n  throw new Error('mapped');\n}\nsetTimeout(fails, 1);",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		name        string
		args        []string
		in          string
		status      int
		out, stderr string // stderr contains this
	}{
		{"a file and its arguments", []string{file("plain.js"), "-e", "x"}, "", 0, "plain -e,x\n", ""},
		{"TypeScript", []string{file("typed.ts")}, "", 0, "42\n", ""},
		{"require", []string{file("module.js")}, "", 0, "data true\n", ""},
		{"standard input", nil, "console.log('in')", 0, "in\n", ""},
		{"standard input with arguments", []string{"-", "a"}, "console.log(process.argv[2])", 0, "a\n", ""},
		{"eval", []string{"-e", "console.log(process.argv[1])", "a"}, "", 0, "a\n", ""},
		{"exit code", []string{"-e", "process.on('exit', c => console.log('exit', c)); process.exit(7)"}, "", 7, "exit 7\n", ""},
		{"exitCode", []string{"-e", "process.exitCode = 3"}, "", 3, "", ""},
		{"uncaught", []string{"-e", "setTimeout(() => { throw new RangeError('far') }, 1)"}, "", 1, "", "RangeError: far\n    at "},
		{"uncaught in a file", []string{file("throws.ts")}, "", 1, "", "throws.ts:4\n  throw new Error('mapped');"},
		{"rejection", []string{"-e", "Promise.reject(new Error('lost'))"}, "", 1, "", "Error: lost"},
		{"syntax", []string{"-e", "let = ="}, "", 1, "", "SyntaxError"},
		{"no such file", []string{file("missing.js")}, "", 1, "", "Cannot find module"},
		{"unsettled", []string{"-e", "await new Promise(() => {})"}, "", 13, "", "unsettled top-level await"},
		{"time limit", []string{"--timeout", "1ms", "-e", "for (;;);"}, "", 124, "", "--timeout of 1ms"},
		{"a file without permission", []string{"--permission", "-e", "require('fs').readFileSync('" + file("data.json") + "')"}, "", 1, "", "ERR_ACCESS_DENIED"},
		{"a file with permission", []string{"--permission", "--allow-fs-read=" + dir, "-e", "console.log(require('fs').readFileSync('" + file("data.json") + "', 'utf8'))"}, "", 0, "{\"name\": \"data\"}\n", ""},
		{"Node 20's flag", []string{"--experimental-permission", "--allow-fs-read=*", "-e", "console.log(process.permission.has('fs.read'), process.permission.has('fs.write'))"}, "", 0, "true false\n", ""},
		{"the program's own file", []string{"--permission", file("plain.js")}, "", 0, "plain \n", ""},
		{"a module without permission", []string{"--permission", file("module.js")}, "", 1, "", "Cannot find module './data.json'"},
		{"a module with permission", []string{"--permission", "--allow-fs-read=" + dir, file("module.js")}, "", 0, "data true\n", ""},
		{"writing without permission", []string{"--permission", "--allow-fs-read=*", "-e", "require('fs').writeFileSync('" + file("new.txt") + "', '')"}, "", 1, "", "ERR_ACCESS_DENIED"},
		{"writing with permission", []string{"--permission", "--allow-fs-write=" + dir, "-e", "require('fs').writeFileSync('" + file("new.txt") + "', '')"}, "", 0, "", ""},
		{"links with permission to write", []string{"--permission", "--allow-fs-read=" + dir, "--allow-fs-write=" + dir, "-e", "require('fs').symlinkSync('/etc/passwd', '" + file("link") + "')"}, "", 1, "", "ERR_ACCESS_DENIED"},
		{"the environment without permission", []string{"--permission", "-e", "console.log(Object.keys(process.env).length)"}, "", 0, "0\n", ""},
		{"the environment with permission", []string{"--permission", "--allow-env=PATH", "-e", "console.log(Object.keys(process.env).join())"}, "", 0, "PATH\n", ""},
		{"the network without permission", []string{"--permission", "-e", "fetch('http://127.0.0.1:1/').catch(e => console.log(e.code ?? e.cause.code))"}, "", 0, "ERR_ACCESS_DENIED\n", ""},
		{"the network with permission", []string{"--permission", "--allow-net", "-e", "fetch('http://127.0.0.1:1/').catch(e => console.log(e.cause.code))"}, "", 0, "ECONNREFUSED\n", ""},
		{"a permission without the flag", []string{"--allow-fs-read=*", "-e", "1"}, "", 2, "", "need --permission"},
		{"print", []string{"-p", "let a = [1]; a.concat(require('path').sep)"}, "", 0, "[ 1, '/' ]\n", ""},
		{"print throws", []string{"--print", "nope"}, "", 1, "", "ReferenceError: nope"},
		{"negative limit", []string{"--timeout", "-1s", "-e", "1"}, "", 2, "", "negative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, stderr bytes.Buffer
			status := run(t.Context(), streams{in: strings.NewReader(c.in), out: &out, err: &stderr}, append([]string{"run"}, c.args...))
			if status != c.status || out.String() != c.out || !strings.Contains(stderr.String(), c.stderr) {
				t.Errorf("status %d, output %q, errors %q; want %d, %q, and %q", status, &out, &stderr, c.status, c.out, c.stderr)
			}
		})
	}
}

// TestRunInterrupted: Ctrl-C ends the context. Both a waiting program and one in an endless loop
// stop.
func TestRunInterrupted(t *testing.T) {
	for _, source := range []string{"setInterval(() => {}, 1000); console.log('runs')", "console.log('runs'); for (;;);"} {
		ctx, stop := context.WithCancel(t.Context())
		out := &signalled{when: stop}
		status := run(ctx, streams{in: strings.NewReader(""), out: out, err: &bytes.Buffer{}}, []string{"run", "-e", source})
		if status != statusInterrupted {
			t.Errorf("%s: status %d, want %d", source, status, statusInterrupted)
		}
	}
}

// signalled calls a function at the first write.
type signalled struct{ when func() }

func (s *signalled) Write(p []byte) (int, error) {
	s.when()
	return len(p), nil
}

// The word run may be left out.
func TestProgramsWithoutRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program.js")
	if err := os.WriteFile(file, []byte("console.log(process.argv.slice(2).join())"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		out    string
	}{
		{[]string{file, "a", "-p"}, 0, "a,-p\n"},
		{[]string{"-p", "1 + 1"}, 0, "2\n"},
		{[]string{"-e", "console.log(process.argv[1])", "x"}, 0, "x\n"},
		{[]string{"--eval", "process.exit(5)"}, 5, ""},
		{[]string{"missing.mjs"}, 1, ""},
		{[]string{"missing"}, 2, ""},
		{[]string{"--nope.js"}, 2, ""},
	} {
		var out, stderr bytes.Buffer
		if status := run(t.Context(), streams{in: strings.NewReader(""), out: &out, err: &stderr}, c.args); status != c.status || out.String() != c.out {
			t.Errorf("%q: status %d, output %q, errors %q; want %d, %q", c.args, status, &out, &stderr, c.status, c.out)
		}
	}
}
