package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// A report never replaces the document that it is made from, whatever its name is.
func TestReportDoesNotReplaceItsDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := result.WriteFile("run.json", resulttest.Example()); err != nil {
		t.Fatal(err)
	}
	if err := os.Link("run.json", "linked.json"); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("run.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"report", "run.json", "--html", "run.json"},
		{"report", "run.json", "--html", "./linked.json"},
		small("--json", "new.html"), // the report's name is derived from the document's
	} {
		status, _, errOut := here(t, args...)
		if status != statusBadUse || !strings.Contains(errOut, "another name with --") {
			t.Errorf("%v: status %d, %q; want %d and advice about the names", args, status, errOut, statusBadUse)
		}
		if after, err := os.ReadFile("run.json"); err != nil || !bytes.Equal(before, after) {
			t.Fatalf("%v: the document is not what it was, %v", args, err)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 2 {
		t.Errorf("it left %v (%v)", left, err)
	}
	// A document that goes to a device has no report beside it.
	if status, out, errOut := here(t, small("--rounds", "1", "--json", os.DevNull)...); status != statusDone || strings.Contains(out, "report:") {
		t.Errorf("status %d: %s%s", status, out, errOut)
	}
}

// A new run does not replace the document of an interrupted one.
func TestNewRunKeepsAnInterruptedOne(t *testing.T) {
	t.Chdir(t.TempDir())
	doc := resulttest.Example()
	doc.Complete = false
	if err := result.WriteFile("run.json", doc); err != nil {
		t.Fatal(err)
	}
	status, _, errOut := here(t, small("--rounds", "1", "--json", "run.json")...)
	if status != statusBadUse || !strings.Contains(errOut, "--resume run.json") {
		t.Errorf("status %d, %q; want %d and the command that goes on", status, errOut, statusBadUse)
	}
	if after, err := result.ReadFile("run.json"); err != nil || after.Complete || len(after.Cells) != len(doc.Cells) {
		t.Errorf("the interrupted run is not what it was, %v", err)
	}
	// A complete run may be replaced.
	doc.Complete = true
	if err := result.WriteFile("run.json", doc); err != nil {
		t.Fatal(err)
	}
	if status, _, errOut := here(t, small("--rounds", "1", "--json", "run.json")...); status != statusDone {
		t.Errorf("status %d: %s", status, errOut)
	}
}

// An interrupted check prints the name of the file that has its measurements.
func TestInterruptedCheckNamesItsDocument(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	errOut := &interrupter{when: "round 1", interrupt: interrupt}
	status := run(ctx, streams{out: &bytes.Buffer{}, err: errOut}, []string{"check"})
	if status != statusInterrupted || !strings.Contains(errOut.String(), "interrupted; what was measured is in results") {
		t.Errorf("status %d: %s", status, errOut)
	}
}
