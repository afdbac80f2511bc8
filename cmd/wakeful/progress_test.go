package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
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

// On a terminal one line is rewritten, and never wraps.
func TestProgressOnATerminal(t *testing.T) {
	for width, second := range map[int]string{60: "round 1 of 2, sample 2 of 4, 1m30s left", 20: "round 1 of 2, sampl"} {
		var out bytes.Buffer
		tell := progressOf(&out, width)
		for _, p := range steps[:2] {
			tell(p)
		}
		tell(steps[3])
		erase := "\r" + strings.Repeat(" ", width-1) + "\r"
		want := erase + "round 1 of 2, sample 1 of 4"[:min(27, width-1)] + erase + "failed: a: hung\n" + erase + second + erase + "4 of 4 samples taken\n"
		if out.String() != want {
			t.Errorf("on %d columns got %q, want %q", width, &out, want)
		}
	}
}

// A long round says every half minute how far it has come.
func TestProgressOfALongRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		tell := newProgress(&out)
		for done := range 4 {
			tell(runner.Progress{Done: done, Total: 9, Round: 1, Rounds: 2, Cell: "a", Left: time.Hour})
			time.Sleep(20 * time.Second) //nolint:forbidigo // in fake time: the third call comes 40 s after the first line
		}
		want := `round 1 of 2, 1h0m0s left
round 1 of 2, sample 3 of 9, 1h0m0s left
`
		if out.String() != want {
			t.Errorf("got\n%swant\n%s", &out, want)
		}
	})
}
