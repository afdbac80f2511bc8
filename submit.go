package wakeful

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Submit has fn run on the loop, after everything that the calling goroutine
// submitted before, SubmitInternal apart. It returns nil if fn was accepted: then
// fn runs exactly once, unless Close or the end of Run's context comes first, which
// counts it as discarded. Otherwise it returns ErrNilFunc, ErrTerminated once the
// loop is ending, or, for a loop made WithQueueLimit, ErrQueueFull. Any goroutine
// may call it, before, during and after Run.
//
// Submit takes a ready function value without allocating. A submitter that is
// more than 16,384 functions ahead of the loop gives way to it now and then, for
// at most a millisecond per 512 functions, and only while the loop moves on.
func (l *Loop) Submit(fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if l.bounded != nil {
		return l.submitBounded(context.Background(), nil, fn)
	}
	if !l.submitted.Push(fn) {
		return l.reject(1, ErrTerminated)
	}
	l.wake.Notify()
	return nil
}

// SubmitContext is Submit, except that a loop whose full queue makes submitters
// wait (WithQueueLimit, Wait) makes this one wait until ctx ends at most, and
// then returns an error that matches both ErrQueueFull and ctx's cause. A nil ctx
// is ErrNilContext.
func (l *Loop) SubmitContext(ctx context.Context, fn func()) error {
	if ctx == nil {
		return ErrNilContext
	}
	if l.bounded == nil {
		return l.Submit(fn)
	}
	if fn == nil {
		return ErrNilFunc
	}
	return l.submitBounded(ctx, nil, fn)
}

// SubmitInternal is Submit into the priority lane: in each turn its functions
// run ahead of the submitted ones, all that are there, whatever the budget and
// the queue limit. It is meant for the machinery that is built on a loop.
func (l *Loop) SubmitInternal(fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if !l.internal.Push(fn) {
		return l.reject(1, ErrTerminated)
	}
	l.wake.Notify()
	return nil
}

// SubmitBatch submits all of fns with at most one wake-up. They run in their
// order and nothing else that is submitted runs between them. Either all are
// accepted or none, in which case the error is as Submit's; a nil function is
// named by its index. The slice remains the caller's.
func (l *Loop) SubmitBatch(fns []func()) error {
	if i := slices.IndexFunc(fns, func(fn func()) bool { return fn == nil }); i >= 0 {
		return fmt.Errorf("%w: index %d of %d", ErrNilFunc, i, len(fns))
	}
	switch {
	case len(fns) == 0:
		return nil
	case l.bounded != nil:
		return l.submitBounded(context.Background(), nil, fns...)
	}
	b := &batch{loop: l, fns: slices.Clone(fns)}
	if !l.sequences.push(b) {
		return l.reject(len(fns), ErrTerminated)
	}
	l.wake.Notify()
	return nil
}

// reject counts n refused functions.
func (l *Loop) reject(n int, err error) error {
	l.rejected.Add(uint64(n))
	return err
}

// A sequence is several items that travel through the queue of submitted
// functions as one function, its carrier. The carrier makes the sequence the
// loop's current one, and the turn then runs the items one by one, each as if it
// had been submitted by itself.
type sequence interface {
	// runNext runs the next item. It has moved on before it calls the item, so
	// that a panic loses that item alone, and it clears l.current when this was
	// the last one. Loop only.
	runNext(l *Loop)
	// discard drops what has not run and returns how many items that were, and
	// whether a carrier was among the queue's functions. Called at the end.
	discard(l *Loop) (items int, carried bool)
	// surplus returns how many more items than carriers were accepted.
	surplus() int64
}

// sequences knows every sequence that is not finished, so that the end of the
// loop can count what it discards.
type sequences struct {
	mu     sync.Mutex
	closed bool
	open   map[sequence]struct{}
	// extra is the surplus of items over carriers of all batches, and of the
	// mailboxes that were closed.
	extra int64
}

// push pushes b's carrier. It does so under the lock: once the lanes are closed
// and the lock was taken, every accepted batch is known.
func (s *sequences) push(b *batch) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !b.loop.submitted.Push(b.carry) {
		return false
	}
	s.add(b)
	s.extra += int64(len(b.fns) - 1)
	return true
}

// add registers a sequence. The lock is held.
func (s *sequences) add(q sequence) {
	if s.open == nil {
		s.open = make(map[sequence]struct{})
	}
	s.open[q] = struct{}{}
}

// remove forgets a sequence that is finished and keeps its surplus.
func (s *sequences) remove(q sequence, surplus int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.open[q]; open {
		delete(s.open, q)
		s.extra += surplus
	}
}

// carried makes q the sequence whose items run next. Called by its carrier,
// which is not itself one of the functions that users submitted.
func (l *Loop) carried(q sequence) {
	l.counters.carriers++
	l.current = q
	l.attend = true
	l.spare++
}

// batch is the sequence of one SubmitBatch.
type batch struct {
	loop *Loop
	fns  []func()
	next int
}

func (b *batch) carry() { b.loop.carried(b) }

func (b *batch) runNext(l *Loop) {
	fn := b.fns[b.next]
	b.fns[b.next] = nil
	b.next++
	if b.next == len(b.fns) {
		l.current = nil
		l.sequences.remove(b, 0)
	}
	fn()
}

func (b *batch) discard(l *Loop) (items int, carried bool) {
	return len(b.fns) - b.next, b.next == 0 && l.current != sequence(b)
}

func (b *batch) surplus() int64 { return 0 }
