package poll

// The poller over a fake backend.

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A fakeBackend finds what the test gives it, once.
type fakeBackend struct {
	news    chan []event // ends waitReady and park
	finds   chan []event // what collect takes
	parks   bool         // what canPark returns
	unparks chan struct{}
	closed  chan struct{}
	present map[int]bool // descriptors that the kernel has, anyGeneration registered them
	absent  map[int]bool // descriptors whose file is another one now
	refuses error        // the kernel's answer, nil for yes
	calls   []string
}

func newFakeBackend() *fakeBackend {
	return &fakeBackend{parks: true, unparks: make(chan struct{}, 1), news: make(chan []event), finds: make(chan []event, 1), closed: make(chan struct{}), present: map[int]bool{}, absent: map[int]bool{}}
}

func (b *fakeBackend) add(fd int, _ uint32, _ Events, _ Mode) error {
	b.calls = append(b.calls, "add")
	if b.present[fd] {
		return errPresent
	}
	return b.refuses
}

func (b *fakeBackend) modify(fd int, _ uint32, _ Events, _ Mode) error {
	b.calls = append(b.calls, "modify")
	if b.absent[fd] {
		return errAbsent
	}
	return b.refuses
}

func (b *fakeBackend) remove(int) error {
	b.calls = append(b.calls, "remove")
	return b.refuses
}

func (b *fakeBackend) collect(into []event) int {
	select {
	case found := <-b.finds:
		n := copy(into, found)
		if n < len(found) {
			b.finds <- found[n:]
		}
		return n
	default:
		return 0
	}
}

func (b *fakeBackend) canPark() bool { return b.parks }

// park ends as the test says.
func (b *fakeBackend) park(check func() bool) bool {
	for !check() {
		select {
		case found := <-b.news:
			b.finds <- found
		case <-b.unparks:
			return false
		}
	}
	return true
}

func (b *fakeBackend) unpark() { b.unparks <- struct{}{} }

func (b *fakeBackend) consumeUnpark() { <-b.unparks }

// waitReady ends when the test finds something.
func (b *fakeBackend) waitReady() bool {
	select {
	case found := <-b.news:
		b.finds <- found
		return true
	case <-b.closed:
		return false
	}
}

func (b *fakeBackend) descriptor() int { return -1 }

func (b *fakeBackend) close() error {
	close(b.closed)
	return nil
}

// A testPoller is a poller over a fake backend, with its notifications.
type testPoller struct {
	*Poller[int]
	*fakeBackend
	notified chan struct{}
}

func open1(t *testing.T) testPoller {
	t.Helper()
	d := testPoller{fakeBackend: newFakeBackend(), notified: make(chan struct{}, 16)}
	d.Poller = newPoller[int](d.fakeBackend, new(sync.Mutex), func() { d.notified <- struct{}{} })
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d testPoller) register(t *testing.T, fd int) *Entry[int] {
	t.Helper()
	e := &Entry[int]{Value: fd}
	if displaced, err := d.Add(e, fd, Readable, 0); err != nil || displaced != nil {
		t.Fatalf("Add: %v, displaced %v", err, displaced)
	}
	return e
}

// found has the backend find events, and collects them when notified.
func (d testPoller) found(events ...event) []Ready[int] {
	if !d.Armed() {
		d.watcher.arm()
	}
	d.news <- events
	<-d.notified
	return d.Collect()
}

// drain collects until there is nothing.
func (d testPoller) drain(t *testing.T) {
	t.Helper()
	for d.Ready() || d.MayHaveMore() {
		if got := d.Collect(); len(got) > 0 {
			t.Errorf("found %v", got)
		}
	}
}

// What the kernel refuses, for want of memory or beyond a limit, has not happened;
// but an entry that is removed is gone in any case.
func TestRefusals(t *testing.T) {
	d := open1(t)
	one := d.register(t, 1)
	d.refuses = errors.New("no more")
	refused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, d.refuses) {
			t.Errorf("%s: %v, want %v", what, err, d.refuses)
		}
	}
	two := &Entry[int]{Value: 2}
	displaced, err := d.Add(two, 2, Readable, 0)
	refused("Add", err)
	_, again := d.Add(&Entry[int]{Value: 3}, 1, Readable, 0) // the number's next file
	refused("Add in place of another", again)
	refused("Modify", d.Modify(one, Writable))
	if got := d.found(event{1, one.generation, Readable}, event{2, anyGeneration, Readable}); displaced != nil || !slices.Equal(got, []Ready[int]{{1, Readable}}) {
		t.Errorf("found %v, displaced %v; the entry is there, and no other", got, displaced)
	}
	refused("Remove", d.Remove(one))
	d.refuses = nil
	if err := d.Modify(one, Readable); !errors.Is(err, ErrGone) {
		t.Errorf("Modify after Remove: %v", err)
	}
	if _, err := d.Add(two, 2, Readable, 0); err != nil {
		t.Errorf("Add once there is room: %v", err)
	}
	if got := d.found(event{1, one.generation, Readable}, event{2, two.generation, Readable}); !slices.Equal(got, []Ready[int]{{2, Readable}}) {
		t.Errorf("found %v", got)
	}
}

func TestCollect(t *testing.T) {
	d := open1(t)
	one, two := d.register(t, 1), d.register(t, 2)
	if d.Ready() {
		t.Error("ready before anything happened")
	}
	got := d.found(
		event{1, one.generation, Readable},
		event{2, anyGeneration, Writable},   // from a system without generations
		event{7, 1, Readable},               // of no entry
		event{1, one.generation, Hangup},    // one entry's second event
		event{2, two.generation + 9, Error}, // another owner's
	)
	if want := []Ready[int]{{1, Readable | Hangup}, {2, Writable}}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if !d.MayHaveMore() {
		t.Error("MayHaveMore() = false for a level-triggered entry")
	}
	d.drain(t)
	if got, want := d.found(event{2, two.generation, Readable}), []Ready[int]{{2, Readable}}; !slices.Equal(got, want) {
		t.Errorf("after a drain found %v, want %v", got, want)
	}
	d.drain(t)
}

// Events of an entry that was removed or displaced lead to no entry.
func TestGenerations(t *testing.T) {
	d := open1(t)
	first := d.register(t, 5)
	old := first.generation
	if err := d.Remove(first); err != nil {
		t.Error(err)
	}
	second := d.register(t, 5)
	if got := d.found(event{5, old, Readable}); len(got) > 0 {
		t.Errorf("an earlier owner's event: %v", got)
	}
	d.drain(t)

	third := &Entry[int]{Value: 3}
	displaced, err := d.Add(third, 5, Readable, 0)
	if err != nil || displaced != second {
		t.Errorf("a number whose file is another one: %v, displaced %v", err, displaced)
	}
	if err := d.Modify(second, Writable); !errors.Is(err, ErrGone) {
		t.Errorf("Modify of a displaced entry: %v", err)
	}
	calls := len(d.calls)
	if err := d.Remove(second); err != nil || len(d.calls) > calls {
		t.Errorf("Remove of a displaced entry: %v, and the kernel was told", err)
	}
	if got := d.found(event{5, second.generation, Readable}, event{5, third.generation, Writable}); !slices.Equal(got, []Ready[int]{{3, Writable}}) {
		t.Errorf("found %v", got)
	}
	d.drain(t)
}

// What a collection may leave in the kernel's queue.
func TestMayHaveMore(t *testing.T) {
	d := open1(t)
	for fd, mode := range []Mode{0, Edge, OneShot, Edge | OneShot} {
		e := &Entry[int]{Value: fd}
		if _, err := d.Add(e, fd, Readable, mode); err != nil {
			t.Fatal(err)
		}
		if got := d.found(event{int32(fd), e.generation, Readable}); len(got) != 1 {
			t.Errorf("mode %d: found %v", mode, got)
		}
		if d.MayHaveMore() != (mode == 0) {
			t.Errorf("mode %d: MayHaveMore() = %v", mode, d.MayHaveMore())
		}
		d.drain(t)
	}
	if d.found(event{9, 9, Readable}); d.MayHaveMore() {
		t.Error("an event without an entry is polled for again")
	}

	var all []event
	for fd := 10; len(all) < minBuffer; fd++ {
		e := &Entry[int]{Value: fd}
		if _, err := d.Add(e, fd, Readable, Edge); err != nil {
			t.Fatal(err)
		}
		all = append(all, event{int32(fd), e.generation, Readable})
	}
	if d.found(all...); !d.MayHaveMore() {
		t.Error("MayHaveMore() = false although the buffer was full")
	}
	d.drain(t)
}

// Poll keeps what it finds for Collect.
func TestPoll(t *testing.T) {
	d := open1(t)
	e := d.register(t, 1)
	if d.Poll(); d.Ready() {
		t.Error("ready for nothing")
	}
	d.finds <- []event{{1, e.generation, Readable}}
	for range 2 {
		if d.Poll(); !d.Ready() {
			t.Error("not ready")
		}
	}
	if got := d.Collect(); !slices.Equal(got, []Ready[int]{{1, Readable}}) {
		t.Errorf("found %v", got)
	}
	d.drain(t)
}

// A loop parks in the queue while events unpark it, and on its channel, with the watcher
// armed, after maxUnparks parks in a row that others ended.
func TestParker(t *testing.T) {
	d := open1(t)
	e := d.register(t, 1)
	for range 2 {
		for range maxUnparks - 1 {
			d.Parker().Unpark()
			if d.Parker().Park() {
				t.Error("Park returned true after Unpark, without an event")
			}
		}
		d.finds <- []event{{1, e.generation, Readable}}
		if !d.Parker().Park() || !d.Ready() || len(d.Collect()) != 1 {
			t.Error("an event does not end a park")
		}
		for range maxUnparks {
			if d.Parker() == nil {
				t.Fatal("no Parker, although the last park ended by an event")
			}
			d.Parker().Unpark()
			d.Parker().Park()
		}
		if d.Parker() != nil || !d.Armed() {
			t.Error("still a Parker, although others ended the last parks")
		}
		if d.Parker() != nil {
			t.Error("a Parker again before the watcher has found anything")
		}
		d.found(event{1, e.generation, Readable})
		d.drain(t)
	}
	d.Parker().Unpark()
	d.Parker().ConsumeUnpark()
	d.parks = false
	if d.Parker() != nil || !d.Armed() {
		t.Error("a Parker although the backend cannot park")
	}
}

// Generations wrap around, and no entry gets anyGeneration.
func TestGenerationsWrapAround(t *testing.T) {
	d := open1(t)
	d.generation = 1<<32 - 2
	for want, fd := range []int{10, 11, 12} {
		if e := d.register(t, fd); e.generation != []uint32{1<<32 - 1, 1, 2}[want] {
			t.Errorf("generation %d", e.generation)
		}
	}
}

func TestPresentAndAbsent(t *testing.T) {
	d := open1(t)
	e := d.register(t, 5)
	d.present[5] = true
	if _, err := d.Add(&Entry[int]{}, 5, Readable, 0); !errors.Is(err, ErrRegistered) {
		t.Errorf("Add of what is there: %v", err)
	}
	// The kernel has it, and nobody else: it was closed before its entry.
	if err := d.Remove(e); err != nil {
		t.Error(err)
	}
	d.calls = nil
	e = d.register(t, 5)
	if !slices.Equal(d.calls, []string{"add", "modify"}) {
		t.Errorf("what was left of an entry is taken over with %v", d.calls)
	}
	d.absent[5] = true
	for range 2 {
		if err := d.Modify(e, Writable); !errors.Is(err, ErrGone) {
			t.Errorf("Modify of what the kernel does not have: %v", err)
		}
	}
	d.present[5] = false
	d.register(t, 5) // nothing is displaced
}

// The buffer grows while it is too small, up to a bound, and nothing is lost.
func TestBufferGrows(t *testing.T) {
	d := open1(t)
	const n = 3 * maxBuffer
	var all []event
	for fd := range n {
		all = append(all, event{int32(fd), d.register(t, fd).generation, Readable})
	}
	var sizes []int
	seen := make([]bool, n)
	for got := d.found(all...); len(got) > 0; got = d.Collect() {
		sizes = append(sizes, len(got))
		for _, r := range got {
			if seen[r.Value] {
				t.Errorf("%d was found twice", r.Value)
			}
			seen[r.Value] = true
		}
	}
	if slices.Contains(seen, false) {
		t.Error("not all were found")
	}
	if sizes[0] != minBuffer || slices.Max(sizes) != maxBuffer {
		t.Errorf("the collections were %v, want from %d to %d", sizes, minBuffer, maxBuffer)
	}
}

// Close ends the watcher while it waits, while it notifies, and before it was started.
func TestClose(t *testing.T) {
	for name, bring := range map[string]func(d testPoller){
		"not started": func(testPoller) {},
		"waiting":     func(d testPoller) { d.register(t, 1); d.watcher.arm() },
		"ready": func(d testPoller) {
			d.register(t, 1)
			d.watcher.arm()
			d.news <- []event{{1, 1, Readable}}
			<-d.notified
		},
		"collected": func(d testPoller) {
			d.register(t, 1)
			d.found(event{1, 1, Readable})
			d.Collect()
		},
	} {
		t.Run(name, func(t *testing.T) { bring(open1(t)) })
	}
}
