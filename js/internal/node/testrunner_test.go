package node_test

import (
	"os"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// The results of node:test are those of Node 20, except for durations, places and stacks. Each
// program collects what it writes, and prints that at its end.
func TestRunner(t *testing.T) {
	prelude, err := os.ReadFile("testdata/test_runner_prelude.js")
	if err != nil {
		t.Fatal(err)
	}
	var programs []string
	for _, program := range libtest.Programs(t, "testdata/test_runner.js") {
		programs = append(programs, string(prelude)+program)
	}
	libtest.Differ(t, programs)
}
