package wakeful

import (
	"context"
	"fmt"
	"slices"
)

// Submit runs fn on the loop, after everything that the calling goroutine has submitted before,
// except SubmitPriority. It returns nil if fn was accepted. Then fn runs exactly once, unless Close
// or the end of Run's context comes first, which counts it as discarded. Otherwise it returns
// ErrNilFunc, ErrClosed when the loop is ending, or ErrQueueFull for a loop made WithQueueLimit.
// Any goroutine may call it, before, during and after Run.
//
// Submit does not allocate if fn is an existing function value. A submitter that is more than
// 16,384 functions ahead of the loop sometimes yields to it, for at most a millisecond per 512
// functions, and only while the loop makes progress.
func (l *Loop) Submit(fn func()) error {
	if fn == nil || l.gate != nil {
		return l.submitChecked(fn)
	}
	l.submitted.Lock()
	if !l.submitted.Append(fn) {
		return l.submitLocked(fn)
	}
	l.wake.Notify()
	return nil
}

// submitChecked is the rest of Submit for a nil function and a limited queue.
func (l *Loop) submitChecked(fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	return l.submitLimited(context.Background(), nil, fn)
}

// submitLocked is the rest of Submit for a function that the queue must check. The caller has the
// queue's lock, which submitLocked releases.
func (l *Loop) submitLocked(fn func()) error {
	if !l.submitted.PushLocked(fn) {
		return l.reject(1, ErrClosed)
	}
	l.wake.Notify()
	return nil
}

// SubmitContext is like Submit, but ctx limits the wait if a full queue makes submitters wait
// (OverflowBlock). If ctx ends first, it returns an error that matches both ErrQueueFull and ctx's
// cause. A nil ctx is ErrNilContext.
func (l *Loop) SubmitContext(ctx context.Context, fn func()) error {
	if ctx == nil {
		return ErrNilContext
	}
	if l.gate == nil {
		return l.Submit(fn)
	}
	if fn == nil {
		return ErrNilFunc
	}
	return l.submitLimited(ctx, nil, fn)
}

// SubmitUnlimited is like Submit, but no queue limit applies to fn: it is neither refused nor
// dropped, makes nobody wait, and does not count. It keeps its order with everything that the
// calling goroutine submits. Use it for functions that must not be lost, such as the result of work
// that was accepted before. Without WithQueueLimit it is Submit.
func (l *Loop) SubmitUnlimited(fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if !l.submitted.Push(fn) {
		return l.reject(1, ErrClosed)
	}
	l.wake.Notify()
	return nil
}

// SubmitPriority submits fn to the priority queue. In each turn all priority functions run before
// the submitted ones, regardless of the budget and the queue limit. It is meant for components that
// are built on a loop.
func (l *Loop) SubmitPriority(fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if !l.priority.Push(fn) {
		return l.reject(1, ErrClosed)
	}
	l.wake.Notify()
	return nil
}

// SubmitBatch submits all of fns with at most one wake-up. They run in order, and nothing else that
// is submitted runs between them. Either all are accepted or none. In the latter case the error is
// as for Submit, and it names the index of a nil function. The slice remains the caller's.
func (l *Loop) SubmitBatch(fns []func()) error {
	if i := slices.IndexFunc(fns, func(fn func()) bool { return fn == nil }); i >= 0 {
		return fmt.Errorf("%w: index %d of %d", ErrNilFunc, i, len(fns))
	}
	switch {
	case len(fns) == 0:
		return nil
	case l.gate != nil:
		return l.submitLimited(context.Background(), nil, fns...)
	}
	b := &batch{sources: &l.sources, fns: slices.Clone(fns)}
	if !l.sources.push(b) {
		return l.reject(len(fns), ErrClosed)
	}
	l.wake.Notify()
	return nil
}

// submitLimited submits all of fns or none through the gate. dropped is as in admitted.
func (l *Loop) submitLimited(ctx context.Context, dropped func(), fns ...func()) error {
	for {
		room, err := l.gate.admit(dropped, fns)
		switch {
		case err != nil:
			return l.reject(len(fns), err)
		case room == nil:
			l.wake.Notify()
			return nil
		case l.OnLoop():
			return l.reject(len(fns), fmt.Errorf("%w: a callback cannot wait for its own loop", ErrQueueFull))
		case l.waitsForHost():
			return l.reject(len(fns), fmt.Errorf("%w: the host's goroutine cannot wait for its own RunUntil", ErrQueueFull))
		}
		select {
		case <-room:
		case <-ctx.Done():
			return l.reject(len(fns), fmt.Errorf("%w: %w", ErrQueueFull, context.Cause(ctx)))
		}
	}
}
