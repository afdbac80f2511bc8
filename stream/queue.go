package stream

// The write queue holds bytes that the kernel has not taken yet, in pooled blocks. A
// connection owns its queue on the loop, until a drainer takes it over; see drain.go.

import "sync"

const (
	// blockSize is the size of a block. Small blocks save memory on a connection with a few queued
	// bytes. Large blocks keep their number low in a full queue.
	blockSize = 16 << 10
	// blocksPerWrite is the number of blocks in one writev. golang.org/x/sys allocates the vector
	// for more.
	blocksPerWrite = 8
)

// block is a part of a queue. bytes[from:to] are queued.
type block struct {
	next     *block
	from, to int
	bytes    [blockSize]byte
}

var blockPool = sync.Pool{New: func() any { return new(block) }}

// queue holds bytes in order. The zero queue is empty and holds no block.
type queue struct {
	first, last *block
	size        int // queued bytes
}

// push appends a copy of p.
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

// head sets v to the first blocks and returns how many it has set.
func (q *queue) head(v *[blocksPerWrite][]byte) (n int) {
	for b := q.first; b != nil && n < len(v); b = b.next {
		v[n] = b.bytes[b.from:b.to]
		n++
	}
	return n
}

// advance removes the first n bytes, which were written.
func (q *queue) advance(n int) {
	q.size -= n
	for n > 0 {
		b := q.first
		if queued := b.to - b.from; n < queued {
			b.from += n
			return
		}
		n -= b.to - b.from
		q.drop()
	}
}

// clear removes all bytes.
func (q *queue) clear() {
	for q.first != nil {
		q.drop()
	}
	q.size = 0
}

// drop returns the first block to the pool.
func (q *queue) drop() {
	b := q.first
	if q.first = b.next; q.first == nil {
		q.last = nil
	}
	b.next = nil
	blockPool.Put(b)
}
