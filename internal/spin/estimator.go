package spin

import (
	"math/bits"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

const (
	// maxBudget is the longest spin: about what it costs to wake a thread.
	maxBudget = 100 * time.Microsecond
	// minParkCost is the least cost of a park, even without a delay.
	minParkCost = time.Microsecond
	// initialParkCost is the assumed cost of a park before one was measured.
	initialParkCost = 50 * time.Microsecond
	// If spinning costs more than the fraction expensive of a park, one wait in parkEvery parks at
	// once. Being unparked takes processor time for about a quarter of its delay, and spinning
	// should not use more than about twice that.
	parkEvery, expensive = 3, 0.35
	// probeEvery: one wait in this many parks at once, to measure the current cost of a park.
	probeEvery = 1024
	// pause is how long a spin pauses between two polls.
	pause = 32 * time.Nanosecond
)

// buckets of gaps: the first is below a 128th of maxBudget, each of the others twice as
// wide as the one before. Longer gaps are in none.
const buckets = 8

// units is maxBudget in units.
const units = 1 << (buckets - 1)

// An Estimator chooses how long to spin. It uses recent gaps, each with a weight of a sixteenth
// less than the next one, and the measured cost of being unparked. It chooses the budget with the
// least expected cost. The cost of a wait is the time spent spinning, plus the cost of a park if no
// work came in time. This is the ski-rental problem with a known distribution; see Karlin, Li,
// Manasse, Owicki, "Empirical studies of competitive spinning for a shared-memory multiprocessor"
// (SOSP 1991), who found that a few recent waits are enough.
type Estimator struct {
	average int64  // moving average of the gaps, in ticks
	last    int64  // the latest gap, in ticks
	fresh   bool   // the latest gap is not in the buckets yet
	waits   uint32 // waits since the last one that parked at once

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

// WorkArrived records that work arrived gap ticks after the wait started.
func (e *Estimator) WorkArrived(gap int64) {
	gap = max(0, gap)
	e.average += (gap - e.average) / 8
	e.last, e.fresh = gap, true
}

// Unparked records the time that unparking took, in ticks.
func (e *Estimator) Unparked(delay int64) {
	// A delay longer than maxBudget has other reasons, such as a busy machine.
	d := min(max(0, float64(delay)/e.unit), units)
	e.parkCost += (d - e.parkCost) / 8
}

// Budget records the latest gap and returns how long to spin now, in ticks.
func (e *Estimator) Budget() int64 {
	if e.fresh {
		e.fresh = false
		e.record(float64(e.last) / e.unit)
	}
	parkCost := max(e.parkCost, e.minParkCost)
	best, budget, tooCostly := parkCost, 0, false // per wait: a park at once costs parkCost
	counted, spent := 0.0, 0.0
	for i := range e.count {
		counted += e.count[i]
		spent += e.sum[i]
		edge := float64(int(1) << i)
		if cost := spent + (1-counted)*(edge+parkCost); cost < best {
			best, budget = cost, 1<<i
			tooCostly = spent > expensive*parkCost
		}
	}
	e.waits++
	if tooCostly && e.waits%parkEvery == 0 || e.waits >= probeEvery {
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
