package vm_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// TestVersion: the version is the one that go.mod requires.
func TestVersion(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(mod), "\t"+vm.Path+" ")
	if !found {
		t.Fatalf("go.mod does not require %s", vm.Path)
	}
	want, _, _ := strings.Cut(rest, "\n")
	if got := vm.Version(); got != want {
		t.Errorf("Version is %q, go.mod requires %q", got, want)
	}
}

func TestVersionInPath(t *testing.T) {
	const version = "v0.0.0-20260101000000-0123456789ab"
	for file, want := range map[string]string{
		"/go/pkg/mod/" + vm.Path + "@" + version + "/runtime.go": version,

		vm.Path + "@v1.2.3/runtime.go": "v1.2.3", // -trimpath

		"/src/vendor/" + vm.Path + "/runtime.go": "",

		"/go/pkg/mod/example.com/other@v1.2.3/a.go": "",

		vm.Path + "@v1.2.3": "",

		"": "",
	} {
		if got := vm.VersionInPath(file); got != want {
			t.Errorf("%q: version %q, want %q", file, got, want)
		}
	}
}
