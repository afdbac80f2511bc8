package promise

// A reaction is what waits for a promise: the record of a Then, an input of All, a
// goroutine in Await. Loop only.
type reaction interface {
	// react runs once, as a microtask, after the promise has settled.
	react()
	// dead reports whether nobody is interested any more, so that the promise may
	// forget the reaction before it settles.
	dead() bool
}

// A crowd is several reactions to one promise, oldest first.
type crowd struct{ all []reaction }

func (c *crowd) react()     {}
func (c *crowd) dead() bool { return false }

// add adds r. Before it grows it forgets the dead, so that the losers of races
// against one long-lived promise do not pile up there.
func (c *crowd) add(r reaction) {
	if len(c.all) == cap(c.all) {
		live := c.all[:0]
		for _, old := range c.all {
			if !old.dead() {
				live = append(live, old)
			}
		}
		clear(c.all[len(live):])
		c.all = live
	}
	c.all = append(c.all, r)
}

// A ring is a queue of reactions that grows by doubling. Loop only.
type ring struct {
	slots []reaction // its length is 0 or a power of two
	head  int        // index of the oldest
	n     int
}

func (q *ring) push(r reaction) {
	if q.n == len(q.slots) {
		slots := make([]reaction, max(8, 2*q.n))
		k := copy(slots, q.slots[q.head:])
		copy(slots[k:], q.slots[:q.head])
		q.slots, q.head = slots, 0
	}
	q.slots[(q.head+q.n)&(len(q.slots)-1)] = r
	q.n++
}

// pop removes the oldest reaction. The ring must not be empty.
func (q *ring) pop() reaction {
	r := q.slots[q.head]
	q.slots[q.head] = nil
	q.head = (q.head + 1) & (len(q.slots) - 1)
	q.n--
	if q.n == 0 && len(q.slots) > 1024 {
		*q = ring{} // a burst's memory is not kept
	}
	return r
}
