package world

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the table of a document, for a terminal and as Markdown.

// figureNames lists the figures of each kind of workload, with the unit and the words of a title.
var figureNames = map[string][]struct{ name, unit, title string }{
	"submit": {{"mean", "ns", "per function"}},
	"trip":   {{"mean", "ns", "mean"}, {"p50", "ns", "median trip"}, {"p99", "ns", "99th percentile"}},
	"timers": {{"schedule", "ns", "schedule"}, {"cancel", "ns", "cancel"}, {"fire", "ns", "fire"}},
	"echo":   {{"mean", "ns", "per request"}},
	"idle":   {{"processor", "us/s", "processor time"}},
	"loops":  {{"memory", "KiB", "memory per loop"}},
}

// Table writes the figures, with a part for each workload. Each peer has a row with its figure, the
// ratio of ours to theirs, which is below 1 if ours is better, and the verdict. At the end are the
// missing peers with their reasons.
func Table(w io.Writer, d *Document, markdown bool) error {
	var out strings.Builder
	for _, name := range d.workloads() {
		kind, _, _ := strings.Cut(name, "/")
		for _, figure := range figureNames[kind] {
			title := name + ": " + figure.title + ", " + figure.unit
			if markdown {
				fmt.Fprintf(&out, "### %s\n\n", title)
			} else {
				fmt.Fprintln(&out, title)
			}
			render(&out, d.rows(name, figure.name), []string{"peer", figure.unit, "95 % interval", "wakeful to it", "95 % interval", "wakeful is"}, markdown)
			fmt.Fprintln(&out)
		}
	}
	if missing := d.missing(); len(missing) > 0 {
		if markdown {
			fmt.Fprint(&out, "### Without a figure\n\n")
		}
		render(&out, missing, []string{"peer", "workload", "reason"}, markdown)
	}
	_, err := io.WriteString(w, out.String())
	return err
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

// missing lists the peers and cells without a figure. The reason of a peer is listed once.
func (d *Document) missing() [][]string {
	var rows [][]string
	for _, p := range d.Peers {
		if p.Missing != "" {
			rows = append(rows, []string{p.Title, "all", oneLine(p.Missing)})
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
				rows = append(rows, []string{p.Title, what, reason})
			}
		}
	}
	return rows
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

func render(out *strings.Builder, rows [][]string, header []string, markdown bool) {
	t := figures.Table{Header: header, Rows: rows}
	if len(header) == 6 {
		t.Align = " rrrr"
	}
	if markdown {
		out.WriteString(t.Markdown())
		return
	}
	out.WriteString(t.Text())
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
