package measure

import (
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns how long a run's samples are.

// Bounds of the rounds of a quick run: as many as a good interval wants, and as
// few as an interval can be made of.
const (
	quickMostRounds  = 12
	quickLeastRounds = 8
	fullRounds       = 20
)

// Rounds is the number of rounds of a run of so many cells, when none is asked
// for.
func Rounds(m runner.Mode, cells int) int {
	if m == runner.Full {
		return fullRounds
	}
	shortest := quickShortest + quickShortest/warmupShare + quickOverhead
	affordable := int(quickBudget / shortest / time.Duration(max(cells, 1)))
	return min(max(affordable, quickLeastRounds), quickMostRounds)
}

// The quick run's budget is shared evenly among its samples, within bounds: a
// shorter sample says nothing, a longer one nothing more. Some of each share
// goes to making the process, calibrating, and ending the loop.
const (
	quickBudget   = 95 * time.Second
	quickOverhead = 40 * time.Millisecond
	quickShortest = 25 * time.Millisecond
	quickLongest  = 100 * time.Millisecond

	// Figures differ from round to round and from process to process, not within a sample: the
	// ratio of two samples of a round has the same standard deviation with 33 ms (0.22 in
	// logarithms, 74 pairs) as with 148 ms (0.23). So more rounds say more than longer samples.
	fullWarmup = 20 * time.Millisecond
	fullTimed  = 50 * time.Millisecond
	// fullOverhead is what goes to the process, calibrating and ending the loop,
	// less what samples of a fixed number of operations are shorter: the mean over
	// all cells on the machine that the lengths were chosen on.
	fullOverhead = 30 * time.Millisecond
)

// warmupShare is the part of the timed length that the warm-up takes on top.
const warmupShare = 3

// lengths is how long a sample of the workload is in a run of so many samples.
func lengths(m runner.Mode, samples int, w *workloads.Workload) workloads.Lengths {
	if m == runner.Full {
		return workloads.Lengths{Warmup: fullWarmup, Timed: max(fullTimed, w.FullLength)}
	}
	share := quickBudget/time.Duration(max(samples, 1)) - quickOverhead
	timed := min(max(share*warmupShare/(warmupShare+1), quickShortest), quickLongest)
	return workloads.Lengths{Warmup: timed / warmupShare, Timed: timed}
}

// Expected is about how long so many rounds of the run take on two cores when nobody disturbs it.
func (o Options) Expected(rounds int) time.Duration {
	measured := o.Measurable()
	var round time.Duration
	for _, c := range measured {
		round += expected(o.Mode, lengths(o.Mode, len(measured)*rounds, c.Workload))
	}
	return round * time.Duration(rounds)
}

// expected is about how long a sample of these lengths takes, its process included.
func expected(m runner.Mode, l workloads.Lengths) time.Duration {
	if m == runner.Full {
		return l.Warmup + l.Timed + fullOverhead
	}
	return l.Warmup + l.Timed + quickOverhead
}

// deadline is when a sample that should take lengths counts as hung. It is far
// from what any working contestant needs, on a busy machine too.
func deadline(l workloads.Lengths) time.Duration {
	return 20*time.Second + 10*(l.Warmup+l.Timed)
}
