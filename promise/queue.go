package promise

// This file owns reactions, and the queue of scheduled reactions.

import (
	"slices"

	"github.com/wakeful-go/wakeful/internal/ring"
)

// A reaction waits for a promise: a Then, an input of All, a goroutine in Await. Loop
// only.
type reaction interface {
	// react is called once, after the promise has settled, with that promise: a
	// *Promise[T] of the T that the reaction knows. The promise is a parameter because
	// a field would cost 8 bytes per link and keep the earlier part of a chain alive.
	react(from any)
	// canceled reports whether the reaction is no longer needed. The promise may then
	// remove it before it settles.
	canceled() bool
}

// notReaction implements reaction for the other values that core.slot can hold.
type notReaction struct{}

func (notReaction) react(any)      {}
func (notReaction) canceled() bool { return false }

// A reactionList holds several reactions to one promise, oldest first, and fields that only few
// pending promises need.
type reactionList struct {
	notReaction
	all   []reaction
	next  int    // index of the first item of all that has not run
	place *place // where the promise was made, if Debug was on
}

// add adds r. Before the list grows it removes canceled reactions, so that lost races
// against one long-lived promise do not accumulate.
func (c *reactionList) add(r reaction) {
	if n := len(c.all); n == cap(c.all) {
		if c.tidy(); len(c.all) > n/2 {
			c.all = slices.Grow(c.all, n)
		}
	}
	c.all = append(c.all, r)
}

// tidy removes canceled reactions.
func (c *reactionList) tidy() {
	c.all = slices.DeleteFunc(c.all, reaction.canceled)
}

// split removes canceled reactions, and removes and returns the items.
func (c *reactionList) split() (items []reaction) {
	c.all = slices.DeleteFunc(c.all, func(r reaction) bool {
		_, ok := r.(*item)
		ok = ok && !r.canceled()
		if ok {
			items = append(items, r)
		}
		return ok || r.canceled()
	})
	return items
}

// A call is a scheduled reaction, or a reactionList of scheduled reactions.
type call struct {
	r    reaction
	from any
}

// next removes the oldest call from the queue; of a reactionList, only its next reaction. The queue
// must not be empty. Loop only.
func next(queue *ring.Buffer[call]) call {
	c := *queue.Front()
	if w, ok := c.r.(*reactionList); ok {
		c.r = w.all[w.next]
		w.all[w.next] = nil
		if w.next++; w.next < len(w.all) {
			return c
		}
	}
	queue.Pop()
	return c
}
