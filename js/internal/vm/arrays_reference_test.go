package vm

import (
	_ "embed"
	"os/exec"
	"strings"
	"testing"
)

//go:embed testdata/arrays.js
var arraysProgramOfTest string

// TestArraysAreNodes: a program sees no difference between the array methods here and those in
// Node, neither in their properties nor in the observable steps.
func TestArraysAreNodes(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: Node is not installed")
	}
	source := "(function () {" + arraysProgramOfTest + "; return out.join('\\n') })()"
	expected, err := exec.Command(node, "-p", source).CombinedOutput()
	if err != nil {
		t.Fatalf("Node: %v\n%s", err, expected)
	}
	rt := New()
	got, err := rt.RunString(source)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(expected)), "\n")
	lines := strings.Split(got.String(), "\n")
	differences := 0
	for i := range max(len(want), len(lines)) {
		var a, b string
		if i < len(lines) {
			a = lines[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if a != b && differences < 20 {
			t.Errorf("line %d\ngot  %s\nwant %s", i, a, b)
		}
		if a != b {
			differences++
		}
	}
	t.Logf("%d of %d lines differ", differences, len(want))
}
