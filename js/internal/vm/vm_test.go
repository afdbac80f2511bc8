package vm_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// TestJobsCanBeLookedAt: if a new version of the engine hides its queue, callbacks take twice as
// long, and no other test would fail.
func TestJobsCanBeLookedAt(t *testing.T) {
	rt := vm.New()
	jobs, ok := vm.JobsOf(rt)
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
