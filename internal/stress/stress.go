// Package stress helps tests that put load on something: a seed that can be set, a watchdog, and
// ways to make goroutines collide. Only tests import it.
package stress

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"
)

var seed = flag.Uint64("seed", 0, "seed of the random tests; 0 picks one, which a failing test prints")

// Seed returns the seed of this run and logs it. With the same seed a test makes the same random
// choices, but the scheduler may not.
func Seed(t testing.TB) uint64 {
	t.Helper()
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed=%d", s)
	return s
}

// Random returns a source of random numbers for one of the goroutines of a test.
func Random(seed uint64, goroutine int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(goroutine)))
}

// Watch ends the process with the stacks of all goroutines if the test takes unreasonably long. A
// lost wake-up shows as a goroutine that waits for it.
func Watch(t testing.TB) {
	// Minutes, because a busy machine is not a failure. The limit of go test is longer.
	timer := time.AfterFunc(5*time.Minute, func() {
		debug.SetTraceback("all")
		panic(t.Name() + " does not end: something was lost")
	})
	t.Cleanup(func() { timer.Stop() })
}

// Rounds returns n, or a tenth of it with -short.
func Rounds(n int) int {
	if testing.Short() {
		return max(1, n/10)
	}
	return n
}

// Yield yields the given number of times.
func Yield(times int) {
	for range times {
		runtime.Gosched()
	}
}

// Hesitate sometimes yields, possibly many times in a row.
func Hesitate(random *rand.Rand) {
	switch r := random.IntN(64); {
	case r < 8:
		Yield(1)
	case r == 8:
		Yield(random.IntN(32))
	}
}

// Collide calls one(i) and other(i) for all i below n on two goroutines, so that the two calls for
// the same i happen at the same time if the machine permits. It does not lock: a goroutine that is
// alone continues after a while.
func Collide(n int, seed uint64, one, other func(i int)) {
	var (
		running atomic.Bool
		at      [2]atomic.Int64
	)
	side := func(me int, call func(i int)) {
		random := Random(seed, me)
		for i := range n {
			at[me].Store(int64(i))
			for spins := 0; spins < 200 && at[1-me].Load() < int64(i); spins++ {
			}
			for range random.IntN(16) {
				at[me].Load() // one or the other comes first
			}
			call(i)
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		running.Store(true)
		side(0, one)
	}()
	// Do not yield while waiting: the other goroutine would run on this processor.
	for spins := 0; spins < 100_000 && !running.Load(); spins++ {
	}
	side(1, other)
	<-ended
}
