package js

// A queue is a first-in, first-out queue in a ring that grows by doubling. It
// belongs to the loop's goroutine.
type queue[T any] struct {
	ring []T // its length is 0 or a power of two
	head int
	n    int
}

func (q *queue[T]) push(v T) {
	if q.n == len(q.ring) {
		ring := make([]T, max(8, 2*q.n))
		k := copy(ring, q.ring[q.head:])
		copy(ring[k:], q.ring[:q.head])
		q.ring, q.head = ring, 0
	}
	q.ring[(q.head+q.n)&(len(q.ring)-1)] = v
	q.n++
}

// pop removes the oldest value. The queue must not be empty.
func (q *queue[T]) pop() T {
	var none T
	v := q.ring[q.head]
	q.ring[q.head] = none
	q.head = (q.head + 1) & (len(q.ring) - 1)
	q.n--
	if q.n == 0 && len(q.ring) > 1024 {
		*q = queue[T]{} // a burst's memory is not kept
	}
	return v
}
