package poll

// Orphans are events of removed entries whose file stays open, which the kernel reports again and
// again. The tests also cover entries whose number belongs to another file.

import (
	"errors"
	"slices"
	"sync"
	"testing"
)

// queue is a backend with level-triggered events: it reports an event in each collection, after the
// others, until the test removes it.
type queue struct {
	*fakeBackend
	ready []event
}

func (q *queue) collect(into []event) int {
	n := copy(into, q.ready)
	q.ready = append(slices.Clone(q.ready[n:]), q.ready[:n]...)
	return n
}

func openQueue(t *testing.T) (*Poller[int], *queue) {
	t.Helper()
	q := &queue{fakeBackend: newFakeBackend()}
	p := newPoller[int](q, new(sync.Mutex), func() {})
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p, q
}

func add(t *testing.T, p *Poller[int], fd int, mode Mode) *Entry[int] {
	t.Helper()
	e := &Entry[int]{Value: fd}
	if _, err := p.Add(e, fd, Readable, mode); err != nil {
		t.Fatal(err)
	}
	return e
}

// orphan returns an event of an entry that was removed.
func orphan(t *testing.T, p *Poller[int], fd int) event {
	t.Helper()
	e := add(t, p, fd, 0)
	if err := p.Remove(e); err != nil {
		t.Fatal(err)
	}
	return event{int32(fd), e.generation, Readable}
}

// Any number of orphans leaves nothing to collect, and does not hide other events.
func TestOrphansAreNotCollected(t *testing.T) {
	for _, n := range []int{1, minBuffer - 1, minBuffer, minBuffer + 1, maxBuffer, 3 * maxBuffer} {
		p, q := openQueue(t)
		for fd := range n {
			q.ready = append(q.ready, orphan(t, p, fd+10))
		}
		live := add(t, p, 5, 0)
		for range 3 {
			if p.Poll(); p.Ready() {
				t.Fatalf("%d orphans are said to be ready", n)
			}
			if got := p.Collect(); len(got) > 0 || p.MayHaveMore() {
				t.Fatalf("%d orphans: found %v, more %v", n, got, p.MayHaveMore())
			}
			q.ready = append(q.ready, event{5, live.generation, Readable})
			if p.Poll(); !p.Ready() {
				t.Fatalf("%d orphans hide what is ready", n)
			}
			if got := p.Collect(); len(got) != 1 || got[0].Value != 5 {
				t.Fatalf("behind %d orphans: found %v", n, got)
			}
			q.ready = slices.DeleteFunc(q.ready, func(ev event) bool { return ev.fd == 5 })
		}
	}
}

// An orphan does not end a park. The watcher would end at once, so it is not armed.
func TestParkBesideAnOrphan(t *testing.T) {
	p, q := openQueue(t)
	q.ready = []event{orphan(t, p, 7)}
	for range 3 * maxUnparks {
		parker := p.Parker()
		if parker == nil {
			t.Fatal("the watcher is armed beside an orphan")
		}
		parker.Unpark()
		if parker.Park() {
			t.Fatal("an orphan ends a park")
		}
	}
	live := add(t, p, 5, 0)
	q.ready = append(q.ready, event{5, live.generation, Readable})
	if !p.Parker().Park() || len(p.Collect()) != 1 {
		t.Error("an event does not end a park")
	}
	q.ready = nil
	for range maxUnparks {
		p.Parker().Unpark()
		p.Parker().Park()
	}
	if p.Parker() != nil {
		t.Error("the watcher is not armed once the orphan is gone")
	}
}

// A level-triggered entry that is found repeatedly is no longer reported once the kernel says that
// its number belongs to another file, or to none.
func TestEntryWithoutItsFile(t *testing.T) {
	for name, lose := range map[string]func(q *queue, lost bool){
		"another file": func(q *queue, lost bool) { q.absent[5] = lost },
		"not open": func(q *queue, lost bool) {
			if q.refuses = nil; lost {
				q.refuses = errClosed
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, q := openQueue(t)
			old := add(t, p, 5, 0)
			q.ready = []event{{5, old.generation, Readable}}
			for range 10 * verifyAfter {
				if len(p.Collect()) != 1 || !p.MayHaveMore() {
					t.Fatal("a ready entry is not found")
				}
			}
			lose(q, true)
			found := 0
			for len(p.Collect()) > 0 {
				found++
			}
			if found > verifyAfter || p.Ready() || p.MayHaveMore() {
				t.Errorf("found %d times without its file; ready %v, more %v", found, p.Ready(), p.MayHaveMore())
			}
			// The number stands for the old file again.
			lose(q, false)
			if err := p.Modify(old, Readable); err != nil || len(p.Collect()) != 1 {
				t.Errorf("Modify of an entry whose file is back: %v, or it is not found", err)
			}
			lose(q, true)
			for len(p.Collect()) > 0 {
			}
			// It is the old file again, and another entry takes it over.
			lose(q, false)
			q.present[5] = true
			next := &Entry[int]{Value: 6}
			if displaced, err := p.Add(next, 5, Readable, 0); err != nil || displaced != old {
				t.Errorf("Add in place of an entry without its file: %v, displaced %v", err, displaced)
			}
			if err := p.Modify(old, Readable); !errors.Is(err, ErrGone) {
				t.Errorf("Modify of the displaced entry: %v", err)
			}
			q.ready = []event{{5, next.generation, Readable}}
			if got := p.Collect(); len(got) != 1 || got[0].Value != 6 {
				t.Errorf("found %v", got)
			}
		})
	}
}

// The kernel is not asked about entries that are read until they are empty, nor about
// edge-triggered ones.
func TestVerifiedContestants(t *testing.T) {
	p, q := openQueue(t)
	level, edge := add(t, p, 1, 0), add(t, p, 2, Edge)
	q.calls = nil
	for n := range 10 * verifyAfter {
		q.ready = []event{{2, edge.generation, Readable}}
		if n%verifyAfter > 0 {
			q.ready = append(q.ready, event{1, level.generation, Readable})
		}
		if got := p.Collect(); len(got) != len(q.ready) {
			t.Fatalf("found %v of %v", got, q.ready)
		}
	}
	if len(q.calls) > 0 {
		t.Errorf("the kernel was asked %d times", len(q.calls))
	}
}
