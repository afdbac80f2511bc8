package ingress_test

// The lock alone.

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// TestLock: one goroutine at a time has the lock, and sees what the others wrote that had it
// before, also if the runtime or the system runs other goroutines in the place of the one that has
// it. The race detector checks the pairing of release and acquire.
func TestLock(t *testing.T) {
	for _, processors := range []int{1, 2, 8} {
		for _, goroutines := range []int{2, 32} {
			t.Run(fmt.Sprintf("processors=%d/goroutines=%d", processors, goroutines), func(t *testing.T) {
				stress.Watch(t)
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
				testLock(t, goroutines, stress.Rounds(20000)/goroutines, stress.Seed(t))
			})
		}
	}
}

func testLock(t *testing.T, goroutines, rounds int, seed uint64) {
	var l struct {
		ingress.Lock
		holders, acquired int
	}
	var workers sync.WaitGroup
	for g := range goroutines {
		workers.Go(func() {
			random := stress.Random(seed, g)
			for range rounds {
				l.Acquire()
				l.holders++
				l.acquired++
				switch random.IntN(256) {
				case 0:
					runtime.Gosched()
				case 1:
					native.YieldThread()
				case 2:
					stress.Yield(10)
				}
				if l.holders != 1 {
					t.Errorf("%d goroutines have the lock", l.holders)
				}
				l.holders--
				l.Release()
				stress.Hesitate(random)
			}
		})
	}
	workers.Wait()
	if l.acquired != goroutines*rounds {
		t.Errorf("the lock was acquired %d times, but %d were counted", goroutines*rounds, l.acquired)
	}
}
