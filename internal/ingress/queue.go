// Package ingress is the queue through which functions reach a loop: any number of goroutines push,
// one takes. It is unbounded, and first in, first out.
//
// # The algorithm
//
// Two slices and a lock. A push appends to the slice pushes. The consumer takes functions from its
// own slice, run. When it has taken all of them, it swaps the two slices. So a push is a short
// critical section, and the consumer pays for the lock once per swap.
//
// The lock is a bit. An uncontended push has one atomic read-modify-write: a sync.Mutex has a second
// one in Unlock, which takes as long as all else that a push does. lock.go says how a goroutine waits
// that does not get the lock.
//
// hasPushes says whether pushes is not empty, so that the consumer can poll without the lock. The
// push that makes pushes non-empty sets it, and the swap that empties pushes clears it. Both hold the
// lock. Setting it is sequentially consistent, because a producer then reads whether the consumer is
// parked, and the consumer announces that it parks and then reads hasPushes: at least one of them
// sees what the other wrote (package wake). A push that finds hasPushes set needs no such store: the
// consumer has not swapped since it was set, so it is still set when the consumer reads it.
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
	// maxKept is the largest capacity of a slice that is used again. A larger one is left to the
	// garbage collector after a backlog.
	maxKept = 1 << 15
	// maxBacklog is the length of pushes above which producers are held back. A queue that outgrows
	// the caches slows both sides down, and the garbage collector scans all of it in every cycle.
	maxBacklog = 16384
	// pushesPerHoldBack is how many pushes beyond maxBacklog go on without a wait.
	pushesPerHoldBack = 512
	// maxHoldBack is the longest time that a push waits for the consumer to swap. It is longer than a
	// collection stops the consumer, and much longer than short functions take for a backlog.
	maxHoldBack = time.Millisecond
	// maxYields bounds the same wait in yields, each of which takes about 100 ns.
	maxYields = 16384
)

// A Queue is ready to use.
type Queue struct {
	lock lock
	// hasPushes is 1 if pushes is not empty, otherwise 0. Written with the lock held.
	hasPushes atomic.Uint32

	// Guarded by lock.

	closed  bool
	stalled bool     // a push has waited in vain since the last swap, so that no other waits
	pushes  []func() // functions that the consumer has not swapped yet
	swapped uint64   // number of functions that the consumer has swapped so far

	// _ separates what producers write from what the consumer writes for each function.
	_ cpu.CacheLinePad

	// Consumer only.

	run []func() // run[at:] have not been taken
	at  int
	end uint64 // swapped, as of the last swap
}

// Push adds fn, and reports whether the queue accepted it. It does unless it is closed. Any
// goroutine may call it.
func (q *Queue) Push(fn func()) bool {
	q.lock.acquire()
	if q.closed {
		q.lock.release()
		return false
	}
	n := len(q.pushes)
	q.pushes = append(q.pushes, fn)
	if n == 0 {
		q.hasPushes.Store(1)
	}
	q.lock.release()
	if n >= maxBacklog && n%pushesPerHoldBack == 0 {
		q.holdBack(n)
	}
	return true
}

// holdBack yields until the consumer swaps, for at most maxHoldBack. It yields instead of sleeping,
// because waking a thread takes as long as the backlog lasts. Correctness does not depend on the
// wait. So the consumer may push, and so may a goroutine that the consumer's next function waits
// for.
func (q *Queue) holdBack(length int) {
	began := native.Ticks()
	// Two limits: without a tick counter, fake time may stand still.
	for range maxYields {
		q.lock.acquire()
		over := q.stalled || len(q.pushes) < length
		q.lock.release()
		if over {
			return
		}
		if native.Duration(native.Ticks()-began) > maxHoldBack {
			break
		}
		runtime.Gosched()
	}
	q.lock.acquire()
	q.stalled = true
	q.lock.release()
}

// Close refuses all further pushes and reports whether this call closed the queue. Functions pushed
// before can still be taken. Any goroutine may call it.
func (q *Queue) Close() bool {
	q.lock.acquire()
	defer q.lock.release()
	was := q.closed
	q.closed = true
	return !was
}

// CloseIfEmpty closes the queue if it is empty at this instant, and reports whether it is now closed
// and empty. Consumer only.
func (q *Queue) CloseIfEmpty() bool {
	if q.at < len(q.run) {
		return false
	}
	q.lock.acquire()
	defer q.lock.release()
	if len(q.pushes) > 0 {
		return false
	}
	q.closed = true
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
	if n < limit && q.hasPushes.Load() != 0 {
		q.lock.acquire()
		n += len(q.pushes)
		q.lock.release()
	}
	return max(0, min(n, limit))
}

// swap makes the functions that were pushed the ones to take. All of run was taken.
func (q *Queue) swap() {
	spare := q.run[:0]
	if cap(spare) > maxKept {
		spare = nil
	}
	q.at = 0
	q.lock.acquire()
	q.run, q.pushes = q.pushes, spare
	q.swapped += uint64(len(q.run))
	q.end = q.swapped
	q.stalled = false
	native.StoreRelease32(&q.hasPushes, 0) // only the consumer relies on it, and it has swapped
	q.lock.release()
}

// Take removes and returns the oldest function. The consumer may call it as many times as Ready has
// returned. Consumer only.
func (q *Queue) Take() func() {
	fn := &q.Next(1)[0]
	q.at++
	return takeFrom(fn)
}

// Next returns at least one and at most limit functions, the oldest first. The consumer takes each
// with TakeNext, in order, before it calls another method of the queue. It may call Next if Ready
// has returned at least one. Consumer only.
func (q *Queue) Next(limit int) []func() {
	if q.at == len(q.run) {
		q.swap()
	}
	return q.run[q.at:min(q.at+limit, len(q.run))]
}

// TakeNext removes and returns a function of Next's result. Consumer only.
func (q *Queue) TakeNext(slot *func()) func() {
	q.at++
	return takeFrom(slot)
}

// takeFrom clears a slot, so that the garbage collector can free the function.
func takeFrom(slot *func()) func() {
	fn := *slot
	*slot = nil
	return fn
}

// Taken returns how many functions have been taken so far. Consumer only.
func (q *Queue) Taken() uint64 { return q.end - uint64(len(q.run)-q.at) }

// Pushed returns how many functions have been pushed so far. Any goroutine may call it.
func (q *Queue) Pushed() uint64 {
	q.lock.acquire()
	defer q.lock.release()
	return q.swapped + uint64(len(q.pushes))
}
