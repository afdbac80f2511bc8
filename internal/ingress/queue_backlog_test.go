package ingress_test

// What becomes of a producer that runs ahead of the consumer. All of it happens
// on one processor, so that giving way is the only way for others to run.

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
)

// meanwhile calls f whenever the caller gives way, until stop is called.
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

// TestProducerWaitsForAConsumerThatMovesOn: a consumer that needs several turns
// for a segment is not left behind. A producer that gives way once per segment
// would have it thousands of segments behind.
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

// TestSubmitDoesNotWaitForAStalledConsumer: a producer gives up waiting once. After that, as long
// as the consumer does not move, a producer gives way once per segment.
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
		q.Take() // it has moved, and now it stalls
	}
	push(ingress.MaxBacklog + size)
	before := yields.Load()
	push(segments * size)
	// The runtime takes the processor away now and then.
	if got := yields.Load() - before; got > 2*segments {
		t.Errorf("the producer gave way %d times in %d segments", got, segments)
	}
}

// TestConsumerMayPush: a consumer that is its own producer is not kept waiting
// for itself for ever.
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
