package ingress_test

// Faulty queues, which show that the tests find their faults.

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
	return fn
}

// stutter is faulty: every hundredth function comes twice.
type stutter struct {
	mutexSlice
	taken int
	last  func()
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
	if q.taken++; q.taken%100 == 0 {
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

// unlocked is faulty: a push adds to what it has read before it got the lock.
type unlocked struct {
	mutexSlice
	between func() // nil to do nothing
}

func (q *unlocked) Push(fn func()) bool {
	q.mu.Lock()
	in := q.in
	q.mu.Unlock()
	if q.between != nil {
		q.between()
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.in = append(in, fn)
	q.pushed++
	return true
}

// overtaking is faulty: its consumer swaps before it has taken all of the last swap.
type overtaking struct{ mutexSlice }

func (q *overtaking) Take() func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.in) > 0 {
		q.out, q.in, q.at = append(q.in, q.out[q.at:]...), nil, 0
	}
	fn := q.out[q.at]
	q.at++
	return fn
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

// deaf is faulty: it accepts pushes after Close.
type deaf struct{ mutexSlice }

func (q *deaf) Push(fn func()) bool {
	q.mu.Lock()
	q.closed = false
	q.mu.Unlock()
	return q.mutexSlice.Push(fn)
}
