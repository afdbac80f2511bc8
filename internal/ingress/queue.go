// Package ingress is the queue through which functions reach a loop: any number
// of goroutines push, one takes. It is unbounded, first in first out, and a push
// is one compare-and-swap.
//
// # The problem
//
// A push claims a place and publishes the function in it. The usual designs pay an atomic
// read-modify-write for each (lock and unlock; fetch-and-add and store). Between the two
// the consumer can meet a place that is claimed but empty, owned by a goroutine that the
// scheduler has descheduled.
//
// # The algorithm
//
// The queue is a linked list of segments. A push searches for the first empty slot and
// swaps its function in: claim and publication are the same instruction. Where it begins
// to search is a hint that is written once per line of slots, as in the array queue of
// Tsigas and Zhang (SPAA 2001), which lets its indices lag for the same reason.
//
//  1. An array of slots is reused. Each use is an epoch, with a segment (a header) of its
//     own. A slot holds one word: the address of the segment means empty; a function
//     means filled; the address of the array's next segment means taken.
//  2. Push reads the tail segment s and its hint, and walks from there to the first slot
//     that holds s. It swaps s for the function. If another push was faster it walks on.
//  3. A slot is filled only after all slots before it were seen filled, and within an
//     epoch a slot never becomes empty again. So the filled slots are always a prefix.
//     The queue has no holes, a goroutine that is descheduled in the middle of a push
//     blocks no other, and the order of the slots is that of the compare-and-swaps.
//  4. The consumer reads functions from the front until it meets an empty slot. It
//     overwrites the slots that it has taken with the address of the array's next
//     segment, one line at a time, and before it parks, so that the garbage collector can
//     free the functions.
//  5. When a segment is used up, its array already says "empty" in terms of its next
//     segment, which goes to the spares. A push that still holds the old segment, for
//     however long, finds no slot that contains it. A segment is used for one epoch only
//     and is not collected while a push holds it, so its address cannot come back: the ABA
//     problem of recycling does not arise, at the price of a 64-byte header per epoch.
//  6. Close pushes an end mark like a function. No push walks past it, so nothing is
//     accepted after it and nothing accepted before it is lost. CloseIfEmpty does so only
//     at the consumer's own position, which proves that the queue was empty.
//
// # Rejected
//
// A mutex and a slice that is swapped whole: two read-modify-writes per push,
// and under contention a goroutine that is descheduled while holding the lock
// parks all others. A fetch-and-add on the segment's index and a store into the
// slot: two as well, two contended cache lines instead of one, and recycling
// lets a late producer claim a slot of the array's next epoch. A linked list
// with a swap on its tail: one allocation per push. The figures are in
// docs/decisions.
package ingress

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/native"
	"golang.org/x/sys/cpu"
)

const (
	// line is the number of slots that share one update of the hint and one clearing. They fill a
	// 64-byte cache line on 64-bit machines.
	line = 8
	// maxSize bounds a segment: the hint is an index of 32 bits, and memory comes
	// and goes by whole segments.
	maxSize = 1 << 20
	// maxSpares bounds the arrays that are kept for reuse.
	maxSpares = 64
	// maxBacklog is the backlog in slots above which producers are held back. A queue that outgrows
	// the caches slows both sides down, and the garbage collector scans all of it in every cycle.
	maxBacklog = 16384
	// maxHoldBack is the longest time that a push which opens a segment waits for the backlog to
	// shrink. It is longer than a collection stops the consumer, and much longer than short
	// functions take for a segment.
	maxHoldBack = time.Millisecond
	// maxYields bounds the same wait in yields, each of which takes about 100 ns.
	maxYields = 16384
)

// endMarkByte is the value that Close stores in the first empty slot.
var endMarkByte byte

func endMarker() unsafe.Pointer { return unsafe.Pointer(&endMarkByte) }

// A segment is one epoch of an array of slots. It fills one cache line.
type segment struct {
	// slots is written before the segment is linked and never after.
	slots []unsafe.Pointer
	// base is the position of slots[0] in the whole queue. Written before the segment
	// is linked, by the push that links it.
	base uint64
	// next is the segment after this one. Swapped in once, by the push that found this
	// one full; read by pushes and by the consumer, for whom it makes the next
	// segment's base and slots visible. If the tail moved before it was set, the
	// consumer could not reach the tail (TAIL_BEFORE_NEXT).
	next atomic.Pointer[segment]
	// nextEpoch is the array's next segment. Consumer only, until it goes to the spares.
	nextEpoch *segment
	// hint is an index below which all slots are filled. Written by the push
	// that fills the last slot of a line, after it filled it; a late writer may set it
	// back, which costs other pushes a longer walk. A hint beyond an empty slot would
	// leave a hole (HINT_EARLY).
	hint atomic.Uint32
}

// A Queue must be made by [New].
type Queue struct {
	// tail is the segment to push into, or one before it. Swapped forward by pushes; it
	// only ever points to segments that are linked. Read by every push, written once
	// per segment, so it stays in all caches.
	tail atomic.Pointer[segment]

	// _ separates the producers' tail from what the consumer writes per task.
	_ cpu.CacheLinePad

	// Consumer only.

	head     *segment         // the segment being taken from
	slots    []unsafe.Pointer // head.slots
	at       int              // index of the next slot to take
	cleared  int              // slots below it hold head.nextEpoch
	headBase atomic.Uint64    // head.base; holdBack reads it, and an old value does no harm

	// _ separates the consumer's fields from the lock that producers take.
	_ cpu.CacheLinePad

	// stalledBase is the value of headBase when a producer last gave up waiting. Until the consumer
	// moves on, no producer waits for it again.
	stalledBase atomic.Uint64
	size        int        // slots of a segment
	mu          sync.Mutex // guards spares; taken once per segment by either side
	spares      []*segment // ready to be linked, never linked before
}

// New returns an empty queue of segments with the given number of slots.
func New(size int) *Queue {
	q := new(Queue)
	q.Init(size)
	return q
}

// Init makes q an empty queue of segments with the given number of slots, from 1 to 1<<20. It is
// called once, before q is shared.
func (q *Queue) Init(size int) {
	if size < 1 || size > maxSize {
		panic(fmt.Sprintf("ingress: a segment has 1 to %d slots, not %d", maxSize, size))
	}
	q.size = size
	s := newSegment(size)
	q.tail.Store(s)
	q.enter(s)
}

// newSegment returns a segment over a new array, with all slots empty.
func newSegment(size int) *segment {
	s := &segment{slots: make([]unsafe.Pointer, size)}
	for i := range s.slots {
		s.slots[i] = unsafe.Pointer(s)
	}
	return s
}

// Push adds fn, which must not be nil, and reports whether the queue accepted it. It does unless it
// is closed. Any goroutine may call it.
func (q *Queue) Push(fn func()) bool {
	// A function value is a pointer to its closure; the queue moves that pointer.
	return q.push(*(*unsafe.Pointer)(unsafe.Pointer(&fn)))
}

// Close refuses all further pushes and reports whether this call closed the queue. Functions pushed
// before can still be taken. Any goroutine may call it.
func (q *Queue) Close() bool { return q.push(endMarker()) }

func (q *Queue) push(p unsafe.Pointer) bool {
	for {
		h := q.tail.Load()
		slots := h.slots
		for i := uint(h.hint.Load()); i < uint(len(slots)); {
			switch atomic.LoadPointer(&slots[i]) {
			case unsafe.Pointer(h):
				// Failure means that another push has filled this slot in between. Check it again,
				// because it may be the end mark.
				if !atomic.CompareAndSwapPointer(&slots[i], unsafe.Pointer(h), p) {
					continue
				}
				// The end mark stays at or after the hint, so that every push meets it.
				if i%line == line-1 && p != endMarker() {
					h.hint.Store(uint32(i + 1))
				}
				return true
			case endMarker():
				return false
			default:
				i++
			}
		}
		q.grow(h)
	}
}

// grow moves the tail past h, which is full.
func (q *Queue) grow(h *segment) {
	n := h.next.Load()
	if n == nil {
		n = q.spare()
		n.base = h.base + uint64(len(h.slots))
		// Failure means that another push linked its own: use that one.
		if !h.next.CompareAndSwap(nil, n) {
			q.recycle(n)
			n = h.next.Load()
		}
	}
	// Failure means that another push has moved the tail already.
	q.tail.CompareAndSwap(h, n)
	q.holdBack(n.base)
}

// holdBack yields while the position of a push is more than maxBacklog ahead of the consumer, for
// at most maxHoldBack. It yields instead of sleeping, because waking a thread takes as long as the
// backlog lasts. Correctness does not depend on the wait. So the consumer may push, and so may a
// goroutine that the consumer's next function waits for.
func (q *Queue) holdBack(position uint64) {
	if int64(position-q.headBase.Load()) < maxBacklog {
		return
	}
	began := native.Ticks()
	// Two limits: without a tick counter, fake time may stand still.
	for range maxYields {
		runtime.Gosched()
		base := q.headBase.Load()
		if int64(position-base) < maxBacklog || base == q.stalledBase.Load() {
			return
		}
		if native.Duration(native.Ticks()-began) > maxHoldBack {
			break
		}
	}
	q.stalledBase.Store(q.headBase.Load())
}

// spare returns a segment that was never linked.
func (q *Queue) spare() *segment {
	q.mu.Lock()
	defer q.mu.Unlock()
	k := len(q.spares)
	if k == 0 {
		return newSegment(q.size)
	}
	n := q.spares[k-1]
	q.spares[k-1] = nil
	q.spares = q.spares[:k-1]
	return n
}

// recycle adds a segment that was never linked to the spares.
func (q *Queue) recycle(n *segment) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.spares) < maxSpares {
		q.spares = append(q.spares, n)
	}
}

// enter makes s the segment to take from.
func (q *Queue) enter(s *segment) {
	q.head, q.slots, q.at, q.cleared = s, s.slots, 0, 0
	s.nextEpoch = &segment{slots: s.slots}
}

// Ready returns how many functions can be taken now, at most limit. Consumer only.
func (q *Queue) Ready(limit int) int {
	h, slots, i, n := q.head, q.slots, q.at, 0
	for n < limit {
		if i == len(slots) {
			if h = h.next.Load(); h == nil {
				return n
			}
			slots, i = h.slots, 0
			continue
		}
		if p := atomic.LoadPointer(&slots[i]); p == unsafe.Pointer(h) || p == endMarker() {
			return n
		}
		n++
		i++
	}
	return n
}

// NextEmpty reports whether the next slot is empty. It is the fast, common half of Empty and is
// inlined. Consumer only.
func (q *Queue) NextEmpty() bool {
	return q.at < len(q.slots) && atomic.LoadPointer(&q.slots[q.at]) == unsafe.Pointer(q.head)
}

// Empty reports whether nothing can be taken now, also at the end of a segment
// and once the queue is closed. Consumer only.
func (q *Queue) Empty() bool { return q.Ready(1) == 0 }

// Take removes and returns the oldest function. The consumer may call it as many times as Ready has
// returned. Consumer only.
func (q *Queue) Take() func() {
	if q.at == len(q.slots) {
		q.advance()
	}
	p := atomic.LoadPointer(&q.slots[q.at])
	q.at++
	return *(*func())(unsafe.Pointer(&p))
}

// Done clears a line of slots when the last of them was taken. The consumer calls it after running
// the function that Take returned, so that the clearing does not delay the function. Consumer only.
func (q *Queue) Done() {
	if q.at%line == 0 {
		q.Clear()
	}
}

// Clear releases all taken functions, so that the garbage collector can free them. The consumer
// calls it before it parks. Consumer only.
func (q *Queue) Clear() {
	if q.cleared != q.at {
		q.clear()
	}
}

func (q *Queue) clear() {
	clearSlots(q.slots[q.cleared:q.at], unsafe.Pointer(q.head.nextEpoch))
	q.cleared = q.at
}

// clearSlots overwrites taken slots with next, the address of the array's next segment. Consumer
// only.
//
// The stores are plain, because an atomic store of a pointer takes 6 ns, as long as all else that
// the consumer does for a function. They publish nothing. A push of the next epoch sees them, since
// the array reaches it through the lock of the spares (mutant RECYCLED_UNCLEARED). A push that
// still holds the old segment reads a function or next from the slot, never a part of either, since
// a pointer is one word. In either case it walks on, whichever stores it has seen. The compiler
// adds the write barrier. The race detector would report these stores beside the loads of such a
// late push, so it must ignore this function. That way all builds run the same code.
//
//go:norace
func clearSlots(slots []unsafe.Pointer, next unsafe.Pointer) {
	for i := range slots {
		slots[i] = next
	}
}

// advance moves to the segment after head. All of head was taken, and it has a next segment.
func (q *Queue) advance() {
	q.Clear()
	h := q.head
	n := h.next.Load()
	q.headBase.Store(n.base)
	q.enter(n)
	q.recycle(h.nextEpoch)
}

// CloseIfEmpty closes the queue if it is empty at this instant, and reports whether it is now
// closed and empty. Consumer only.
func (q *Queue) CloseIfEmpty() bool {
	for q.at == len(q.slots) {
		if q.head.next.Load() == nil {
			q.grow(q.head)
		}
		q.advance()
	}
	// Failure means that a push came first, or that the queue is closed already.
	slot, h := &q.slots[q.at], unsafe.Pointer(q.head)
	return atomic.CompareAndSwapPointer(slot, h, endMarker()) || atomic.LoadPointer(slot) == endMarker()
}

// Taken returns how many functions have been taken so far. Consumer only.
func (q *Queue) Taken() uint64 { return q.head.base + uint64(q.at) }

// Pushed returns how many functions have been pushed so far. Any goroutine may call it. It does not
// slow pushes down.
func (q *Queue) Pushed() uint64 {
	for h := q.tail.Load(); ; {
		slots := h.slots
		for i := int(h.hint.Load()); i < len(slots); i++ {
			p := atomic.LoadPointer(&slots[i])
			// The end mark may belong to a later epoch of the array. Then this segment was used up,
			// so unlike the closed one it has a next segment.
			if p == unsafe.Pointer(h) || p == endMarker() && h.next.Load() == nil {
				return h.base + uint64(i)
			}
		}
		n := h.next.Load()
		if n == nil {
			return h.base + uint64(len(slots))
		}
		h = n
	}
}
