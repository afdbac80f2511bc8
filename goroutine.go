package wakeful

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Go calls work on another goroutine, and then, on the loop, calls then with what
// work returned. That is how a loop uses everything in Go that blocks. Any
// goroutine may call it, callbacks included, and it never waits. It returns nil if
// the work was accepted: both functions are called once then, unless Close or the
// end of Run's context comes first. Otherwise it returns ErrNilFunc, or
// ErrTerminated once the loop is ending, and neither is called.
//
// As much work as WithGoroutines says goes on at once, also before Run; what is
// accepted beyond that waits for its turn in order, without a goroutine. The
// result runs where a function would that work's goroutine had submitted last,
// except that a queue limit does not hold for it: on a loop made WithQueueLimit it
// runs ahead of the functions, as messages do. Until then is called, the work
// keeps an auto-exit loop running.
//
// The context ends when the loop begins to end; its cause matches ErrTerminated,
// and the cause of the end of Run's context if that was the reason. Shutdown
// still has everything called that was accepted, with the context that has ended,
// and waits for it: work that heeds its context keeps that short, and work that
// itself waits for Shutdown must not do so for longer than its context lasts.
// Close neither waits for work nor calls what has not begun; results that were not
// delivered are discarded and counted at once, whenever the work returns.
//
// When work panics or calls runtime.Goexit, then gets a *PanicError, as the caller
// of Call does, and the panic handler is not called.
func Go[T any](l *Loop, work func(ctx context.Context) (T, error), then func(T, error)) error {
	if work == nil || then == nil {
		return ErrNilFunc
	}
	e := &errand[T]{loop: l, work: work, then: then}
	return l.errands.accept(e.run)
}

// errand is one Go that is under way.
type errand[T any] struct {
	loop *Loop
	work func(context.Context) (T, error)
	then func(T, error)
	// Written by the goroutine of work; the queue makes them visible to the loop.
	value T
	err   error
}

// run calls work, and posts the result also when work does not return.
func (e *errand[T]) run() {
	returned := false
	defer func() {
		if !returned {
			p := &PanicError{Value: recover(), Phase: "goroutine", Stack: debug.Stack()}
			if p.Value == nil {
				p.Value = ErrGoexit
			}
			e.err = p
		}
		e.work = nil
		e.loop.errands.post(e.deliver)
	}()
	e.value, e.err = e.work(e.loop.errands.ctx)
	returned = true
}

// deliver calls then. Loop only.
func (e *errand[T]) deliver() {
	e.loop.errands.delivered++
	e.loop.keep(-1)
	e.then(e.value, e.err)
}

// errands are all that Go has accepted, and the goroutines that run them.
//
// A result is pushed like a submitted function. Once the loop is ending its queue
// is closed, and results are late: the loop, which drains, takes them from a list
// of their own, as a sequence. So the usual way costs a turn nothing.
//
// Rejected: a lane for results, at which every turn of every loop would have to
// look; a mailbox, whose messages share a place in the queue, so that a result
// could overtake what its goroutine has submitted before.
type errands struct {
	// Immutable after New.

	loop  *Loop
	limit int

	// ctx is what work gets. Made with the first errand, under mu; those who run
	// errands have got them under mu, or were started after.
	ctx    context.Context
	cancel context.CancelCauseFunc

	// accepted counts errands. Written under mu, together with alive; the loop
	// compares it with delivered once it is closed, and before that nothing
	// depends on it but Metrics.
	accepted atomic.Int64
	// stranded is set while late is not empty. Written under posting before the
	// loop is notified; read by a draining loop before it rests and after Prepare.
	// Without the latter a result that comes in between would be left lying
	// (TestGoAgainstEnds).
	stranded atomic.Bool

	mu      sync.Mutex
	closed  bool
	busy    int  // goroutines
	waiting fifo // errands that have none

	// posting is apart from mu, since a push can be held back: those who call Go
	// do not wait for it. It makes a push and its count one thing for Metrics.
	posting sync.Mutex
	ended   bool  // nobody takes late results any more
	late    fifo  // results that the closed queue did not take
	carried int64 // results that it did take
	overdue int64 // late results that were delivered

	// Loop goroutine only.

	delivered int64
}

// accept has run called on a goroutine, now or when one is free.
func (s *errands) accept(run func()) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return s.loop.reject(1, ErrTerminated)
	}
	if s.ctx == nil {
		s.begin()
	}
	s.accepted.Add(1)
	s.loop.keep(1)
	free := s.busy < s.limit
	if free {
		s.busy++
	} else {
		s.waiting.push(run)
	}
	s.mu.Unlock()
	if free {
		go s.work(run)
	}
	return nil
}

// begin prepares for the first errand. mu is held.
func (s *errands) begin() {
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	all := &s.loop.sequences
	all.mu.Lock()
	all.add(s)
	all.mu.Unlock()
}

// work runs errands until none is waiting. When one ends the goroutine, another
// goroutine goes on.
func (s *errands) work(run func()) {
	ended := false
	defer func() {
		if ended {
			return
		}
		if run := s.next(); run != nil {
			go s.work(run)
		}
	}()
	for ; run != nil; run = s.next() {
		run()
	}
	ended = true
}

// next returns the errand to run next, or nil, which gives the goroutine back.
func (s *errands) next() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loop.stop.Load() == stopping {
		s.waiting = fifo{} // the end of the loop counts them
	}
	if s.waiting.n == 0 {
		s.busy--
		return nil
	}
	return s.waiting.pop()
}

// post hands a result to the loop. The goroutine that worked calls it.
func (s *errands) post(deliver func()) {
	s.posting.Lock()
	switch {
	case s.loop.submitted.Push(deliver):
		s.carried++
	case !s.ended:
		s.late.push(deliver)
		s.stranded.Store(true)
	}
	s.posting.Unlock()
	s.loop.wake.Notify()
}

// close refuses further errands, and tells those that are under way.
func (s *errands) close(cause error) {
	s.mu.Lock()
	s.closed = true
	cancel := s.cancel
	s.mu.Unlock()
	if cancel != nil {
		cancel(errors.Join(ErrTerminated, cause)) // only the first cause counts
	}
}

// idle reports whether everything that was accepted has been delivered. Loop
// only, and it stays so only once nothing more is accepted.
func (s *errands) idle() bool { return s.accepted.Load() == s.delivered }

// runNext delivers a late result.
func (s *errands) runNext(l *Loop) {
	s.posting.Lock()
	deliver := s.late.pop()
	s.overdue++
	if s.late.n == 0 {
		s.stranded.Store(false)
		l.current = nil
	}
	s.posting.Unlock()
	deliver()
}

// discard lets go of late results, now and later, and returns how many errands
// have not been delivered. Results in the queue are not among them: they are
// counted there.
func (s *errands) discard(*Loop) (items int, carried bool) {
	s.posting.Lock()
	defer s.posting.Unlock()
	s.ended, s.late = true, fifo{}
	return int(s.accepted.Load() - s.carried - s.overdue), false
}

func (s *errands) surplus() int64 {
	// In this order: a result that is carried in between was accepted before.
	accepted := s.accepted.Load()
	s.posting.Lock()
	defer s.posting.Unlock()
	return accepted - s.carried
}

// drained reports whether a loop that drains, and has nothing to run, may end.
// Otherwise it begins to run late results, or waits for work that goes on.
func (l *Loop) drained() bool {
	s := &l.errands
	switch {
	case s.idle():
		return true
	case s.stranded.Load():
		l.current = s
	default:
		l.rest()
	}
	return false
}
