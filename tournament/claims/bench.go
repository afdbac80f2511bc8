package claims

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/decide"
	waiting "github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns how a claim refers to a cell, and how a cell's figures are read.

// bench is a document with its lookup state.
type bench struct {
	doc    *result.Document
	cells  map[string]*result.Cell
	design stats.Design
	// read holds the keys of the cells that were read since findingOf last cleared it.
	read map[string]bool
}

func newBench(doc *result.Document) *bench {
	return &bench{doc: doc, cells: doc.ByKey(), design: decide.Design(doc), read: map[string]bool{}}
}

// designOf returns the design of a cell's rounds. The lanes of a run have a fixed number of rounds.
func (b *bench) designOf(r ref) stats.Design {
	if waiting.Owns(r.workload) {
		return stats.Design{}
	}
	return b.design
}

// findingOf evaluates a predicate, and records the cells that a finding without parts was read
// from.
func (b *bench) findingOf(p predicate) Finding {
	clear(b.read)
	f := p.evaluate(b)
	if len(f.Parts) == 0 {
		f.cells = slices.Sorted(maps.Keys(b.read))
	}
	return f
}

// missing is the error of a figure that is not in the document.
type missing struct{ reason string }

func (m *missing) Error() string { return m.reason }

// A ref refers to one figure of one cell, and to the corresponding reported figure.
type ref struct {
	contestant, workload, params string
	of                           statistic
	reported                     reportedKey
}

// statistic selects the figure of a sample.
type statistic int

const (
	ofValue statistic = iota
	ofMedian
	ofAllocations
	ofBytes
)

// at refers to the value of a cell. params are in the order of their names,
// "keepalive=held/state=running". The reported figure is the mean under the same names, unless
// filed changes them.
func at(contestant, workload, params string) ref {
	return ref{
		contestant: contestant, workload: workload, params: params,
		reported: reportedKey{workload, reportedName(contestant), strings.ReplaceAll(params, "/", ";"), "mean"},
	}
}

// reportedName returns the founding documents' name of a contestant. goja_nodejs is their baseline.
func reportedName(contestant string) string {
	if contestant == goja {
		return "baseline"
	}
	return contestant
}

// goja is the loop of goja_nodejs.
const goja = "goja_nodejs"

// filed changes the parameter under which the reported figure is found.
func (r ref) filed(parameter string) ref {
	r.reported.parameter = parameter
	return r
}

// from changes the experiment under which the reported figure is found.
func (r ref) from(experiment string) ref { //nolint:unparam // a ledger with one such figure today
	r.reported.experiment = experiment
	return r
}

// median selects the 50th percentile of the cell's latencies instead of its value.
func (r ref) median() ref {
	r.of, r.reported.statistic = ofMedian, "p50"
	return r
}

// allocations selects the allocations per operation.
func (r ref) allocations() ref {
	r.of, r.reported = ofAllocations, reportedKey{"allocation", "main", "", "allocs"}
	return r
}

// bytes selects the bytes allocated per operation.
func (r ref) bytes() ref {
	r.of, r.reported = ofBytes, reportedKey{}
	return r
}

func (r ref) key() string {
	key := r.workload + "/impl=" + r.contestant
	if r.params != "" {
		key += "/" + r.params
	}
	return key
}

func (r ref) row() string {
	return strings.Trim(r.workload+"/"+r.params, "/")
}

// figure describes the selected figure in words. It is empty for the value.
func (r ref) figure() string {
	return [...]string{"", "p50 of ", "allocations of ", "bytes of "}[r.of]
}

func (r ref) figures() []Reported { return reportedFigures()[r.reported] }

// series holds a figure by round.
type series map[int]float64

// series reads a figure from the samples, or returns the reason why there is none.
func (b *bench) series(r ref) (series, error) {
	b.read[r.key()] = true
	cell := b.cells[r.key()]
	switch {
	case cell == nil:
		return nil, &missing{b.whyAbsent(r)}
	case cell.Failed():
		return nil, &missing{fmt.Sprintf("%s failed: %s", r.key(), cell.Failures[0].Reason)}
	case cell.Missing != "":
		return nil, &missing{fmt.Sprintf("%s has no figure: %s", r.key(), cell.Missing)}
	}
	s := make(series, len(cell.Samples))
	for _, sample := range cell.Samples {
		v, err := r.read(sample)
		if err != nil {
			return nil, err
		}
		s[sample.Round] = v
	}
	return s, nil
}

func (r ref) read(s result.Sample) (float64, error) {
	switch r.of {
	case ofMedian:
		if s.Latency == nil {
			return 0, &missing{fmt.Sprintf("%s has no latencies", r.key())}
		}
		return float64(s.Latency.P50), nil
	case ofAllocations:
		return s.AllocsPerOp, nil
	case ofBytes:
		return s.BytesPerOp, nil
	}
	return s.Value, nil
}

// whyAbsent names the largest part of a cell's name that the document does not have.
func (b *bench) whyAbsent(r ref) string {
	if !slices.ContainsFunc(b.doc.Workloads, func(w result.Workload) bool { return w.Name == r.workload }) {
		return fmt.Sprintf("the workload %s is not in this document", r.workload)
	}
	if !slices.ContainsFunc(b.doc.Contestants, func(c result.Contestant) bool { return c.Name == r.contestant }) {
		return fmt.Sprintf("%s is not in this document", r.contestant)
	}
	return fmt.Sprintf("%s was not measured in this run", r.key())
}

// unit returns the unit of the selected figure.
func (b *bench) unit(r ref) string {
	switch r.of {
	case ofMedian:
		return "ns"
	case ofAllocations:
		return "allocs/op"
	case ofBytes:
		return "B/op"
	}
	for _, w := range b.doc.Workloads {
		if w.Name == r.workload {
			return w.Unit
		}
	}
	return "ns/op" // the unit of nearly all workloads
}

// paired returns the figures of the rounds that all series have, in the order of the rounds, as one
// slice for each series.
func paired(all ...series) [][]float64 {
	var rounds []int
	for round := range all[0] {
		if !slices.ContainsFunc(all, func(s series) bool { _, ok := s[round]; return !ok }) {
			rounds = append(rounds, round)
		}
	}
	slices.Sort(rounds)
	out := make([][]float64, len(all))
	for i, s := range all {
		for _, round := range rounds {
			out[i] = append(out[i], s[round])
		}
	}
	return out
}

// processors returns the number of goroutines that can run at the same time.
func (b *bench) processors() int {
	e := b.doc.Environment
	if e.Cores == 0 {
		return e.GOMAXPROCS
	}
	return min(e.Cores, e.GOMAXPROCS)
}
