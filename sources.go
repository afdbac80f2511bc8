package wakeful

import (
	"sync"

	"github.com/wakeful-go/wakeful/internal/ingress"
)

// itemSources are the unfinished sources, so that the end of the loop can count what it discards.
type itemSources struct {
	mu     sync.Mutex
	closed bool
	open   map[itemSource]struct{}
	// extra is the number of items minus the number of entries, for all batches and all closed
	// mailboxes.
	extra int64
	// counted is the highest number of accepted items that a reader of the metrics was told.
	counted uint64

	// Immutable after New.

	submitted *ingress.Queue
	turn      *turnState
}

// push pushes the entry of b and registers b, both under the lock. So terminate, which takes the lock
// after the queues were closed, finds every accepted batch.
func (s *itemSources) push(b *batch) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || !s.submitted.Push(b.activate) {
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

// extraItems returns how many more items than entries were accepted. The lock is held.
func (s *itemSources) extraItems() int64 {
	n := s.extra
	for q := range s.open {
		n += q.extraItems()
	}
	return n
}

// discard drops everything that is left in the sources, and accepts no more. It returns how many
// items it has dropped, without the entries that are still in the queue.
func (s *itemSources) discard() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	var discarded uint64
	for q := range s.open {
		items, entries := q.discard(s.turn)
		discarded += uint64(items) - uint64(entries)
		s.extra += q.extraItems()
	}
	s.closed, s.open = true, nil
	s.turn.items = nil
	return discarded
}

// batch is the source of one SubmitBatch.
type batch struct {
	sources *itemSources
	fns     []func()
	next    int
}

func (b *batch) activate() { b.sources.turn.activate(b) }

func (b *batch) runNext(t *turnState) {
	fn := b.fns[b.next]
	b.fns[b.next] = nil
	b.next++
	if b.next == len(b.fns) {
		t.items = nil
		b.sources.remove(b, 0)
	}
	t.sampler.called = entryOf(fn)
	fn()
}

func (b *batch) discard(t *turnState) (items, entries int) {
	if b.next == 0 && t.items != itemSource(b) {
		entries = 1
	}
	return len(b.fns) - b.next, entries
}

func (b *batch) extraItems() int64 { return 0 }
