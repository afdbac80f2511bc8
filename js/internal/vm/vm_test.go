package vm_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// TestEnginesAreBoundAlike: the two files differ in the engine's name and path only.
func TestEnginesAreBoundAlike(t *testing.T) {
	body := func(file, path, name string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, body, ok := strings.Cut(string(text), "\npackage vm\n")
		if !ok {
			t.Fatalf("%s has no package clause", file)
		}
		return strings.ReplaceAll(strings.ReplaceAll(body, path, "PATH"), `"`+name+`"`, "NAME")
	}
	if body("goja.go", "github.com/dop251/goja", "goja") != body("sobek.go", "github.com/grafana/sobek", "sobek") {
		t.Error("goja.go and sobek.go differ in more than the engine: make the change in both")
	}
}

// TestJobsCanBeLookedAt: an update of the engine that hides its queue makes
// callbacks twice as slow, and nothing else would tell.
func TestJobsCanBeLookedAt(t *testing.T) {
	rt := vm.New()
	jobs, ok := vm.LookAtJobs(rt)
	if !ok {
		t.Fatalf("%s no longer has the field jobQueue", vm.Name)
	}
	var before, after bool
	if err := rt.Set("look", func(vm.FunctionCall) vm.Value { after = !jobs.None(); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := rt.Set("first", func(vm.FunctionCall) vm.Value { before = !jobs.None(); return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := rt.RunString(`first(); Promise.resolve().then(() => {}); look()`); err != nil {
		t.Fatal(err)
	}
	if before || !after || !jobs.None() {
		t.Errorf("jobs before a promise: %v, after: %v, in the end none: %v; want false, true, true", before, after, jobs.None())
	}
}
