// Package placement decides which loop of a group gets new work, and what moves between loops. It
// consists of pure functions on measurements: it reads no clock, starts no goroutine, and knows no
// loop. So the same code runs in package group and in simulations with virtual time.
package placement

import (
	"math"
	"time"
)

// smoothing is the time constant of a gauge. A change of the load shows by 63 % after this time.
const smoothing = 100 * time.Millisecond

// A Sample is what is known of a loop at one moment. Its figures count from the loop's start.
type Sample struct {
	At     time.Duration // the time, since any fixed moment
	Busy   time.Duration // the time spent in callbacks
	Done   uint64        // callbacks that have run
	Queued uint64        // accepted functions that wait
}

// A Gauge turns samples of a loop into its load. The zero Gauge is of a loop that has done nothing.
// It must not be used by two goroutines at once.
type Gauge struct {
	last        Sample
	set         bool
	utilization float64
	backlog     float64
}

// Update adds a sample. A sample that is not later than the last one changes nothing.
func (g *Gauge) Update(s Sample) {
	if !g.set {
		g.last, g.set = s, true
		g.backlog = backlog(s.Queued, s.Busy, s.Done)
		return
	}
	elapsed := s.At - g.last.At
	if elapsed <= 0 {
		return
	}
	busy := min(1, max(0, float64(s.Busy-g.last.Busy)/float64(elapsed)))
	g.utilization += (1 - math.Exp(-float64(elapsed)/float64(smoothing))) * (busy - g.utilization)
	g.backlog = backlog(s.Queued, s.Busy, s.Done)
	g.last = s
}

// backlog returns how long the queue takes, in units of the time constant, at the mean duration of
// the loop's callbacks.
func backlog(queued uint64, busy time.Duration, done uint64) float64 {
	if queued == 0 {
		return 0
	}
	mean := float64(time.Microsecond) // before the first callback has run
	if done > 0 {
		mean = float64(busy) / float64(done)
	}
	return float64(queued) * mean / float64(smoothing)
}

// Utilization returns the part of the recent time in which the loop was busy, from 0 to 1. It is an
// average whose weights fall by a factor of e per 100 ms.
func (g *Gauge) Utilization() float64 { return g.utilization }

// Load returns the utilization plus the time that the queue takes, in tenths of a second. So an
// overloaded loop has a load above 1, and of two such loops the one with the longer queue has the
// higher load.
func (g *Gauge) Load() float64 { return g.utilization + g.backlog }
