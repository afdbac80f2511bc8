package compare_test

import (
	"math"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/result/resulttest"
)

// measuredCells returns the number of the example's cells that have an interval.
func measuredCells(doc *result.Document) (n int) {
	for i := range doc.Cells {
		if doc.Cells[i].Missing == "" && !doc.Cells[i].Failed() {
			n++
		}
	}
	return n
}

func TestARunOverlapsItself(t *testing.T) {
	c := compared(t, resulttest.Example(), resulttest.Example())
	o := c.Overlaps(1)
	if n := measuredCells(resulttest.Example()); o.Cells != n || o.Overlapping != n || len(o.Disjoint) != 0 || o.Open != len(c.Rows)-n {
		t.Errorf("of %d cells with an interval: %+v", n, o)
	}
	if text := table(t, c, true); !strings.Contains(text, "cells, 100.0 %; ") || strings.Contains(text, "They do not meet") {
		t.Errorf("the end of the table is\n%s", text[max(0, len(text)-400):])
	}
}

func TestSeparateCellsAreListedByTheirGap(t *testing.T) {
	doc := resulttest.Example()
	for i := range doc.Cells {
		cell, factor := &doc.Cells[i], 1.0
		switch {
		case cell.Contestant == "wakeful" && cell.Workload == "ping-pong":
			factor = 1.5
		case cell.Contestant == "main" && cell.Workload == "ping-pong":
			factor = 0.25 // faster: also a gap, and a larger one
		case cell.Contestant == "control-channels" && cell.Params["waiter"] == "blocks":
			factor = 2
		}
		for j := range cell.Samples {
			cell.Samples[j].Value *= factor
		}
	}
	c := compared(t, resulttest.Example(), doc)
	o := c.Overlaps(1)
	if len(o.Disjoint) != 3 || o.Overlapping != o.Cells-3 {
		t.Fatalf("%+v", o)
	}
	for i, want := range []string{"main", "control-channels", "wakeful"} {
		if got := o.Disjoint[i].Row.Contestant; got != want {
			t.Errorf("place %d has %s, want %s", i, got, want)
		}
	}
	r := row(t, c, "wakeful", "ping-pong")
	if want := r.Cells[1].Low / r.Cells[0].High; o.Disjoint[2].Factor != want || want < 1.2 {
		t.Errorf("the gap is %v, want %v", o.Disjoint[2].Factor, want)
	}
	_, end, ok := strings.Cut(table(t, c, true), "the largest gap first:\n")
	lines := strings.Split(strings.TrimSuffix(end, "\n"), "\n")
	if !ok || len(lines) != 4 || !strings.Contains(lines[1], "ping-pong/impl=main") || !strings.Contains(lines[3], "18.2 ns (") {
		t.Errorf("the list is %q", lines)
	}
}

func TestALongListOfGapsIsCutOff(t *testing.T) {
	everything := func(result.Cell) bool { return true }
	c := compared(t, resulttest.Example(), slower(3, everything))
	n := len(c.Overlaps(1).Disjoint)
	if n <= 20 {
		t.Fatalf("only %d cells are apart", n)
	}
	text := table(t, c, true)
	_, end, _ := strings.Cut(text, "the largest gap first:\n")
	if lines := strings.Count(end, "\n"); lines != 22 || !strings.HasSuffix(text, "more\n") {
		t.Errorf("the list has %d lines, want a head, 20, and how many more:\n%s", lines, end)
	}
}

// The factor between zero and another figure is infinite.
func TestAGapFromZero(t *testing.T) {
	none := slower(0, ofWakeful)
	c := compared(t, inPingPong(resulttest.Example()), inPingPong(none))
	if o := c.Overlaps(1); len(o.Disjoint) != 1 || !math.IsInf(o.Disjoint[0].Factor, 1) {
		t.Errorf("%+v", o)
	}
	if text := table(t, c, false); strings.Contains(text, "NaN") {
		t.Errorf("a figure that is none:\n%s", text)
	}
}

func TestRunsWithoutIntervalsDoNotOverlapNorGapApart(t *testing.T) {
	c := compared(t, resulttest.Sparse(), resulttest.Sparse())
	if o := c.Overlaps(1); o.Cells != 0 || o.Overlapping != 0 || o.Open != len(c.Rows) {
		t.Errorf("%+v", o)
	}
	if text := table(t, c, false); !strings.Contains(text, "A and B have no cell with an interval in both.") {
		t.Error("the table does not say so")
	}
}
