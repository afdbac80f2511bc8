package wakeful

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Submit has fn run on the loop, after everything that the calling goroutine
// submitted before, SubmitPriority apart. It returns nil if fn was accepted: then
// fn runs exactly once, unless Close or the end of Run's context comes first, which
// counts it as discarded. Otherwise it returns ErrNilFunc, ErrClosed once the
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
	if l.gate != nil {
		return l.submitLimited(context.Background(), nil, fn)
	}
	if !l.submitted.Push(fn) {
		return l.reject(1, ErrClosed)
	}
	l.wake.Notify()
	return nil
}

// SubmitContext is Submit, except that a loop whose full queue makes submitters
// wait (OverflowBlock) makes this one wait until ctx ends at most, and
// then returns an error that matches both ErrQueueFull and ctx's cause. A nil ctx
// is ErrNilContext.
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

// SubmitUnlimited is Submit, except that a queue limit does not hold for fn: it is neither
// refused nor dropped, makes nobody wait, and does not count. It keeps its order with
// everything that the calling goroutine submits. It is meant for what must not be lost, such
// as the result of work that was accepted before. Without WithQueueLimit it is Submit.
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

// SubmitPriority is Submit into the priority queue: in each turn its functions
// run ahead of the submitted ones, all that are there, whatever the budget and
// the queue limit. It is meant for the machinery that is built on a loop.
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
	return err
}

// An itemSource has several items for the loop and an entry, a function, in the queue of
// submitted functions. The entry makes the source the loop's active one, and the turn then
// runs the items one by one, each as if it had been submitted by itself.
type itemSource interface {
	// runNext runs the next item. It moves on before it calls the item, so that a panic
	// loses that item alone, and it clears l.items when this was the last one. Loop only.
	runNext(l *Loop)
	// discard drops what has not run. It returns how many items that were, and how many
	// entries were still in the queue. Called at the end.
	discard(l *Loop) (items, entries int)
	// extraItems returns how many more items than entries were accepted.
	extraItems() int64
}

// itemSources are the sources that are not finished, so that the end of the loop can count
// what it discards.
type itemSources struct {
	mu     sync.Mutex
	closed bool
	open   map[itemSource]struct{}
	// extra is the number of items less that of entries, of all batches and of the
	// mailboxes that were closed.
	extra int64
}

// push pushes b's entry. It does so under the lock: once the queues are closed and the lock
// was taken, every accepted batch is known.
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

// register registers a source that is not pushed by push.
func (s *itemSources) register(q itemSource) {
	s.mu.Lock()
	s.add(q)
	s.mu.Unlock()
}

// remove removes a source that is finished, and keeps its number of extra items.
func (s *itemSources) remove(q itemSource, extra int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.open[q]; open {
		delete(s.open, q)
		s.extra += extra
	}
}

// activate makes q the source whose items run next. Called by its entry, which is not
// itself one of the functions that users submitted.
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
	fn()
}

func (b *batch) discard(l *Loop) (items, entries int) {
	if b.next == 0 && l.items != itemSource(b) {
		entries = 1
	}
	return len(b.fns) - b.next, entries
}

func (b *batch) extraItems() int64 { return 0 }
