package wakeful

import (
	"fmt"
	"sync"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/ring"
)

// This file owns WithQueueLimit: the gate in front of the queue of submitted functions.

// An OverflowPolicy decides what happens to a function that is submitted to a full queue, see
// WithQueueLimit.
type OverflowPolicy int

const (
	// OverflowReject refuses it with ErrQueueFull.
	OverflowReject OverflowPolicy = iota
	// OverflowBlock makes the submitter wait until there is room, the loop ends, or SubmitContext's
	// context ends. The loop's own callbacks would wait for themselves, so their functions are
	// refused with ErrQueueFull.
	OverflowBlock
	// OverflowDropOldest accepts it, and discards and counts the oldest one.
	OverflowDropOldest
)

// String returns the policy's name.
func (p OverflowPolicy) String() string {
	switch p {
	case OverflowReject:
		return "OverflowReject"
	case OverflowBlock:
		return "OverflowBlock"
	case OverflowDropOldest:
		return "OverflowDropOldest"
	}
	return fmt.Sprintf("OverflowPolicy(%d)", int(p))
}

// gate admits functions to the queue of a loop made WithQueueLimit. It counts the functions that
// have not started, and applies the policy if there are too many.
//
// Admitted functions are in groups. A group takes one place in the queue, which is that of its
// entry. It gets all functions that are admitted until something else is pushed into the queue or a
// turn starts to run it. The turn runs the functions of a group one by one, like those of a batch
// (see itemSource). So functions keep their order with everything else that is submitted, and
// dropping one leaves no empty place in the queue. If each function had a place of its own, a loop
// that is stuck while functions are dropped would keep all their places.
//
// Rejected: a second queue beside the first, which would order functions separately from messages
// and results; a counter shared by submitters and the loop, which takes no lock but cannot drop.
type gate struct {
	// Immutable after New.

	submitted *ingress.Queue
	turn      *turnState
	limit     int
	policy    OverflowPolicy
	entry     func() // activate, bound once

	mu        sync.Mutex
	closed    bool
	functions ring.Buffer[admitted] // functions that have not started, oldest first
	// groups has the number of functions of each group whose entry is in the queue, oldest first.
	// No number is 0.
	groups ring.Buffer[int]
	// empty counts the oldest entries whose groups lost all functions by dropping. Each of them but
	// the last is followed by something else in the queue.
	empty int
	// remaining counts the functions left in the group that the loop is running.
	remaining int
	// position is the total number of functions pushed into the queue right after the last entry,
	// or 0 if unknown. While the total is unchanged, the last group is at the queue's end and may
	// grow. A concurrent push has no order with the functions that join the group.
	position uint64
	room     chan struct{} // closed when there is room, then replaced; nil when nobody waits
	accepted uint64
	entries  uint64 // number of entries pushed
	dropped  uint64
}

// admitted is a function that has not started.
type admitted struct {
	fn func()
	// dropped, if not nil, is called when fn is discarded to make room. The lock is held.
	dropped func()
}

func newGate(submitted *ingress.Queue, sources *itemSources, limit int, policy OverflowPolicy) *gate {
	g := &gate{submitted: submitted, turn: sources.turn, limit: limit, policy: policy}
	g.entry = g.activate
	sources.register(g)
	return g
}

// admit submits all of fns. Otherwise it returns an error, or a channel that is closed when the
// caller should try again.
func (g *gate) admit(dropped func(), fns []func()) (room <-chan struct{}, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.closed:
		return nil, ErrClosed
	case len(fns) > g.limit:
		return nil, fmt.Errorf("%w: a batch of %d can never fit the limit of %d", ErrQueueFull, len(fns), g.limit)
	}
	over := g.functions.Len() + len(fns) - g.limit
	if over > 0 {
		switch g.policy {
		case OverflowReject:
			return nil, fmt.Errorf("%w: limit %d", ErrQueueFull, g.limit)
		case OverflowBlock:
			if g.room == nil {
				g.room = make(chan struct{})
			}
			return g.room, nil
		}
	}
	if !g.enqueue(len(fns)) {
		return nil, ErrClosed
	}
	for _, fn := range fns {
		g.functions.Push(admitted{fn, dropped})
	}
	g.accepted += uint64(len(fns))
	// Drop only after enqueue: if dropping emptied the last group, it could not grow, and each
	// function would need its own place.
	for range over {
		g.drop()
	}
	return nil, nil
}

// enqueue adds n functions to the last group or to a new one. It returns false if the queue is
// closed. The lock is held.
func (g *gate) enqueue(n int) bool {
	q := g.submitted
	pushed := q.Pushed()
	if g.groups.Len() > 0 && g.position == pushed {
		*g.groups.Back() += n
		return true
	}
	if !q.Push(g.entry) {
		return false
	}
	g.entries++
	g.groups.Push(n)
	g.position = 0
	if q.Pushed() == pushed+1 {
		g.position = pushed + 1
	}
	return true
}

// drop discards the oldest function. There must be one. The lock is held.
func (g *gate) drop() {
	oldest := g.functions.Pop()
	g.dropped++
	if g.remaining > 0 {
		g.remaining--
	} else if first := g.groups.Front(); *first > 1 {
		*first--
	} else {
		g.groups.Pop()
		g.empty++
	}
	if oldest.dropped != nil {
		oldest.dropped()
	}
}

// activate is the function of an entry: it makes the loop run the oldest group next.
func (g *gate) activate() {
	g.mu.Lock()
	if g.empty > 0 {
		g.empty--
	} else {
		g.remaining = g.groups.Pop()
	}
	g.mu.Unlock()
	g.turn.activate(g)
}

// finish ends the running group if its remaining functions were dropped, and reports whether it
// did. Then the turn takes nothing from its budget for them.
func (g *gate) finish(t *turnState) bool {
	if t.items != itemSource(g) {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.remaining > 0 {
		return false
	}
	t.items = nil
	return true
}

func (g *gate) runNext(t *turnState) {
	g.mu.Lock()
	if g.remaining == 0 { // they were just dropped
		t.items, t.sampler.called = nil, 0
		t.counters.executed--
		t.unusedBudget++
		g.mu.Unlock()
		return
	}
	fn := g.functions.Pop().fn
	if g.remaining--; g.remaining == 0 {
		t.items = nil
	}
	g.release()
	g.mu.Unlock()
	t.sampler.called = entryOf(fn)
	fn()
}

// seal stops the last group from growing, because the loop takes the snapshot of its queue. Loop
// only.
func (g *gate) seal() {
	g.mu.Lock()
	g.position = 0
	g.mu.Unlock()
}

// release wakes the submitters that wait for room. The lock is held.
func (g *gate) release() {
	if g.room != nil {
		close(g.room)
		g.room = nil
	}
}

// close refuses all further functions. Any goroutine may call it.
func (g *gate) close() {
	g.mu.Lock()
	g.closed = true
	g.release()
	g.mu.Unlock()
}

func (g *gate) discard(*turnState) (items, entries int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	items, entries = g.functions.Len(), g.groups.Len()+g.empty
	g.functions, g.groups, g.empty, g.remaining = ring.Buffer[admitted]{}, ring.Buffer[int]{}, 0, 0
	return items, entries
}

func (g *gate) extraItems() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return int64(g.accepted - g.entries)
}
