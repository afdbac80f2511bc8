package ingress_test

// A producer that runs ahead of the consumer. Everything runs on one processor, so other goroutines
// run only when the producer yields.

import (
	"runtime"
	"sync/atomic"
	"testing"

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

// TestProducerWaitsForAConsumerThatMovesOn: a consumer that needs several turns for a segment keeps
// up. With one yield per segment, the producer would get thousands of segments ahead.
func TestProducerWaitsForAConsumerThatMovesOn(t *testing.T) {
	stress.Watch(t)
	const size = 64
	q, turns, most := ingress.New(size), 0, uint64(0)
	stop := meanwhile(func() {
		most = max(most, q.Pushed()-q.Taken())
		if turns++; turns%4 != 0 {
			return
		}
		for range q.Ready(size) {
			q.Take()
			q.Done()
		}
	})
	defer stop()
	for range 8 * ingress.MaxBacklog {
		q.Push(func() {})
	}
	if most > 2*ingress.MaxBacklog {
		t.Errorf("the consumer was %d behind; producers wait from %d on", most, ingress.MaxBacklog)
	}
}

// TestSubmitDoesNotWaitForAStalledConsumer: a producer gives up waiting once. After that, while the
// consumer does not move, it yields once per segment.
func TestSubmitDoesNotWaitForAStalledConsumer(t *testing.T) {
	stress.Watch(t)
	const size, segments = 64, 100
	q := ingress.New(size)
	var yields atomic.Int64
	push := func(n int) {
		for range n {
			q.Push(func() {})
		}
	}
	stop := meanwhile(func() { yields.Add(1) })
	defer stop()
	push(size + 1)
	for range size + 1 {
		q.Take() // the consumer has moved once, and now it stalls
	}
	push(ingress.MaxBacklog + size)
	before := yields.Load()
	push(segments * size)
	// The runtime sometimes preempts the goroutine.
	if got := yields.Load() - before; got > 2*segments {
		t.Errorf("the producer gave way %d times in %d segments", got, segments)
	}
}

// TestConsumerMayPush: a consumer that pushes does not wait for itself forever.
func TestConsumerMayPush(t *testing.T) {
	stress.Watch(t)
	q := ingress.New(64)
	for range 3 * ingress.MaxBacklog {
		q.Push(func() {})
	}
	if got := q.Ready(all); got != 3*ingress.MaxBacklog {
		t.Errorf("%d are ready of %d", got, 3*ingress.MaxBacklog)
	}
}
