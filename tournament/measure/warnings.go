package measure

import (
	"fmt"
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns what makes the figures of loops doubtful.

const (
	// driftLimit is by how much a control may differ between the two halves of
	// a run, relative to the first.
	driftLimit = 0.15
	// leastForDrift is how many samples a control needs for that comparison.
	leastForDrift = 6
	// starvedBelow is the processor time per second below which a sample of a
	// busy workload was kept waiting by other programs.
	starvedBelow = 0.85
	// starvedShare of such samples is worth a warning.
	starvedShare = 0.10
)

// busyWorkloads always have something to run, whatever the contestant.
var busyWorkloads = []string{"ping-pong", "multi-producer", "cas-contention"}

func warnings(doc *result.Document) (all []string) {
	if starved := starvation(doc); starved > starvedShare {
		all = append(all, fmt.Sprintf("Other programs ran meanwhile: in %.0f %% of the samples that needed a processor all the time, they did not have one. Figures may be too high and too scattered; run again when the machine is idle.",
			100*starved))
	}
	kinds := doc.Kinds()
	for i := range doc.Cells {
		cell := &doc.Cells[i]
		// The machine's primitives are too short to be steady.
		if w, err := workloads.Find(cell.Workload); err == nil && w.Extra {
			continue
		}
		if kinds[cell.Contestant] != contest.Control || len(cell.Samples) < leastForDrift {
			continue
		}
		values := cell.Values() // in the order of the rounds, as they were taken
		half := len(values) / 2
		first, second := stats.Median(values[:half]), stats.Median(values[half:])
		if drift := second/first - 1; math.Abs(drift) > driftLimit {
			all = append(all, fmt.Sprintf("The control %s drifted by %+.0f %% from the first half of the rounds to the second: the machine itself changed while it was measured. Ratios within a round still hold; absolute figures do not.",
				cell.Key(), 100*drift))
		}
	}
	return all
}

// starvation is the share of the busy workloads' samples that were kept waiting
// for a processor.
func starvation(doc *result.Document) float64 {
	samples, starved := 0, 0
	for i := range doc.Cells {
		if !slices.Contains(busyWorkloads, doc.Cells[i].Workload) {
			continue
		}
		for _, s := range doc.Cells[i].Samples {
			samples++
			if s.CPUSeconds < starvedBelow*s.WallSeconds {
				starved++
			}
		}
	}
	return float64(starved) / float64(max(samples, 1))
}
