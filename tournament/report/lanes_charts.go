package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file makes the charts of lanes: latency over the gap, processor time over the gap, and
// processor time against latency.

// lanesView is the section about lanes. It has no tables if there are no lanes.
type lanesView struct {
	Sentence string
	// Recommendation is nil when the run does not have what it takes.
	Recommendation *Recommendation
	// The first of the charts is shown at the top of the section.
	Tables     []laneTable
	Conditions []condition
	// Strategies are the columns of Conditions.
	Strategies []string
	Charts     []chart
}

// families are the groups of lanes that are drawn together, because forty curves in one chart are
// unreadable.
var families = []struct {
	name string
	has  func(string) bool
}{
	{"the loop, and Go's channel", hasPrefixOf("wakeful-", "go-channel-")},
	{"Go's pipe, epoll and condition variable", hasPrefixOf("go-pipe-", "go-epoll-", "go-cond-")},
	{"Go's sockets", hasPrefixOf("go-tcp-", "go-udp-")},
	{"Rust, mpsc", hasPrefixOf("rust-std-mpsc-", "rust-tokio-mpsc-")},
	{"Rust, TCP", hasPrefixOf("rust-std-tcp-", "rust-tokio-tcp-")},
	{"Rust, UDP", hasPrefixOf("rust-std-udp-", "rust-tokio-udp-")},
	{"Rust, words in memory", func(n string) bool {
		return hasPrefixOf("rust-crossbeam-", "rust-park-", "rust-futex-")(n) && !spinsFirst(n)
	}},
	{"Rust, the system's other channels", hasPrefixOf("rust-eventfd-", "rust-pipe-", "rust-unix-")},
	{"Rust, spinning for a while, then sleeping", spinsFirst},
}

func hasPrefixOf(with ...string) func(string) bool {
	return func(n string) bool {
		return slices.ContainsFunc(with, func(prefix string) bool { return strings.HasPrefix(n, prefix) })
	}
}

// spinsFirst reports whether the lane spins for the time in its name and then sleeps.
func spinsFirst(n string) bool {
	_, after, spins := strings.Cut(n, "-spin")
	return spins && after != "" && after != "-pause"
}

// lanes assembles the section, and adds the lanes to the script's columns.
func (p *page) lanes(m *laneMatrix) (err error) {
	if m.doc == nil {
		return nil
	}
	v := &p.Lanes
	if v.Tables, err = m.tables(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	v.Strategies, v.Conditions = m.conditions()
	column := map[string]int{}
	for _, c := range m.doc.Contestants {
		column[c.Name] = len(p.Columns)
		p.Columns = append(p.Columns, columnView{Name: c.Name, Kind: c.Kind, Champion: c.Kind == champion, Ranked: true, Lane: true})
	}
	v.Charts = m.charts(column)
	for i := range v.Charts {
		v.Charts[i].ID = fmt.Sprintf("chart-lanes-%d", i)
		v.Charts[i].Lines = len(v.Charts[i].Series)
		v.Charts[i].tabulate(p.Columns)
	}
	v.Sentence = m.sentence()
	v.Recommendation = m.recommend()
	figures, err := m.figures()
	p.Figures = append(p.Figures, figures...)
	return err
}

// figures returns all figures of the lanes, for the table that also has the contestants'. Lanes get
// no rank, because they have only the message in common.
func (m *laneMatrix) figures() ([]figureView, error) {
	all := newMatrix(m.doc)
	if err := all.mergeLatencies(); err != nil {
		return nil, err
	}
	views := all.figures()
	for i := range views {
		clear(views[i].Numbers[firstComparison : lastComparison+1])
	}
	return views, nil
}

func (m *laneMatrix) charts(column map[string]int) []chart {
	var charts []chart
	gaps := m.gaps()
	for _, at := range []time.Duration{latency.ShortGap, latency.FoundingGap} {
		if slices.Contains(gaps, at) || len(gaps) == 1 {
			charts = append(charts, m.scatter(cmp.Or(at, gaps[0]), column))
		}
		if len(gaps) == 1 {
			break
		}
	}
	if len(gaps) > 1 {
		for i, f := range families {
			charts = append(charts, m.overGap(f.name, f.has, gaps, column, false))
			if i == 0 {
				charts = append(charts, m.overGap(f.name, f.has, gaps, column, true))
			}
		}
	}
	return slices.DeleteFunc(charts, func(c chart) bool { return len(c.Series) == 0 })
}

// overGap makes a chart of curves over the gap: of latency, or of processor time.
func (m *laneMatrix) overGap(name string, has func(string) bool, gaps []time.Duration, column map[string]int, burnt bool) chart {
	c := chart{
		Kind: "curve", Title: "latency over the gap: " + name, XName: "gap between messages", YName: "time from sending to arrival (lower is better)", XTime: true, ValueTime: true, Unit: "ns/op",
		Note: "Each point is a median over the rounds, and the line through it is its interval. With the long gaps on the right, a receiver that can sleep does. Both axes are logarithmic.",
	}
	if burnt {
		c.Title, c.YName, c.ValueTime, c.Unit = "processor time over the gap: "+name, "CPU seconds per second (lower is better)", false, "cores"
		c.Note = "This is the processor time of the receiver, waiting included. 1 is a whole processor. Both axes are logarithmic."
	}
	for _, lane := range m.doc.Contestants {
		if !has(lane.Name) {
			continue
		}
		s := series{Contestant: column[lane.Name]}
		for _, gap := range gaps {
			source := m.measured(lane.Name, gap)
			if source == nil {
				continue
			}
			values := source.Values()
			if burnt {
				values = source.Cores()
			}
			if pt, ok := medianPoint(values, c.Unit); ok {
				pt.X, pt.label = float64(gap), latency.GapText(gap)
				s.Points = append(s.Points, pt)
			}
		}
		// Omit a lane with two points out of many. Other charts have those lanes.
		if len(s.Points) > min(2, len(gaps)-1) {
			c.Series = append(c.Series, s)
		}
	}
	return c
}

// scatter makes a chart of processor time against latency, with a dot for each lane.
func (m *laneMatrix) scatter(gap time.Duration, column map[string]int) chart {
	c := chart{
		Kind: "scatter", Title: "latency against processor time, a message every " + latency.GapText(gap),
		XName: "CPU seconds per second (lower is better)", YName: "time from sending to arrival (lower is better)", ValueTime: true, Unit: "ns/op",
		Note: "Each dot is a lane. Further left uses less processor time, and further down is a shorter delay. Names that would overlap are left out: point at a dot to see its name. Both axes are logarithmic.",
	}
	c.Table.Head = []string{"lane", "median", "CPU s/s", "CPU per message"}
	for _, lane := range m.doc.Contestants {
		source := m.measured(lane.Name, gap)
		if source == nil {
			continue
		}
		pt, ok := medianPoint(source.Values(), c.Unit)
		if x := stats.Median(source.Cores()); ok && x > 0 {
			pt.X = x
			c.Series = append(c.Series, series{column[lane.Name], []point{pt}})
			c.Table.Lines = append(c.Table.Lines, chartLine{Name: lane.Name, Champion: lane.Kind == champion, Figures: []string{pt.text, figures.Significant(x), figures.Value(1e9*stats.Median(perArrival(source)), "ns")}})
		}
	}
	return c
}

// medianPoint returns the median with its interval, if a logarithmic axis can show it.
func medianPoint(values []float64, unit string) (point, bool) {
	c := cell{state: figure, estimate: stats.Interval(values, stats.Confidence)}
	p, ok := c.point()
	p.text = c.text(unit)
	return p, ok
}

// sentence states the main result of the section: what sleeping and spinning cost the loop.
func (m *laneMatrix) sentence() string {
	for _, gap := range m.shownGaps() {
		asleep, awake := m.measured(blockLane, gap), m.measured(spinLane, gap)
		if asleep == nil || awake == nil {
			continue
		}
		return fmt.Sprintf("With a message every %s, a loop that parks runs the callback %s after sending, which includes waking a thread, and uses %s of a processor. A loop that spins runs it after %s and uses %s.",
			latency.GapText(gap), medianLatency(asleep), medianCores(asleep), medianLatency(awake), medianCores(awake))
	}
	return ""
}
