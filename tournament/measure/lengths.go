package measure

import (
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns how long a run's samples are. Figures differ from round to round and from process to
// process, not within a sample: the ratio of two samples of a round has the same standard deviation
// with 33 ms (0.22 in logarithms, 74 pairs) as with 148 ms (0.23). So more rounds say more than longer
// samples.

// lengths is how long a sample of the workload is.
func lengths(m runner.Mode, w *workloads.Workload) workloads.Lengths {
	if m == runner.Full {
		return workloads.Lengths{Warmup: 20 * time.Millisecond, Timed: max(50*time.Millisecond, w.FullLength)}
	}
	return workloads.Lengths{Warmup: 8 * time.Millisecond, Timed: 25 * time.Millisecond}
}

// overhead goes to the process of a sample, calibrating and ending the loop, less what samples of a
// fixed number of operations are shorter: the mean over all cells on the machine that the lengths were
// chosen on.
var overhead = map[runner.Mode]time.Duration{runner.Quick: 40 * time.Millisecond, runner.Full: 30 * time.Millisecond}

// expected is about how long a sample of these lengths takes, its process included.
func expected(m runner.Mode, l workloads.Lengths) time.Duration {
	return l.Warmup + l.Timed + overhead[m]
}

// Expected is about how long so many rounds of the run take on two cores when nobody disturbs it.
func (o Options) Expected(rounds int) time.Duration {
	var round time.Duration
	for _, c := range o.Measurable() {
		round += expected(o.Mode, lengths(o.Mode, c.Workload))
	}
	return round * time.Duration(rounds)
}

// deadline is when a sample that should take lengths counts as hung. It is far
// from what any working contestant needs, on a busy machine too.
func deadline(l workloads.Lengths) time.Duration {
	return 20*time.Second + 10*(l.Warmup+l.Timed)
}
