package ingress_test

// Many goroutines with tiny segments, while another goroutine stalls producers and changes the
// number of processors. Run it with -race and -cpu 1,2,8.

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// disturb makes pushes into q start at old segments, as if their producer had stalled, and changes
// GOMAXPROCS, until stop is called.
func disturb(q *ingress.Queue, seed uint64) (stop func()) {
	random := stress.Random(seed, -1)
	procs := runtime.GOMAXPROCS(0)
	stopping, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		past := []*ingress.Segment{q.Tail()}
		for turn := 0; ; turn++ {
			select {
			case <-stopping:
				return
			default:
			}
			// Forget old places, because each keeps all later headers alive.
			if len(past) < 8 {
				past = append(past, q.Tail())
			} else {
				past[random.IntN(len(past))] = q.Tail()
			}
			q.Rewind(past[random.IntN(len(past))])
			if turn%256 == 0 {
				runtime.GOMAXPROCS(1 + random.IntN(max(procs, 2)))
			}
			stress.Hesitate(random)
			runtime.Gosched()
		}
	}()
	return func() {
		close(stopping)
		<-stopped
		runtime.GOMAXPROCS(procs)
	}
}

// TestStressDelivery: no function is lost, duplicated or reordered, whichever goroutine stalls.
func TestStressDelivery(t *testing.T) {
	for _, size := range []int{1, 2, 3, 8, 64} {
		for _, producers := range []int{2, 8, 64} {
			t.Run(fmt.Sprintf("size=%d/producers=%d", size, producers), func(t *testing.T) {
				stress.Watch(t)
				s := stress.Seed(t)
				q := ingress.New(size)
				defer disturb(q, s)()
				if err := deliver(q, producers, stress.Rounds(20000)/producers, s); err != nil {
					t.Error(err)
				}
				if spares := q.Spares(); spares > ingress.MaxSpares {
					t.Errorf("%d spares are kept, more than %d", spares, ingress.MaxSpares)
				}
			})
		}
	}
}

// TestStressClose: producers push while the queue is closed, by several goroutines at once, or by
// the consumer when it is empty. Accepted functions come once and in order, and no others come.
func TestStressClose(t *testing.T) {
	const producers = 6
	for _, size := range []int{1, 2, 3, 8, 20} {
		for _, closers := range []int{0, 1, 4} {
			t.Run(fmt.Sprintf("size=%d/closers=%d", size, closers), func(t *testing.T) {
				stress.Watch(t)
				random := stress.Random(stress.Seed(t), 0)
				for range stress.Rounds(100) {
					closing(t, size, producers, closers, random.Uint64())
					if t.Failed() {
						return
					}
				}
			})
		}
	}
}

// closing is one run that ends with closers, or without them with the consumer's CloseIfEmpty.
func closing(t *testing.T, size, producers, closers int, seed uint64) {
	t.Helper()
	q := ingress.New(size)
	defer disturb(q, seed)()
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
				q.Done()
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
	total := 0
	for p, n := range accepted {
		total += n
		if o.next[p] != n {
			t.Errorf("producer %d: %d functions came of %d that were accepted", p, o.next[p], n)
		}
	}
	if o.err != nil {
		t.Error(o.err)
	}
	if q.Pushed() != uint64(total) || q.Taken() != uint64(total) {
		t.Errorf("%d were accepted, Pushed() = %d, Taken() = %d", total, q.Pushed(), q.Taken())
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
			queues[i] = ingress.New(i%3 + 1)
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
