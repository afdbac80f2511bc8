package wakeful

import (
	"context"
	"fmt"
	"slices"
	"sync"
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
	if fn == nil {
		return ErrNilFunc
	}
	if l.gate != nil {
		return l.submitLimited(context.Background(), nil, fn)
	}
	if !l.submitted.Push(fn) {
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
	b := &batch{loop: l, fns: slices.Clone(fns)}
	if !l.sources.push(b) {
		return l.reject(len(fns), ErrClosed)
	}
	l.wake.Notify()
	return nil
}

// reject counts n refused functions.
func (l *Loop) reject(n int, err error) error {
	l.rejected.Add(uint64(n))
	return l.named(err)
}

// An itemSource has several items for the loop and an entry, which is a function in the queue of
// submitted functions. The entry makes the source active. The turn then runs the items one by one,
// like submitted functions.
type itemSource interface {
	// runNext runs the next item. It advances before it calls the item, so that a panic loses only
	// that item, and clears l.items if this was the last one. Loop only.
	runNext(l *Loop)
	// discard drops the items that have not run. It returns their number and the number of entries
	// that were still in the queue. Called at the end.
	discard(l *Loop) (items, entries int)
	// extraItems returns how many more items than entries were accepted.
	extraItems() int64
}

// itemSources are the unfinished sources, so that the end of the loop can count what it discards.
type itemSources struct {
	mu     sync.Mutex
	closed bool
	open   map[itemSource]struct{}
	// extra is the number of items minus the number of entries, for all batches and all closed
	// mailboxes.
	extra int64
}

// push pushes the entry of b and registers b, both under the lock. So terminate, which takes the lock
// after the queues were closed, finds every accepted batch.
func (s *itemSources) push(b *batch) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !b.loop.submitted.Push(b.activate) {
		return false
	}
	s.add(b)
	s.extra += int64(len(b.fns) - 1)
	return true
}

// add registers a source. The lock is held.
func (s *itemSources) add(q itemSource) {
	if s.open == nil {
		s.open = make(map[itemSource]struct{})
	}
	s.open[q] = struct{}{}
}

// register registers a source that is not a batch.
func (s *itemSources) register(q itemSource) {
	s.mu.Lock()
	s.add(q)
	s.mu.Unlock()
}

// remove removes a finished source and keeps its number of extra items.
func (s *itemSources) remove(q itemSource, extra int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.open[q]; open {
		delete(s.open, q)
		s.extra += extra
	}
}

// activate makes q the source whose items run next. Its entry calls it. The entry itself does not
// count as a submitted function.
func (l *Loop) activate(q itemSource) {
	l.counters.entries++
	l.items = q
	l.unusedBudget++
}

// batch is the source of one SubmitBatch.
type batch struct {
	loop *Loop
	fns  []func()
	next int
}

func (b *batch) activate() { b.loop.activate(b) }

func (b *batch) runNext(l *Loop) {
	fn := b.fns[b.next]
	b.fns[b.next] = nil
	b.next++
	if b.next == len(b.fns) {
		l.items = nil
		l.sources.remove(b, 0)
	}
	l.sampler.entry = entryOf(fn)
	fn()
}

func (b *batch) discard(l *Loop) (items, entries int) {
	if b.next == 0 && l.items != itemSource(b) {
		entries = 1
	}
	return len(b.fns) - b.next, entries
}

func (b *batch) extraItems() int64 { return 0 }
