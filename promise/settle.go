package promise

// This file owns settling, and how one promise adopts another.
//
// A promise that is resolved with a pending promise becomes one with it: the inner
// promise is linked to the outer one and hands over its reactions. Whoever settles the
// inner promise then settles the outer one. So a function that returns a promise that is
// resolved with the next call of that function, and so on, runs in constant memory. If
// the outer promise waited for the inner one instead, each round would leave a promise
// behind until the last round ends, as in JavaScript. Links also reveal at once when
// promises wait for each other in a cycle. Scala's promises are linked for the same
// reason.
//
// All functions here are loop only.

// A forward is the link from an inner promise to the outer one.
type forward[T any] struct {
	notReaction
	to *Promise[T]
}

// root returns the promise that p is linked to, or p.
func (p *Promise[T]) root() *Promise[T] {
	if State(p.state.Load()) != linked {
		return p
	}
	return p.shorten()
}

// shorten is root for a linked promise. It also compresses the path of links. It is a
// function of its own so that root is inlined.
func (p *Promise[T]) shorten() *Promise[T] {
	first := p.slot.(*forward[T])
	if !first.to.is(linked) {
		return first.to
	}
	last := first
	for last.to.is(linked) {
		last = last.to.slot.(*forward[T])
	}
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
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
	p.owner.mu.Lock()
	defer p.owner.mu.Unlock()
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
	p.setFulfilled()
	if waiting != nil {
		p.owner.schedule(waiting, p)
	}
}

// setFulfilled puts c, which is pending, into the fulfilled state.
func (c *core) setFulfilled() {
	if w, ok := c.slot.(*reactionList); ok && w.place != nil {
		w.place.settled.Store(true)
	}
	c.slot = nil
	c.state.Store(uint32(StateFulfilled))
}

// reject settles p, which is pending.
func (p *Promise[T]) reject(err error) {
	if err == nil {
		err = ErrNilReason
	}
	p.rejectAs(&detail{err: err})
}

// rejectAs rejects p, which is pending, with the given reason.
func (p *Promise[T]) rejectAs(why *detail) {
	p = p.root()
	waiting := p.slot
	p.setRejected(why)
	if !hasLiveReaction(waiting) {
		p.owner.addUnhandled(&p.core)
	}
	if waiting != nil {
		p.owner.schedule(waiting, p)
	}
}

// failUnless is deferred to reject p, which is pending, if the function did not return.
func (p *Promise[T]) failUnless(returned *bool) {
	if !*returned {
		p.fail(recover())
	}
}

// fail rejects p, which is pending, because a function on the loop did not return. value
// is the result of recover. A Goexit ends the loop's goroutine, so the loop also calls
// its panic handler.
func (p *Promise[T]) fail(value any) {
	p.rejectAs(&detail{err: p.owner.caught(value), reported: value == nil})
}

// setRejected puts c, which is pending, into the rejected state.
func (c *core) setRejected(why *detail) {
	if w, ok := c.slot.(*reactionList); ok && w.place != nil {
		w.place.settled.Store(true)
		why = &detail{err: why.err, site: w.place.text, reported: why.reported}
	}
	c.slot = why
	c.state.Store(uint32(StateRejected))
}

// finish settles p, which is pending, with a function's results.
func (p *Promise[T]) finish(value T, err error) {
	if err != nil {
		p.reject(err)
		return
	}
	p.fulfill(value)
}

// settleAs settles p, which is pending, as from has settled.
func (p *Promise[T]) settleAs(from *Promise[T]) {
	if from.is(StateRejected) {
		p.rejectAs(from.reason())
		return
	}
	p.fulfill(from.value)
}

// hasLiveReaction reports whether a reaction that is not canceled waits.
func hasLiveReaction(waiting reaction) bool {
	switch w := waiting.(type) {
	case nil:
		return false
	case *reactionList:
		for _, r := range w.all {
			if !r.canceled() {
				return true
			}
		}
		return false
	default:
		return !w.canceled()
	}
}

// attach runs r once p has settled.
func (p *Promise[T]) attach(r reaction) {
	p = p.root()
	if !p.settled() {
		p.slot = join(p.slot, r)
		return
	}
	if p.is(StateRejected) {
		p.handled.Store(true)
	}
	p.owner.schedule(r, p)
}

// join adds r to the waiting reactions of a promise.
func join(waiting, r reaction) reaction {
	switch w := waiting.(type) {
	case nil:
		return r
	case *reactionList:
		w.add(r)
		return w
	default:
		if w.canceled() {
			return r
		}
		return &reactionList{all: []reaction{w, r}}
	}
}

// adopt settles p, which is pending, as q settles.
func (p *Promise[T]) adopt(q *Promise[T]) {
	if q.checkedOwner() == noPromise {
		p.reject(ErrNilPromise)
		return
	}
	if q.owner != p.owner && !q.target().settled() {
		q = mirror(q, p.owner)
	}
	outer := p.root()
	if q.owner == p.owner {
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
		outer.settleAs(q)
	default:
		outer.slot = merge(q.slot, outer.slot)
		var way *forward[T]
		if p == outer {
			way = &forward[T]{to: outer}
		} else {
			// Share p's link. A new link inside p would keep p alive, p the promise before it, and
			// so on. Links exist to avoid that.
			way = p.slot.(*forward[T])
		}
		p.owner.mu.Lock()
		q.slot = way
		p.owner.mu.Unlock()
		q.state.Store(uint32(linked))
	}
}

// merge joins the reactions of an inner and an outer promise. The shorter list is
// appended to the longer one, so that a loop of promises does not copy its reactions in
// each round. The reactions of one promise keep their order.
func merge(inner, outer reaction) reaction {
	a, b := inner, outer
	if size(a) < size(b) {
		a, b = b, a
	}
	if more, ok := b.(*reactionList); ok {
		for _, r := range more.all {
			a = join(a, r)
		}
	} else if b != nil {
		a = join(a, b)
	}
	if w, ok := inner.(*reactionList); ok && w.place != nil {
		w.place.settled.Store(true) // the outer one stands for both
	}
	if w, ok := outer.(*reactionList); ok && w.place != nil {
		c, ok := a.(*reactionList)
		if !ok { // the inner promise was made before Debug
			if c = (&reactionList{}); a != nil {
				c.add(a)
			}
		}
		c.place = w.place
		return c
	}
	return a
}

// size returns the number of waiting reactions.
func size(waiting reaction) int {
	switch w := waiting.(type) {
	case nil:
		return 0
	case *reactionList:
		return len(w.all)
	default:
		return 1
	}
}
