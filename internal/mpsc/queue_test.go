package mpsc

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestAgainstSlice compares random calls of one goroutine with a slice.
func TestAgainstSlice(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	var q Queue[int]
	q.Init()
	var want []int
	idle, next := true, 0
	steps := 100_000
	if testing.Short() {
		steps = 5_000
	}
	for step := range steps {
		switch n := random.IntN(10); {
		case n < 5: // bursts, so that segments are opened, emptied and reused
			for range random.IntN(100) {
				if got := q.Lock(); got != idle {
					t.Fatalf("seed %d, step %d: idle %v, want %v", seed, step, got, idle)
				}
				if random.IntN(10) == 0 {
					q.Unlock()
					continue
				}
				q.Add(next)
				want = append(want, next)
				idle = false
				next++
			}
		case n < 6:
			if !idle {
				idle = q.Idle()
				if idle != (len(want) == 0) {
					t.Fatalf("seed %d, step %d: idle %v with %d values", seed, step, idle, len(want))
				}
			}
		default:
			for range random.IntN(150) {
				if q.Ready() != len(want) {
					t.Fatalf("seed %d, step %d: %d ready, want %d", seed, step, q.Ready(), len(want))
				}
				if len(want) == 0 {
					break
				}
				if got := q.Take(); got != want[0] {
					t.Fatalf("seed %d, step %d: took %d, want %d", seed, step, got, want[0])
				}
				want = want[1:]
			}
		}
	}
	q.Lock()
	if got := q.Clear(); got != len(want) || q.Added() != uint64(next) {
		t.Errorf("seed %d: %d dropped of %d, want %d of %d", seed, got, q.Added(), len(want), next)
	}
	q.Unlock()
}

// TestProducersAgainstConsumer: each value arrives once, in its producer's order, and a consumer
// that is idle is told. A wake-up that is lost hangs the test.
func TestProducersAgainstConsumer(t *testing.T) {
	const producers = 4
	each := 50_000
	if testing.Short() {
		each = 5_000
	}
	type value struct{ by, number int }
	var q Queue[value]
	q.Init()
	told := make(chan struct{}, 1)
	var all sync.WaitGroup
	for by := range producers {
		all.Go(func() {
			for n := 0; n < each; {
				idle := q.Lock()
				if n%7 == 3 && idle { // refused once; the next attempt adds it
					q.Unlock()
					idle = q.Lock()
				}
				if idle {
					told <- struct{}{} // the consumer may be here before the value
				}
				q.Add(value{by, n})
				if n++; n%1000 == 0 {
					runtime.Gosched() // let the consumer become idle
				}
			}
		})
	}
	var next [producers]int
	for taken := 0; taken < producers*each; {
		<-told
		q.Await()
		for {
			for range q.Ready() {
				v := q.Take()
				if v.number != next[v.by] {
					t.Fatalf("producer %d: value %d, want %d", v.by, v.number, next[v.by])
				}
				next[v.by]++
				taken++
			}
			if q.Idle() {
				break
			}
		}
	}
	all.Wait()
	if q.Lock(); q.Ready() != 0 {
		t.Errorf("%d values are left", q.Ready())
	}
	q.Unlock()
}

// TestKeepsLittle: after a burst, the queue keeps no more than maxSpares segments, and no value.
func TestKeepsLittle(t *testing.T) {
	var q Queue[*int]
	q.Init()
	for range 3 {
		for range 2 * maxSpares * lastSegment {
			q.Lock()
			q.Add(new(int))
		}
		for range q.Ready() {
			q.Take()
		}
		kept := 0
		for s := q.spares.Load(); s != nil; s = s.next {
			kept++
			for _, v := range s.cells {
				if v != nil {
					t.Fatal("a spare segment refers to a value")
				}
			}
		}
		if kept != maxSpares {
			t.Errorf("%d segments are kept, want %d", kept, maxSpares)
		}
	}
}
