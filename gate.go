package wakeful

import (
	"context"
	"fmt"
	"sync"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// This file owns WithQueueLimit: the gate that admits functions to the queue of submitted
// functions.

// An OverflowPolicy says what happens to a function that is submitted to a full
// queue, see WithQueueLimit.
type OverflowPolicy int

const (
	// OverflowReject refuses it with ErrQueueFull.
	OverflowReject OverflowPolicy = iota
	// OverflowBlock makes the submitter wait until there is room, the loop ends, or
	// SubmitContext's context ends. The loop's own callbacks cannot wait for
	// themselves: theirs are refused with ErrQueueFull.
	OverflowBlock
	// OverflowDropOldest accepts it and discards the oldest one, which is counted.
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

// gate admits functions to the one queue of a loop made WithQueueLimit. It counts those that have
// not started, and applies the policy when there are too many.
//
// Admitted functions travel in groups. A group is what was admitted while nothing else was pushed
// into the queue and no turn began to run it. It takes one place there, that of its entry, and the turn runs its functions
// one by one, as it does those of a batch (see itemSource). So functions keep their order with
// everything else that is submitted, and dropping one leaves no empty place behind: were every
// function a place of its own, a loop that is stuck while functions are dropped would keep all
// their places.
//
// Rejected: a second queue beside the first, which ordered functions apart from messages and
// results; a counter on which submitters and the loop meet, which takes no lock but cannot drop.
type gate struct {
	// Immutable after New.

	loop   *Loop
	limit  int
	policy OverflowPolicy
	entry  func() // activate, bound once

	mu        sync.Mutex
	closed    bool
	functions ring.Buffer[admitted] // those that have not started, oldest first
	// groups counts the functions of each group whose entry is in the queue, oldest first.
	// None is 0.
	groups ring.Buffer[int]
	// empty counts entries before those of groups whose functions were all dropped. Each but
	// the last is followed by something else in the queue.
	empty int
	// remaining counts the functions of the group that the loop runs.
	remaining int
	// position is how many functions had been pushed into the queue when the last entry had
	// just been, 0 when that is not known. As long as it is still so many, the last group is at
	// the queue's end and may grow. What is pushed concurrently has no order with what joins.
	position uint64
	room     chan struct{} // closed when room is made, then replaced; nil when nobody waits
	accepted uint64
	entries  uint64 // pushed
	dropped  uint64
}

// admitted is a function that has not started.
type admitted struct {
	fn func()
	// dropped, if there is one, is called when fn is discarded to make room. The
	// lock is held.
	dropped func()
}

func newGate(l *Loop, limit int, policy OverflowPolicy) *gate {
	g := &gate{loop: l, limit: limit, policy: policy}
	g.entry = g.activate
	l.sources.register(g)
	return g
}

// submitLimited submits all of fns or none, through the gate. See admitted for dropped.
func (l *Loop) submitLimited(ctx context.Context, dropped func(), fns ...func()) error {
	for {
		room, err := l.gate.admit(dropped, fns)
		switch {
		case err != nil:
			return l.reject(len(fns), err)
		case room == nil:
			l.wake.Notify()
			return nil
		case l.OnLoop():
			return l.reject(len(fns), fmt.Errorf("%w: a callback cannot wait for its own loop", ErrQueueFull))
		}
		select {
		case <-room:
		case <-ctx.Done():
			return l.reject(len(fns), fmt.Errorf("%w: %w", ErrQueueFull, context.Cause(ctx)))
		}
	}
}

// admit submits all of fns, or returns an error, or a channel that is closed when it
// is worth trying again.
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
	// Only now: a last group that was emptied could not grow, and each function would need a
	// place of its own.
	for range over {
		g.drop()
	}
	return nil, nil
}

// enqueue finds a place in the queue for n more functions: in the last group, or in a new one. It
// reports false if the queue is closed. The lock is held.
func (g *gate) enqueue(n int) bool {
	q := &g.loop.submitted
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

// drop discards the oldest function. There is one, and the lock is held.
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

// activate is the entry: the loop runs the functions of the oldest group next.
func (g *gate) activate() {
	g.mu.Lock()
	if g.empty > 0 {
		g.empty--
	} else {
		g.remaining = g.groups.Pop()
	}
	g.mu.Unlock()
	g.loop.activate(g)
}

// finish ends the group that the loop runs if its functions were dropped, and reports whether
// it did: so nothing is taken from the turn's budget for them.
func (g *gate) finish(l *Loop) bool {
	if l.items != itemSource(g) {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.remaining > 0 {
		return false
	}
	l.items = nil
	return true
}

func (g *gate) runNext(l *Loop) {
	g.mu.Lock()
	if g.remaining == 0 { // dropped just now
		l.items = nil
		l.counters.executed--
		l.unusedBudget++
		g.mu.Unlock()
		return
	}
	fn := g.functions.Pop().fn
	if g.remaining--; g.remaining == 0 {
		l.items = nil
	}
	g.release()
	g.mu.Unlock()
	fn()
}

// seal keeps the last group from growing: the loop takes the snapshot of its queue. Loop only.
func (g *gate) seal() {
	g.mu.Lock()
	g.position = 0
	g.mu.Unlock()
}

// release lets those who wait for room try again. The lock is held.
func (g *gate) release() {
	if g.room != nil {
		close(g.room)
		g.room = nil
	}
}

// close refuses all further functions. Any goroutine.
func (g *gate) close() {
	g.mu.Lock()
	g.closed = true
	g.release()
	g.mu.Unlock()
}

func (g *gate) discard(*Loop) (items, entries int) {
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
