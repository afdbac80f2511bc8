package designs

import (
	"container/heap"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the timers of a loop: a heap under a mutex, and its first deadline outside for
// checks without the mutex. Any goroutine may call add and the stop that it returns. Only the
// loop's goroutine calls due and next.

type timers struct {
	// first is the earliest deadline in nanoseconds since zero, or noDeadline. Written under mu.
	// The loop reads it without mu after it has published that it sleeps. A goroutine that adds a
	// timer checks whether the loop sleeps after it has written first.
	first atomic.Int64

	zero time.Time

	mu     sync.Mutex
	heap   timerHeap
	order  uint64
	closed bool
}

const noDeadline = math.MaxInt64

type timer struct {
	at    int64
	order uint64 // breaks ties
	place int    // in the heap, -1 outside
	fn    func()
}

func newTimers() *timers {
	t := &timers{zero: time.Now()}
	t.first.Store(noDeadline)
	return t
}

// now is read by the monotonic clock, which never stands before zero.
func (t *timers) now() int64 { return int64(time.Since(t.zero)) }

func (t *timers) add(d time.Duration, fn func()) (stop func() bool, err error) {
	at := t.now() + int64(max(d, 0))
	if at < 0 {
		at = noDeadline - 1 // beyond what the clock can say
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, contest.ErrClosed
	}
	t.order++
	e := &timer{at: at, order: t.order, fn: fn}
	heap.Push(&t.heap, e)
	t.publish()
	return func() bool { return t.stop(e) }, nil
}

func (t *timers) stop(e *timer) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.place < 0 {
		return false
	}
	heap.Remove(&t.heap, e.place)
	t.publish()
	return true
}

// publish renews first. With mu held.
func (t *timers) publish() {
	at := int64(noDeadline)
	if len(t.heap) > 0 {
		at = t.heap[0].at
	}
	if at != t.first.Load() {
		t.first.Store(at)
	}
}

// due appends to buf the functions whose deadline has passed, in order, and removes their timers.
// Functions that they add are not included.
func (t *timers) due(buf []func()) []func() {
	first := t.first.Load()
	if first == noDeadline {
		return buf
	}
	now := t.now()
	if first > now {
		return buf
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.heap) > 0 && t.heap[0].at <= now {
		buf = append(buf, heap.Pop(&t.heap).(*timer).fn)
	}
	t.publish()
	return buf
}

// next returns the time to the first deadline, 0 if it has passed, and a negative value if there is
// none.
func (t *timers) next() time.Duration {
	first := t.first.Load()
	if first == noDeadline {
		return -1
	}
	return time.Duration(max(first-t.now(), 0))
}

// close drops all timers and refuses new ones.
func (t *timers) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, e := range t.heap {
		e.place = -1
	}
	t.heap = nil
	t.publish()
}

type timerHeap []*timer

// Len is for package heap.
func (h *timerHeap) Len() int { return len(*h) }

// Less is for package heap.
func (h *timerHeap) Less(i, j int) bool {
	a, b := (*h)[i], (*h)[j]
	if a.at != b.at {
		return a.at < b.at
	}
	return a.order < b.order
}

// Swap is for package heap.
func (h *timerHeap) Swap(i, j int) {
	s := *h
	s[i], s[j] = s[j], s[i]
	s[i].place, s[j].place = i, j
}

// Push is for package heap.
func (h *timerHeap) Push(x any) {
	e := x.(*timer)
	e.place = len(*h)
	*h = append(*h, e)
}

// Pop is for package heap.
func (h *timerHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	e.place = -1
	return e
}
