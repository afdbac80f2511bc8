// Package native has what a loop needs and the language does not offer: the identity of the calling
// goroutine and the bounds of its stack, the pause hint for spinning, the processor's tick counter,
// and a store with release order.
//
// Each has a few lines of assembly where that pays (amd64, arm64, 386), and a form in plain Go for
// other processors. The build tag wakeful_purego forces the latter, so that it is tested
// everywhere.
package native

import (
	"math"
	"sync/atomic"
	"time"
)

// Goroutine returns a number that identifies the calling goroutine while it lives: if two numbers
// that were taken while both goroutines lived are equal, they are the same goroutine. It is never
// 0.
func Goroutine() uintptr { return goroutine() }

// Stack returns the bounds of the stack of the goroutine that Goroutine has identified, both 0 if they
// are unknown. The goroutine may have ended. A stack moves when it grows, so the bounds are right only
// while the goroutine makes no call, for example in a system call.
func Stack(goroutine uintptr) (low, high uintptr) {
	if goroutine == 0 {
		return 0, 0
	}
	return stack(goroutine)
}

// Pause tells the processor that the caller spins. It takes 10 to 150 ns depending on the machine,
// so do not count pauses to measure time.
func Pause() { pause() }

// Ticks returns a counter that advances at a constant rate, which [Duration] uses. Only differences
// are meaningful. After a thread has moved between sockets the counter may be smaller, so callers
// ignore negative differences.
func Ticks() int64 { return ticks() }

// A moment is one moment on both clocks.
type moment struct {
	ticks int64
	time  time.Time
}

// epoch is the first reading. An earlier one makes the rate more precise.
var epoch = read()

// read reads both clocks. An interruption between the two readings makes them differ, so it takes
// the attempt with the shortest distance.
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

// measuredRate is the rate of the counter, as the bits of a float64. Every goroutine that measures
// gets about the same rate, so the last store may win.
var measuredRate atomic.Uint64

// Nanoseconds returns how many nanoseconds a tick takes, measured since the start of the program. In
// fake time (testing/synctest) it cannot be measured, and a tick counts as one.
func Nanoseconds() float64 {
	if bits := measuredRate.Load(); bits != 0 {
		return math.Float64frombits(bits)
	}
	// A reading of either clock may be off by about 100 ns, so after 200 us the rate is correct to
	// a tenth of a percent. Most programs are older when they first ask.
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
	measuredRate.Store(math.Float64bits(r))
	return r
}

// Duration converts a difference of ticks to time.
func Duration(ticks int64) time.Duration {
	return time.Duration(float64(ticks) * Nanoseconds())
}

// TicksIn converts a time to ticks.
func TicksIn(d time.Duration) int64 { return int64(float64(d) / Nanoseconds()) }

// pausing is the measured number of ticks of a pause, as the bits of a float64. The last store may
// win.
var pausing atomic.Uint64

// Pauses returns how many pauses take about as long as d, at least one. The first call measures
// that, which takes about 20 us.
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

// calibrate measures the ticks of a pause. An interruption makes a measurement longer, so it takes
// the shortest of several.
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
