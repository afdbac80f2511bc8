package designs

import (
	"sync"
	"sync/atomic"

	"golang.org/x/sys/cpu"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the queues under a mutex: MutexSlice, MutexChunks and
// MutexTiered are one type, since the third is a rule for choosing between the
// first two. See ingress for who may call what.

// A mutexIngress keeps new tasks in a slice or in a chain of chunks.
//
// Order across the two stores: what is in the chunks is always newer than what
// is in the slice. Hence a push goes to the slice only while the chain is
// empty, and the consumer empties the slice first.
type mutexIngress struct {
	clearing Clearing

	// mu guards the fields down to the padding. It is own, beside what it
	// guards, except that the coarse design has one lock over both lanes.
	mu      *sync.Mutex
	own     sync.Mutex
	slice   []func()
	chunks  chunkChain
	free    *chunk // spent chunks, ready for reuse
	nfree   int
	pushed  uint64
	chunked bool // where the next push goes
	closed  bool

	// some is true when slice or chunks hold a task. Producers set it under mu
	// when they end the emptiness, take clears it under mu; empty reads it
	// without. A producer sets it before it looks whether the loop sleeps, the
	// loop reads it after it has published that it sleeps: one of the two sees
	// the other.
	some atomic.Bool

	_ cpu.CacheLinePad // producers above, the consumer below

	lent   []func()   // what the last take returned, to be cleared
	hand   []func()   // the slice that was swapped out
	at     int        // how much of hand has been lent
	chain  *chunk     // the chunks that were detached; the first is being lent
	lentIn *chunk     // the chunk that lent is part of, nil for hand
	worn   chunkChain // spent chunks that the next refill gives back
}

// A chunk is filled from the front by producers, then emptied from the front
// by the consumer. It is never both.
type chunk struct {
	slots [chunkSlots]func()
	used  int
	taken int
	next  *chunk
}

type chunkChain struct {
	first, last *chunk
	n           int
}

func (c *chunkChain) add(k *chunk) {
	if c.last == nil {
		c.first = k
	} else {
		c.last.next = k
	}
	c.last = k
	c.n++
}

// freeChunks bounds the spent chunks that are kept for reuse, on either side of
// the lock: about 1 MiB each.
const freeChunks = 1024

func newMutexIngress(chunked bool, clearing Clearing) *mutexIngress {
	q := &mutexIngress{chunked: chunked, clearing: clearing}
	q.mu = &q.own
	return q
}

// setChunked chooses the store of later pushes. Any goroutine.
func (q *mutexIngress) setChunked(on bool) {
	q.mu.Lock()
	q.chunked = on
	q.mu.Unlock()
}

func (q *mutexIngress) push(task func()) error {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return contest.ErrClosed
	}
	q.pushed++
	if q.chunked || q.chunks.first != nil {
		q.pushChunk(task)
	} else {
		q.slice = append(q.slice, task)
	}
	if !q.some.Load() {
		q.some.Store(true)
	}
	q.mu.Unlock()
	return nil
}

func (q *mutexIngress) pushChunk(task func()) {
	k := q.chunks.last
	if k == nil || k.used == chunkSlots {
		if k = q.free; k != nil {
			q.free, k.next = k.next, nil
			q.nfree--
		} else {
			k = new(chunk)
		}
		q.chunks.add(k)
	}
	k.slots[k.used] = task
	k.used++
}

func (q *mutexIngress) take(most int) []func() {
	q.forgetLent()
	if q.at == len(q.hand) && q.chain == nil {
		q.refill()
	}
	if q.at < len(q.hand) {
		end := min(q.at+most, len(q.hand))
		q.lent = q.hand[q.at:end]
		q.at = end
		return q.lent
	}
	if k := q.chain; k != nil {
		end := min(k.taken+most, k.used)
		q.lent, q.lentIn = k.slots[k.taken:end], k
		k.taken = end
		return q.lent
	}
	return nil
}

// forgetLent clears what the last take returned, and puts a chunk aside of
// which everything has been lent. A chunk that is cleared whole keeps its tasks
// until then.
func (q *mutexIngress) forgetLent() {
	k := q.lentIn
	if k == nil || q.clearing == ClearUsed {
		clear(q.lent)
	}
	if k != nil && k.taken == k.used {
		if q.clearing == ClearWhole {
			clear(k.slots[:])
		}
		q.chain = k.next
		k.used, k.taken, k.next = 0, 0, nil
		if q.worn.n < freeChunks {
			q.worn.add(k)
		}
	}
	q.lent, q.lentIn = nil, nil
}

// refill takes over everything that producers have left. Whole is the point: the
// lock is held for a few assignments, however many tasks there are.
func (q *mutexIngress) refill() {
	if !q.some.Load() {
		return
	}
	q.mu.Lock()
	if len(q.slice) > 0 {
		q.hand, q.slice = q.slice, q.hand[:0]
		q.at = 0
	} else {
		q.chain, q.chunks = q.chunks.first, chunkChain{}
		q.returnChunks()
	}
	// Chunks stay behind when the slice was taken.
	if q.chunks.first == nil {
		q.some.Store(false)
	}
	q.mu.Unlock()
}

// returnChunks moves the worn chunks to where producers find them, unless enough are
// there. With mu held.
func (q *mutexIngress) returnChunks() {
	if q.worn.first != nil && q.nfree < freeChunks {
		q.worn.last.next = q.free
		q.free = q.worn.first
		q.nfree += q.worn.n
	}
	q.worn = chunkChain{}
}

func (q *mutexIngress) empty() bool {
	return q.allLent() && !q.some.Load()
}

// allLent reports that the consumer has been lent all that it took over.
func (q *mutexIngress) allLent() bool {
	return q.at == len(q.hand) && (q.chain == nil || q.chain.taken == q.chain.used && q.chain.next == nil)
}

func (q *mutexIngress) allTaken() bool {
	// A push is over, or has not begun, once mu can be taken.
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.empty()
}

func (q *mutexIngress) close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
}

func (q *mutexIngress) accepted() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.pushed
}
