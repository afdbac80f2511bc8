package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file prepares what the report says about lanes, which sleep or spin until a message comes.
// Lanes are in no ranking, because processor time matters as much as latency. The tables show both
// side by side, on the page and in a terminal. The charts have processor time against latency, and
// for the lanes between which a user of the loop chooses, both over the gap.

// laneMatrix holds the figures of a document's lanes.
type laneMatrix struct {
	doc   *result.Document
	cells map[string]*result.Cell
}

func newLaneMatrix(lanes *result.Document) *laneMatrix {
	return &laneMatrix{doc: lanes, cells: lanes.ByKey()}
}

// measured is a lane's cell at a gap if it has a figure, else nil.
func (m *laneMatrix) measured(lane string, gap time.Duration) *result.Cell {
	wanted := result.Cell{Contestant: lane, Workload: latency.Arrival, Params: latency.Params{Gap: gap}.Map()}
	cell := m.cells[wanted.Key()]
	if cell == nil || cell.Failed() || len(cell.Samples) == 0 {
		return nil
	}
	return cell
}

// gapOf returns the gap of a cell, and whether the cell has messages in the normal condition of the
// machine.
func gapOf(cell *result.Cell) (gap time.Duration, normal bool) {
	p, err := latency.ParseParams(cell.Params)
	return p.Gap, err == nil && cell.Workload == latency.Arrival && p == latency.Params{Gap: p.Gap}
}

// gaps returns the gaps of the cells in the normal condition of the machine, in order.
func (m *laneMatrix) gaps() []time.Duration {
	var gaps []time.Duration
	for i := range m.doc.Cells {
		if gap, normal := gapOf(&m.doc.Cells[i]); normal {
			gaps = append(gaps, gap)
		}
	}
	slices.Sort(gaps)
	return slices.Compact(gaps)
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

// laneTable is a table of lanes.
type laneTable struct {
	Title string
	figures.Table
}

// laneNote explains the columns of the tables.
const laneNote = "Median: of the medians of the rounds. p99, max: of all messages, to two digits. " +
	"CPU s/s: processor time of the receiver in a second. " +
	"CPU/message: for one message, waiting included. " +
	"Speed-up: the median of the sleeping lane of the same primitive, divided by this one's. " +
	"Contains: what the time includes. A sender that continues wakes a thread; " +
	"one that waits hands its thread over. " +
	"Conditions: procs is GOMAXPROCS, cpus a quota; with pin, each side has a processor. " +
	latency.Pauses + ": p99 of the pauses by forced collections. " +
	latency.Idle + ": nothing is sent."

// tables returns a table for each shown gap, and one of the cells under other conditions.
func (m *laneMatrix) tables() ([]laneTable, error) {
	var tables []laneTable
	add := func(title string, wanted func(gap time.Duration, normal bool) bool) error {
		t := laneTable{
			Title:  title,
			Header: []string{"lane", "median", "p99", "max", "CPU s/s", "CPU/message", "speed-up", "messages", "contains"},
			Align:  "lrrrrrrrl",
		}
		for _, lane := range m.doc.Contestants {
			for i := range m.doc.Cells {
				cell := &m.doc.Cells[i]
				if cell.Contestant != lane.Name || !wanted(gapOf(cell)) {
					continue
				}
				row, err := m.row(cell)
				if err != nil {
					return err
				}
				t.Add(row...)
			}
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
		return nil
	}
	for _, shown := range m.shownGaps() {
		at := func(gap time.Duration, normal bool) bool { return normal && gap == shown }
		if err := add("A message every "+latency.GapText(shown), at); err != nil {
			return nil, err
		}
	}
	err := add("Under other conditions", func(_ time.Duration, normal bool) bool { return !normal })
	return tables, err
}

// row is a line of a table.
func (m *laneMatrix) row(source *result.Cell) ([]string, error) {
	name := source.Contestant
	gap, normal := gapOf(source)
	if !normal {
		name += ", " + strings.ReplaceAll(source.Row(), "/", " ")
	}
	c := newCell(source)
	if c.state != figure {
		first, _, _ := strings.Cut(c.reason, "\n") // without the trace of a crash
		return []string{name, "–", "", "", "", "", "", "", figures.Plain(first)}, nil
	}
	if err := mergeLatency(&c); err != nil {
		return nil, err
	}
	row := []string{name, "", "", "", medianCores(source), "", "", "", ""}
	if source.Workload != latency.Idle {
		// The histogram has two digits of precision, so the charts and this table use the value that
		// each round recorded.
		row[1] = medianLatency(source)
	}
	if h := c.latency; h != nil {
		row[2] = figures.Value(float64(h.ValueAtPercentile(99)), "ns")
		row[3] = figures.Value(float64(h.ValueAtPercentile(100)), "ns")
		row[7] = figures.Grouped(h.TotalCount())
	}
	if source.Workload == latency.Arrival {
		row[5] = figures.Value(1e9*stats.Median(perArrival(source)), "ns")
	}
	if normal {
		row[6], row[8] = m.speedup(source), latency.IncludedCost(source.Contestant, gap)
	}
	return row, nil
}

// speedup is how many times faster a lane is than the sleeping lane of the same primitive: the
// ratio of the medians of the same rounds.
func (m *laneMatrix) speedup(cell *result.Cell) string {
	sleeping := *cell
	sleeping.Contestant = latency.SleepingLane(cell.Contestant)
	sleeper := m.cells[sleeping.Key()]
	if sleeping.Contestant == "" || sleeper == nil || sleeper.Failed() {
		return ""
	}
	e := stats.Ratio(result.Paired(sleeper, cell))
	if !e.Known() {
		return ""
	}
	return figures.Factor(e.Value) + " " + figures.Spread(e)
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

func medianLatency(cell *result.Cell) string { return figures.Value(stats.Median(cell.Values()), "ns") }

func medianCores(cell *result.Cell) string { return figures.Significant(stats.Median(cell.Cores())) }

// laneWidth is where the paragraphs below the tables break in a terminal.
const laneWidth = 120

// Lanes writes the tables of a document's lanes for a terminal: latency, processor time, and how
// much faster than sleeping each lane is. It writes nothing for a document without lanes.
func Lanes(w io.Writer, doc *result.Document) error {
	lanes, _ := latency.Split(doc)
	if lanes == nil {
		return nil
	}
	m := newLaneMatrix(lanes)
	tables, err := m.tables()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	out := bufio.NewWriter(w)
	paragraph := func(text string) {
		fmt.Fprintln(out, strings.Join(figures.Wrapped(figures.Plain(text), laneWidth), "\n"))
	}
	for _, t := range tables {
		fmt.Fprintf(out, "%s, from sending to arrival\n\n%s\n", t.Title, t.Text())
	}
	paragraph(laneNote)
	for _, warning := range lanes.Warnings {
		paragraph("warning: " + warning)
	}
	if r := m.recommend(); r != nil {
		fmt.Fprintln(out)
		paragraph(fmt.Sprintf("For this machine: %s. %s", r.Strategy, r.Reason))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("report: writing the table of lanes: %w", err)
	}
	return nil
}

// lanesView is the section about lanes. It has no tables if there are no lanes.
type lanesView struct {
	// Recommendation is nil when the run does not have what it takes.
	Recommendation *recommendation
	Tables         []laneTable
	Note           string // explains the tables
	Charts         []chart
}

// lanes assembles the section, and adds the lanes to the script's columns.
func (p *page) lanes(doc *result.Document) error {
	m := newLaneMatrix(doc)
	tables, err := m.tables()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	at := map[string]int{}
	for _, c := range doc.Contestants {
		at[c.Name] = len(p.Columns)
		champion := c.Kind == string(contest.Champion)
		p.Columns = append(p.Columns, column{Contestant: c, Champion: champion, Ranked: true, Lane: true})
	}
	charts := m.charts(at)
	for i := range charts {
		charts[i].ID = fmt.Sprintf("chart-lanes-%d", i)
		charts[i].Lines = len(charts[i].Series)
	}
	p.Lanes = lanesView{Recommendation: m.recommend(), Tables: tables, Note: laneNote, Charts: charts}
	return nil
}

// The names of the axes.
const (
	arrivalAxis = "time from sending to arrival (lower is better)"
	coresAxis   = "CPU seconds per second (lower is better)"
)

func (m *laneMatrix) charts(column map[string]int) []chart {
	var charts []chart
	for _, gap := range m.shownGaps() {
		charts = append(charts, m.scatter(gap, column))
	}
	if gaps := m.gaps(); len(gaps) > 1 {
		charts = append(charts, m.overGap(chart{
			Title: "latency over the gap: the loop, and Go's channel",
			Note: "Each point is a median over the rounds, and the line through it is its interval. " +
				"Both axes are logarithmic.",
			YName: arrivalAxis, ValueTime: true, Unit: "ns/op",
		}, gaps, column, (*result.Cell).Values), m.overGap(chart{
			Title: "processor time over the gap: the loop, and Go's channel",
			Note:  "1 is a whole processor of the receiver, waiting included. Both axes are logarithmic.",
			YName: coresAxis, Unit: "cores",
		}, gaps, column, (*result.Cell).Cores))
	}
	return slices.DeleteFunc(charts, func(c chart) bool { return len(c.Series) == 0 })
}

// overGap adds curves over the gap to a chart.
func (m *laneMatrix) overGap(
	c chart, gaps []time.Duration, column map[string]int, values func(*result.Cell) []float64,
) chart {
	c.Kind, c.XName, c.XTime = "curve", "gap between messages", true
	for _, lane := range m.doc.Contestants {
		if !strings.HasPrefix(lane.Name, "wakeful-") && !strings.HasPrefix(lane.Name, "go-channel-") {
			continue
		}
		s := series{Contestant: column[lane.Name]}
		for _, gap := range gaps {
			source := m.measured(lane.Name, gap)
			if source == nil {
				continue
			}
			if drawn, ok := medianPoint(values(source)); ok {
				drawn.X = float64(gap)
				s.Points = append(s.Points, drawn)
			}
		}
		// Omit a lane with two points out of many. The other charts have those lanes.
		if len(s.Points) > min(2, len(gaps)-1) {
			c.Series = append(c.Series, s)
		}
	}
	return c
}

// scatter makes a chart of processor time against latency, with a dot for each lane.
func (m *laneMatrix) scatter(gap time.Duration, column map[string]int) chart {
	c := chart{
		Kind:  "scatter",
		Title: "latency against processor time, a message every " + latency.GapText(gap),
		Note: "Each dot is a lane. Further left uses less processor time, further down is a shorter delay. " +
			"Names that would overlap are left out: point at a dot to see its name. " +
			"Both axes are logarithmic.",
		XName: coresAxis, YName: arrivalAxis, ValueTime: true, Unit: "ns/op",
	}
	for _, lane := range m.doc.Contestants {
		source := m.measured(lane.Name, gap)
		if source == nil {
			continue
		}
		drawn, ok := medianPoint(source.Values())
		if x := stats.Median(source.Cores()); ok && x > 0 {
			drawn.X = x
			c.Series = append(c.Series, series{column[lane.Name], []point{drawn}})
		}
	}
	return c
}

// medianPoint returns the median with its interval, if a logarithmic axis can show it.
func medianPoint(values []float64) (point, bool) {
	return cell{state: figure, estimate: stats.Interval(values, stats.Confidence)}.point()
}
