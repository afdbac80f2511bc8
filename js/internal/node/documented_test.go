package node

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The documentation of package js names every built-in module of Node, and every one that is
// missing.
func TestModulesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	there, absentText, ok := strings.Cut(string(text), "# What it lacks")
	if !ok {
		t.Fatal(`doc.go has no section "# What it lacks"`)
	}
	absentText, _, _ = strings.Cut(absentText, "# Go and JavaScript")
	named := func(in, name string) bool {
		return regexp.MustCompile(`[ /]` + regexp.QuoteMeta(name) + `[,.: \n]`).MatchString(in)
	}
	for _, name := range modules {
		// A part such as fs/promises belongs to its module.
		if whole, part, ok := strings.Cut(name, "/"); ok && (whole == "internal" || part == "strict" || part == "posix" || part == "types") {
			continue
		}
		if !named(there, name) {
			t.Errorf("doc.go does not say that there is the module %s", name)
		}
	}
	for name, instead := range absent {
		if strings.HasSuffix(name, "/promises") {
			continue
		}
		if !named(absentText, name) || named(there, name) {
			t.Errorf("doc.go does not say that there is no module %s", name)
		}
		if instead == "" {
			t.Errorf("%s: nothing says what to do without it", name)
		}
	}
}
