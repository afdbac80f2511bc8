package promise

// What waits for a promise, and the queue of what has its turn.

import "slices"

// A reaction is what waits for a promise: the record of a Then, an input of All, a
// goroutine in Await. Loop only.
type reaction interface {
	// react is called once, after the promise has settled, with that promise: a
	// *Promise[T] of the T that the reaction knows. It is not a field of the
	// reaction, since that is 8 bytes in each link, and keeps all that is before a
	// pending one.
	react(from any)
	// dead reports whether nobody is interested any more, so that the promise may
	// forget the reaction before it settles.
	dead() bool
}

// mark makes a reaction of what is in the same place of a promise but is none.
type mark struct{}

func (mark) react(any)  {}
func (mark) dead() bool { return false }

// A crowd is several reactions to one promise, oldest first, and the place for what
// few promises have while they are pending.
type crowd struct {
	mark
	all  []reaction
	next int    // how many of all have had their turn
	site string // where the promise was made, if its loop is debugged
}

// add adds r. Before it grows it forgets the dead, so that the losers of races
// against one long-lived promise do not pile up there.
func (c *crowd) add(r reaction) {
	if n := len(c.all); n == cap(c.all) {
		if c.tidy(); len(c.all) > n/2 {
			c.all = slices.Grow(c.all, n)
		}
	}
	c.all = append(c.all, r)
}

// tidy forgets the dead.
func (c *crowd) tidy() {
	c.all = slices.DeleteFunc(c.all, reaction.dead)
}

// split forgets the dead, and takes out and returns the items.
func (c *crowd) split() (items []reaction) {
	c.all = slices.DeleteFunc(c.all, func(r reaction) bool {
		_, ok := r.(*item)
		ok = ok && !r.dead()
		if ok {
			items = append(items, r)
		}
		return ok || r.dead()
	})
	return items
}

// A call is a reaction whose turn has come, or a crowd of them.
type call struct {
	r    reaction
	from any
}

// A ring is a queue of calls that grows by doubling. Loop only.
type ring struct {
	slots []call // its length is 0 or a power of two
	head  int    // index of the oldest
	n     int
}

func (q *ring) push(c call) {
	if q.n == len(q.slots) {
		slots := make([]call, max(8, 2*q.n))
		k := copy(slots, q.slots[q.head:])
		copy(slots[k:], q.slots[:q.head])
		q.slots, q.head = slots, 0
	}
	q.slots[(q.head+q.n)&(len(q.slots)-1)] = c
	q.n++
}

// pop removes the oldest call, of a crowd only its next reaction. The ring must not
// be empty.
func (q *ring) pop() call {
	c := q.slots[q.head]
	if w, ok := c.r.(*crowd); ok {
		c.r = w.all[w.next]
		w.all[w.next] = nil
		if w.next++; w.next < len(w.all) {
			return c
		}
	}
	q.slots[q.head] = call{}
	q.head = (q.head + 1) & (len(q.slots) - 1)
	q.n--
	if q.n == 0 && len(q.slots) > 1024 {
		*q = ring{} // a burst's memory is not kept
	}
	return c
}
