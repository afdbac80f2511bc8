package js_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestColumns: positions in the first and the second line are those of the file, although the code
// was wrapped in a function.
func TestColumns(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("Node is not installed: its columns are not compared")
	}
	for _, test := range []struct{ name, source, want string }{
		{"one", "const a = 1; function f() { throw new Error('x') }; f()\n", ":1:35"},
		{"two", "const a = 1;\n  function f() { throw new Error('x') }; f()\n", ":2:24"},
		{"timer", "const b = 1; setTimeout(() => { throw new TypeError('x') })\n", ":1:39"},
		{"wide", "const c = 'é😀'; throw new Error('x')\n", ":1:24"},
	} {
		for _, ext := range []string{".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"} {
			dir := files(t, map[string]string{test.name + ext: test.source})
			file := filepath.Join(dir, test.name+ext)
			place := regexp.MustCompile(`\n    at .*` + regexp.QuoteMeta(test.name+ext) + `(:\d+:\d+)`)
			check := func(who, report string) {
				if m := place.FindStringSubmatch(report); m == nil || m[1] != test.want {
					t.Errorf("%s: %s: want the column of %s in\n%s", who, filepath.Base(file), test.want, report)
				}
			}
			check("js", reportOf(t, file))
			if node != "" && (ext == ".js" || ext == ".cjs" || ext == ".mjs") {
				output, _ := exec.Command(node, file).CombinedOutput() // the exit status is not 0, because the program throws
				check("Node", string(output))
			}
		}
	}
}

// TestColumnsOfSyntaxErrors: the caret is below the wrong token.
func TestColumnsOfSyntaxErrors(t *testing.T) {
	for _, ext := range []string{".js", ".cjs", ".mjs", ".ts"} {
		for source, want := range map[string]string{
			"const a = 1; let b = ;\n":   ":1\nconst a = 1; let b = ;\n                     ^\n\nSyntaxError: ",
			"const a = 1;\n let b = ;\n": ":2\n let b = ;\n         ^\n\nSyntaxError: ",
		} {
			dir := files(t, map[string]string{"x" + ext: source})
			file := filepath.Join(dir, "x"+ext)
			if got := reportOf(t, file); len(got) < len(file+want) || got[:len(file+want)] != file+want {
				t.Errorf("%s: got\n%s", filepath.Base(file), got)
			}
		}
	}
}
