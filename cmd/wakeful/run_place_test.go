package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The line of a module that fails is shown when its directory has a space in its name.
func TestTheLineOfAModuleInADirectoryWithASpace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a b", "fails.mjs")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("export const x = 1;\nthrow new Error('on purpose');\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	run(t.Context(), streams{in: strings.NewReader(""), out: &out, err: &errs}, []string{"run", file})
	if want := file + ":2\nthrow new Error('on purpose');\n"; !strings.Contains(errs.String(), want) {
		t.Errorf("it says\n%s\nwant\n%s", errs.String(), want)
	}
}
