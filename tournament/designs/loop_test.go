package designs

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// design returns the composition of a design.
func design(t *testing.T, name string) Composition {
	t.Helper()
	c, ok := Find(name)
	if !ok {
		t.Fatalf("there is no design %s", name)
	}
	return c
}

// startLoop runs a loop of c; end shuts it down and waits.
func startLoop(t *testing.T, c Composition) (_ *Loop, end func()) {
	t.Helper()
	l, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- l.Run(context.Background()) }()
	return l, func() {
		t.Helper()
		if err := l.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestNilIsRefusedAndCounted(t *testing.T) {
	l, end := startLoop(t, design(t, "main"))
	for name, err := range map[string]error{
		"Submit":           l.Submit(nil),
		"SubmitPriority":   l.SubmitPriority(nil),
		"QueueMicrotask":   l.QueueMicrotask(nil),
		"RegisterReadable": l.RegisterReadable(0, nil),
		"After":            afterNil(l),
	} {
		if !errors.Is(err, ErrNilTask) {
			t.Errorf("%s of nil returned %v, want %v", name, err, ErrNilTask)
		}
	}
	end()
	if got := l.Counts(); got.Rejected != 2 || !got.Conserved() {
		t.Errorf("%+v, want 2 rejected", got)
	}
	if err := l.Run(context.Background()); !errors.Is(err, ErrRanAlready) {
		t.Errorf("a second Run returned %v, want %v", err, ErrRanAlready)
	}
}

func afterNil(l *Loop) error {
	_, err := l.After(0, nil)
	return err
}

// A lookingWaker counts the looks at the poller and never blocks.
type lookingWaker struct {
	*channelWaker
	looks, blocks int
}

func (w *lookingWaker) choose() tier          { return tierPoller }
func (w *lookingWaker) stillChosen(tier) bool { return true }

func (w *lookingWaker) wait(_ tier, limit time.Duration) []func() {
	if limit == 0 {
		w.looks++
	} else {
		w.blocks++
	}
	return nil
}

// A full tick runs the budget and then looks at the descriptors; a tight drain
// runs what there is. Both sleep when nothing is left, and not before.
func TestBudgetBoundsAFullTick(t *testing.T) {
	const budget, ticks = 7, 10
	for turn, want := range map[TurnKind]struct{ turns, looks int }{
		FullTick:   {ticks, ticks - 1},
		TightDrain: {1, 0},
	} {
		t.Run(string(turn), func(t *testing.T) {
			l, err := New(Composition{Ingress: MutexSlice, Waker: Channel, Turn: turn, Clearing: ClearUsed, Budget: budget})
			if err != nil {
				t.Fatal(err)
			}
			w := &lookingWaker{channelWaker: newChannelWaker()}
			l.waker = w
			for range budget * ticks {
				if err := l.Submit(func() {}); err != nil {
					t.Fatal(err)
				}
			}
			turns := 0
			for w.blocks == 0 {
				l.turn()
				turns++
			}
			if turns != want.turns || w.looks != want.looks || l.Counts().Executed != budget*ticks {
				t.Errorf("%d turns, %d looks, %+v; want %d turns, %d looks", turns, w.looks, l.Counts(), want.turns, want.looks)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Many producers find the loop asleep: one of them signals.
func TestWakeUpsAreNotRepeated(t *testing.T) {
	l, err := New(design(t, "alternatethreeplus"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.hot.sleep.Store(uint32(tierChannel))
	w := &signalCounter{waker: l.waker}
	l.waker = w
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := l.Submit(func() {}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if w.signals != 1 {
		t.Errorf("%d signals for one sleep", w.signals)
	}
}

type signalCounter struct {
	waker
	signals int // the race detector sees a second one
}

func (w *signalCounter) signal(t tier) { w.signals++ }

// The founding documents' claim about failed compare-and-swaps can be counted.
func TestRetriesAreCounted(t *testing.T) {
	var l Loop
	q := newCASIngress(ClearUsed, &l.retries)
	// A push counts a retry if another one comes between its load and its swap. Go's scheduler hardly
	// ever stops a goroutine there, but the system stops threads everywhere.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	for l.Retries() == 0 {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 200 {
					if err := q.push(func() {}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		for len(q.take(unlimited)) > 0 { // so that the memory is freed
		}
	}
}

func TestCheckedLoopExplainsItself(t *testing.T) {
	l, end := startLoop(t, design(t, "alternateone"))
	done := make(chan struct{})
	for _, task := range []func(){
		func() { panic(io.ErrUnexpectedEOF) },
		runtime.Goexit,
		func() { close(done) },
	} {
		if err := l.Submit(task); err != nil {
			t.Fatal(err)
		}
	}
	<-done
	end()
	failures := l.Failures()
	if len(failures) != 1 {
		t.Fatalf("%d failures, want the panic alone: %v", len(failures), failures)
	}
	var op *OpError
	var caught *PanicError
	if err := failures[0]; !errors.As(err, &op) || op.Op != "task" || op.State != StateAwake ||
		!errors.As(err, &caught) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the panic is reported as %#v", err)
	}
	if !strings.Contains(string(caught.Stack), "TestCheckedLoopExplainsItself") {
		t.Errorf("the stack does not show the task:\n%s", caught.Stack)
	}
	if l.Panics() != 1 {
		t.Errorf("%d panics, want 1", l.Panics())
	}
	err := l.Submit(func() {})
	if !errors.As(err, &op) || op.Op != "Submit" || op.State != StateReleased || !errors.Is(err, contest.ErrClosed) {
		t.Errorf("Submit after the end returned %#v", err)
	}
}

func TestCheckedLoopKeepsTheNewestFailures(t *testing.T) {
	l, end := startLoop(t, design(t, "alternateone"))
	for i := range keptFailures + 10 {
		if err := l.Submit(func() { panic(i) }); err != nil {
			t.Fatal(err)
		}
	}
	end()
	failures := l.Failures()
	var first *PanicError
	if len(failures) != keptFailures || !errors.As(failures[0], &first) || first.Value != 10 {
		t.Errorf("%d failures, the oldest %v", len(failures), failures[0])
	}
}

// The shutdown goes through its five phases in order; any other way there is a
// failure that names the transition.
func TestTransitionsAreValidated(t *testing.T) {
	s := &safety{}
	for _, to := range []State{StateAwake, StateAsleep, StateAwake, StateRefusing, StatePriority, StateSubmitted, StateMicrotask, StateReleased} {
		s.enter(to)
	}
	if len(s.failures) > 0 {
		t.Errorf("the way of a loop's life is refused: %v", s.failures)
	}
	s.enter(StateAwake)
	if len(s.failures) != 1 || !errors.Is(s.failures[0], ErrTransition) ||
		!strings.Contains(s.failures[0].Error(), "released") || !strings.Contains(s.failures[0].Error(), "awake") {
		t.Errorf("an ended loop that wakes up: %v", s.failures)
	}
	if got := State(99).String(); got != "state 99" {
		t.Errorf("an unknown state is %q", got)
	}
}

func TestTablesKeepGenerationsApart(t *testing.T) {
	for name, direct := range map[string]bool{"locked": false, "direct": true} {
		t.Run(name, func(t *testing.T) {
			table := newTable(direct)
			if table.remove(5) || table.find(5, 0) != nil {
				t.Error("an empty table has descriptor 5")
			}
			first, err := table.add(5, func() {})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := table.add(5, func() {}); !errors.Is(err, ErrRegistered) {
				t.Errorf("a second add returned %v, want %v", err, ErrRegistered)
			}
			if !table.remove(5) {
				t.Error("remove did not find descriptor 5")
			}
			second, err := table.add(5, func() {})
			if err != nil {
				t.Fatal(err)
			}
			// An event of before the removal must not reach the function of after.
			if table.find(5, first) != nil || table.find(5, second) == nil || table.find(5, 0) == nil {
				t.Errorf("generations %d and %d are mixed up", first, second)
			}
		})
	}
	direct := newTable(true)
	for _, fd := range []int{-1, directSize} {
		if _, err := direct.add(fd, func() {}); !errors.Is(err, ErrDescriptorRange) {
			t.Errorf("add of descriptor %d returned %v, want %v", fd, err, ErrDescriptorRange)
		}
	}
}

// A stopped timer leaves the heap at once, and the first deadline is always that
// of the heap's first.
func TestTimersKeepTheirFirst(t *testing.T) {
	ts := newTimers()
	if ts.next() >= 0 {
		t.Errorf("next of no timers is %v", ts.next())
	}
	var stops []func() bool
	for _, d := range []time.Duration{3 * time.Hour, time.Hour, 1<<63 - 1, 2 * time.Hour} {
		stop, err := ts.add(d, func() {})
		if err != nil {
			t.Fatal(err)
		}
		stops = append(stops, stop)
	}
	within := func(d time.Duration) {
		t.Helper()
		if next := ts.next(); next > d || next <= d-time.Hour {
			t.Errorf("next is %v, want about %v", next, d)
		}
	}
	within(time.Hour)
	stops[1]()
	within(2 * time.Hour)
	stops[3]()
	within(3 * time.Hour)
	stops[0]()
	if next := ts.next(); next < 1<<62 {
		t.Errorf("next is %v, want the longest there is", next)
	}
	if len(ts.heap) != 1 {
		t.Errorf("%d timers in the heap, 1 is pending", len(ts.heap))
	}
	if due := ts.due(nil); len(due) > 0 {
		t.Errorf("%d timers are due", len(due))
	}
}

// A fakePoller counts what is done to it.
type fakePoller struct{ wakes, adds, removes, closes int }

func (p *fakePoller) wait(time.Duration) []event { return nil }
func (p *fakePoller) wake()                      { p.wakes++ }
func (p *fakePoller) add(int, uint32) error      { p.adds++; return nil }
func (p *fakePoller) remove(int) error           { p.removes++; return nil }
func (p *fakePoller) close()                     { p.closes++ }

// The numbers of a closed poller's descriptors may be somebody else's: a producer
// that is late with its signal must not write to them.
func TestReleasedPollerIsNotUsed(t *testing.T) {
	p := &fakePoller{}
	w := &pollWaker{poller: p, table: newTable(false)}
	w.signal(tierPoller)
	if err := w.register(1, func() {}); err != nil {
		t.Fatal(err)
	}
	w.release()
	want := fakePoller{wakes: 1, adds: 1, closes: 1}
	w.release()
	w.signal(tierPoller)
	if err := w.register(2, func() {}); !errors.Is(err, contest.ErrClosed) {
		t.Errorf("register after release returned %v, want %v", err, contest.ErrClosed)
	}
	if err := w.unregister(1); !errors.Is(err, contest.ErrClosed) {
		t.Errorf("unregister after release returned %v, want %v", err, contest.ErrClosed)
	}
	if *p != want {
		t.Errorf("the poller saw %+v, want %+v", *p, want)
	}
}
