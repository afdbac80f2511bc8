package ingress_test

// Many goroutines, while another goroutine changes the number of processors. Run it with -race and
// -cpu 1,2,8.

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// disturb changes GOMAXPROCS until stop is called.
func disturb(seed uint64) (stop func()) {
	random := stress.Random(seed, -1)
	procs := runtime.GOMAXPROCS(0)
	stopping, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stopping:
				return
			default:
			}
			runtime.GOMAXPROCS(1 + random.IntN(max(procs, 2)))
			stress.Yield(256)
		}
	}()
	return func() {
		close(stopping)
		<-stopped
		runtime.GOMAXPROCS(procs)
	}
}

// fillers are numbers of functions that are in a queue before a test begins. With some, the test
// begins shortly before the end of a chunk.
var fillers = []int{0, ingress.Chunk - 3}

// filled returns a queue into which n functions that do nothing were pushed.
func filled(n int) *ingress.Queue {
	q := new(ingress.Queue)
	for range n {
		q.Push(func() {})
	}
	return q
}

// TestStressDelivery: no function is lost, duplicated or reordered, whichever goroutine stalls.
func TestStressDelivery(t *testing.T) {
	for _, filler := range fillers {
		for _, producers := range []int{2, 8, 64} {
			t.Run(fmt.Sprintf("fillers=%d/producers=%d", filler, producers), func(t *testing.T) {
				stress.Watch(t)
				s := stress.Seed(t)
				q := filled(filler)
				defer disturb(s)()
				if err := deliver(q, producers, stress.Rounds(100000)/producers, s); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestStressClose: producers push while the queue is closed, by several goroutines at once, or by
// the consumer when it is empty. Accepted functions come once and in order, and no others come.
func TestStressClose(t *testing.T) {
	const producers = 6
	for _, filler := range fillers {
		for _, closers := range []int{0, 1, 4} {
			t.Run(fmt.Sprintf("fillers=%d/closers=%d", filler, closers), func(t *testing.T) {
				stress.Watch(t)
				random := stress.Random(stress.Seed(t), 0)
				for range stress.Rounds(100) {
					closing(t, filler, producers, closers, random.Uint64())
					if t.Failed() {
						return
					}
				}
			})
		}
	}
}

// closing is one run that ends with closers, or without them with the consumer's CloseIfEmpty.
func closing(t *testing.T, filler, producers, closers int, seed uint64) {
	t.Helper()
	q := filled(filler)
	defer disturb(seed)()
	var o order
	var workers sync.WaitGroup
	var closed atomic.Int32
	begin := make(chan struct{})
	accepted := make([]int, producers)
	for p := range producers {
		workers.Go(func() {
			random := stress.Random(seed, p)
			// Some producers end before the queue is closed. Otherwise it would never be empty.
			many := random.IntN(300)
			<-begin
			for ; accepted[p] < many; accepted[p]++ {
				number := accepted[p]
				if !q.Push(func() { o.add(p, number) }) {
					if q.Push(func() { o.add(p, -1) }) {
						t.Errorf("producer %d: a push was accepted after one was refused", p)
					}
					return
				}
				stress.Hesitate(random)
			}
		})
	}
	for c := range closers {
		workers.Go(func() {
			random := stress.Random(seed, 1000+c)
			<-begin
			stress.Yield(random.IntN(50))
			if q.Close() {
				closed.Add(1)
			}
		})
	}
	var stopped atomic.Bool
	workers.Go(func() { // an observer
		<-begin
		for last := uint64(0); !stopped.Load(); runtime.Gosched() {
			now := q.Pushed()
			if now < last {
				t.Errorf("Pushed() went from %d back to %d", last, now)
			}
			last = now
		}
	})
	close(begin)
	random := stress.Random(seed, 2000)
	if closers == 0 {
		for random.IntN(4) > 0 || !q.CloseIfEmpty() {
			for range q.Ready(1 + random.IntN(8)) {
				q.Take()()
			}
			stress.Hesitate(random)
		}
		if n := q.Ready(all); n != 0 {
			t.Errorf("%d functions are in a queue that is closed and empty", n)
		}
	} else {
		consume(q, random, func() bool { return closed.Load() > 0 })
	}
	stopped.Store(true)
	workers.Wait()
	if closers > 0 && closed.Load() != 1 {
		t.Errorf("%d calls of Close say that they closed the queue", closed.Load())
	}
	total := filler
	for p, n := range accepted {
		total += n
		if o.next[p] != n {
			t.Errorf("producer %d: %d functions came of %d that were accepted", p, o.next[p], n)
		}
	}
	if o.err != nil {
		t.Error(o.err)
	}
	if q.Pushed() != uint64(total) || !q.Empty() {
		t.Errorf("%d were accepted, Pushed() = %d, empty: %v", total, q.Pushed(), q.Empty())
	}
}

// TestStressLastPush: one push meets one CloseIfEmpty, repeatedly. Either the function is accepted
// or the queue is closed.
func TestStressLastPush(t *testing.T) {
	stress.Watch(t)
	const n = 500
	random, fn := stress.Random(stress.Seed(t), 0), func() {}
	for round := range stress.Rounds(50) {
		var queues [n]*ingress.Queue
		var accepted, closed [n]bool
		for i := range queues {
			queues[i] = new(ingress.Queue)
			for range i % 5 {
				queues[i].Push(fn)
				queues[i].Take()
			}
		}
		stress.Collide(n, random.Uint64(),
			func(i int) { accepted[i] = queues[i].Push(fn) },
			func(i int) { closed[i] = queues[i].CloseIfEmpty() })
		for i, q := range queues {
			if accepted[i] == closed[i] || q.Empty() == accepted[i] {
				t.Fatalf("queue %d of round %d: accepted: %v, closed: %v, empty: %v", i, round, accepted[i], closed[i], q.Empty())
			}
		}
	}
}
