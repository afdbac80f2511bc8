package project

// Files that a module has a copy of, because the internal packages of another module cannot be
// imported.

import (
	"path"
	"strings"
	"testing"
)

func TestModulesOfTheSandboxAreThoseOfJS(t *testing.T) {
	tr := checkout(t)
	const copies, originals = "sandbox/internal/prelude/modules/", "js/internal/lib/dist/"
	found := 0
	for _, name := range tr.files {
		if !strings.HasPrefix(name, copies) {
			continue
		}
		found++
		if original := originals + path.Base(name); tr.read(t, name) != tr.read(t, original) {
			t.Errorf("%s differs from %s: copy it again", name, original)
		}
	}
	if found == 0 {
		t.Errorf("there are no files in %s", copies)
	}
}
