package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
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
}

func newBench(doc *result.Document) *bench {
	return &bench{doc: doc, cells: doc.ByKey(), design: decide.Design(doc)}
}

// designOf returns the design of a cell's rounds. The lanes of a run have a fixed number of rounds.
func (b *bench) designOf(r ref) stats.Design {
	if waiting.Owns(r.workload) {
		return stats.Design{}
	}
	return b.design
}

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

// statistics describe the figures.
var statistics = [...]struct {
	words string
	unit  string // empty for that of the workload
	// none is the limit below which a figure counts as zero, because the runtime and the watch
	// allocate a little in each sample.
	none float64
	read func(result.Sample) float64
}{
	ofValue:  {read: func(s result.Sample) float64 { return s.Value }},
	ofMedian: {words: "p50 of ", unit: "ns", read: func(s result.Sample) float64 { return float64(s.Latency.P50) }},
	ofAllocations: {
		words: "allocations of ", unit: "allocs/op", none: 0.01,
		read: func(s result.Sample) float64 { return s.AllocsPerOp },
	},
	ofBytes: {
		words: "bytes of ", unit: "B/op", none: 1,
		read: func(s result.Sample) float64 { return s.BytesPerOp },
	},
}

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
	r.of, r.reported = ofAllocations, reportedKey{}
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
func (r ref) figure() string { return statistics[r.of].words }

// cell returns the cell of a figure, or the reason why it has none.
func (b *bench) cell(r ref) (*result.Cell, error) {
	cell := b.cells[r.key()]
	switch {
	case cell == nil:
		return nil, missing("%s", b.whyAbsent(r))
	case cell.Failed():
		return nil, missing("%s failed: %s", r.key(), cell.Failures[0].Reason)
	case cell.Missing != "":
		return nil, missing("%s has no figure: %s", r.key(), cell.Missing)
	case r.of == ofMedian && slices.ContainsFunc(cell.Samples, func(s result.Sample) bool { return s.Latency == nil }):
		return nil, missing("%s has no latencies", r.key())
	}
	return cell, nil
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
	if unit := statistics[r.of].unit; unit != "" {
		return unit
	}
	for _, w := range b.doc.Workloads {
		if w.Name == r.workload {
			return w.Unit
		}
	}
	return "ns/op" // the unit of nearly all workloads
}

// paired returns the figures of the rounds that all of the cells have, as one slice for each cell. The
// figures are of the same kind.
func (b *bench) paired(of ...ref) ([][]float64, error) {
	var cells []*result.Cell
	var keys []string
	for _, r := range of {
		cell, err := b.cell(r)
		if err != nil {
			return nil, err
		}
		cells, keys = append(cells, cell), append(keys, r.key())
	}
	columns := result.Columns(statistics[of[0].of].read, cells...)
	if len(columns[0]) == 0 {
		return nil, missing("%s have no round in common", figures.Listed(keys))
	}
	return columns, nil
}

// processors returns the number of goroutines that can run at the same time.
func (b *bench) processors() int {
	e := b.doc.Environment
	if e.Cores == 0 {
		return e.GOMAXPROCS
	}
	return min(e.Cores, e.GOMAXPROCS)
}
