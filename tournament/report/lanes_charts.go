package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file makes the charts of lanes: processor time against latency, and for the lanes between
// which a user of the loop chooses, latency and processor time over the gap.

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
		p.Columns = append(p.Columns, column{Contestant: c, Champion: c.Kind == string(contest.Champion), Ranked: true, Lane: true})
	}
	charts := m.charts(at)
	for i := range charts {
		charts[i].ID = fmt.Sprintf("chart-lanes-%d", i)
		charts[i].Lines = len(charts[i].Series)
	}
	p.Lanes = lanesView{Recommendation: m.recommend(), Tables: tables, Note: laneNote, Charts: charts}
	return nil
}

func (m *laneMatrix) charts(column map[string]int) []chart {
	var charts []chart
	for _, gap := range m.shownGaps() {
		charts = append(charts, m.scatter(gap, column))
	}
	if gaps := m.gaps(); len(gaps) > 1 {
		charts = append(charts, m.overGap(chart{
			Title: "latency over the gap: the loop, and Go's channel", YName: "time from sending to arrival (lower is better)", ValueTime: true, Unit: "ns/op",
			Note: "Each point is a median over the rounds, and the line through it is its interval. With the long gaps on the right, a receiver that can sleep does. Both axes are logarithmic.",
		}, gaps, column, (*result.Cell).Values), m.overGap(chart{
			Title: "processor time over the gap: the loop, and Go's channel", YName: "CPU seconds per second (lower is better)", Unit: "cores",
			Note: "This is the processor time of the receiver, waiting included. 1 is a whole processor. Both axes are logarithmic.",
		}, gaps, column, (*result.Cell).Cores))
	}
	return slices.DeleteFunc(charts, func(c chart) bool { return len(c.Series) == 0 })
}

// overGap adds curves over the gap to a chart.
func (m *laneMatrix) overGap(c chart, gaps []time.Duration, column map[string]int, values func(*result.Cell) []float64) chart {
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
		Kind: "scatter", Title: "latency against processor time, a message every " + latency.GapText(gap),
		XName: "CPU seconds per second (lower is better)", YName: "time from sending to arrival (lower is better)", ValueTime: true, Unit: "ns/op",
		Note: "Each dot is a lane. Further left uses less processor time, and further down is a shorter delay. Names that would overlap are left out: point at a dot to see its name. Both axes are logarithmic.",
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
