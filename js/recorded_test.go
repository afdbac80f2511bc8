package js_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// TestRecordedPrograms: each program in testdata logs the same as Node, whose output is in the text
// file of the same name. If Node is installed, its output is compared too.
func TestRecordedPrograms(t *testing.T) {
	for _, name := range []string{"promises"} {
		program := filepath.Join("testdata", name+".js")
		recorded, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			var out output
			r := start(t, strict(t), js.WithStdout(&out))
			if code, err := r.Main(t.Context(), program); code != 0 || err != nil {
				t.Fatalf("exit code %d, %v\n%s", code, err, panicOf(err))
			}
			sameLines(t, out.String(), string(recorded))
		})
		t.Run(name+" in Node", func(t *testing.T) {
			node, err := exec.LookPath("node")
			if err != nil {
				t.Skip("NOT RUN: Node is not installed")
			}
			got, err := exec.Command(node, program).Output()
			if err != nil {
				t.Fatal(err)
			}
			sameLines(t, string(got), string(recorded))
		})
	}
}

// sameLines reports the first lines that differ.
func sameLines(t *testing.T, got, want string) {
	t.Helper()
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	reported := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("line %d:\ngot  %s\nwant %s", i+1, a[i], b[i])
			if reported++; reported == 10 {
				return
			}
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines, want %d", len(a), len(b))
	}
}

// TestAwaitOfEval: code in eval and new Function has the engine's await. If it awaits an object
// that only looks like a promise, the script ends, and the runtime continues.
func TestAwaitOfEval(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the engine's stacks are not repaired")
	}
	r := start(t, strict(t))
	source := `eval('(async () => await Object.create(Promise.prototype))()')`
	if _, err := r.RunString(t.Context(), source); err == nil || !strings.Contains(err.Error(), "interface conversion") {
		t.Error(err)
	}
	stillWorks(t, r, source)
}

// panicOf returns the stack of the panic in an error, or nil if there is none.
func panicOf(err error) []byte {
	panicked, _ := errors.AsType[*wakeful.PanicError](err)
	return stackOf(panicked)
}
