package js_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// TestNotices: the notices name every npm package that the built-in modules depend on, Node and
// Unicode, each with a licence.
func TestNotices(t *testing.T) {
	content, err := os.ReadFile("internal/lib/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var wanted struct{ Dependencies map[string]string }
	if err := json.Unmarshal(content, &wanted); err != nil {
		t.Fatal(err)
	}
	if len(wanted.Dependencies) == 0 {
		t.Fatal("package.json has no dependencies")
	}
	sections := strings.Split("\n"+js.Notices(), "\n==== ")
	licenceOf := func(name string) string {
		for _, s := range sections[1:] {
			if title, licence, _ := strings.Cut(s, "\n"); strings.HasPrefix(title, name) {
				return strings.TrimSpace(licence)
			}
		}
		return ""
	}
	names := map[string]string{"Node.js: ": "Permission is hereby granted", "Unicode: ": "UNICODE"}
	for name, version := range wanted.Dependencies {
		names["npm package "+name+" "+version] = ""
	}
	for name, part := range names {
		if licence := licenceOf(name); len(licence) < 500 || !strings.Contains(licence, part) {
			t.Errorf("%q has the licence %.60q..., want one with %q", name, licence, part)
		}
	}
}
