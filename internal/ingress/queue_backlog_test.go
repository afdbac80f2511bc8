package ingress_test

// A producer that runs ahead of the consumer. Everything runs on one processor, so other goroutines
// run only when the producer yields.

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// meanwhile calls f whenever the caller yields, until stop is called.
func meanwhile(f func()) (stop func()) {
	before := runtime.GOMAXPROCS(1)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-over:
				return
			default:
			}
			f()
			runtime.Gosched()
		}
	}()
	return func() {
		close(over)
		<-ended
		runtime.GOMAXPROCS(before)
	}
}

// yields reports whether push lets another goroutine run, on a single processor.
func yields(push func()) bool {
	var ran atomic.Bool
	ended := make(chan struct{})
	go func() {
		ran.Store(true)
		close(ended)
	}()
	push()
	yielded := ran.Load()
	<-ended
	return yielded
}

// TestBacklogYields: on one processor a producer that runs ahead of the consumer yields to it.
func TestBacklogYields(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for used := range 3 {
		q := filled(used)
		for range used {
			q.Take()
		}
		if !yields(func() {
			for range ingress.Chunk + ingress.PushesPerHoldBack + 1 {
				q.Push(func() {})
			}
		}) {
			t.Errorf("after %d functions: a producer with a backlog did not let another goroutine run", used)
		}
	}
}

// TestNoBacklogDoesNotYield: a producer without a backlog does not yield. The runtime may preempt
// it sometimes, but not each time.
func TestNoBacklogDoesNotYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	q := new(ingress.Queue)
	yielded := 0
	for range 64 {
		if yields(func() {
			for range 2 * ingress.PushesPerHoldBack {
				q.Push(func() {})
			}
		}) {
			yielded++
		}
		for range q.Ready(all) {
			q.Take()
		}
	}
	if yielded > 32 {
		t.Errorf("%d of 64 bursts without a backlog let another goroutine run", yielded)
	}
}

// TestProducerWaitsForAConsumerThatMovesOn: producers wait as long as the consumer makes progress,
// also if it takes several times as long as a wait for the functions that it has swapped. Only a
// producer that stops waiting gets far ahead.
func TestProducerWaitsForAConsumerThatMovesOn(t *testing.T) {
	stress.Watch(t)
	const pushes = 16 * ingress.Chunk
	q, taken := new(ingress.Queue), 0
	stop := meanwhile(func() {
		for range q.Ready(64) {
			q.Take()
			taken++
		}
		for began := time.Now(); time.Since(began) < 20*time.Microsecond; {
		}
	})
	for range pushes {
		q.Push(func() {})
	}
	stop()
	if behind := pushes - taken; behind > pushes/2 {
		t.Errorf("the consumer was %d behind; producers wait from %d on", behind, ingress.Chunk)
	}
}

// TestPushDoesNotWaitForAStalledConsumer: a producer gives up waiting once. After that, no push
// waits until the consumer moves on. Then they do again.
func TestPushDoesNotWaitForAStalledConsumer(t *testing.T) {
	stress.Watch(t)
	const waits = 100
	q := filled(2) // and now the consumer stalls
	q.Ready(1)
	var yields atomic.Int64
	stop := meanwhile(func() { yields.Add(1) })
	defer stop()
	push := func(n int) (yielded int64) {
		before := yields.Load()
		for range n {
			q.Push(func() {})
		}
		return yields.Load() - before
	}
	push(ingress.Chunk + ingress.PushesPerHoldBack)
	// The runtime sometimes preempts the goroutine.
	if got := push(waits * ingress.PushesPerHoldBack); got > waits/2 {
		t.Errorf("the producer yielded %d times in %d pushes beside a stalled consumer", got, waits*ingress.PushesPerHoldBack)
	}
	for range q.Ready(1) {
		q.Take()
	}
	q.Ready(1)
	if push(ingress.PushesPerHoldBack) == 0 {
		t.Error("the producer does not wait for a consumer that has moved on")
	}
}

// TestConsumerMayPush: a consumer that pushes does not wait for itself forever.
func TestConsumerMayPush(t *testing.T) {
	stress.Watch(t)
	q := filled(3 * ingress.Chunk)
	if got := q.Ready(all); got != 3*ingress.Chunk {
		t.Errorf("%d are ready of %d", got, 3*ingress.Chunk)
	}
}
