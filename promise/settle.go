package promise

// How promises settle, and how one adopts another.
//
// A promise that is resolved with another one that is pending becomes the same
// promise: the inner one is linked to the outer one, gives it its reactions, and is
// nothing but a sign to it from then on. Whoever settles the inner one settles the
// outer one. So a function that returns a promise that is resolved with the next
// call of that function, and so on, is a loop in flat memory; if the outer one
// waited for the inner one instead, every round would leave a promise behind until
// the last has ended, as in JavaScript. Links also tell at once when promises wait
// for each other in a circle. (Scala's promises are linked for the same reason.)
//
// Everything here is for the loop only.

// A forward is where a linked promise points to.
type forward[T any] struct {
	mark
	to *Promise[T]
}

// root returns the promise that p is linked to, or p.
func (p *Promise[T]) root() *Promise[T] {
	if State(p.state.Load()) != linked {
		return p
	}
	return p.shorten()
}

// shorten is root for a linked promise, and makes the way short. It is apart so that
// root is inlined.
func (p *Promise[T]) shorten() *Promise[T] {
	first := p.slot.(*forward[T])
	if !first.to.is(linked) {
		return first.to
	}
	last := first
	for last.to.is(linked) {
		last = last.to.slot.(*forward[T])
	}
	p.home.mu.Lock()
	defer p.home.mu.Unlock()
	for at := p; at.slot != reaction(last); {
		next := at.slot.(*forward[T]).to
		at.slot = last
		at = next
	}
	return last.to
}

// target is root for any goroutine.
func (p *Promise[T]) target() *Promise[T] {
	if !p.is(linked) {
		return p
	}
	p.home.mu.Lock()
	defer p.home.mu.Unlock()
	for p.is(linked) {
		p = p.slot.(*forward[T]).to
	}
	return p
}

// fulfill settles p, which is pending.
func (p *Promise[T]) fulfill(value T) {
	p = p.root()
	p.value = value
	waiting := p.slot
	p.slot = nil
	p.state.Store(uint32(StateFulfilled))
	if waiting != nil {
		p.home.tell(waiting, p)
	}
}

// reject settles p, which is pending.
func (p *Promise[T]) reject(err error) {
	if err == nil {
		err = ErrNilReason
	}
	p.inherit(&detail{err: err})
}

// inherit rejects p, which is pending, for the reason of another promise.
func (p *Promise[T]) inherit(why *detail) {
	p = p.root()
	waiting := p.slot
	p.blame(why)
	if !heard(waiting) {
		p.home.mourn(&p.core)
	}
	if waiting != nil {
		p.home.tell(waiting, p)
	}
}

// fail rejects p, which is pending, for a function on the loop that did not return:
// value is what recover gave. Of a panic only the rejection tells. A Goexit ends the
// goroutine, which nobody can prevent, so the loop tells its panic handler.
func (p *Promise[T]) fail(value any) {
	p.inherit(&detail{err: caught(value), told: value == nil})
}

// blame gives c, which is pending, the state of a rejected promise.
func (c *core) blame(why *detail) {
	if w, ok := c.slot.(*crowd); ok && w.site != "" {
		why = &detail{err: why.err, site: w.site, told: why.told}
	}
	c.slot = why
	c.state.Store(uint32(StateRejected))
}

// finish settles p, which is pending, with what a function has returned.
func (p *Promise[T]) finish(value T, err error) {
	if err != nil {
		p.reject(err)
		return
	}
	p.fulfill(value)
}

// follow settles p, which is pending, as from was.
func (p *Promise[T]) follow(from *Promise[T]) {
	if from.is(StateRejected) {
		p.inherit(from.reason())
		return
	}
	p.fulfill(from.value)
}

// heard reports whether a reaction will learn of a rejection.
func heard(waiting reaction) bool {
	switch w := waiting.(type) {
	case nil:
		return false
	case *crowd:
		for _, r := range w.all {
			if !r.dead() {
				return true
			}
		}
		return false
	default:
		return !w.dead()
	}
}

// attach has r run once p has settled.
func (p *Promise[T]) attach(r reaction) {
	p = p.root()
	if !p.settled() {
		p.slot = join(p.slot, r)
		return
	}
	if p.is(StateRejected) {
		p.handled.Store(true)
	}
	p.home.tell(r, p)
}

// join adds r to the reactions that wait for a promise.
func join(waiting, r reaction) reaction {
	switch w := waiting.(type) {
	case nil:
		return r
	case *crowd:
		w.add(r)
		return w
	default:
		if w.dead() {
			return r
		}
		return &crowd{all: []reaction{w, r}}
	}
}

// adopt settles p, which is pending, as q settles.
func (p *Promise[T]) adopt(q *Promise[T]) {
	if q.where() == lost {
		p.reject(ErrNilPromise)
		return
	}
	if q.home != p.home && !q.target().settled() {
		q = brought(q, p.home)
	}
	outer := p.root()
	if q.home == p.home {
		q = q.root()
	} else {
		q = q.target()
	}
	switch {
	case outer == q:
		outer.reject(ErrSelfResolution)
	case q.settled():
		if q.is(StateRejected) {
			q.handled.Store(true)
		}
		outer.follow(q)
	default:
		outer.slot = merge(q.slot, outer.slot)
		var way *forward[T]
		if p == outer {
			way = &forward[T]{to: outer}
		} else {
			// The same as p's. A new one in p's record would keep p, which keeps the
			// one before, and so on: the chain that links are there to avoid.
			way = p.slot.(*forward[T])
		}
		p.home.mu.Lock()
		q.slot = way
		p.home.mu.Unlock()
		q.state.Store(uint32(linked))
	}
}

// merge joins the reactions of an inner promise to those of the outer one. The
// shorter list comes after the longer one, so that the reactions that a loop of
// promises gathers are not copied in each round; those of one promise keep their
// order.
func merge(inner, outer reaction) reaction {
	a, b := inner, outer
	if size(a) < size(b) {
		a, b = b, a
	}
	if more, ok := b.(*crowd); ok {
		for _, r := range more.all {
			a = join(a, r)
		}
	} else if b != nil {
		a = join(a, b)
	}
	if w, ok := outer.(*crowd); ok && w.site != "" {
		c, ok := a.(*crowd)
		if !ok { // the inner one was made before Debug
			if c = (&crowd{}); a != nil {
				c.add(a)
			}
		}
		c.site = w.site
		return c
	}
	return a
}

// size is how many reactions wait.
func size(waiting reaction) int {
	switch w := waiting.(type) {
	case nil:
		return 0
	case *crowd:
		return len(w.all)
	default:
		return 1
	}
}
