package world

import (
	"fmt"
	"io"
	"maps"
	"math"
	"strings"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the short tables of docs/world.md and docs/growth.md: one row for each figure, one
// row for each curve.

// Ratios writes one row for each figure: our figure with its unit, and for each peer the ratio of
// ours to theirs, which is below 1 if ours is better. A ratio that is not shown to be on its side of
// 1 has a "~", a tie has a "=", and a ratio in which the peer is ahead is bold. Of trips it has the
// mean and the 99th percentile.
func Ratios(w io.Writer, d *result.Document) error {
	t := figures.Table{Header: []string{"figure", "wakeful"}}
	for _, p := range d.Contestants {
		if p.Name != Ours {
			t.Header = append(t.Header, strings.ReplaceAll(p.Name, "_", "-"))
		}
	}
	cells := d.ByKey()
	for _, load := range Workloads() {
		for _, params := range load.Variants {
			of := func(peer string) *result.Cell {
				blank := result.Cell{Contestant: peer, Workload: load.Name, Params: params}
				return cells[blank.Key()]
			}
			ours := of(Ours)
			if ours == nil || len(ours.Samples) == 0 || params["figure"] == "p50" {
				continue
			}
			others := maps.Clone(params)
			delete(others, "figure")
			title := (&result.Cell{Workload: load.Name, Params: others}).Row()
			if params["figure"] != "" {
				title += ", " + params["figure"]
			}
			row := []string{title, digits(stats.Median(ours.Values())) + " " + load.Unit}
			for _, p := range d.Contestants {
				if p.Name != Ours {
					row = append(row, mark(ours, of(p.Name)))
				}
			}
			t.Add(row...)
		}
	}
	_, err := io.WriteString(w, t.Markdown())
	return err
}

// mark returns the ratio of a figure with the mark of its verdict.
func mark(ours, theirs *result.Cell) string {
	if theirs == nil || len(theirs.Samples) == 0 {
		return "-"
	}
	ratio := stats.Ratio(result.Paired(ours, theirs))
	if !ratio.Known() {
		return "-"
	}
	text := digits(ratio.Value)
	// The verdict is about the other's value divided by ours.
	switch stats.Judge(stats.Ratio(result.Paired(theirs, ours))) {
	case stats.Ahead:
		return text
	case stats.Tied:
		return "=" + text
	case stats.Behind:
		return "**" + text + "**"
	}
	return "~" + text
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
