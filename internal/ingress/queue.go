// Package ingress is the queue through which functions reach a loop: any number
// of goroutines push, one takes. It is unbounded, first in first out, and a push
// is one compare-and-swap.
//
// # The problem
//
// A push has two things to do: claim a place and publish the function in it.
// The usual designs pay an atomic read-modify-write for each (lock and unlock;
// fetch-and-add and store), and between the two the consumer can meet a place
// that is claimed but empty, owned by a goroutine that the scheduler has put
// aside.
//
// # The algorithm
//
// The queue is a list of segments of slots. A push looks for the first empty
// slot and swaps its function in: claim and publication are the same
// instruction. Where to begin looking is a hint that is written once per line of
// slots, as in the array queue of Tsigas and Zhang (SPAA 2001), which lets its
// indices lag for the same reason.
//
//  1. A segment in use is a life: a header of its own over an array of slots
//     that is used again and again. A slot of the array holds one word. The
//     address of the life's header means empty; a function means filled; the
//     address of the next life's header means taken.
//  2. Push reads the tail life h and its hint, and walks from there to the first
//     slot that holds h. It swaps h for the function. When another push was
//     faster it walks on.
//  3. A slot is filled only after all slots before it were seen filled, and
//     within a life a slot never becomes empty again. So the filled slots are
//     always a prefix: the queue has no holes, a goroutine that is put aside in
//     the middle of a push holds nobody up, and the order of the slots is the
//     order of the compare-and-swaps.
//  4. The consumer reads functions from the front until it meets an empty slot.
//     It overwrites what it has taken with the address of the array's next life,
//     one line of slots at a time, and before it sleeps, so that the garbage
//     collector gets the functions back. These stores alone need no order: see
//     overwrite.
//  5. When a life is used up, its array therefore says "empty" in the terms of
//     the next life already, and goes to the spares. A push that still holds
//     the old header, for however long, finds no slot that contains it. Headers
//     are never used twice and a header that somebody still holds is not
//     collected, so an address cannot come back: the ABA problem of recycling
//     does not arise, at the price of one 64-byte header per segment.
//  6. Close pushes an end mark like a function. Nobody walks past it, so nothing
//     can be accepted after it and nothing accepted before it is lost.
//     CloseIfEmpty does so only at the consumer's own position, which is atomic
//     proof that the queue was empty.
//
// # Rejected
//
// A mutex and a slice that is swapped whole: two read-modify-writes per push,
// and under contention a goroutine that is put aside while holding the lock
// parks all others. A fetch-and-add on the segment's index and a store into the
// slot: two as well, two contended cache lines instead of one, and recycling
// lets a late producer claim a slot of the segment's next use. A linked list
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
	// line is how many slots share one update of the hint and one clearing: the
	// slots of a 64-byte cache line on 64-bit machines.
	line = 8
	// maxSize bounds a segment: the hint is an index of 32 bits, and memory comes
	// and goes by whole segments.
	maxSize = 1 << 20
	// maxSpares bounds the arrays that are kept for reuse.
	maxSpares = 64
	// lag is the backlog in slots from which on producers are held back: a queue
	// that grows out of the caches makes both sides slower, and whatever is in it
	// the garbage collector looks at in every cycle.
	lag = 16384
	// patience is how long a push that opens a segment waits for the backlog to
	// shrink, at most: longer than a collection keeps the consumer from running,
	// and many times what short functions take for a segment.
	patience = time.Millisecond
	// maxYields bounds the same wait by yields, each of which takes some 100 ns.
	maxYields = 16384
)

// endMark is what Close leaves in the first empty slot.
var endMark byte

func end() unsafe.Pointer { return unsafe.Pointer(&endMark) }

// A life is one use of an array of slots. It fills one cache line.
type life struct {
	// slots is written before the life is linked and never after.
	slots []unsafe.Pointer
	// base is the position of slots[0] in the whole queue. Written before the
	// life is linked, by the push that links it.
	base uint64
	// next is the life after this one. Swapped in once, by the push that found
	// this one full; read by pushes and by the consumer, for whom it makes the
	// next life's base and slots visible. Without it being set before the tail
	// moves there would be a tail that the consumer cannot reach.
	next atomic.Pointer[life]
	// reborn is the array's next life. Consumer only, until it goes to the spares.
	reborn *life
	// hint is an index below which all slots are filled. Written by the push
	// that fills the last slot of a line, after it filled it; a late writer may
	// set it back, which costs others a longer walk and nothing else. A hint
	// that ran ahead would leave a hole: TestModelMutants, HINT_EARLY.
	hint atomic.Uint32
}

// A Queue must be made by [New].
type Queue struct {
	// tail is the life to push into, or one before it. Swapped forward by
	// pushes; it only ever points to lives that are linked. Read by everybody
	// who pushes, written once per segment, so it stays in all caches.
	tail atomic.Pointer[life]

	// _ separates the producers' tail from what the consumer writes per task.
	_ cpu.CacheLinePad

	// Consumer only.

	head    *life                // the life being taken from
	slots   []unsafe.Pointer     // head.slots
	at      int                  // index of the next slot to take
	cleared int                  // slots before it say taken
	passed  atomic.Uint64        // head.base; read by grow, and nothing breaks when it is old
	blank   [line]unsafe.Pointer // head.reborn, a line of it

	// _ separates the consumer's fields from the lock that producers take.
	_ cpu.CacheLinePad

	// stuck is what passed was when a producer lost its patience. As long as the
	// consumer has not moved on since, nobody waits for it again.
	stuck  atomic.Uint64
	size   int        // slots of a segment
	mu     sync.Mutex // guards spares; taken once per segment by either side
	spares []*life    // lives that nobody has seen, ready to be linked
}

// New returns an empty queue of segments with the given number of slots.
func New(size int) *Queue {
	q := new(Queue)
	q.Init(size)
	return q
}

// Init makes q an empty queue of segments with the given number of slots, of
// which there are 1 to 1<<20. It is called once, before q is shared.
func (q *Queue) Init(size int) {
	if size < 1 || size > maxSize {
		panic(fmt.Sprintf("ingress: a segment has 1 to %d slots, not %d", maxSize, size))
	}
	q.size = size
	h := newLife(size)
	q.tail.Store(h)
	q.enter(h)
}

// newLife returns a life over a new array that is empty in its terms.
func newLife(size int) *life {
	h := &life{slots: make([]unsafe.Pointer, size)}
	for i := range h.slots {
		h.slots[i] = unsafe.Pointer(h)
	}
	return h
}

// Push adds fn, which must not be nil, and reports whether the queue took it: it
// does unless it is closed. Any goroutine may call it.
func (q *Queue) Push(fn func()) bool {
	// A function value is a pointer to its closure; the queue moves that pointer.
	return q.push(*(*unsafe.Pointer)(unsafe.Pointer(&fn)))
}

// Close refuses all further pushes and reports whether it was this call that did
// so. What was pushed before remains to be taken. Any goroutine may call it.
func (q *Queue) Close() bool { return q.push(end()) }

func (q *Queue) push(p unsafe.Pointer) bool {
	for {
		h := q.tail.Load()
		slots := h.slots
		for i := uint(h.hint.Load()); i < uint(len(slots)); {
			switch atomic.LoadPointer(&slots[i]) {
			case unsafe.Pointer(h):
				// Failure means that another push has filled this slot in
				// between: look at it again, it may be the end mark.
				if !atomic.CompareAndSwapPointer(&slots[i], unsafe.Pointer(h), p) {
					continue
				}
				// The end mark stays at or after the hint: everybody must meet it.
				if i%line == line-1 && p != end() {
					h.hint.Store(uint32(i + 1))
				}
				return true
			case end():
				return false
			default:
				i++
			}
		}
		q.grow(h)
	}
}

// grow moves the tail past h, which is full.
func (q *Queue) grow(h *life) {
	n := h.next.Load()
	if n == nil {
		n = q.spare()
		n.base = h.base + uint64(len(h.slots))
		// Failure means that another push linked its own: use that one.
		if !h.next.CompareAndSwap(nil, n) {
			q.keep(n)
			n = h.next.Load()
		}
	}
	// Failure means that the tail has been moved already, by whomever.
	q.tail.CompareAndSwap(h, n)
	q.holdBack(n.base)
}

// holdBack lets others run, the consumer above all, while the position that a
// push has reached is too far ahead of it: once in any case, and again until the
// patience is used up. It yields and does not sleep, since waking a thread takes
// as long as the backlog lasts. Nothing depends on the wait, so the consumer may
// push too, and so may whoever has what its next function is waiting for.
func (q *Queue) holdBack(position uint64) {
	if int64(position-q.passed.Load()) < lag {
		return
	}
	began := native.Ticks()
	// Both limits, since where there is no tick counter fake time stands still.
	for range maxYields {
		runtime.Gosched()
		passed := q.passed.Load()
		if int64(position-passed) < lag || passed == q.stuck.Load() {
			return
		}
		if native.Duration(native.Ticks()-began) > patience {
			break
		}
	}
	q.stuck.Store(q.passed.Load())
}

// spare returns a life that nobody has seen.
func (q *Queue) spare() *life {
	q.mu.Lock()
	defer q.mu.Unlock()
	k := len(q.spares)
	if k == 0 {
		return newLife(q.size)
	}
	n := q.spares[k-1]
	q.spares[k-1] = nil
	q.spares = q.spares[:k-1]
	return n
}

// keep takes back a life that nobody has seen.
func (q *Queue) keep(n *life) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.spares) < maxSpares {
		q.spares = append(q.spares, n)
	}
}

// enter makes h the life to take from.
func (q *Queue) enter(h *life) {
	q.head, q.slots, q.at, q.cleared = h, h.slots, 0, 0
	h.reborn = &life{slots: h.slots}
	for i := range q.blank {
		q.blank[i] = unsafe.Pointer(h.reborn)
	}
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
		if p := atomic.LoadPointer(&slots[i]); p == unsafe.Pointer(h) || p == end() {
			return n
		}
		n++
		i++
	}
	return n
}

// Idle reports whether the next slot is empty: the quick and common half of
// Empty, which is inlined. Consumer only.
func (q *Queue) Idle() bool {
	return q.at < len(q.slots) && atomic.LoadPointer(&q.slots[q.at]) == unsafe.Pointer(q.head)
}

// Empty reports whether nothing can be taken now, also at the end of a segment
// and once the queue is closed. Consumer only.
func (q *Queue) Empty() bool { return q.Ready(1) == 0 }

// Take removes and returns the oldest function. It may be called as often as
// Ready has promised. Consumer only.
func (q *Queue) Take() func() {
	if q.at == len(q.slots) {
		q.advance()
	}
	p := atomic.LoadPointer(&q.slots[q.at])
	q.at++
	return *(*func())(unsafe.Pointer(&p))
}

// Done lets go of the functions of a line of slots when the last of them was
// taken. The consumer calls it after it has run what Take returned: whoever waits
// for that function does not wait for the clearing. Consumer only.
func (q *Queue) Done() {
	if q.at%line == 0 {
		q.Clear()
	}
}

// Clear lets go of all functions that were taken. The consumer calls it before
// it sleeps. Consumer only.
func (q *Queue) Clear() {
	if q.cleared != q.at {
		q.clear()
	}
}

func (q *Queue) clear() {
	for taken := q.slots[q.cleared:q.at]; len(taken) > 0; {
		taken = taken[overwrite(taken, &q.blank):]
	}
	q.cleared = q.at
}

// advance moves on to the life after head, which is used up and has a next.
func (q *Queue) advance() {
	q.Clear()
	h := q.head
	n := h.next.Load()
	q.passed.Store(n.base)
	q.enter(n)
	q.keep(h.reborn)
}

// CloseIfEmpty closes the queue if it is empty at this very instant, and reports
// whether it is now closed and empty. Consumer only.
func (q *Queue) CloseIfEmpty() bool {
	for q.at == len(q.slots) {
		if q.head.next.Load() == nil {
			q.grow(q.head)
		}
		q.advance()
	}
	// Failure means that a push came first, or that the queue is closed already.
	slot, h := &q.slots[q.at], unsafe.Pointer(q.head)
	return atomic.CompareAndSwapPointer(slot, h, end()) || atomic.LoadPointer(slot) == end()
}

// Taken returns how many functions have been taken so far. Consumer only.
func (q *Queue) Taken() uint64 { return q.head.base + uint64(q.at) }

// Pushed returns how many functions have been pushed so far. Any goroutine may
// call it; it costs those who push nothing.
func (q *Queue) Pushed() uint64 {
	for h := q.tail.Load(); ; {
		slots := h.slots
		for i := int(h.hint.Load()); i < len(slots); i++ {
			p := atomic.LoadPointer(&slots[i])
			// A later life of the array may have the end mark in it. Then this
			// life was used up: unlike the one that is closed, it has a next.
			if p == unsafe.Pointer(h) || p == end() && h.next.Load() == nil {
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
