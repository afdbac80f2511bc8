package decide

import (
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns the detection of rounds that the machine disturbed. Controls measure only the
// machine. If they differ much in one round, the machine was different in that round. The detection
// does not depend on any contestant.

// DriftLimit is the factor by which the controls of a round may differ from their medians in either
// direction. The rounds of the committed run, on a shared virtual machine, differ by 1.04 in the
// middle and by 1.23 at most.
const DriftLimit = 1.25

// leastForDrift is the number of rounds needed to know the usual values.
const leastForDrift = 4

// A Drift is a round in which the controls drifted: By is the median over the controls of
// the round's value in multiples of the control's own median.
type Drift struct {
	Round int
	By    float64
}

// Drifting returns the rounds whose controls are off by more than [DriftLimit], in order.
// Rows that only controls have are left out: they show primitives, which are too short to
// be steady.
func Drifting(doc *result.Document) []Drift {
	kinds, fought := doc.Kinds(), doc.Contested()
	off := map[int][]float64{} // logarithms, by round
	for i := range doc.Cells {
		c := &doc.Cells[i]
		if kinds[c.Contestant] != contest.Control || !fought[c.Row()] || c.Failed() || len(c.Samples) < leastForDrift {
			continue
		}
		usual := stats.Median(c.Values())
		for _, s := range c.Samples {
			if usual > 0 && s.Value > 0 {
				off[s.Round] = append(off[s.Round], math.Log(s.Value/usual))
			}
		}
	}
	var drifts []Drift
	for round, logs := range off {
		if by := stats.Median(logs); math.Abs(by) > math.Log(DriftLimit) {
			drifts = append(drifts, Drift{round, math.Exp(by)})
		}
	}
	slices.SortFunc(drifts, func(a, b Drift) int { return a.Round - b.Round })
	return drifts
}
