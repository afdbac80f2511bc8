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
type forward[T any] struct{ to *Promise[T] }

func (*forward[T]) react()     {}
func (*forward[T]) dead() bool { return false }

// root returns the promise that p is linked to, or p, and makes the way short.
func (p *Promise[T]) root() *Promise[T] {
	if !p.is(linked) {
		return p
	}
	first := p.waiting.(*forward[T])
	if !first.to.is(linked) {
		return first.to
	}
	last := first
	for last.to.is(linked) {
		last = last.to.waiting.(*forward[T])
	}
	p.home.mu.Lock()
	defer p.home.mu.Unlock()
	for at := p; at.waiting != reaction(last); {
		next := at.waiting.(*forward[T]).to
		at.waiting = last
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
		p = p.waiting.(*forward[T]).to
	}
	return p
}

// fulfill settles p, which is pending.
func (p *Promise[T]) fulfill(value T) {
	p = p.root()
	p.value = value
	p.settle(StateFulfilled)
}

// reject settles p, which is pending.
func (p *Promise[T]) reject(err error) {
	p = p.root()
	p.blame(err)
	p.settle(StateRejected)
}

// finish settles p, which is pending, with what a function has returned.
func (p *Promise[T]) finish(value T, err error) {
	if err != nil {
		p.reject(err)
		return
	}
	p.fulfill(value)
}

// inherit rejects p, which is pending, for the reason of another promise.
func (p *Promise[T]) inherit(from *detail) {
	p = p.root()
	if p.detail == nil {
		p.detail = from
	} else {
		p.detail.err = from.err
	}
	p.settle(StateRejected)
}

// follow settles p, which is pending, as from was.
func (p *Promise[T]) follow(from *Promise[T]) {
	if from.is(StateRejected) {
		p.inherit(from.detail)
		return
	}
	p.fulfill(from.value)
}

// blame notes why c is rejected.
func (c *core) blame(err error) {
	if err == nil {
		err = ErrNilReason
	}
	if c.detail == nil {
		c.detail = &detail{}
	}
	c.detail.err = err
}

// settle gives c its final state, and its reactions their turn.
func (c *core) settle(s State) {
	waiting := c.waiting
	c.waiting = nil
	c.state.Store(uint32(s))
	if s == StateRejected && !heard(waiting) {
		c.home.mourn(c)
	}
	switch w := waiting.(type) {
	case nil:
	case *crowd:
		for _, r := range w.all {
			if !r.dead() {
				c.home.enqueue(r)
			}
		}
	default:
		c.home.enqueue(w)
	}
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
		p.waiting = join(p.waiting, r)
		return
	}
	if p.is(StateRejected) {
		p.handled.Store(true)
	}
	p.home.enqueue(r)
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
		outer.waiting = merge(q.waiting, outer.waiting)
		var way *forward[T]
		if p == outer {
			way = &forward[T]{outer}
		} else {
			// The same as p's. A new one in p's record would keep p, which keeps the
			// one before, and so on: the chain that links are there to avoid.
			way = p.waiting.(*forward[T])
		}
		p.home.mu.Lock()
		q.waiting = way
		p.home.mu.Unlock()
		q.state.Store(uint32(linked))
	}
}

// merge joins the reactions of two promises that have become one. The shorter list
// comes after the longer one, so that the reactions that a loop of promises gathers
// are not copied in each round; those of one promise keep their order.
func merge(a, b reaction) reaction {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	if x, ok := b.(*crowd); ok {
		if y, ok := a.(*crowd); !ok || len(y.all) < len(x.all) {
			a, b = b, a
		}
	}
	if more, ok := b.(*crowd); ok {
		for _, r := range more.all {
			a = join(a, r)
		}
		return a
	}
	return join(a, b)
}
