package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Lanes writes the table of a document's lanes for a terminal: latency, processor time, and how
// much faster than sleeping each lane is. It writes nothing for a document without lanes.
func Lanes(w io.Writer, doc *result.Document, reported []ReportedLane, color bool) error {
	lanes, _ := latency.Split(doc)
	if lanes == nil {
		return nil
	}
	m := newLaneMatrix(lanes, reported)
	tables, err := m.tables()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	out := bufio.NewWriter(w)
	var reasons []string
	for _, t := range tables {
		fmt.Fprintf(out, "From sending to arrival, a message every %s\n\n", t.Gap)
		fmt.Fprintln(out, t.render(color, &reasons))
	}
	if names, rows := m.conditions(); len(rows) > 0 {
		fmt.Fprintln(out, renderConditions(names, rows))
	}
	for _, line := range laneNotes {
		fmt.Fprintln(out, line)
	}
	for i, reason := range reasons {
		fmt.Fprintf(out, "[%d] %s\n", i+1, figures.Plain(reason))
	}
	for _, warning := range lanes.Warnings {
		fmt.Fprintf(out, "warning: %s\n", figures.Plain(warning))
	}
	if r := m.recommend(); r != nil {
		fmt.Fprintln(out)
		said := figures.Plain(fmt.Sprintf("For this machine: %s. %s", r.Strategy, r.Reason))
		fmt.Fprintln(out, strings.Join(figures.Wrapped(said, recommendationWidth), "\n"))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("report: writing the table of lanes: %w", err)
	}
	return nil
}

// recommendationWidth is where the last paragraph breaks.
const recommendationWidth = 120

// laneNotes explain the columns of the table.
var laneNotes = []string{
	"p50: the median over the rounds of each round's median. p99: of all messages of all rounds, rounded to two digits; with fewer",
	"than a hundred messages, the slowest. CPU s/s: the seconds of processor time that the receiver uses in a second; CPU/message:",
	"what it uses for one message, waiting included. Speed-up: the median of the sleeping lane of the same primitive, divided by this",
	"lane's; for the loop, Block's. Contains: what is part of the figure. If the receiver sleeps and the sender's thread continues,",
	"a thread is woken. If the sender waits at once, its thread is handed over to the receiving goroutine.",
}

func (t laneTable) render(color bool, reasons *[]string) string {
	w := figures.Table{Header: []string{"lane", "p50", "p99", "CPU s/s", "CPU/message", "speed-up", "", "messages", "contains"}, Align: "lrrrrrrrlrr"}
	if t.Reported {
		w.Header = append(w.Header, "reported: macOS", "Ubuntu")
	}
	for _, r := range t.Rows {
		name := figures.Plain(r.Name)
		if color && r.Champion {
			name = text.Bold.Sprint(name)
		}
		row := []string{name, r.P50, r.P99, r.CPU, r.PerOne, r.Speedup, r.SpeedupSpread, r.Count, r.Contains}
		if r.Why != "" {
			*reasons = append(*reasons, r.Name+": "+r.Why)
			row = []string{name, fmt.Sprintf("– [%d]", len(*reasons)), "", "", "", "", "", "", ""}
		}
		w.Add(append(row, reportedText(r.Darwin, r.DarwinSpeedup), reportedText(r.Linux, r.LinuxSpeedup))[:len(w.Header)]...)
	}
	return w.Text()
}

// reportedText returns a reported median, with the speed-up if there is one.
func reportedText(p50, speedup string) string {
	if speedup == "" {
		return p50
	}
	return p50 + " (" + speedup + ")"
}

func renderConditions(names []string, rows []condition) string {
	w := figures.Table{Header: []string{"the loop under other conditions"}}
	for _, n := range names {
		w.Header = append(w.Header, figures.Plain(n))
	}
	for _, r := range rows {
		row := []string{strings.Trim(r.What+"\n"+r.Where, "\n")}
		for _, f := range r.Figures {
			row = append(row, strings.Trim(f.Late+"\n"+f.Burnt, "\n"))
		}
		w.Add(row...)
	}
	return w.Text()
}
