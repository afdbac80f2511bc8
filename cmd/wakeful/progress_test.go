package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

var steps = []runner.Progress{
	{Done: 0, Total: 4, Round: 1, Rounds: 2, Cell: "a"},
	{Done: 1, Total: 4, Round: 1, Rounds: 2, Cell: "b", Left: 90 * time.Second, Failure: "hung\nwith a trace", FailedCell: "a"},
	{Done: 2, Total: 4, Round: 2, Rounds: 2, Cell: "b", Left: 30 * time.Second},
	{Done: 4, Total: 4, Round: 2, Rounds: 2},
}

func TestProgressInLines(t *testing.T) {
	var out bytes.Buffer
	tell := newProgress(&out) // not a terminal
	for _, p := range steps {
		tell(p)
	}
	want := `round 1 of 2
failed: a: hung
round 2 of 2, 30s left
4 of 4 samples taken
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func TestProgressAsABar(t *testing.T) {
	var out, narrow bytes.Buffer
	tell, tellNarrow := newProgressBar(&out, 120), newProgressBar(&narrow, 46)
	for _, p := range steps {
		tell(p)
		tellNarrow(p)
	}
	for line := range strings.FieldsFuncSeq(narrow.String(), func(r rune) bool { return r == '\r' || r == '\n' }) {
		if len([]rune(line)) > 46 {
			t.Errorf("on 46 columns %q has %d", line, len([]rune(line)))
		}
	}
	for _, want := range []string{"round 1 of 2", "1m30s left", "failed: a: hung\n", "round 2 of 2, 30s left", "50%"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the bar never said %q: %q", want, &out)
		}
	}
}
