package stream

// Queue is the write queue, for the test against a simple one.
type Queue struct{ q queue }

// BlockSize is how much a block of the queue holds.
const BlockSize = blockSize

// Push copies p to the end.
func (q *Queue) Push(p []byte) { q.q.push(p) }

// Head returns copies of the first blocks.
func (q *Queue) Head() (head []byte) {
	var v [blocksPerWrite][]byte
	for _, b := range v[:q.q.head(&v)] {
		head = append(head, b...)
	}
	return head
}

// Advance drops the first n bytes.
func (q *Queue) Advance(n int) { q.q.advance(n) }

// Clear drops everything.
func (q *Queue) Clear() { q.q.clear() }

// Size returns how many bytes wait, and how many blocks they take.
func (q *Queue) Size() (size, blocks int) {
	for b := q.q.first; b != nil; b = b.next {
		blocks++
	}
	return q.q.size, blocks
}

// Unacknowledged returns how many bytes the peer's system has not acknowledged. Loop only.
func Unacknowledged(c *Conn) int { return unacknowledged(c.fd) }
