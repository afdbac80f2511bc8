// Package mpsc is a queue of values from many producers to one consumer. A value that a producer
// adds is copied into the queue: nothing is allocated for it.
//
// # The algorithm
//
// One word holds the number of values that were ever added, a lock bit, and an idle bit.
//
//  1. A producer sets the lock bit with a compare-and-swap. It writes its value into the next cell.
//     Then it stores the word with a number that is one higher and without the lock bit: the store
//     that unlocks is the one that publishes.
//  2. The consumer reads the number and takes what it has not taken yet. It never locks for that,
//     so a producer that is descheduled while it holds the lock delays other producers, and not the
//     values before its own.
//  3. A consumer that has taken all values sets the idle bit with a compare-and-swap. It succeeds
//     only if no value was added since and no producer holds the lock. The producer of the next
//     value finds the bit in the word that it has locked. It wakes the consumer, and clears the bit
//     when it publishes. So there is exactly one wake-up per idle time, and checking for it costs
//     nothing.
//  4. Cells are in segments. Producers use only the last one, under the lock. So the consumer can
//     release a segment that it has emptied and left.
//
// models/mpsc.pml checks steps 1 to 3.
//
// # Rejected
//
// A mutex and two slices that are swapped: the mutex needs two read-modify-writes per value. The
// consumer takes it too, and waits for a producer that locks again at once. Cells that are claimed
// with a fetch-and-add and then published: this is no faster, and a producer between the two steps
// leaves a hole. The figures are in docs/groups.md.
package mpsc

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
	"golang.org/x/sys/cpu"
)

const (
	locked = 1 << iota
	idle
	one // the number is in the bits from here on
)

const (
	// firstSegment and lastSegment are the numbers of cells of the first segment and of the largest
	// ones. Each segment is twice as large as the one before.
	firstSegment, lastSegment = 16, 512
	// maxSpares bounds the segments that are kept for reuse, all of which are of the largest size.
	maxSpares = 32
	// backlog is the number of values, added and not taken, from which on a producer that opens a
	// segment yields.
	backlog = 4096
)

// A Pad separates what one goroutine writes from the cache lines that another one uses. It is two
// lines long, because processors fetch lines in pairs. With one line, a value took 45 ns instead of
// 23 at some addresses of the queue.
type Pad [2]cpu.CacheLinePad

// segment is an array of cells.
type segment[T any] struct {
	cells []T
	// next is the segment after this one, or the next spare. Written before the segment, or the
	// first value after it, is published.
	next *segment[T]
	// spares is the number of spares from this one on. Consumer only.
	spares int
}

// A Queue must be made by Init.
type Queue[T any] struct {
	// _ separates the queue from what is before it in memory.
	_ Pad

	// state is the word. The producer that has set the lock bit writes it, and the consumer, which
	// sets the idle bit. A consumer that set the idle bit with a store could undo an addition
	// (IDLE_STORED). One that set it while the lock is held would not be woken for the value
	// (IDLE_WHILE_LOCKED).
	//
	// Only the holder of the lock bit uses a store. The store has release order, so the value in
	// the cell is visible before the number (PUBLISH_FIRST). It needs no stronger order: whether
	// the consumer must be woken was in the word that the producer has locked, so it reads nothing
	// afterwards.
	state atomic.Uint64

	// Guarded by the lock bit.

	tail *segment[T]
	at   int // the next cell of tail

	// waiting is held by the one producer that spins for the lock. Others park in it.
	waiting sync.Mutex

	// _ separates what producers write from what the consumer writes.
	_ Pad

	// Consumer only.

	head  *segment[T]
	next  int    // the next cell of head
	taken uint64 // the number of values that were taken

	// released is the number of values that were taken when the consumer last left a segment.
	// Producers read it to see how far behind the consumer is. An old value does no harm.
	released atomic.Uint64
	// spares is a list of segments for reuse. The consumer pushes, and the producer that holds the
	// lock pops. Since only one pops at a time, a segment that it sees cannot go and come back.
	spares atomic.Pointer[segment[T]]

	// _ separates it from what follows in memory.
	_ Pad
}

// Init makes q an empty queue, whose consumer is idle. It is called once, before q is shared.
func (q *Queue[T]) Init() {
	s := &segment[T]{cells: make([]T, firstSegment)}
	q.tail, q.head = s, s
	q.state.Store(idle)
}

// Lock excludes producers, and the consumer's Idle, until Unlock or Add. It reports whether the
// consumer is idle. Any goroutine may call it.
func (q *Queue[T]) Lock() (isIdle bool) {
	s := q.state.Load()
	// Failure means that another goroutine has locked, or that the consumer has become idle.
	if s&locked != 0 || !q.state.CompareAndSwap(s, s|locked) {
		s = q.lockSlowly()
	}
	return s&idle != 0
}

// lockSlowly is Lock when the queue is locked. It returns the word without the lock bit.
func (q *Queue[T]) lockSlowly() uint64 {
	q.waiting.Lock()
	defer q.waiting.Unlock()
	for {
		for range 16 {
			if s := q.state.Load(); s&locked == 0 && q.state.CompareAndSwap(s, s|locked) {
				return s
			}
			native.Pause()
		}
		runtime.Gosched() // the holder may need this processor
	}
}

// Unlock ends Lock without a change. The caller has locked.
func (q *Queue[T]) Unlock() { native.StoreRelease(&q.state, q.state.Load()&^locked) }

// Add adds v, which is for a consumer that is not idle any more, and unlocks. It reports whether
// the consumer is far behind. The caller has locked.
func (q *Queue[T]) Add(v T) (behind bool) {
	if q.at == len(q.tail.cells) {
		behind = q.grow()
	}
	q.tail.cells[q.at] = v
	q.at++
	native.StoreRelease(&q.state, q.state.Load()&^(locked|idle)+one)
	return behind
}

// grow opens a segment. The lock is held.
func (q *Queue[T]) grow() (behind bool) {
	s := q.spares.Load()
	for s != nil && !q.spares.CompareAndSwap(s, s.next) { // failure: the consumer has pushed one
		s = q.spares.Load()
	}
	if s == nil {
		s = &segment[T]{cells: make([]T, min(2*len(q.tail.cells), lastSegment))}
	}
	// The consumer has cleared the cells, so they are in its cache. This moves them to this
	// processor's in one go, where the values would wait for one cache line after the other.
	clear(s.cells)
	s.next = nil
	q.tail.next = s
	q.tail, q.at = s, 0
	return q.Added()-q.released.Load() >= backlog
}

// Added returns how many values were ever added. Any goroutine may call it.
func (q *Queue[T]) Added() uint64 { return q.state.Load() / one }

// Ready returns how many values can be taken now. Consumer only.
func (q *Queue[T]) Ready() int { return int(q.Added() - q.taken) }

// Take removes and returns the oldest value. The consumer may call it as many times as Ready has
// returned. Consumer only.
func (q *Queue[T]) Take() (v T) {
	if q.next == len(q.head.cells) {
		q.advance()
	}
	var none T
	cell := &q.head.cells[q.next]
	v, *cell = *cell, none
	q.next++
	q.taken++
	return v
}

// advance leaves a segment that is empty. There is a value in the next one.
func (q *Queue[T]) advance() {
	s := q.head
	q.head, q.next = s.next, 0
	q.released.Store(q.taken)
	if len(s.cells) < lastSegment {
		return
	}
	for {
		s.next, s.spares = q.spares.Load(), 1
		if s.next != nil {
			if s.spares += s.next.spares; s.spares > maxSpares {
				return
			}
		}
		if q.spares.CompareAndSwap(s.next, s) { // failure: a producer has popped one
			return
		}
	}
}

// Await returns when a value can be taken. The caller knows that a producer which has locked is
// adding one. Consumer only.
func (q *Queue[T]) Await() {
	for q.Ready() == 0 {
		q.pauseWhileLocked()
	}
}

// Idle makes the consumer idle if there is no value, and reports whether there is none. From then
// on, the consumer calls no other method until a producer, whose Lock has reported true, has told
// it of a value. Consumer only.
func (q *Queue[T]) Idle() bool {
	for {
		s := q.state.Load()
		switch {
		case s/one != q.taken:
			return false
		case s&locked != 0:
			q.pauseWhileLocked() // either a value comes, or it was refused
		case q.state.CompareAndSwap(s, s|idle): // failure: a producer has locked
			return true
		}
	}
}

// pauseWhileLocked waits a moment for a producer to unlock.
func (q *Queue[T]) pauseWhileLocked() {
	for range 16 {
		if q.state.Load()&locked == 0 {
			return
		}
		native.Pause()
	}
	runtime.Gosched()
}

// Clear drops what was not taken and returns how much that was. After it, only Lock, Unlock and
// Added may be called. The caller has locked, and is the consumer.
func (q *Queue[T]) Clear() (dropped int) {
	dropped = q.Ready()
	q.head, q.tail = nil, nil
	q.spares.Store(nil)
	q.taken = q.Added()
	return dropped
}
