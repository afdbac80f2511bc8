package promise

// Promises of other loops.

import "errors"

// brought returns a promise of the loop of h that settles as p does. Called on that
// loop. It is nobody's fault but the caller's if p is nil.
func brought[T any](p *Promise[T], h *home) *Promise[T] {
	if p.where() == lost {
		local := &Promise[T]{}
		local.init(h)
		local.decline(ErrNilPromise)
		return local
	}
	if p := p.target(); p.settled() {
		p.Handled()
		local := &Promise[T]{value: p.value}
		local.init(h)
		if p.is(StateRejected) {
			local.decline(p.reason().err)
		} else {
			local.state.Store(uint32(StateFulfilled))
		}
		return local
	}
	to := newResolvers[T](h)
	r := &relay[T]{home: p.home, to: to}
	switch {
	case !p.home.register(&r.entry, r):
		value, err := p.Result()
		if errors.Is(err, ErrPending) {
			err = ErrAbandoned // that loop is about to say so itself
		}
		to.finish(value, err)
	case p.home.post(func() { p.attach(r) }) != nil:
		// That loop is ending: it calls end.
	}
	return &to.promise
}

// A relay tells one loop what has become of a promise of another. It is registered
// there, so it also tells that the other loop has ended.
type relay[T any] struct {
	home *home // of the other loop
	to   *Resolvers[T]
	entry
}

func (r *relay[T]) react(from any) {
	r.home.unregister(&r.entry)
	r.to.finish(from.(*Promise[T]).Result())
}

func (r *relay[T]) dead() bool { return false }

func (r *relay[T]) end() { r.to.Reject(ErrAbandoned) }
