package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the matrix from which the table and the page are written: an entry for every
// contestant in every row.

// state is what a cell shows.
type state int

const (
	figure  state = iota // a median
	missing              // the document gives a reason
	failed               // at least one sample failed, so there is no figure
	absent               // the document has no such cell, because it was not asked for
)

func (s state) String() string {
	return [...]string{"figure", "missing", "failed", "not run"}[s]
}

type matrix struct {
	doc     *result.Document
	design  stats.Design
	drifted []decide.Drift // the rounds that the machine spoiled, repeats included
	columns []column
	groups  []group
	gaps    []gap
}

// column is a contestant. The page's scripts read its JSON form.
type column struct {
	result.Contestant
	Champion bool `json:"champion"`
	// Ranked: the contestant is compared with others. Controls are not.
	Ranked bool `json:"ranked"`
	// Lane: this is a lane, and its switch is among the lanes' switches.
	Lane bool `json:"lane"`
}

func (c column) rank() int {
	switch {
	case c.Champion:
		return 0
	case c.Ranked:
		return 1
	}
	return 2
}

// gap is a reason why cells have no figure.
type gap struct {
	Number        int // from 1
	State, Reason string
}

// group is a workload with its rows.
type group struct {
	result.Workload
	rows []row
}

// row is a workload with one set of parameters.
type row struct {
	params map[string]string
	unit   string
	cells  []cell // one for each column
	// best is the ranked column with the lowest median, or -1 if none has a figure.
	best int
}

type cell struct {
	state    state
	source   *result.Cell // nil when absent
	estimate stats.Estimate
	// ranked: it takes part in the comparison, and has a figure.
	ranked bool
	// toBest is how it compares with the lowest of the row. The lowest itself has none.
	toBest stats.Verdict
	reason string // why there is no figure
	// gap is the number of the reason, or 0 if there is a figure or the cell was not asked for.
	gap int
	// latency is that of all samples together, set by mergeLatency.
	latency *hdrhistogram.PackedHistogram
}

// label names the row within its workload. It is empty for the only row.
func (r row) label() string { return label(r.params) }

func label(params map[string]string) string {
	return strings.ReplaceAll(result.FormatParams(params), "/", " ")
}

// ratio is the cell's median divided by the row's best. It is NaN without a figure, and infinite if
// only the best is zero.
func (r row) ratio(column int) float64 {
	if r.best < 0 || r.cells[column].state != figure {
		return math.NaN()
	}
	return quotient(r.cells[column].estimate.Value, r.cells[r.best].estimate.Value)
}

// tied reports whether a cell is tied with the best: a difference above the margin is
// excluded.
func (r row) tied(column int) bool { return column != r.best && r.cells[column].toBest == stats.Tied }

// open reports whether the run does not show how a ranked cell compares with the best.
func (r row) open(column int) bool {
	return column != r.best && r.cells[column].ranked && r.cells[column].toBest == stats.NotShown
}

// quotient divides values that are not negative. Zero divided by zero is one: two loops that both
// idle at no cost are equally good.
func quotient(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}

func newMatrix(doc *result.Document) *matrix {
	m := &matrix{doc: doc, design: decide.Design(doc), drifted: decide.Drifting(doc)}
	doc = contested(doc)
	for _, c := range doc.Contestants {
		m.columns = append(m.columns, column{
			Contestant: c,
			Champion:   c.Kind == string(contest.Champion),
			Ranked:     c.Kind != string(contest.Control) && c.Kind != string(contest.Ablation),
		})
	}
	// The project's own contestants come first and the controls last, whatever the run's order.
	slices.SortStableFunc(m.columns, func(a, b column) int { return a.rank() - b.rank() })
	columnOf := make(map[string]int, len(m.columns))
	for i, c := range m.columns {
		columnOf[c.Name] = i
	}
	groupOf := make(map[string]int, len(doc.Workloads))
	for i, w := range doc.Workloads {
		groupOf[w.Name] = i
		m.groups = append(m.groups, group{Workload: w})
	}
	rowOf := map[string]int{}
	for i := range doc.Cells {
		source := &doc.Cells[i]
		at, ok := groupOf[source.Workload]
		column, listed := columnOf[source.Contestant]
		if !ok || !listed {
			continue // Read refuses such a document
		}
		g := &m.groups[at]
		key := source.Row()
		if _, ok := rowOf[key]; !ok {
			rowOf[key] = len(g.rows)
			g.rows = append(g.rows, newRow(source.Params, g.Unit, len(m.columns)))
		}
		g.rows[rowOf[key]].cells[column] = newCell(source)
	}
	for i := range m.groups {
		rows := m.groups[i].rows
		slices.SortStableFunc(rows, func(a, b row) int { return result.CompareParams(a.params, b.params) })
		for j := range rows {
			m.rank(&rows[j])
		}
	}
	m.groups = slices.DeleteFunc(m.groups, func(g group) bool { return len(g.rows) == 0 })
	for i := range m.columns {
		m.numberGaps(i)
	}
	return m
}

// contested returns the document without the cells that a full run measures only for its claims:
// ablations, and rows that show the machine alone. They are in no ranking and therefore not in the
// matrix. The result shares the other cells with the document.
func contested(doc *result.Document) *result.Document {
	kinds, fought := doc.Kinds(), doc.Contested()
	out := *doc
	out.Cells = nil
	contestants, workloads := map[string]bool{}, map[string]bool{}
	for _, cell := range doc.Cells {
		if fought[cell.Row()] && kinds[cell.Contestant] != contest.Ablation {
			out.Cells = append(out.Cells, cell)
			contestants[cell.Contestant], workloads[cell.Workload] = true, true
		}
	}
	if len(out.Cells) == 0 {
		return doc // a run with only such cells is shown as it is
	}
	out.Contestants = slices.DeleteFunc(slices.Clone(doc.Contestants), func(c result.Contestant) bool { return !contestants[c.Name] })
	out.Workloads = slices.DeleteFunc(slices.Clone(doc.Workloads), func(w result.Workload) bool { return !workloads[w.Name] })
	return &out
}

// numberGaps numbers the reasons for a contestant's missing figures.
func (m *matrix) numberGaps(column int) {
	for _, g := range m.groups {
		for _, r := range g.rows {
			c := &r.cells[column]
			if c.state != missing && c.state != failed {
				continue
			}
			at := slices.IndexFunc(m.gaps, func(have gap) bool {
				return have.State == c.state.String() && have.Reason == c.reason
			})
			if at < 0 {
				at = len(m.gaps)
				m.gaps = append(m.gaps, gap{Number: at + 1, State: c.state.String(), Reason: c.reason})
			}
			c.gap = at + 1
		}
	}
}

// source returns the document's cell, or nil if there is none.
func (m *matrix) source(contestant, workload string, params map[string]string) *result.Cell {
	key := (&result.Cell{Contestant: contestant, Workload: workload, Params: params}).Key()
	for i := range m.doc.Cells {
		if m.doc.Cells[i].Key() == key {
			return &m.doc.Cells[i]
		}
	}
	return nil
}

func newRow(params map[string]string, unit string, columns int) row {
	r := row{params: params, unit: unit, cells: make([]cell, columns), best: -1}
	for i := range r.cells {
		r.cells[i] = cell{state: absent, estimate: stats.Interval(nil, stats.Confidence), reason: "it was not part of this run"}
	}
	return r
}

func newCell(source *result.Cell) cell {
	c := cell{source: source, estimate: stats.Interval(nil, stats.Confidence)}
	switch {
	case source.Failed():
		c.state, c.reason = failed, failureReason(source)
	case source.Missing != "":
		c.state, c.reason = missing, source.Missing
	case len(source.Samples) == 0:
		c.state, c.reason = missing, "no sample and no reason"
	default:
		c.estimate = stats.Interval(source.Values(), stats.Confidence)
	}
	return c
}

// failureReason returns the first failure and the number of failures.
func failureReason(source *result.Cell) string {
	n, attempts := len(source.Failures), len(source.Failures)+len(source.Samples)
	return fmt.Sprintf("%d of %s failed: %s", n, figures.Counted(attempts, "round"), source.Failures[0].Reason)
}

// mergeLatency sets a cell's latency, if its samples have latencies.
func mergeLatency(c *cell) (err error) {
	if c.state != figure {
		return nil
	}
	if c.latency, err = result.MergeLatency(c.source.Samples); err != nil {
		return fmt.Errorf("%s: %w", c.source.Key(), err)
	}
	return nil
}

// rank finds the best of a row, and compares the others with it.
func (m *matrix) rank(r *row) {
	for i := range r.cells {
		r.cells[i].ranked = m.columns[i].Ranked && r.cells[i].state == figure
	}
	r.best = m.lowest(*r, func(int) bool { return true })
	for i := range r.cells {
		if r.cells[i].ranked && i != r.best {
			r.cells[i].toBest = m.versus(*r, i, r.best)
		}
	}
}

// versus returns how one contestant of a row compares with another.
func (m *matrix) versus(r row, column, other int) stats.Verdict {
	return decide.Verdict(m.design, r.cells[column].source, r.cells[other].source)
}

// lowest returns the column with the lowest median among those that are ranked, have a figure and
// are wanted, or -1 if there is none.
func (m *matrix) lowest(r row, wanted func(column int) bool) int {
	lowest := -1
	for i, c := range r.cells {
		if c.ranked && wanted(i) && (lowest < 0 || c.estimate.Value < r.cells[lowest].estimate.Value) {
			lowest = i
		}
	}
	return lowest
}

// champions returns the names of the project's own contestants.
func (m *matrix) champions() (names []string) {
	for _, c := range m.columns {
		if c.Champion {
			names = append(names, c.Name)
		}
	}
	return names
}
