package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/trace"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// turns runs a loop with a hundred turns to its end and returns how many turns it has counted.
func turns(t *testing.T, name string) uint64 {
	t.Helper()
	l, err := wakeful.New(wakeful.WithName(name), wakeful.WithAutoExit(), wakeful.WithWaitStrategy(wakeful.Block()))
	if err != nil {
		t.Fatal(err)
	}
	left := 100
	var again func()
	again = func() {
		if left--; left == 0 {
			return
		}
		if err := l.AfterSubmitted(again); err != nil {
			t.Error(err)
		}
	}
	if err := l.Submit(again); err != nil {
		t.Fatal(err)
	}
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left != 0 {
		t.Fatalf("%d callbacks have not run", left)
	}
	return l.Metrics().Turns
}

// Each turn is a region of the execution trace by the loop's name, and only while a trace is
// written.
func TestTurnsAreRegionsOnlyWhileTracing(t *testing.T) {
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip("NOT RUN: the trace was not read, because there is no go command")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "trace"))
	if err != nil {
		t.Fatal(err)
	}
	turns(t, "before")
	if err := trace.Start(file); err != nil {
		t.Skipf("NOT RUN: somebody else traces: %v", err)
	}
	during, unnamed := turns(t, "during"), turns(t, "")
	trace.Stop()
	turns(t, "after")
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := exec.CommandContext(t.Context(), command, "tool", "trace", "-d=parsed", file.Name()).CombinedOutput()
	if err != nil {
		t.Fatalf("go tool trace: %v\n%s", err, text)
	}
	regions := map[string]uint64{}
	for line := range strings.Lines(string(text)) {
		for _, event := range []string{"RegionBegin", "RegionEnd"} {
			if _, name, found := strings.Cut(line, ` Type="`); found && strings.Contains(line, " "+event+" ") {
				regions[event+" "+strings.TrimSuffix(strings.TrimSpace(name), `"`)]++
			}
		}
	}
	want := map[string]uint64{
		"RegionBegin during turn": during, "RegionEnd during turn": during,
		"RegionBegin wakeful turn": unnamed, "RegionEnd wakeful turn": unnamed,
	}
	if !maps.Equal(regions, want) || during < 100 {
		t.Errorf("the trace has the regions %v, want %v", regions, want)
	}
}
