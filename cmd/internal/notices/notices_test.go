package notices

import (
	"runtime"
	"strings"
	"testing"
)

// Every part of the command on this platform has its section, with the linked version and its
// licence.
func TestTheNoticesAreWhole(t *testing.T) {
	parts, err := Fixed("../../..")
	if err != nil {
		t.Fatal(err)
	}
	modules, err := Modules(runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) < 10 || len(parts) < 15 {
		t.Errorf("%d modules and %d other parts: this test looks in the wrong place", len(modules), len(parts))
	}
	for _, p := range append(parts, modules...) {
		if !has(Text, p) {
			t.Errorf("%s is not in THIRD_PARTY_NOTICES; in the module cmd, run: go generate ./internal/notices", p.Name)
		}
	}
}

// has reports whether a section of the notices is about a part and ends with its licence.
func has(text string, p Part) bool {
	for section := range strings.SplitSeq(text, "\n"+strings.Repeat("=", 80)+"\n") {
		names, licence, _ := strings.Cut(section, "\n\n")
		if strings.Contains("\n"+names+"\n", "\n"+p.Name+"\n") && strings.TrimSpace(licence) == tidy(p.Licence) {
			return true // a package may have a licence and a notice
		}
	}
	return false
}

// The check itself detects missing parts.
func TestMissingNoticeIsFound(t *testing.T) {
	a, b := Part{"a 1.0", "do what you like\n"}, Part{"b 2.0", "do what you like"}
	text := Make([]Part{a, b, {"c 3.0", "ask first\r\n\r\nplease"}})
	if strings.Count(text, "do what you like") != 1 {
		t.Errorf("the same licence is there twice:\n%s", text)
	}
	for _, c := range []struct {
		part Part
		want bool
	}{
		{a, true}, {b, true}, {Part{"c 3.0", "ask first\n\nplease"}, true},
		{Part{"c 3.1", "ask first\n\nplease"}, false}, {Part{"c 3.0", "never"}, false}, {Part{"d 1.0", "do what you like"}, false},
	} {
		if got := has(text, c.part); got != c.want {
			t.Errorf("%s is there: %v, want %v", c.part.Name, got, c.want)
		}
	}
	if parts := Bundled("intro\n\n==== a 1 (MIT)\n\nfree\n\n==== b 2 (BSD)\n\nfree too\n"); len(parts) != 2 || !strings.Contains(parts[1].Name, "b 2 (BSD)") {
		t.Errorf("read %+v", parts)
	}
}
