package designs

import (
	"sync"
	"sync/atomic"

	"golang.org/x/sys/cpu"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the lock-free list of mainlockfree. See ingress for who may
// call what.

// A casIngress is a stack onto which producers compare-and-swap their node, and
// which the consumer takes whole and reverses (R. K. Treiber, "Systems
// Programming: Coping with Parallelism", 1986). Taking it whole is why a node
// may be pushed while another producer holds a stale head: there is no pop of
// one node, hence no ABA.
//
// Recycling nodes was not done: they are made on the producers' processors and
// spent on the loop's, so that a pool costs as much as the 16 bytes.
type casIngress struct {
	clearing Clearing
	closing  sync.Mutex
	retries  *atomic.Uint64 // failed compare-and-swaps; nil when not counted

	_ cpu.CacheLinePad // rarely written above, contended below

	// head is the newest node, nil when empty, &shut after close. Producers
	// and close swap it in, the consumer swaps nil in. After a failed swap,
	// which means that another producer was faster, the head is read again.
	head atomic.Pointer[casNode]

	_ cpu.CacheLinePad // producers above, the consumer below

	shut    casNode  // the mark of a closed list; its next is what was left, written before it is swapped in
	pending *casNode // taken over, oldest first
	taken   atomic.Uint64
	buffer  [chunkSlots]func()
	lent    int
}

type casNode struct {
	task func()
	next *casNode
}

func newCASIngress(clearing Clearing, retries *atomic.Uint64) *casIngress {
	return &casIngress{clearing: clearing, retries: retries}
}

func (q *casIngress) push(task func()) error {
	n := &casNode{task: task}
	for failed := uint64(0); ; failed++ {
		head := q.head.Load()
		if head == &q.shut {
			return contest.ErrClosed
		}
		n.next = head
		if q.head.CompareAndSwap(head, n) {
			if failed > 0 && q.retries != nil {
				q.retries.Add(failed)
			}
			return nil
		}
	}
}

func (q *casIngress) take(most int) []func() {
	if q.lent > 0 {
		q.clearing.clearBuffer(&q.buffer, q.lent)
		q.lent = 0
	}
	if q.pending == nil {
		q.pending = reverse(q.detach())
	}
	n := 0
	for most = min(most, chunkSlots); n < most && q.pending != nil; n++ {
		node := q.pending
		q.buffer[n] = node.task
		q.pending = node.next
		// An old node that was promoted must not keep its successors alive.
		node.next = nil
	}
	if n > 0 {
		q.lent = n
		q.taken.Store(q.taken.Load() + uint64(n))
	}
	return q.buffer[:n]
}

// detach takes over all nodes, newest first, and leaves the list empty; a
// closed list stays closed. It may not swap blindly: between taking the mark of
// a closed list out and putting it back, a push could succeed and be lost.
func (q *casIngress) detach() *casNode {
	for {
		head := q.head.Load()
		switch {
		case head == nil:
			return nil
		case head == &q.shut:
			rest := q.shut.next
			q.shut.next = nil
			return rest
		case q.head.CompareAndSwap(head, nil):
			return head
		}
	}
}

func reverse(newest *casNode) (oldest *casNode) {
	for newest != nil {
		next := newest.next
		newest.next = oldest
		oldest, newest = newest, next
	}
	return oldest
}

func (q *casIngress) empty() bool {
	if q.pending != nil {
		return false
	}
	head := q.head.Load()
	return head == nil || head == &q.shut && q.shut.next == nil
}

// allTaken is empty: a push under way is either in the list or will fail.
func (q *casIngress) allTaken() bool { return q.empty() }

func (q *casIngress) close() {
	// Two closes at once would both write next.
	q.closing.Lock()
	defer q.closing.Unlock()
	for {
		head := q.head.Load()
		if head == &q.shut {
			return
		}
		q.shut.next = head
		if q.head.CompareAndSwap(head, &q.shut) {
			return
		}
	}
}

// accepted counts what has been taken: a counter beside the list would cost
// every push a second contended word.
func (q *casIngress) accepted() uint64 { return q.taken.Load() }
