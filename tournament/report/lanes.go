package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file prepares what the report says about lanes, which sleep or spin until a message comes.
// Lanes are in no ranking, because processor time matters as much as latency. The report shows both
// side by side. lanes_table.go writes the table for a terminal, and lanes_charts.go makes the
// charts.

// ReportedLane is what a founding document reported of a lane on a platform.
type ReportedLane struct {
	Lane, Platform string
	P50            float64 // ns
}

// laneMatrix holds the figures of a document's lanes.
type laneMatrix struct {
	doc      *result.Document // nil when there are none
	cells    map[string]*result.Cell
	reported []ReportedLane
}

func newLaneMatrix(lanes *result.Document, reported []ReportedLane) *laneMatrix {
	m := &laneMatrix{doc: lanes, reported: reported}
	if lanes != nil {
		m.cells = lanes.ByKey()
	}
	return m
}

func (m *laneMatrix) cell(lane, workload string, p latency.Params) *result.Cell {
	wanted := result.Cell{Contestant: lane, Workload: workload, Params: p.Map()}
	return m.cells[wanted.Key()]
}

// gaps returns the gaps of the cells with arrivals in the normal condition of the machine, in
// order.
func (m *laneMatrix) gaps() []time.Duration {
	var gaps []time.Duration
	if m.doc == nil {
		return nil
	}
	for _, c := range m.doc.Cells {
		p, err := latency.ParseParams(c.Params)
		if err == nil && c.Workload == latency.Arrival && p == (latency.Params{Gap: p.Gap}) && !slices.Contains(gaps, p.Gap) {
			gaps = append(gaps, p.Gap)
		}
	}
	slices.Sort(gaps)
	return gaps
}

// shownGaps returns the gaps that get a table: the founding document's gap and one of a stream. A
// run without the founding gap gets a table for each gap.
func (m *laneMatrix) shownGaps() []time.Duration {
	gaps := m.gaps()
	if !slices.Contains(gaps, latency.FoundingGap) {
		return gaps
	}
	shown := []time.Duration{latency.FoundingGap}
	if slices.Contains(gaps, latency.ShortGap) {
		shown = append(shown, latency.ShortGap)
	}
	return shown
}

// laneTable is the table of one gap.
type laneTable struct {
	Gap  string
	Rows []laneRow
	// Reported: at least one row has a reported figure.
	Reported bool
}

// laneRow is one lane at one gap.
type laneRow struct {
	Name, Summary, Contains     string
	Champion                    bool
	P50, P99, Max               string
	CPU, PerOne                 string // processor time per second and per message
	Count                       string
	Speedup, SpeedupSpread      string
	Darwin, Linux               string // reported medians
	DarwinSpeedup, LinuxSpeedup string
	// Why is the reason why there is no figure.
	Why string
}

func (m *laneMatrix) tables() ([]laneTable, error) {
	var tables []laneTable
	for _, gap := range m.shownGaps() {
		t := laneTable{Gap: latency.GapText(gap)}
		for _, c := range m.doc.Contestants {
			cell := m.cell(c.Name, latency.Arrival, latency.Params{Gap: gap})
			if cell == nil {
				continue
			}
			row, err := m.row(c, cell, gap)
			if err != nil {
				return nil, err
			}
			t.Reported = t.Reported || row.Darwin != "" || row.Linux != ""
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables, nil
}

func (m *laneMatrix) row(c result.Contestant, cell *result.Cell, gap time.Duration) (laneRow, error) {
	row := laneRow{Name: c.Name, Summary: c.Summary, Contains: latency.IncludedCost(c.Name, gap), Champion: c.Kind == champion}
	if gap == latency.FoundingGap {
		row.Darwin, row.DarwinSpeedup = m.reportedOf(c.Name, "darwin")
		row.Linux, row.LinuxSpeedup = m.reportedOf(c.Name, "linux")
	}
	merged, why, err := m.latency(cell)
	if why != "" || err != nil {
		row.Why = why
		return row, err
	}
	at := func(percentile float64) string {
		return figures.Value(float64(merged.ValueAtPercentile(percentile)), "ns")
	}
	// The histogram has two digits of precision, so the sentence, the charts and this table use the
	// value that each round recorded.
	row.P50 = figures.Value(stats.Median(cell.Values()), "ns")
	row.P99, row.Max = at(99), at(100)
	row.Count = figures.Grouped(merged.TotalCount())
	row.CPU = figures.Significant(stats.Median(cell.Cores()))
	row.PerOne = figures.Value(1e9*stats.Median(perArrival(cell)), "ns")
	if e := m.speedup(cell); e.Known() {
		row.Speedup, row.SpeedupSpread = figures.Factor(e.Value), figures.Spread(e)
	}
	return row, nil
}

// champion is the kind of the project's own contestants.
const champion = "champion"

// latency merges the latencies of a cell, or returns the reason why there are none.
func (m *laneMatrix) latency(cell *result.Cell) (h *hdrhistogram.PackedHistogram, why string, err error) {
	switch {
	case cell == nil:
		return nil, "it was not part of this run", nil
	case cell.Failed():
		return nil, failureReason(cell), nil
	case len(cell.Samples) == 0:
		return nil, cmp.Or(cell.Missing, "no sample and no reason"), nil
	}
	h, err = result.MergeLatency(cell.Samples)
	if err == nil && h == nil {
		why = "no latency was recorded"
	}
	return h, why, err
}

// speedup is how many times faster a lane is than the sleeping lane of the same primitive: the
// ratio of the medians of the same rounds.
func (m *laneMatrix) speedup(cell *result.Cell) stats.Estimate {
	sleeping := result.Cell{Contestant: latency.SleepingLane(cell.Contestant), Workload: cell.Workload, Params: cell.Params}
	sleeper := m.cells[sleeping.Key()]
	if sleeping.Contestant == "" || sleeper == nil || sleeper.Failed() {
		return stats.Ratio(nil, nil)
	}
	return stats.Ratio(result.Paired(sleeper, cell))
}

// reportedOf returns the reported median of a lane on a platform, and for a spinning lane the
// reported speed-up.
func (m *laneMatrix) reportedOf(lane, platform string) (p50, speedup string) {
	find := func(name string) float64 {
		for _, r := range m.reported {
			if r.Lane == name && r.Platform == platform {
				return r.P50
			}
		}
		return math.NaN()
	}
	own := find(lane)
	if math.IsNaN(own) {
		return "", ""
	}
	p50 = figures.Value(own, "ns")
	if sleeper := latency.SleepingLane(lane); sleeper != "" && own > 0 {
		speedup = figures.Factor(find(sleeper) / own)
	}
	return p50, speedup
}

// perArrival returns the processor seconds per message of each sample.
func perArrival(cell *result.Cell) []float64 {
	var all []float64
	for _, s := range cell.Samples {
		if s.WallSeconds > 0 {
			all = append(all, s.CPUSeconds/float64(max(s.Ops, 1)))
		}
	}
	return all
}

// condition is a row of the table about strategies on machines with less than two processors and
// about measurements without messages.
type condition struct {
	// What is the measured quantity. Where is the condition, empty for the machine as it is.
	What, Where string
	// Figures has an entry for each lane of the table.
	Figures []conditionFigure
}

// conditionFigure has a line for a lane's latency and one for its processor time. One of them may
// be empty.
type conditionFigure struct{ Late, Burnt string }

// conditions returns the lanes that were measured under more than one condition, with their
// figures.
func (m *laneMatrix) conditions() (lanes []string, rows []condition) {
	if m.doc == nil {
		return nil, nil
	}
	kinds := map[string]bool{}
	type place struct {
		workload string
		params   latency.Params
	}
	var places []place
	for _, c := range m.doc.Cells {
		p, err := latency.ParseParams(c.Params)
		if err != nil || c.Workload == latency.Arrival && p == (latency.Params{Gap: p.Gap}) {
			continue
		}
		kinds[c.Contestant] = true
		if at := (place{c.Workload, p}); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	for _, c := range m.doc.Contestants {
		if kinds[c.Name] {
			lanes = append(lanes, c.Name)
		}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.workload, b.workload), cmp.Compare(pinnedFirst(a.params), pinnedFirst(b.params)), cmp.Compare(b.params.CPUs, a.params.CPUs), cmp.Compare(a.params.Procs, b.params.Procs), cmp.Compare(a.params.Gap, b.params.Gap))
	})
	for _, at := range places {
		var row condition
		row.What, row.Where = conditionText(at.workload, at.params)
		for _, lane := range lanes {
			row.Figures = append(row.Figures, m.underCondition(m.cell(lane, at.workload, at.params)))
		}
		rows = append(rows, row)
	}
	return lanes, rows
}

// pinnedFirst orders conditions: 0 if the receiver has a processor for itself. These come first.
func pinnedFirst(p latency.Params) int {
	if p.Pin {
		return 0
	}
	return 1
}

func (m *laneMatrix) underCondition(cell *result.Cell) conditionFigure {
	switch {
	case cell == nil:
		return conditionFigure{Late: "–"}
	case cell.Failed():
		return conditionFigure{Late: "failed"}
	case len(cell.Samples) == 0:
		return conditionFigure{Late: "–"}
	}
	value := figures.Value(stats.Median(cell.Values()), "ns")
	burnt := figures.Significant(stats.Median(cell.Cores())) + " CPU s/s"
	switch cell.Workload {
	case latency.Idle:
		return conditionFigure{Burnt: burnt}
	case latency.Pauses:
		return conditionFigure{Late: value}
	}
	if merged, _, err := m.latency(cell); err == nil && merged != nil {
		// Throttling affects only the slowest messages.
		value += ", p99 " + figures.Value(float64(merged.ValueAtPercentile(99)), "ns")
	}
	return conditionFigure{value, burnt + ", " + figures.Value(1e9*stats.Median(perArrival(cell)), "ns") + " each"}
}

// conditionText describes the measured quantity and the condition.
func conditionText(workload string, p latency.Params) (what, where string) {
	switch {
	case p.Pin:
		where = "a processor each"
	case p.CPUs > 0:
		where = "a quota of " + strconv.FormatFloat(p.CPUs, 'g', -1, 64) + " processors"
	case p.Procs > 0:
		where = "GOMAXPROCS " + figures.Grouped(int64(p.Procs))
	}
	switch workload {
	case latency.Idle:
		return "nothing is sent", where
	case latency.Pauses:
		return "forced collections: p99 of the pauses", where
	}
	return "a message every " + latency.GapText(p.Gap), where
}
