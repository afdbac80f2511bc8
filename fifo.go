package wakeful

// fifo is a queue of functions in a ring that grows by doubling. The loop's
// goroutine owns it, or whoever holds its lock.
type fifo struct {
	ring []func() // its length is 0 or a power of two
	head int      // index of the oldest
	n    int
}

func (q *fifo) push(fn func()) {
	if q.n == len(q.ring) {
		q.resize(max(8, 2*q.n))
	}
	q.ring[(q.head+q.n)&(len(q.ring)-1)] = fn
	q.n++
}

// pop removes the oldest function. The queue must not be empty.
func (q *fifo) pop() func() {
	fn := q.ring[q.head]
	q.ring[q.head] = nil
	q.head = (q.head + 1) & (len(q.ring) - 1)
	q.n--
	if q.n == 0 && len(q.ring) > 1024 {
		*q = fifo{} // a burst's memory is not kept
	}
	return fn
}

func (q *fifo) resize(size int) {
	ring := make([]func(), size)
	k := copy(ring, q.ring[q.head:])
	copy(ring[k:], q.ring[:q.head])
	q.ring, q.head = ring, 0
}
