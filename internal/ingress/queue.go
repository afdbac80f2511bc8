// Package ingress is the queue through which functions reach a loop: any number of goroutines push,
// one takes. It is unbounded, and first in, first out.
//
// # The algorithm
//
// Two slices and a lock. A push appends to the slice pushes. The consumer takes functions from its
// own slice, run. When it has taken all of them, it swaps the two slices. So a push is a short
// critical section, and the consumer pays for the lock once per swap.
//
// A backlog is a list of such slices, the chunks. Growing a single slice would copy all of it with
// the lock held, while the consumer and all producers wait, and the queue would keep its memory
// until the next swap. The consumer swaps the oldest chunk. Its run becomes the next chunk of the
// producers, so a backlog that stays needs no new chunks.
//
// The lock is a bit. An uncontended push has one atomic read-modify-write: a sync.Mutex has a
// second one in Unlock, which takes as long as all else that a push does. lock.go says how a
// goroutine waits that does not get the lock. Beside the lock, a push compares one number and
// appends: checkAt is the length of pushes at which there is more to do. Sampled pushes use it too
// (sample.go).
//
// hasPushes says whether pushes is not empty, so that the consumer can poll without the lock. The
// push that makes pushes non-empty sets it, and the swap that empties pushes clears it. Both hold
// the lock. Setting it is sequentially consistent, because a producer then reads whether the
// consumer is parked, and the consumer announces that it parks and then reads hasPushes: at least
// one of them sees what the other wrote (package wake). A push that finds pushes not empty needs no
// such store: hasPushes was set before, and only a swap clears it, which takes this function too.
// The clearing must only be visible before the lock is seen free, which the release of the lock
// ensures: the consumer sees its own store, nobody else reads hasPushes, and the producer that sets
// it next gets the lock later. models/ingress.pml has the mutants that must fail.
//
// # Rejected
//
// A sync.Mutex in place of the lock: up to twice the time with several producers. One
// compare-and-swap per push into a slot of a linked segment, without a lock: 1.3 to 1.7 times the
// time, and five times the code. The figures are in docs/decisions/ingress.md.
package ingress

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"golang.org/x/sys/cpu"
)

const (
	// chunk is the largest number of functions in a slice. When pushes has so many, it becomes one
	// of full, and the next functions go into another slice. So no push copies more than this with
	// the lock held, and a backlog is freed while it is taken.
	chunk = 16384
	// pushesPerHoldBack is how many pushes beyond a backlog of a chunk go on without a wait. A
	// queue that outgrows the caches slows both sides down, and the garbage collector scans all of
	// it in every cycle.
	pushesPerHoldBack = 512
	// maxHoldBack is the longest time that a push waits for the consumer. It is longer than a
	// collection stops the consumer, and than short functions take for a chunk.
	maxHoldBack = time.Millisecond
	// maxYields bounds the same wait in yields, each of which takes about 100 ns.
	maxYields = 16384
)

// chunk is a multiple of pushesPerHoldBack, so that pushRare sees a slice that is full.
var _ [0]struct{} = [chunk % pushesPerHoldBack]struct{}{}

// A Queue is ready to use.
type Queue struct {
	lock lock
	// hasPushes is 1 if pushes is not empty, otherwise 0. Written with the lock held.
	hasPushes atomic.Uint32

	// Guarded by lock.

	pushes    []func()   // the last functions; not empty if full is not
	checkAt   int        // while pushes is shorter, a push only appends; 0 if empty or closed
	full      [][]func() // chunks of functions that were pushed before
	spare     []func()   // the next chunk; nil if there is none
	swapped   uint64     // number of functions that the consumer has swapped so far
	closed    bool
	stalled   bool   // a push has waited in vain for the consumer
	sampling  bool   // sample wants a push
	stalledAt uint32 // turns at that time; until it changes, no other push waits

	// _ separates what producers write from what the consumer writes for each function.
	_ cpu.CacheLinePad

	// Consumer only.

	run []func() // run[at:] have not been taken
	at  int

	// turns changes when the consumer takes the next part of a backlog. holdBack reads it.
	turns atomic.Uint32

	behind int // functions in the queue after run, at the last swap; consumer only

	// sample wants the push that comes after sampleAt others; see Describe. Guarded by lock.
	sample   *Sample
	sampleAt uint64
}

// Push adds fn, and reports whether the queue accepted it. It does unless it is closed. Any
// goroutine may call it. It is Lock, Append, and PushLocked if Append has not pushed fn.
func (q *Queue) Push(fn func()) bool {
	q.Lock()
	return q.Append(fn) || q.PushLocked(fn)
}

// Lock is the first part of Push. Append or PushLocked releases the lock.
func (q *Queue) Lock() { q.lock.acquire() }

// Append is the part of Push that most pushes need, and small enough to be inlined. If no check is
// due, it pushes fn and releases the lock. Otherwise it returns false, and the caller, who still has
// the lock, calls PushLocked.
func (q *Queue) Append(fn func()) bool {
	if len(q.pushes) >= q.checkAt {
		return false
	}
	q.pushes = append(q.pushes, fn)
	q.lock.release()
	return true
}

// PushLocked is the rest of Push. It releases the lock, and reports whether the queue accepted fn.
func (q *Queue) PushLocked(fn func()) bool {
	if q.sampling {
		q.describePush()
		if q.Append(fn) { // others have pushed meanwhile
			return true
		}
	}
	if q.closed {
		q.lock.release()
		return false
	}
	q.pushRare(fn)
	return true
}

// pushRare is the rest of Push for the first function in pushes and for every pushesPerHoldBack-th
// one after it. It has the checks that the other pushes do not need. The caller holds the lock,
// which pushRare releases.
func (q *Queue) pushRare(fn func()) {
	if len(q.pushes) == chunk {
		q.beginChunk()
	}
	// The next multiple, so that a full slice is one of them. A sampled push may come in between.
	q.checkAt = q.sampleCheck((len(q.pushes)/pushesPerHoldBack + 1) * pushesPerHoldBack)
	q.pushes = append(q.pushes, fn)
	if len(q.pushes) == 1 {
		q.hasPushes.Store(1)
	}
	behind := len(q.full) > 0
	q.lock.release()
	if behind {
		q.holdBack()
	}
}

// beginChunk makes pushes, which is full, the last of the chunks. The caller holds the lock.
func (q *Queue) beginChunk() {
	q.full = append(q.full, q.pushes)
	q.pushes, q.spare = q.spare, nil
	if q.pushes == nil {
		q.pushes = make([]func(), 0, chunk)
	}
}

// holdBack yields until the consumer has swapped the chunks, for at most maxHoldBack. It yields
// instead of sleeping, because waking a thread takes as long as the backlog lasts. Correctness does
// not depend on the wait. So the consumer may push, and so may a goroutine that the consumer's next
// function waits for. If the consumer makes no progress during a wait, no push waits until it does.
func (q *Queue) holdBack() {
	began, turns := native.Ticks(), q.turns.Load()
	// Two limits: without a tick counter, fake time may stand still.
	for range maxYields {
		q.lock.acquire()
		over := len(q.full) == 0 || q.stalled && q.stalledAt == q.turns.Load()
		q.lock.release()
		if over {
			return
		}
		runtime.Gosched()
		if native.Duration(native.Ticks()-began) > maxHoldBack {
			break
		}
	}
	q.lock.acquire()
	q.stalled, q.stalledAt = true, turns
	q.lock.release()
}

// Close refuses all further pushes and reports whether this call closed the queue. Functions pushed
// before can still be taken. Any goroutine may call it.
func (q *Queue) Close() bool {
	q.lock.acquire()
	defer q.lock.release()
	was := q.closed
	q.closed, q.checkAt = true, 0
	return !was
}

// CloseIfEmpty closes the queue if it is empty at this instant, and reports whether it is now
// closed and empty. Consumer only.
func (q *Queue) CloseIfEmpty() bool {
	if q.at < len(q.run) {
		return false
	}
	q.lock.acquire()
	defer q.lock.release()
	if len(q.pushes) > 0 {
		return false
	}
	q.closed, q.checkAt = true, 0
	return true
}

// Empty reports whether nothing can be taken now. Consumer only.
func (q *Queue) Empty() bool { return q.at == len(q.run) && q.hasPushes.Load() == 0 }

// Ready returns how many functions can be taken now, at most limit. Consumer only.
func (q *Queue) Ready(limit int) int {
	if q.at == len(q.run) && q.hasPushes.Load() != 0 {
		q.swap()
	}
	n := len(q.run) - q.at
	if q.hasPushes.Load() != 0 {
		q.nextTurn()
		if n < limit {
			q.lock.acquire()
			n += q.waiting()
			q.lock.release()
		}
	}
	return max(0, min(n, limit))
}

// Len returns how many of the functions that the queue contained at the last swap have not been taken.
// It does not count later pushes, because the lock and its cache line are for the producers. Consumer
// only.
func (q *Queue) Len() int { return len(q.run) - q.at + q.behind }

// nextTurn tells pushes that wait that the consumer makes progress.
func (q *Queue) nextTurn() {
	native.StoreRelease32(&q.turns, q.turns.Load()+1) // nobody else writes it
}

// waiting returns how many functions the consumer has not swapped yet. The caller holds the lock.
func (q *Queue) waiting() int { return len(q.full)*chunk + len(q.pushes) }

// swap makes the functions that were pushed first the ones to take. There are some, and all of run
// was taken.
func (q *Queue) swap() {
	taken := q.run[:0]
	q.at = 0
	q.lock.acquire()
	if len(q.full) > 0 {
		q.run, q.full[0] = q.full[0], nil
		if q.full = q.full[1:]; len(q.full) == 0 {
			q.full = nil
		}
		if cap(taken) >= chunk {
			q.spare = taken
		}
		q.behind = q.waiting()
		q.nextTurn()
	} else {
		q.behind = 0
		q.run, q.pushes, q.checkAt = q.pushes, taken, 0
		native.StoreRelease32(&q.hasPushes, 0) // the next push stores 1 after it, with the lock held
	}
	q.swapped += uint64(len(q.run))
	q.lock.release()
}

// Take removes and returns the oldest function. The consumer may call it as many times as Ready has
// returned. Consumer only.
func (q *Queue) Take() func() {
	q.Next(1)
	return q.TakeNext()
}

// Next prepares at least one and at most limit calls of TakeNext, and returns where they end. The
// consumer may call it if Ready has returned more than it has taken since. Consumer only.
func (q *Queue) Next(limit int) (end int) {
	if q.at == len(q.run) {
		q.swap()
	}
	return q.at + min(limit, len(q.run)-q.at)
}

// Before reports whether the consumer may call TakeNext before end. Consumer only.
func (q *Queue) Before(end int) bool { return q.at < end }

// TakeNext removes and returns the oldest function. The slot is cleared, so that the garbage
// collector can free the function. Consumer only.
func (q *Queue) TakeNext() func() {
	slot := &q.run[q.at]
	q.at++
	fn := *slot
	*slot = nil
	return fn
}

// Taken returns how many functions were taken so far. Consumer only.
func (q *Queue) Taken() uint64 { return q.swapped - uint64(len(q.run)-q.at) }

// Pushed returns how many functions have been pushed so far. Any goroutine may call it.
func (q *Queue) Pushed() uint64 {
	q.lock.acquire()
	defer q.lock.release()
	return q.swapped + uint64(q.waiting())
}
