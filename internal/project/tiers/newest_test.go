package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRequireEngine: the pinned version and a missing network are reasons, another version is none.
func TestRequireEngine(t *testing.T) {
	dir, err := filepath.Abs("../../../js")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\t"+engine+" ")
	pinned, _, _ := strings.Cut(rest, "\n")
	t.Setenv("GOPROXY", "off")
	for query, want := range map[string]string{
		pinned:   "the newest goja is the pinned one, " + pinned,
		"latest": "the newest goja cannot be looked up: ",
	} {
		mod := filepath.Join(t.TempDir(), "newest.mod")
		if got := requireEngine(dir, mod, query); !strings.HasPrefix(got, want) {
			t.Errorf("%s: reason %q, want %q", query, got, want)
		}
		if _, err := os.Stat(mod); err == nil {
			t.Errorf("%s: a go.mod was written", query)
		}
	}
}
