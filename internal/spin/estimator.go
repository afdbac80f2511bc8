package spin

import (
	"math/bits"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

const (
	// maxBudget is the longest spin: about what it costs to wake a thread.
	maxBudget = 100 * time.Microsecond
	// minParkCost is what a park costs at least, delay or not.
	minParkCost = time.Microsecond
	// initialParkCost is what a park is taken to cost before one was measured.
	initialParkCost = 50 * time.Microsecond
	// One wait in parkEvery parks at once if spinning costs more than expensive of a
	// park: being unparked takes processor time for about a quarter of its delay, and a
	// goroutine should not burn twice as much.
	parkEvery, expensive = 3, 0.35
	// probeEvery: one wait in so many parks at once in any case, to measure what a park
	// costs now.
	probeEvery = 1024
	// pause is how long a spin pauses between two polls.
	pause = 32 * time.Nanosecond
)

// buckets of gaps: the first is below a 128th of maxBudget, each of the others twice as
// wide as the one before. Longer gaps are in none.
const buckets = 8

// units is maxBudget in units.
const units = 1 << (buckets - 1)

// An Estimator says how long to spin, from recent gaps, each weighing a sixteenth less
// than the one after it, and from what being unparked has cost. It chooses the budget
// with the least expected cost, where the cost of a wait is the time spun, plus that of a
// park if no work came in time. This is the ski-rental problem with a known distribution;
// see Karlin, Li, Manasse, Owicki, "Empirical studies of competitive spinning for a
// shared-memory multiprocessor" (SOSP 1991), who found a few recent waits enough.
type Estimator struct {
	average int64  // moving average of the gaps, in ticks
	last    int64  // the latest gap, in ticks
	fresh   bool   // the latest gap is not in the buckets yet
	waits   uint32 // since the last one that parked at once

	count    [buckets]float64 // of gaps
	sum      [buckets]float64 // of their lengths, in units
	parkCost float64          // moving average, in units

	unit        float64 // ticks: a 128th of maxBudget
	minParkCost float64 // in units
	pauses      int
}

func (e *Estimator) init() {
	e.unit = max(1, float64(native.TicksIn(maxBudget))/units)
	e.parkCost = units * float64(initialParkCost) / float64(maxBudget)
	e.minParkCost = units * float64(minParkCost) / float64(maxBudget)
	e.pauses = native.Pauses(pause)
}

// Pauses returns how many pause hints a spin with a budget makes between two polls.
func (e *Estimator) Pauses() int { return e.pauses }

// AverageGap returns the moving average of the gaps, in ticks.
func (e *Estimator) AverageGap() int64 { return e.average }

// WorkArrived takes in that work arrived so many ticks after the wait began.
func (e *Estimator) WorkArrived(gap int64) {
	gap = max(0, gap)
	e.average += (gap - e.average) / 8
	e.last, e.fresh = gap, true
}

// Unparked takes in how long unparking took, in ticks.
func (e *Estimator) Unparked(delay int64) {
	// A delay longer than maxBudget has other reasons, such as a busy machine.
	d := min(max(0, float64(delay)/e.unit), units)
	e.parkCost += (d - e.parkCost) / 8
}

// Budget takes in the latest gap and returns how long to spin now, in ticks.
func (e *Estimator) Budget() int64 {
	if e.fresh {
		e.fresh = false
		e.record(float64(e.last) / e.unit)
	}
	parkCost := max(e.parkCost, e.minParkCost)
	best, budget, dear := parkCost, 0, false // per wait: a park at once costs parkCost
	counted, spent := 0.0, 0.0
	for i := range e.count {
		counted += e.count[i]
		spent += e.sum[i]
		edge := float64(int(1) << i)
		if cost := spent + (1-counted)*(edge+parkCost); cost < best {
			best, budget = cost, 1<<i
			dear = spent > expensive*parkCost
		}
	}
	e.waits++
	if dear && e.waits%parkEvery == 0 || e.waits >= probeEvery {
		budget = 0
	}
	if budget == 0 {
		e.waits = 0
	}
	// A quarter longer: gaps scatter around the edge of a bucket.
	return int64(min(1.25*float64(budget), units) * e.unit)
}

// record adds a gap to the buckets. All weights together are at most 1.
func (e *Estimator) record(gap float64) {
	for i := range e.count {
		e.count[i] -= e.count[i] / 16
		e.sum[i] -= e.sum[i] / 16
	}
	if i := bits.Len64(uint64(gap)); i < buckets {
		e.count[i] += 1.0 / 16
		e.sum[i] += gap / 16
	}
}
