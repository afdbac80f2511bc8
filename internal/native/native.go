// Package native has the three things that a loop needs and the language does
// not offer: a name for the calling goroutine that costs a nanosecond, the pause
// hint for spinning, and the processor's tick counter.
//
// Each has an assembly of a few lines where that pays (amd64, arm64, 386) and a
// form in plain Go for everything else, which the build tag wakeful_purego forces
// anywhere, so that it is tested on the machines that do not need it.
package native

import (
	"math"
	"sync/atomic"
	"time"
)

// Goroutine returns a number that identifies the calling goroutine as long as it
// lives: equal numbers, taken while both goroutines are alive, mean the same
// goroutine. It is never 0.
func Goroutine() uintptr { return goroutine() }

// Pause tells the processor that the caller spins. It takes some 10 to 150 ns,
// depending on the machine: nothing may count pauses to measure time.
func Pause() { pause() }

// Ticks returns a counter that advances at a constant rate, which [Duration]
// knows. Differences are meaningful on one machine; a thread that moves between
// sockets may see it step back, so callers ignore negative ones.
func Ticks() int64 { return ticks() }

// A moment is one moment on both clocks.
type moment struct {
	ticks int64
	time  time.Time
}

// epoch is the earlier the better for the rate.
var epoch = read()

// read reads both clocks. Whoever is interrupted between the two has read two
// moments: of a few attempts the shortest is right.
func read() (best moment) {
	shortest := int64(math.MaxInt64)
	for range 8 {
		before := ticks()
		now := time.Now()
		// A thread that moves between sockets may see the counter step back.
		if took := ticks() - before; took >= 0 && took < shortest {
			shortest, best = took, moment{before + took/2, now}
		}
	}
	if shortest == math.MaxInt64 {
		return moment{ticks(), time.Now()}
	}
	return best
}

// known is the rate once it was measured, as the bits of a float64. Everybody
// who measures it finds the same, so the last one may win.
var known atomic.Uint64

// rate returns nanoseconds per tick, measured since the start of the program. In
// fake time (testing/synctest) it cannot be measured, and a tick counts as one.
func rate() float64 {
	if bits := known.Load(); bits != 0 {
		return math.Float64frombits(bits)
	}
	// A read of either clock may be off by some 100 ns: after 200 us the rate is
	// right to a tenth of a percent. Programs that ask are mostly older than that.
	elapsed := time.Since(epoch.time)
	for ; elapsed >= 0 && elapsed < 200*time.Microsecond; elapsed = time.Since(epoch.time) {
		pause()
	}
	now := read()
	elapsed = now.time.Sub(epoch.time)
	counted := now.ticks - epoch.ticks
	if elapsed < 0 || counted <= 0 {
		return 1
	}
	r := float64(elapsed) / float64(counted)
	known.Store(math.Float64bits(r))
	return r
}

// Duration converts a difference of ticks to time.
func Duration(ticks int64) time.Duration {
	return time.Duration(float64(ticks) * rate())
}

// TicksIn converts a time to ticks.
func TicksIn(d time.Duration) int64 { return int64(float64(d) / rate()) }

// pausing is how many ticks a pause takes, once it was measured, as the bits of a
// float64. The last one who measures it may win.
var pausing atomic.Uint64

// Pauses returns how many pauses take about as long as d, at least one. It is
// measured when it is first asked for, which takes some 20 us.
func Pauses(d time.Duration) int {
	one := math.Float64frombits(pausing.Load())
	if one == 0 {
		if one = calibrate(); one <= 0 {
			return 1 // fake time, or a clock that is too coarse
		}
		pausing.Store(math.Float64bits(one))
	}
	return max(1, int(math.Round(float64(TicksIn(d))/one)))
}

// calibrate measures how many ticks a pause takes. An interruption makes it
// longer, so the shortest of a few measurements is right.
func calibrate() float64 {
	const times, pauses = 8, 64
	shortest := math.Inf(1)
	for range times {
		began := ticks()
		for range pauses {
			pause()
		}
		// A thread that moves between sockets may see the counter step back.
		if took := ticks() - began; took > 0 {
			shortest = min(shortest, float64(took)/pauses)
		}
	}
	if math.IsInf(shortest, 1) {
		return 0
	}
	return shortest
}
