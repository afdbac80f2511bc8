package js_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wakeful-go/wakeful/js"
)

// mapOf is a source map that says that every line of a script is the first one of another file.
func mapOf(file string) string {
	return `{"version": 3, "sources": ["` + file + `"], "names": [], "mappings": "` + strings.Repeat("AAAA;", 20) + `"}`
}

// TestSourceMapsOutsideOfTheSandbox: a comment in a script cannot make the runtime read a file that
// the options have not given. If it is read as a source map, its content is in the stack.
func TestSourceMapsOutsideOfTheSandbox(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.map")
	if err := os.WriteFile(outside, []byte(mapOf("SECRET.ts")), 0o600); err != nil {
		t.Fatal(err)
	}
	comment := "\n//# sourceMappingURL=" + filepath.ToSlash(outside)
	block := "\n/*# sourceMappingURL=file://" + filepath.ToSlash(outside) + " */"
	body := "throw new Error('boom')" + comment
	literal := `"` + strings.ReplaceAll(body, "\n", `\n`) + `"`
	files := fstest.MapFS{
		"plain.js":  {Data: []byte(body)},
		"module.ts": {Data: []byte("const a: number = 1; " + body)},
		"esm.mjs":   {Data: []byte("export default 1; " + body)},
		// For esbuild the last comment counts. The last text that looks like one is none here.
		"string.mjs": {Data: []byte("export default 1; throw new Error('boom')" + block + "\nconst s = '//# sourceMappingURL=data:,'")},
	}
	for _, source := range []string{
		body, `eval(` + literal + `)`, `(0, eval)(` + literal + `)`, `new Function(` + literal + `)()`,
		`(async () => {}).constructor(` + literal + `)()`, `(function* () {}).constructor(` + literal + `)().next()`,
		`require('/plain.js')`, `require('/module.ts')`, `import('/esm.mjs')`, `import('/string.mjs')`, `(async () => { for await (const x of []) ; throw new Error('boom') })()` + comment + block,
	} {
		r := bare(t, js.WithNode(), js.WithFS(files), js.WithModules())
		_, err := r.Eval(t.Context(), source)
		checkNoMap(t, source, err)
	}
	for _, file := range []string{"/plain.js", "/module.ts", "/esm.mjs", "/string.mjs"} {
		r := bare(t, js.WithNode(), js.WithFS(files), js.WithModules())
		_, err := r.EvalFile(t.Context(), file)
		checkNoMap(t, file, err)
	}
}

func checkNoMap(t *testing.T, source string, err error) {
	t.Helper()
	thrown, ok := errors.AsType[*js.Error](err)
	if !ok || !strings.Contains(err.Error(), "boom") {
		t.Errorf("%s: got %v, want the script's error", source, err)
		return
	}
	if strings.Contains(thrown.Stack, "SECRET") || strings.Contains(thrown.Report(), "SECRET") {
		t.Errorf("%s: it has read the source map outside:\n%s", source, thrown.Stack)
	}
}

// TestSourceMapsInTheSandbox: a source map is read from the files that the runtime has.
func TestSourceMapsInTheSandbox(t *testing.T) {
	files := fstest.MapFS{
		"dir/out.js":     {Data: []byte("throw new Error('boom')\n//# sourceMappingURL=out.js.map")},
		"dir/out.mjs":    {Data: []byte("export default 1; throw new Error('boom')\n//# sourceMappingURL=out.js.map")},
		"dir/out.js.map": {Data: []byte(mapOf("in.ts"))},
	}
	for _, file := range []string{"/dir/out.js", "/dir/out.mjs"} {
		r := bare(t, js.WithFS(files), js.WithModules())
		_, err := r.EvalFile(t.Context(), file)
		thrown, ok := errors.AsType[*js.Error](err)
		if !ok || !strings.Contains(thrown.Stack, "/dir/in.ts:1:") {
			t.Errorf("%s: %v, with the stack\n%s", file, err, stackText(thrown))
		}
	}
}
