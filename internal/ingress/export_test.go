package ingress

import (
	"unsafe"
	"weak"
)

const (
	Line      = line
	MaxSize   = maxSize
	MaxSpares = maxSpares
	Lag       = lag
)

// A Place is a segment that a push has found as the tail.
type Place = *Life

// A Life is the header of a segment.
type Life = life

// Tail returns what a push that begins now works with.
func (q *Queue) Tail() Place { return q.tail.Load() }

// Rewind makes the next push begin where one does that loaded the tail when Tail
// returned p and was put aside since: a producer that stalls, for as long as the
// test wants. Nothing but the length of the walk depends on how far the tail
// lags, so tests may call it at any time.
func (q *Queue) Rewind(p Place) { q.tail.Store(p) }

// Seek makes base the position of the first function. For a new queue.
func (q *Queue) Seek(base uint64) {
	q.head.base = base
	q.passed.Store(base)
}

// Spares returns how many arrays wait to be used again.
func (q *Queue) Spares() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.spares)
}

// Arrays returns the arrays of the segments from the head on, weakly. Consumer
// only.
func (q *Queue) Arrays() (arrays []weak.Pointer[unsafe.Pointer]) {
	for h := q.head; h != nil; h = h.next.Load() {
		arrays = append(arrays, weak.Make(&h.slots[0]))
	}
	return arrays
}

// Layout is what the queue's speed, or on 32 bits its working, depends on.
type Layout struct {
	Life, Tail, Consumer, Passed, Lock uintptr // size of a life; offsets in Queue
}

// LayoutOf returns where things are.
func LayoutOf() Layout {
	var q Queue
	return Layout{
		Life:     unsafe.Sizeof(life{}),
		Tail:     unsafe.Offsetof(q.tail),
		Consumer: unsafe.Offsetof(q.head),
		Passed:   unsafe.Offsetof(q.passed),
		Lock:     unsafe.Offsetof(q.mu),
	}
}

// Address returns where the life is.
func (h *life) Address() uintptr { return uintptr(unsafe.Pointer(h)) }

// PassedAddress returns where the one 64-bit atomic of the queue is.
func (q *Queue) PassedAddress() uintptr { return uintptr(unsafe.Pointer(&q.passed)) }
