package ingress_test

// Positions have 64 bits and wrap around; sizes are bounded.

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
)

// bases are positions shortly before a counter could wrap.
var bases = []uint64{0, 1<<31 - 9, 1<<32 - 9, 1<<63 - 9, math.MaxUint64 - 9, math.MaxUint64}

// TestPositionsWrapAround: counts are differences, so they stay correct.
func TestPositionsWrapAround(t *testing.T) {
	for _, base := range bases {
		for _, size := range sizes {
			q, c := ingress.New(size), new(called)
			q.Seek(base)
			for id := range 4*size + 20 {
				c.pushAll(t, q, 2*id, 2*id+2)
				if got := q.Pushed() - base; got != uint64(2*id+2) {
					t.Fatalf("from %d in segments of %d: Pushed() is %d further after %d pushes", base, size, got, 2*id+2)
				}
				if got := c.take(q); got != id {
					t.Fatalf("from %d in segments of %d: function %d came as number %d", base, size, got, id)
				}
				if got := q.Taken() - base; got != uint64(id+1) {
					t.Fatalf("from %d in segments of %d: Taken() is %d further after %d", base, size, got, id+1)
				}
				if got := q.Pushed() - q.Taken(); got != uint64(q.Ready(all)) {
					t.Fatalf("from %d in segments of %d: %d pushed and not taken, %d ready", base, size, got, q.Ready(all))
				}
			}
		}
	}
}

// backlogBases also has backlogs that start before the wrap and end after it.
var backlogBases = append(bases, 1<<63-ingress.MaxBacklog, math.MaxUint64-ingress.MaxBacklog, math.MaxUint64-ingress.MaxBacklog/2)

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

// TestBacklogYields: on one processor a producer that runs ahead of the consumer yields to it, at
// every position.
func TestBacklogYields(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, base := range backlogBases {
		q := ingress.New(64)
		q.Seek(base)
		if !yields(func() {
			for range ingress.MaxBacklog + 64 + 1 {
				q.Push(func() {})
			}
		}) {
			t.Errorf("from %d: a producer with a full backlog did not let another goroutine run", base)
		}
	}
}

// TestNoBacklogDoesNotYield: a producer that opens a segment without a backlog does not yield. The
// runtime may preempt it sometimes, but not each time.
func TestNoBacklogDoesNotYield(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, base := range backlogBases {
		q := ingress.New(1)
		q.Seek(base)
		push := func() { q.Push(func() {}) }
		// At the beginning, and after as many functions as a backlog has.
		for range 2 {
			yielded := 0
			for range 64 {
				if yields(push) {
					yielded++
				}
				q.Take()
			}
			if yielded > 32 {
				t.Errorf("from %d, after %d: %d of 64 pushes without a backlog let another goroutine run", base, q.Taken()-base, yielded)
			}
			for range ingress.MaxBacklog {
				push()
				q.Take()
			}
		}
	}
}

func TestSizes(t *testing.T) {
	for _, size := range []int{math.MinInt, -1, 0, ingress.MaxSize + 1, math.MaxInt} {
		t.Run(fmt.Sprintf("size=%d", size), func(t *testing.T) {
			defer func() {
				if message, _ := recover().(string); !strings.Contains(message, fmt.Sprintf("not %d", size)) {
					t.Errorf("New panics with %q", message)
				}
			}()
			ingress.New(size)
			t.Error("New accepts it")
		})
	}
	q, c := ingress.New(ingress.MaxSize), new(called)
	c.pushAll(t, q, 0, 10)
	same(t, "taken from a segment of the largest size", c.takeAll(q), span(0, 10))
}
