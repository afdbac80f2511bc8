package promise

// This file owns promises that follow a promise of another loop.

import "errors"

// mirror returns a promise on h's loop that settles as p does. The caller is on h's loop. p may be
// nil.
func mirror[T any](p *Promise[T], h *loopState) *Promise[T] {
	if p.checkedOwner() == noPromise {
		local := &Promise[T]{}
		local.init(h)
		local.initRejected(ErrNilPromise)
		return local
	}
	if p := p.target(); p.settled() {
		p.MarkHandled()
		local := &Promise[T]{value: p.value}
		local.init(h)
		if p.is(StateRejected) {
			local.initRejected(p.reason().err)
		} else {
			local.setFulfilled()
		}
		return local
	}
	to := newResolvers[T](h)
	r := &relay[T]{owner: p.owner, to: to}
	switch {
	case !p.owner.register(&r.entry, r):
		value, err := p.Result()
		if errors.Is(err, ErrPending) {
			err = ErrAbandoned // the other loop is about to reject it
		}
		to.finish(value, err)
	case p.owner.post(func() { p.attach(r) }) != nil:
		// The other loop is ending and will call end.
	}
	return &to.promise
}

// A relay settles a promise of one loop when a promise of another loop settles. It is
// registered on the other loop, so it also learns of that loop's end.
type relay[T any] struct {
	owner *loopState // of the other loop
	to    *Resolvers[T]
	entry
}

func (r *relay[T]) react(from any) {
	r.owner.unregister(&r.entry)
	r.to.finish(from.(*Promise[T]).Result())
}

func (r *relay[T]) canceled() bool { return false }

func (r *relay[T]) loopEnded() { r.to.Reject(ErrAbandoned) }
