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
