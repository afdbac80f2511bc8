package poll

// The poller over a backend that says what the test wants.

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// told is a backend that finds what it is told, once.
type told struct {
	news    chan []event // await tells of it
	finds   chan []event // what collect takes
	beds    bool         // it has sleep and rouse
	roused  chan struct{}
	closed  chan struct{}
	present map[int]bool // descriptors that the kernel has, whoever registered them
	absent  map[int]bool // descriptors whose file is another one now
	refuses error        // the kernel's answer, nil for yes
	calls   []string
}

func tell() *told {
	return &told{beds: true, roused: make(chan struct{}, 1), news: make(chan []event), finds: make(chan []event, 1), closed: make(chan struct{}), present: map[int]bool{}, absent: map[int]bool{}}
}

func (b *told) add(fd int, _ uint32, _ Events, _ Mode) error {
	b.calls = append(b.calls, "add")
	if b.present[fd] {
		return errPresent
	}
	return b.refuses
}

func (b *told) modify(fd int, _ uint32, _ Events, _ Mode) error {
	b.calls = append(b.calls, "modify")
	if b.absent[fd] {
		return errAbsent
	}
	return b.refuses
}

func (b *told) remove(int) error {
	b.calls = append(b.calls, "remove")
	return b.refuses
}

func (b *told) collect(into []event) int {
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

func (b *told) sleeps() bool { return b.beds }

// sleep ends as the test says.
func (b *told) sleep(look func() bool) bool {
	for !look() {
		select {
		case found := <-b.news:
			b.finds <- found
		case <-b.roused:
			return false
		}
	}
	return true
}

func (b *told) rouse() { b.roused <- struct{}{} }

// await tells of what the test finds.
func (b *told) await() bool {
	select {
	case found := <-b.news:
		b.finds <- found
		return true
	case <-b.closed:
		return false
	}
}

func (b *told) close() error {
	close(b.closed)
	return nil
}

// a desk is a poller over a backend, with its notifications.
type desk struct {
	*Poller[int]
	*told
	notified chan struct{}
}

func open1(t *testing.T) desk {
	t.Helper()
	d := desk{told: tell(), notified: make(chan struct{}, 16)}
	d.Poller = newPoller[int](d.told, new(sync.Mutex), func() { d.notified <- struct{}{} })
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d desk) register(t *testing.T, fd int) *Entry[int] {
	t.Helper()
	e := &Entry[int]{Value: fd}
	if displaced, err := d.Add(e, fd, Readable, 0); err != nil || displaced != nil {
		t.Fatalf("Add: %v, displaced %v", err, displaced)
	}
	return e
}

// found has the backend find events, and collects them when notified.
func (d desk) found(events ...event) []Ready[int] {
	if !d.Watching() {
		d.watcher.arm()
	}
	d.news <- events
	<-d.notified
	return d.Collect()
}

// rest collects until there is nothing.
func (d desk) rest(t *testing.T) {
	t.Helper()
	for d.Ready() || d.Left() {
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
	if got := d.found(event{1, one.generation, Readable}, event{2, whoever, Readable}); displaced != nil || !slices.Equal(got, []Ready[int]{{1, Readable}}) {
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
		event{2, whoever, Writable},         // from a system without generations
		event{7, 1, Readable},               // nobody's
		event{1, one.generation, Hangup},    // one entry's second event
		event{2, two.generation + 9, Error}, // another owner's
	)
	if want := []Ready[int]{{1, Readable | Hangup}, {2, Writable}}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if !d.Left() {
		t.Error("nothing is said to be left before it was looked for")
	}
	d.rest(t)
	if got, want := d.found(event{2, two.generation, Readable}), []Ready[int]{{2, Readable}}; !slices.Equal(got, want) {
		t.Errorf("after a rest found %v, want %v", got, want)
	}
	d.rest(t)
}

// What is left of an entry after it was removed or displaced is found by nobody.
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
	d.rest(t)

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
	d.rest(t)
}

// What a collection may leave in the kernel's queue.
func TestWhatIsLeft(t *testing.T) {
	d := open1(t)
	for fd, mode := range []Mode{0, Edge, OneShot, Edge | OneShot} {
		e := &Entry[int]{Value: fd}
		if _, err := d.Add(e, fd, Readable, mode); err != nil {
			t.Fatal(err)
		}
		if got := d.found(event{int32(fd), e.generation, Readable}); len(got) != 1 {
			t.Errorf("mode %d: found %v", mode, got)
		}
		if d.Left() != (mode == 0) {
			t.Errorf("mode %d: left is %v", mode, d.Left())
		}
		d.rest(t)
	}
	if d.found(event{9, 9, Readable}); d.Left() {
		t.Error("an event of nobody's is looked for again")
	}

	var all []event
	for fd := 10; len(all) < fewestEvents; fd++ {
		e := &Entry[int]{Value: fd}
		if _, err := d.Add(e, fd, Readable, Edge); err != nil {
			t.Fatal(err)
		}
		all = append(all, event{int32(fd), e.generation, Readable})
	}
	if d.found(all...); !d.Left() {
		t.Error("what there was no room for is forgotten")
	}
	d.rest(t)
}

// Look keeps what it finds for Collect.
func TestLook(t *testing.T) {
	d := open1(t)
	e := d.register(t, 1)
	if d.Look(); d.Ready() {
		t.Error("ready for nothing")
	}
	d.finds <- []event{{1, e.generation, Readable}}
	for range 2 {
		if d.Look(); !d.Ready() {
			t.Error("not ready")
		}
	}
	if got := d.Collect(); !slices.Equal(got, []Ready[int]{{1, Readable}}) {
		t.Errorf("found %v", got)
	}
	d.rest(t)
}

// A loop sleeps in the queue while events wake it, and on its channel, with the
// watcher armed, when it was roused too often.
func TestBed(t *testing.T) {
	d := open1(t)
	e := d.register(t, 1)
	for range 2 {
		for range often - 1 {
			d.Bed().Rouse()
			if d.Bed().Sleep() {
				t.Error("roused, and something is said to be there")
			}
		}
		d.finds <- []event{{1, e.generation, Readable}}
		if !d.Bed().Sleep() || !d.Ready() || len(d.Collect()) != 1 {
			t.Error("slept on beside an event")
		}
		for range often {
			if d.Bed() == nil {
				t.Fatal("no bed, although the last sleep ended by an event")
			}
			d.Bed().Rouse()
			d.Bed().Sleep()
		}
		if d.Bed() != nil || !d.Watching() {
			t.Error("still in bed, although roused again and again")
		}
		if d.Bed() != nil {
			t.Error("back in bed before the watcher has found anything")
		}
		d.found(event{1, e.generation, Readable})
		d.rest(t)
	}
	d.Bed().Rouse()
	d.Bed().Absorb()
	d.beds = false
	if d.Bed() != nil || !d.Watching() {
		t.Error("a bed where there is none")
	}
}

// The generations come round, and none is that of nobody.
func TestGenerationsComeRound(t *testing.T) {
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
	const n = 3 * mostEvents
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
	if sizes[0] != fewestEvents || slices.Max(sizes) != mostEvents {
		t.Errorf("the collections were %v, want from %d to %d", sizes, fewestEvents, mostEvents)
	}
}

// Close finds the watcher where it awaits, on its way, and not yet started.
func TestClose(t *testing.T) {
	for name, bring := range map[string]func(d desk){
		"not started": func(desk) {},
		"awaiting":    func(d desk) { d.register(t, 1); d.watcher.arm() },
		"ready": func(d desk) {
			d.register(t, 1)
			d.watcher.arm()
			d.news <- []event{{1, 1, Readable}}
			<-d.notified
		},
		"collected": func(d desk) {
			d.register(t, 1)
			d.found(event{1, 1, Readable})
			d.Collect()
		},
	} {
		t.Run(name, func(t *testing.T) { bring(open1(t)) })
	}
}
