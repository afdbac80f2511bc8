package ingress_test

// Rejected designs, with which the queue is compared.

import (
	"sync"

	"github.com/wakeful-go/wakeful/internal/ingress"
)

// mutexSlice is a slice under a mutex that the consumer swaps as a whole. It is also the reference,
// because it is obviously correct.
type mutexSlice struct {
	mu     sync.Mutex
	in     []func()
	closed bool
	pushed uint64

	// Consumer only.

	out []func()
	at  int
}

func (q *mutexSlice) Push(fn func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.in = append(q.in, fn)
	q.pushed++
	return true
}

func (q *mutexSlice) Ready(limit int) int {
	n := len(q.out) - q.at
	if n < limit {
		q.mu.Lock()
		n += len(q.in)
		q.mu.Unlock()
	}
	return max(0, min(n, limit))
}

func (q *mutexSlice) Take() func() {
	if q.at == len(q.out) {
		q.mu.Lock()
		q.in, q.out, q.at = q.out[:0], q.in, 0
		q.mu.Unlock()
	}
	fn := q.out[q.at]
	q.out[q.at] = nil
	q.at++
	return fn
}

func (q *mutexSlice) Close() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	was := q.closed
	q.closed = true
	return !was
}

func (q *mutexSlice) CloseIfEmpty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	empty := len(q.in) == 0 && q.at == len(q.out)
	q.closed = q.closed || empty
	return empty
}

func (q *mutexSlice) Pushed() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.pushed
}

// channel is a buffered channel. A push waits while it is full.
type channel chan func()

func newChannel() channel { return make(channel, 1024) }

func (q channel) Push(fn func()) bool { q <- fn; return true }
func (q channel) Ready(limit int) int { return max(0, min(len(q), limit)) }
func (q channel) Take() func()        { return <-q }

var _ closable = (*mutexSlice)(nil)

// correct are the correct queues by name.
var correct = []struct {
	name string
	new  func() mpsc
}{
	{"queue", func() mpsc { return new(ingress.Queue) }},
	{"mutexslice", func() mpsc { return new(mutexSlice) }},
	{"channel", func() mpsc { return newChannel() }},
}
