// Package decide computes what a tournament's document shows about two contestants, whether it keeps
// the project's bounds, and which cells need more samples. The run uses it to decide whether to
// continue, and the report uses it for its statements. So both mean the same by ahead, tied, behind and
// not shown.
//
// The functions read the document and do not change it. Any goroutine may call them.
package decide

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// Design returns the design of a document's run. The document of a run with a fixed number of
// rounds has no looks.
func Design(doc *result.Document) stats.Design {
	d, err := stats.Sequential(stats.Confidence, doc.Looks...)
	if err != nil {
		return stats.Design{}
	}
	return d
}

// Lead is the other's value divided by the own value, round by round. Above 1, own is ahead. It has
// no value unless both cells have samples of the same rounds.
func Lead(d stats.Design, own, other *result.Cell) stats.Estimate {
	if own == nil || other == nil || own.Failed() || other.Failed() {
		return stats.Ratio(nil, nil)
	}
	return d.Ratio(result.Paired(other, own))
}

// Verdict compares own with other. A value of zero is ahead of any other value: a loop that idles
// without processor time has no ratio to one that needs some.
func Verdict(d stats.Design, own, other *result.Cell) stats.Verdict {
	lead := Lead(d, own, other)
	if lead.Bounded() || own == nil || other == nil || own.Failed() || other.Failed() {
		return stats.Judge(lead)
	}
	mine, theirs := result.Paired(own, other)
	none := func(values []float64) int {
		n := 0
		for _, v := range values {
			if v == 0 {
				n++
			}
		}
		return n
	}
	switch n, m := none(mine), none(theirs); {
	case len(mine) < d.MinSamples():
	case n == len(mine) && m == len(mine):
		return stats.Tied
	case n == len(mine) && m == 0:
		return stats.Ahead
	case m == len(mine) && n == 0:
		return stats.Behind
	}
	return stats.NotShown
}

// OpenCell is what one undecided comparison leaves open: the keys of its cells, and an estimate of
// the total number of rounds to decide it.
type OpenCell struct {
	Keys   []string
	Rounds float64
	// First: this comparison goes on, up to the last round of the run, before others get any of the
	// time. It is in front of them.
	First bool
}

// Comparison is the default strategy in one row against another ranked contestant of another kind.
type Comparison struct {
	Own, Other *result.Cell
	Verdict    stats.Verdict
}

// Comparisons returns the comparisons that a document's statements are made from. Without a
// champion the lowest of each row takes its place.
func Comparisons(doc *result.Document) []Comparison {
	d := Design(doc)
	kinds := doc.Kinds()
	champion := ""
	for _, c := range doc.Contestants {
		if champion == "" && kinds[c.Name] == contest.Champion {
			champion = c.Name
		}
	}
	rows := map[string][]*result.Cell{}
	for i := range doc.Cells {
		c := &doc.Cells[i]
		if k := kinds[c.Contestant]; len(c.Samples) > 0 && !c.Failed() && k != contest.Control && k != contest.Ablation {
			rows[c.Row()] = append(rows[c.Row()], c)
		}
	}
	var all []Comparison
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		own := ownCell(rows[name], champion)
		if own == nil {
			continue
		}
		for _, other := range rows[name] {
			if other != own && kinds[other.Contestant] != contest.Champion {
				all = append(all, Comparison{own, other, Verdict(d, own, other)})
			}
		}
	}
	return all
}

// OpenCells returns the comparisons that are not shown, fewest required rounds first.
func OpenCells(doc *result.Document) []OpenCell {
	d := Design(doc)
	var needs []OpenCell
	for _, c := range Comparisons(doc) {
		if c.Verdict == stats.NotShown {
			needs = append(needs, OpenCell{
				Keys:   []string{c.Own.Key(), c.Other.Key()},
				Rounds: RoundsNeeded(Lead(d, c.Own, c.Other), len(c.Own.Samples)),
			})
		}
	}
	slices.SortFunc(needs, func(a, b OpenCell) int {
		return cmp.Or(cmp.Compare(a.Rounds, b.Rounds), slices.Compare(a.Keys, b.Keys))
	})
	return needs
}

// ownCell is the champion's cell, or the lowest if the run has no champion.
func ownCell(cells []*result.Cell, champion string) *result.Cell {
	for _, c := range cells {
		if c.Contestant == champion {
			return c
		}
	}
	if champion != "" {
		return nil
	}
	return slices.MinFunc(cells, func(a, b *result.Cell) int {
		return cmp.Compare(stats.Median(a.Values()), stats.Median(b.Values()))
	})
}

// RoundsNeeded returns the number of rounds that would decide a lead, if its value stays and its
// interval narrows with the square root of the number of rounds. It is infinite without an
// interval.
func RoundsNeeded(lead stats.Estimate, rounds int) float64 {
	if !lead.Bounded() || lead.Low <= 0 {
		return math.Inf(1)
	}
	value := math.Abs(math.Log(lead.Value))
	// Ahead or behind if 1 is outside the interval, tied if the margin is.
	within := max(value, math.Log(stats.Margin)-value)
	reach := max(math.Log(lead.High/lead.Value), math.Log(lead.Value/lead.Low))
	return float64(rounds) * (reach / within) * (reach / within)
}
