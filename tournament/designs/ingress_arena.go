package designs

import (
	"math/bits"
	"sync/atomic"

	"golang.org/x/sys/cpu"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the bounded lock-free ring of alternatetwo. See ingress for
// who may call what.

// An arenaIngress is a queue in slots that are allocated once. A producer first
// passes the gate, which counts the outstanding tasks. It takes the next ticket
// with one addition to the tail, which is unconditional, so no producer retries.
// Then it fills the slot of its ticket and publishes it.
//
// The gate and the tail cannot be one word: a producer that found the gate full
// would have to give its ticket back after others took later ones.
type arenaIngress struct {
	clearing Clearing
	slots    []arenaSlot // a power of two of them
	bits     int         // of that power

	_ cpu.CacheLinePad // immutable above, written by producers and consumer below

	// gate is the number of tasks accepted and not taken, plus the pushes that
	// are finding out that they fail, plus arenaShut after close. Producers add
	// before they touch a slot, the consumer subtracts after it has emptied
	// slots: a producer inside the bound owns the slot of its ticket. Since the
	// close is in the same word, a push either is counted before the close or
	// sees it.
	gate atomic.Int64

	_ cpu.CacheLinePad // gate above, written by producers alone below

	// tail is the next ticket: the number of tasks ever accepted.
	tail atomic.Uint64

	_ cpu.CacheLinePad // producers above, the consumer below

	head   uint64 // the ticket to take next
	buffer [chunkSlots]func()
	lent   int
}

const arenaShut = 1 << 62

type arenaSlot struct {
	task func()
	// lap is how many tasks this slot has held. The producer that filled the
	// slot stores it last, the consumer loads it before it reads task.
	lap atomic.Uint32
}

// newArenaIngress makes a ring of slots, which is a power of two.
func newArenaIngress(slots int, clearing Clearing) *arenaIngress {
	return &arenaIngress{clearing: clearing, slots: make([]arenaSlot, slots), bits: bits.TrailingZeros(uint(slots))}
}

// slot returns the place of a ticket, and the lap in which it holds that ticket.
func (q *arenaIngress) slot(ticket uint64) (*arenaSlot, uint32) {
	return &q.slots[ticket&uint64(len(q.slots)-1)], uint32(ticket>>q.bits) + 1
}

func (q *arenaIngress) push(task func()) error {
	// The look first keeps many producers at a full arena from writing the word
	// that the consumer needs to let them in.
	if n := q.gate.Load(); n >= int64(len(q.slots)) {
		return refusal(n)
	}
	if n := q.gate.Add(1); n > int64(len(q.slots)) {
		q.gate.Add(-1)
		return refusal(n)
	}
	s, lap := q.slot(q.tail.Add(1) - 1)
	s.task = task
	s.lap.Store(lap)
	return nil
}

// refusal returns why a gate that reads n accepts no task.
func refusal(n int64) error {
	if n >= arenaShut {
		return contest.ErrClosed
	}
	return contest.ErrFull
}

func (q *arenaIngress) take(most int) []func() {
	if q.lent > 0 {
		q.clearing.clearBuffer(&q.buffer, q.lent)
	}
	n := 0
	for most = min(most, chunkSlots); n < most; n++ {
		s, lap := q.slot(q.head)
		if s.lap.Load() != lap {
			break
		}
		q.buffer[n] = s.task
		s.task = nil
		q.head++
	}
	if q.lent = n; n > 0 {
		q.gate.Add(int64(-n))
	}
	return q.buffer[:n]
}

// empty looks at the next slot alone. A producer that holds the next ticket and
// has not published holds up the tickets behind it; it is the one who will find
// the loop asleep and wake it.
func (q *arenaIngress) empty() bool {
	s, lap := q.slot(q.head)
	return s.lap.Load() != lap
}

// allTaken counts pushes under way as outstanding, those that will fail as well:
// they are over soon.
func (q *arenaIngress) allTaken() bool { return q.gate.Load()&^arenaShut == 0 }

func (q *arenaIngress) close() { q.gate.Or(arenaShut) }

func (q *arenaIngress) accepted() uint64 { return q.tail.Load() }
