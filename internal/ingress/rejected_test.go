package ingress_test

// Rejected designs, kept so that they can be measured, and faulty queues, kept to show that the
// tests find their faults.

import (
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/ingress"
)

// mutexSlice is a slice under a mutex that the consumer swaps as a whole. It is also the reference,
// because it is obviously correct.
type mutexSlice struct {
	mu     sync.Mutex
	in     []func()
	closed bool
	pushed uint64

	// Consumer only.

	out   []func()
	at    int
	taken uint64
}

func (q *mutexSlice) Push(fn func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.in = append(q.in, fn)
	q.pushed++
	return true
}

func (*mutexSlice) Done() {}

func (q *mutexSlice) Ready(limit int) int {
	n := len(q.out) - q.at
	if n < limit {
		q.mu.Lock()
		n += len(q.in)
		q.mu.Unlock()
	}
	return max(0, min(n, limit))
}

func (q *mutexSlice) Take() func() {
	if q.at == len(q.out) {
		q.mu.Lock()
		q.in, q.out, q.at = q.out[:0], q.in, 0
		q.mu.Unlock()
	}
	fn := q.out[q.at]
	q.out[q.at] = nil
	q.at++
	q.taken++
	return fn
}

func (q *mutexSlice) Close() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	was := q.closed
	q.closed = true
	return !was
}

func (q *mutexSlice) CloseIfEmpty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.at < len(q.out) || len(q.in) > 0 {
		return false
	}
	q.closed = true
	return true
}

func (q *mutexSlice) Pushed() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.pushed
}

func (q *mutexSlice) Taken() uint64 { return q.taken }
func (q *mutexSlice) Clear()        {}

// channel is a channel of functions. It is bounded, so producers wait when it is full.
type channel chan func()

func newChannel() channel { return make(channel, 1024) }

func (q channel) Push(fn func()) bool { q <- fn; return true }
func (q channel) Done()               {}
func (q channel) Ready(limit int) int { return max(0, min(len(q), limit)) }
func (q channel) Take() func()        { return <-q }

// linked is a list with a swap on its tail: two contended writes and an
// allocation per push.
type linked struct {
	tail atomic.Pointer[link]
	head *link // consumer only: the link that was taken last
}

type link struct {
	next atomic.Pointer[link]
	fn   func()
}

func newLinked() *linked {
	q := &linked{head: new(link)}
	q.tail.Store(q.head)
	return q
}

func (q *linked) Push(fn func()) bool {
	n := &link{fn: fn}
	q.tail.Swap(n).next.Store(n)
	return true
}

func (*linked) Done() {}

func (q *linked) Ready(limit int) (n int) {
	for l := q.head; n < limit; n++ {
		if l = l.next.Load(); l == nil {
			break
		}
	}
	return n
}

func (q *linked) Take() func() {
	q.head = q.head.next.Load()
	fn := q.head.fn
	q.head.fn = nil
	return fn
}

// claiming is a list of segments in which a push claims a slot with a fetch-and-add and fills it
// with a store. With recycles set it reuses segments naively: a push that still holds the old
// segment may claim a slot of a segment that is not in the queue, and its function is lost.
type claiming struct {
	tail atomic.Pointer[claimable]

	// stalls, if not nil, is called between the two steps of a push, for the test of that fault.
	stalls   func()
	recycles bool
	size     int
	mu       sync.Mutex
	spares   []*claimable

	// Consumer only.

	head *claimable
	at   int
}

type claimable struct {
	claimed atomic.Int64
	next    atomic.Pointer[claimable]
	slots   []claimSlot
}

type claimSlot struct {
	fn   func()
	full atomic.Bool
}

func newClaiming(size int) *claiming {
	q := &claiming{size: size}
	q.head = q.segment()
	q.tail.Store(q.head)
	return q
}

func (q *claiming) segment() *claimable {
	q.mu.Lock()
	defer q.mu.Unlock()
	if k := len(q.spares); k > 0 {
		s := q.spares[k-1]
		q.spares = q.spares[:k-1]
		return s
	}
	return &claimable{slots: make([]claimSlot, q.size)}
}

func (q *claiming) Push(fn func()) bool {
	for {
		s := q.tail.Load()
		if q.stalls != nil {
			q.stalls()
		}
		if i := s.claimed.Add(1) - 1; i < int64(len(s.slots)) {
			s.slots[i].fn = fn
			s.slots[i].full.Store(true)
			return true
		}
		if s.next.Load() == nil {
			s.next.CompareAndSwap(nil, q.segment())
		}
		q.tail.CompareAndSwap(s, s.next.Load())
	}
}

func (*claiming) Done() {}

func (q *claiming) Ready(limit int) (n int) {
	for s, i := q.head, q.at; n < limit; {
		if i == len(s.slots) {
			if s = s.next.Load(); s == nil {
				break
			}
			i = 0
			continue
		}
		if !s.slots[i].full.Load() {
			break
		}
		n++
		i++
	}
	return n
}

func (q *claiming) Take() func() {
	if q.at == len(q.head.slots) {
		old := q.head
		q.head, q.at = old.next.Load(), 0
		if q.recycles {
			q.recycle(old)
		}
	}
	slot := &q.head.slots[q.at]
	q.at++
	fn := slot.fn
	slot.fn = nil
	return fn
}

func (q *claiming) recycle(s *claimable) {
	for i := range s.slots {
		s.slots[i].full.Store(false)
	}
	s.next.Store(nil)
	s.claimed.Store(0)
	q.mu.Lock()
	q.spares = append(q.spares, s)
	q.mu.Unlock()
}

// stack is faulty: last in, first out.
type stack struct{ mutexSlice }

func (q *stack) Ready(limit int) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return max(0, min(len(q.in), limit))
}

func (q *stack) Take() func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	last := len(q.in) - 1
	fn := q.in[last]
	q.in = q.in[:last]
	q.taken++
	return fn
}

// stutter is faulty: sometimes a function comes twice.
type stutter struct {
	mutexSlice
	last func()
}

func (q *stutter) Ready(limit int) int {
	if q.last != nil && limit > 0 {
		return 1
	}
	return q.mutexSlice.Ready(limit)
}

func (q *stutter) Take() func() {
	if fn := q.last; fn != nil {
		q.last = nil
		return fn
	}
	fn := q.mutexSlice.Take()
	if q.taken%100 == 0 {
		q.last = fn
	}
	return fn
}

// closed returns a queue that refuses everything.
func closed() *mutexSlice {
	q := new(mutexSlice)
	q.Close()
	return q
}

// hesitant is faulty: its CloseIfEmpty first checks and then closes, in two steps.
type hesitant struct {
	mutexSlice
	between func()
}

func (q *hesitant) CloseIfEmpty() bool {
	if q.Ready(1) != 0 {
		return false
	}
	q.between()
	q.Close()
	return true
}

// stale is faulty: Pushed returns an older count.
type stale struct {
	mutexSlice
	count uint64
}

func (q *stale) Pushed() uint64 {
	last := q.count
	q.count = q.mutexSlice.Pushed()
	return last
}

// deaf is faulty: it accepts pushes after Close, like a queue whose hint has moved beyond the end
// mark.
type deaf struct{ mutexSlice }

func (q *deaf) Push(fn func()) bool {
	q.mu.Lock()
	q.closed = false
	q.mu.Unlock()
	return q.mutexSlice.Push(fn)
}

var (
	_ closable = (*mutexSlice)(nil)
	_ closable = (*stack)(nil)
	_ closable = (*hesitant)(nil)
	_ closable = (*stale)(nil)
	_ closable = (*deaf)(nil)
	_ mpsc     = (*claiming)(nil)
)

// correct are the correct queues by name.
var correct = []struct {
	name string
	new  func() mpsc
}{
	{"queue", func() mpsc { return ingress.New(512) }},
	{"mutexslice", func() mpsc { return new(mutexSlice) }},
	{"channel", func() mpsc { return newChannel() }},
	{"linked", func() mpsc { return newLinked() }},
	{"claiming", func() mpsc { return newClaiming(512) }},
}

// recycledNaively gives claiming the rest of the queue's methods, which the test
// of its fault does not call.
type recycledNaively struct{ *claiming }

func (recycledNaively) Close() bool        { panic("not made for this") }
func (recycledNaively) CloseIfEmpty() bool { panic("not made for this") }
func (recycledNaively) Clear()             {}
func (recycledNaively) Pushed() uint64     { panic("not made for this") }
func (recycledNaively) Taken() uint64      { panic("not made for this") }
