package world

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the table of a document.

// figureNames lists the figures of each kind of workload, with the unit and the words of a title.
var figureNames = map[string][]struct{ name, unit, title string }{
	"submit": {{"mean", "ns", "per function"}},
	"trip":   {{"mean", "ns", "mean"}, {"p50", "ns", "median trip"}, {"p99", "ns", "99th percentile"}},
	"timers": {{"schedule", "ns", "schedule"}, {"cancel", "ns", "cancel"}, {"fire", "ns", "fire"}},
	"echo":   {{"mean", "ns", "per request"}},
	"idle":   {{"processor", "us/s", "processor time"}},
	"loops":  {{"memory", "KiB", "memory per loop"}},
}

// Table returns the figures, with a part for each workload. Each peer has a row with its figure, the
// ratio of ours to theirs, which is below 1 if ours is better, and the verdict. At the end are the
// missing peers with their reasons.
func (d *Document) Table() string {
	var out strings.Builder
	for _, name := range d.workloads() {
		kind, _, _ := strings.Cut(name, "/")
		for _, figure := range figureNames[kind] {
			t := figures.Table{
				Header: []string{"peer", figure.unit, "95 % interval", "wakeful to it", "95 % interval", "wakeful is"},
				Rows:   d.rows(name, figure.name), Align: " rrrr",
			}
			fmt.Fprintf(&out, "%s: %s, %s\n%s\n", name, figure.title, figure.unit, t.Text())
		}
	}
	return out.String() + d.missing()
}

// workloads returns the names of the workloads with a sample, in the order of a run, then in the
// order of the cells.
func (d *Document) workloads() []string {
	var names []string
	for _, w := range Workloads() {
		if slices.ContainsFunc(d.Cells, func(c *Cell) bool { return c.Workload == w.String() && len(c.Samples) > 0 }) {
			names = append(names, w.String())
		}
	}
	for _, c := range d.Cells {
		if len(c.Samples) > 0 && !slices.Contains(names, c.Workload) {
			names = append(names, c.Workload)
		}
	}
	return names
}

func (d *Document) rows(workload, figure string) [][]string {
	ours := d.cell(Ours, workload)
	var rows [][]string
	for _, p := range d.Peers {
		c := d.cell(p.Name, workload)
		if c == nil || len(c.Values(figure)) == 0 {
			continue
		}
		row := []string{p.Title, digits(c.Median(figure).Value), interval(c.Median(figure)), "", "", ""}
		if ours != nil && c != ours {
			ratio := Ratio(ours, c, figure)
			row[3], row[4] = digits(ratio.Value), interval(ratio)
			if ratio.Known() {
				// The verdict is about the other's value divided by ours.
				row[5] = stats.Judge(Ratio(c, ours, figure)).String()
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// missing is a table of the peers and cells without a figure, or "". The reason of a peer is listed
// once.
func (d *Document) missing() string {
	t := figures.Table{Header: []string{"peer", "workload", "reason"}}
	for _, p := range d.Peers {
		if p.Missing != "" {
			t.Add(p.Title, "all", oneLine(p.Missing))
			continue
		}
		var reasons []string
		for _, c := range d.Cells {
			if c.Peer != p.Name || len(c.Samples) > 0 || c.Missing+c.Failure == "" {
				continue
			}
			reason := oneLine(c.Missing)
			if c.Failure != "" {
				reason = "FAILED: " + oneLine(c.Failure)
			}
			what := d.refused(c)
			if text := what + reason; !slices.Contains(reasons, text) {
				reasons = append(reasons, text)
				t.Add(p.Title, what, reason)
			}
		}
	}
	if len(t.Rows) == 0 {
		return ""
	}
	return t.Text()
}

// refused returns the name under which a refused cell is listed. It is the kind of workload if the
// peer has no sample of that kind.
func (d *Document) refused(c *Cell) string {
	kind, _, _ := strings.Cut(c.Workload, "/")
	for _, other := range d.Cells {
		if k, _, _ := strings.Cut(other.Workload, "/"); k == kind && other.Peer == c.Peer && (len(other.Samples) > 0 || other.Failure != "") {
			return c.Workload
		}
	}
	return kind
}

func oneLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// digits formats three significant digits.
func digits(v float64) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case v == 0:
		return "0"
	case math.Abs(v) >= 100:
		return figures.Whole(v)
	}
	return fmt.Sprintf("%.*f", max(0, 2-int(math.Floor(math.Log10(math.Abs(v))))), v)
}

func interval(e stats.Estimate) string {
	if !e.Bounded() {
		return ""
	}
	return digits(e.Low) + " to " + digits(e.High)
}
