package stream

// The write queue: bytes that the kernel has not taken yet, in pooled blocks.

import "sync"

const (
	// blockSize is how much a block holds: small enough that a connection with a
	// little waiting does not hold much, large enough that a full queue has few.
	blockSize = 16 << 10
	// blocksPerWrite is how many blocks one writev takes: as many as need no
	// allocation for their vector.
	blocksPerWrite = 8
)

// block is a link of a queue. Its bytes from..to are waiting.
type block struct {
	next     *block
	from, to int
	bytes    [blockSize]byte
}

var blockPool = sync.Pool{New: func() any { return new(block) }}

// queue holds bytes in order. The zero queue is empty and holds no block.
type queue struct {
	first, last *block
	size        int // bytes waiting
}

// push copies p to the end.
func (q *queue) push(p []byte) {
	q.size += len(p)
	for len(p) > 0 {
		b := q.last
		if b == nil || b.to == blockSize {
			b = blockPool.Get().(*block)
			b.next, b.from, b.to = nil, 0, 0
			if q.last == nil {
				q.first = b
			} else {
				q.last.next = b
			}
			q.last = b
		}
		n := copy(b.bytes[b.to:], p)
		b.to += n
		p = p[n:]
	}
}

// head writes the first blocks to v and returns how many there are.
func (q *queue) head(v *[blocksPerWrite][]byte) (n int) {
	for b := q.first; b != nil && n < len(v); b = b.next {
		v[n] = b.bytes[b.from:b.to]
		n++
	}
	return n
}

// advance drops the first n bytes, which were written.
func (q *queue) advance(n int) {
	q.size -= n
	for n > 0 {
		b := q.first
		if waiting := b.to - b.from; n < waiting {
			b.from += n
			return
		}
		n -= b.to - b.from
		q.drop()
	}
}

// clear drops everything.
func (q *queue) clear() {
	for q.first != nil {
		q.drop()
	}
	q.size = 0
}

// drop gives the first block back.
func (q *queue) drop() {
	b := q.first
	if q.first = b.next; q.first == nil {
		q.last = nil
	}
	b.next = nil
	blockPool.Put(b)
}
