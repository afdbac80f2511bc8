package world

import (
	"io"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the short tables of docs/world.md and docs/growth.md: one row for each figure, one
// row for each curve. [Table] has the intervals.

// Ratios writes one row for each figure: our figure with its unit, and for each peer the ratio of
// ours to theirs, which is below 1 if ours is better. A ratio that is not shown to be on its side of
// 1 has a "~", a tie has a "=", and a ratio in which the peer is ahead is bold. Of trips it has the
// mean and the 99th percentile.
func Ratios(w io.Writer, d *Document, _ bool) error {
	var out strings.Builder
	var peers []PeerInfo
	header := []string{"figure", "wakeful"}
	for _, p := range d.Peers {
		if p.Name != Ours && p.Missing == "" {
			peers = append(peers, p)
			header = append(header, strings.ReplaceAll(p.Name, "_", "-"))
		}
	}
	var rows [][]string
	for _, name := range d.workloads() {
		kind, _, _ := strings.Cut(name, "/")
		for _, figure := range figureNames[kind] {
			ours := d.cell(Ours, name)
			if ours == nil || len(ours.Values(figure.name)) == 0 || figure.name == "p50" {
				continue
			}
			title := name
			if len(figureNames[kind]) > 1 {
				title += ", " + figure.name
			}
			row := []string{title, digits(ours.Median(figure.name).Value) + " " + figure.unit}
			for _, p := range peers {
				row = append(row, mark(ours, d.cell(p.Name, name), figure.name))
			}
			rows = append(rows, row)
		}
	}
	out.WriteString((&figures.Table{Header: header, Rows: rows}).Markdown())
	_, err := io.WriteString(w, out.String())
	return err
}

// mark returns the ratio of a figure with the mark of its verdict.
func mark(ours, theirs *Cell, figure string) string {
	if theirs == nil || len(theirs.Values(figure)) == 0 {
		return "-"
	}
	ratio := Ratio(ours, theirs, figure)
	if !ratio.Known() {
		return "-"
	}
	text := digits(ratio.Value)
	// The verdict is about the other's value divided by ours.
	switch stats.Judge(Ratio(theirs, ours, figure)) {
	case stats.Ahead:
		return text
	case stats.Tied:
		return "=" + text
	case stats.Behind:
		return "**" + text + "**"
	}
	return "~" + text
}

// Exponents returns what writes one row for each curve: the first and the last value of its
// parameter, the figures of each peer at both, and the fitted exponents.
func Exponents(curves []Curve) func(io.Writer, *Document, bool) error {
	return func(w io.Writer, d *Document, _ bool) error {
		var out strings.Builder
		header := []string{"curve", "from, to"}
		for _, p := range d.Peers {
			header = append(header, p.Name, "exponent")
		}
		var rows [][]string
		for _, c := range curves {
			workloads := c.Workloads()
			first, last := -1, -1
			for i, w := range workloads {
				if cell := d.cell(Ours, w.String()); cell != nil && len(cell.Values(c.Figure)) > 0 {
					if first < 0 {
						first = i
					}
					last = i
				}
			}
			if first < 0 {
				continue
			}
			row := []string{c.Name + ", " + c.Unit, figures.Grouped(int64(c.Values[first])) + ", " + figures.Grouped(int64(c.Values[last]))}
			for _, p := range d.Peers {
				row = append(row, d.end(p.Name, workloads[first], c)+", "+d.end(p.Name, workloads[last], c), d.exponentText(p.Name, c))
			}
			rows = append(rows, row)
		}
		out.WriteString((&figures.Table{Header: header, Rows: rows, Align: " rrrr"}).Markdown())
		_, err := io.WriteString(w, out.String())
		return err
	}
}

// end returns the median of a curve's figure at one end of it.
func (d *Document) end(peer string, w Workload, c Curve) string {
	cell := d.cell(peer, w.String())
	if cell == nil || len(cell.Values(c.Figure)) == 0 {
		return "-"
	}
	return digits(cell.Median(c.Figure).Value)
}
