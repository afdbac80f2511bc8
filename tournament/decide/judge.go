package decide

import (
	"fmt"
	"math"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns what a document shows about a bound. The interval of the measurement decides, so a
// noisy run decides nothing.

// State is what a document shows about a bound.
type State int

const (
	// Kept: the whole interval is within the bound.
	Kept State = iota
	// Inconclusive: the interval contains the bound, there are too few samples for an interval, or
	// the rival failed.
	Inconclusive
	// Broken: the whole interval is outside the bound, or the contestant failed.
	Broken
	// NotRun: a needed cell is not in the document, because this machine cannot measure it or
	// nobody asked for it.
	NotRun
)

// String is "kept", "inconclusive", "broken" or "not run".
func (s State) String() string { return [...]string{"kept", "inconclusive", "broken", "not run"}[s] }

// BoundVerdict is the result of judging a bound.
type BoundVerdict struct {
	Bound
	State State
	// RivalRow names the row of the contestant that was compared with, if that is another one.
	RivalRow string
	// Measured is the ratio of the medians, or the median of the allocations.
	Measured stats.Estimate
	// Unit of Measured, when it is no ratio and no number of allocations.
	Unit string
	// Cores and RivalCores are the processor seconds per second of the contestant and its rival, if
	// the bound is about processor time.
	Cores, RivalCores float64
	// Reason is the reason why there is no value, or empty.
	Reason string
}

// JudgeBounds evaluates bounds over the document.
func JudgeBounds(doc *result.Document, bounds []Bound) []BoundVerdict {
	j := newJudge(doc)
	var verdicts []BoundVerdict
	for _, b := range bounds {
		verdicts = append(verdicts, j.verdict(b))
	}
	return verdicts
}

// Count returns how many of the verdicts have each state.
func Count(verdicts []BoundVerdict) map[State]int {
	n := map[State]int{}
	for _, v := range verdicts {
		n[v.State]++
	}
	return n
}

type judge struct {
	cells map[string]*result.Cell
	units map[string]string // of the workloads
}

func newJudge(doc *result.Document) judge {
	j := judge{cells: doc.ByKey(), units: make(map[string]string)}
	for _, w := range doc.Workloads {
		j.units[w.Name] = w.Unit
	}
	return j
}

func (j judge) verdict(b Bound) BoundVerdict {
	v := BoundVerdict{Bound: b, Measured: stats.Estimate{Value: math.NaN()}}
	if b.AgainstParams != nil {
		v.RivalRow = result.FormatParams(b.AgainstParams)
	}
	mine, reason, failed := j.cell(b.Contestant, b.Workload, b.Params)
	if reason != "" {
		v.Reason, v.State = reason, NotRun
		if failed {
			v.State = Broken
		}
		return v
	}
	if b.Against == "" {
		v.Measured = stats.Interval(result.Columns(b.quantity, mine)[0], stats.Confidence)
		if !b.Allocations {
			v.Unit = j.units[b.Workload]
		}
		v.State = Within(v.Measured, b.AtMost)
		return v
	}
	theirs, reason, failed := j.cell(b.Against, b.Workload, b.againstParams())
	if reason != "" {
		v.Reason, v.State = reason, NotRun
		if failed {
			v.State = Inconclusive
		}
		return v
	}
	if b.CPU {
		v.Cores, v.RivalCores = stats.Median(mine.Cores()), stats.Median(theirs.Cores())
	}
	columns := result.Columns(b.quantity, mine, theirs)
	v.Measured = stats.Ratio(columns[0], columns[1])
	v.State = Within(v.Measured, b.AtMost)
	if !v.Measured.Known() {
		v.Reason = fmt.Sprintf("%s and %s have no round in common", b.Contestant, b.Against)
	}
	return v
}

// Within compares an interval with a limit, which may be reached.
func Within(e stats.Estimate, limit float64) State {
	switch {
	case !e.Bounded() || e.Low <= limit && e.High > limit:
		return Inconclusive
	case e.High <= limit:
		return Kept
	}
	return Broken
}

// cell returns a contestant's cell in a row. If it has no figure, it returns the reason and whether
// that is a failure.
func (j judge) cell(contestant, workload string, params map[string]string) (cell *result.Cell, reason string, failed bool) {
	wanted := result.Cell{Contestant: contestant, Workload: workload, Params: params}
	cell = j.cells[wanted.Key()]
	switch {
	case cell == nil:
		return nil, wanted.Key() + " was not measured", false
	case cell.Missing != "":
		return nil, wanted.Key() + " is missing: " + cell.Missing, false
	case cell.Failed():
		return nil, wanted.Key() + " failed: " + cell.Failures[0].Reason, true
	}
	return cell, "", false
}

// quantity returns the value of a sample that the bound is about.
func (b Bound) quantity(s result.Sample) float64 {
	switch {
	case b.Allocations:
		return s.AllocsPerOp
	case b.CPU:
		return s.CPUSeconds / float64(max(s.Ops, 1))
	}
	return s.Value
}
