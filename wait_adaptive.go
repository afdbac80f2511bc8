package wakeful

import (
	"math/bits"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Adaptive returns the strategy that spins as long as recent gaps between arrivals
// say that it pays, and then parks. It weighs the time that it would spin against
// the delay of being woken, both as it has measured them lately; so it spins when
// work comes within microseconds and waking takes a thread, and parks at once when
// work is rare, or when waking is cheap. It never spins for longer than 100 us at a
// time. Where spinning cannot win it is Block: with one processor, with a quota
// below two (control groups, which it reads anew every few seconds), where as many
// loops of the program spin already as there are processors but one, or where other
// goroutines are waiting for a processor.
func Adaptive() WaitStrategy { return adaptive{} }

type adaptive struct{}

const (
	// longest is the longest spin: about what it costs to wake a thread.
	longest = 100 * time.Microsecond
	// cheapest is what a park costs at least, delay or not.
	cheapest = time.Microsecond
	// usual is what being woken costs as long as nothing is known.
	usual = 50 * time.Microsecond
	// duty: one wait of so many parks at once where a spin is dear, which is one that
	// takes more than this part of a wake-up: being woken takes processor time for a
	// quarter of its delay, and a loop should not burn twice as much.
	duty, dearer = 3, 0.35
	// curious: one wait of so many parks at once in any case, to see what being
	// woken costs by now.
	curious = 1024
	// pace is how long a spin pauses between two polls.
	pace = 32 * time.Nanosecond
)

func (adaptive) Wait(w *Waiting) {
	m := &w.manners
	if m.alone {
		return
	}
	budget := w.past.budget()
	if budget > 0 && m.sit() {
		w.spin(budget, w.past.pauses)
	}
}

// buckets of gaps: below a 128th of longest, and then to the double each. Longer
// ones are in none.
const buckets = 8

// history is what an adaptive loop remembers: its recent gaps, each weighing a
// sixteenth less than the one after it, by length, and what being woken has cost.
// From these follows how long it should spin: so long that what that costs on
// average, be it the time until work comes or all of the budget and then being
// woken, is least. This is the ski-rental problem with the distribution known; see
// Karlin, Li, Manasse, Owicki, "Empirical studies of competitive spinning for a
// shared-memory multiprocessor" (SOSP 1991), who found a few recent waits enough.
type history struct {
	last  int64  // the latest gap, in ticks
	fresh bool   // which is not in the buckets yet
	waits uint32 // since it last parked at once

	count [buckets]float64 // of gaps
	sum   [buckets]float64 // of their lengths, in units
	price float64          // of being woken, in units, as a moving average

	unit     float64 // ticks: a 128th of longest
	cheapest float64 // in units
	pauses   int
}

// units is longest in units.
const units = 1 << (buckets - 1)

func (h *history) init() {
	h.unit = max(1, float64(native.TicksIn(longest))/units)
	h.price = units * float64(usual) / float64(longest)
	h.cheapest = units * float64(cheapest) / float64(longest)
	h.pauses = native.Pauses(pace)
}

// delay takes in how long a wake-up took, in ticks.
func (h *history) delay(ticks int64) {
	if h.unit > 0 {
		// What takes longer than a spin may last was no matter of waking.
		d := min(max(0, float64(ticks)/h.unit), units)
		h.price += (d - h.price) / 8
	}
}

// budget takes in the latest gap and returns how long to spin now, in ticks.
func (h *history) budget() int64 {
	if h.fresh {
		h.fresh = false
		h.take(float64(h.last) / h.unit)
	}
	price := max(h.price, h.cheapest)
	best, spin, dear := price, 0, false // per wait: a park at once costs its price
	counted, spent := 0.0, 0.0
	for i := range h.count {
		counted += h.count[i]
		spent += h.sum[i]
		edge := float64(int(1) << i)
		if cost := spent + (1-counted)*(edge+price); cost < best {
			best, spin = cost, 1<<i
			dear = spent > dearer*price
		}
	}
	h.waits++
	if dear && h.waits%duty == 0 || h.waits >= curious {
		spin = 0
	}
	if spin == 0 {
		h.waits = 0
	}
	// What has come a little earlier may come a little later.
	return int64(min(1.25*float64(spin), units) * h.unit)
}

// take takes a gap into the buckets. All weights together are at most 1.
func (h *history) take(gap float64) {
	for i := range h.count {
		h.count[i] -= h.count[i] / 16
		h.sum[i] -= h.sum[i] / 16
	}
	if i := bits.Len64(uint64(gap)); i < buckets {
		h.count[i] += 1.0 / 16
		h.sum[i] += gap / 16
	}
}
