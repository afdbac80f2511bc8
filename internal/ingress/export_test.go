package ingress

import (
	"unsafe"
	"weak"
)

const (
	Line       = line
	MaxSize    = maxSize
	MaxSpares  = maxSpares
	MaxBacklog = maxBacklog
)

// A Segment is one epoch of an array of slots.
type Segment = segment

// Tail returns the segment in which a push that starts now begins its search.
func (q *Queue) Tail() *Segment { return q.tail.Load() }

// Rewind makes the next push begin its search at s, as a producer does that loaded the tail when
// Tail returned s and was descheduled since. Only the length of the walk depends on how far the
// tail lags, so tests may call it at any time.
func (q *Queue) Rewind(s *Segment) { q.tail.Store(s) }

// Seek makes base the position of the first function. For a new queue.
func (q *Queue) Seek(base uint64) {
	q.head.base = base
	q.headBase.Store(base)
}

// Spares returns how many arrays wait for reuse.
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

// Layout has the sizes and offsets on which the queue's speed, or on 32 bits its correctness,
// depends.
type Layout struct {
	Segment, Tail, Consumer, HeadBase, Lock uintptr // size of a segment; offsets in Queue
}

// LayoutOf returns the layout of Queue.
func LayoutOf() Layout {
	var q Queue
	return Layout{
		Segment:  unsafe.Sizeof(segment{}),
		Tail:     unsafe.Offsetof(q.tail),
		Consumer: unsafe.Offsetof(q.head),
		HeadBase: unsafe.Offsetof(q.headBase),
		Lock:     unsafe.Offsetof(q.mu),
	}
}

// Address returns where the segment is.
func (s *segment) Address() uintptr { return uintptr(unsafe.Pointer(s)) }

// HeadBaseAddress returns where the one 64-bit atomic of the queue is.
func (q *Queue) HeadBaseAddress() uintptr { return uintptr(unsafe.Pointer(&q.headBase)) }
