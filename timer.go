package wakeful

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/timerheap"
)

// A RepeatMode says from where a repeating timer counts its next period, see Every.
type RepeatMode int

const (
	// FixedRate counts from the deadline before: the firings stay on a fixed
	// grid. Deadlines that have passed already when the callback is due are
	// skipped, so a loop that was busy for long fires once, not in a burst.
	FixedRate RepeatMode = iota
	// FixedDelay counts from the end of the callback: there is always a full period
	// of rest between two calls.
	FixedDelay
)

// String returns the policy's name.
func (m RepeatMode) String() string {
	switch m {
	case FixedRate:
		return "FixedRate"
	case FixedDelay:
		return "FixedDelay"
	}
	return fmt.Sprintf("RepeatMode(%d)", int(m))
}

// A RepeatOption changes how Every repeats.
type RepeatOption func(*Timer) error

// WithRepeatMode sets from where the timer counts its next period. The default is
// FixedRate. An unknown mode makes Every return ErrInvalidPeriod.
func WithRepeatMode(mode RepeatMode) RepeatOption {
	return func(t *Timer) error {
		if mode != FixedRate && mode != FixedDelay {
			return fmt.Errorf("%w: %v is neither FixedRate nor FixedDelay", ErrInvalidPeriod, mode)
		}
		t.mode = mode
		return nil
	}
}

// A Timer calls a function on the loop, once or repeatedly. Make one with
// AfterFunc or Every. Its methods may be called from any goroutine.
type Timer struct {
	loop *Loop
	fn   func()
	mode RepeatMode
	node timerheap.Node[*Timer]

	// Guarded by loop.timers.mu.

	period     int64 // 0 for a timer that fires once
	unref      bool
	inCallback bool // a FixedDelay timer between the start and the end of its callback
}

// timers are the loop's deadlines. A lock guards them, so that Stop knows at once
// and from anywhere whether it came in time; the loop takes it only when the
// earliest deadline is due.
type timers struct {
	mu     sync.Mutex
	heap   timerheap.Heap[*Timer]
	closed bool
	// next is the earliest deadline, never if there is none. Written under mu;
	// read by the loop to see whether a timer is due, and after Prepare to see
	// whether the clock is set right: whoever brings an earlier one writes it
	// first and notifies then (mutant DEADLINE_LATE).
	next atomic.Int64
}

// AfterFunc calls fn on the loop once, when d has passed: never earlier, later by
// as much as the loop and the machine are busy. Timers with equal deadlines fire
// in the order in which they were set. A d of zero or less is due in the next
// turn. It returns ErrNilFunc, or ErrClosed once the loop is ending. Any
// goroutine may call it.
func (l *Loop) AfterFunc(d time.Duration, fn func()) (*Timer, error) {
	return l.timers.start(&Timer{loop: l, fn: fn}, d)
}

// Every calls fn on the loop again and again, with the given period from one
// firing to the next. WithRepeatMode says from where the next period counts; the
// default is FixedRate. The first firing is one period from now. Every returns
// ErrInvalidPeriod for a period that is not positive, for a nil option and for an
// unknown mode, and otherwise what AfterFunc returns. Any goroutine may call it.
func (l *Loop) Every(period time.Duration, fn func(), options ...RepeatOption) (*Timer, error) {
	if period <= 0 {
		return nil, fmt.Errorf("%w: %v is not positive", ErrInvalidPeriod, period)
	}
	t := &Timer{loop: l, fn: fn, period: int64(period)}
	for _, option := range options {
		if option == nil {
			return nil, fmt.Errorf("%w: an option is nil", ErrInvalidPeriod)
		}
		if err := option(t); err != nil {
			return nil, err
		}
	}
	return l.timers.start(t, period)
}

func (ts *timers) start(t *Timer, d time.Duration) (*Timer, error) {
	if t.fn == nil {
		return nil, ErrNilFunc
	}
	t.node.Value = t
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		return nil, ErrClosed
	}
	ts.add(t, ts.deadline(t.loop, d))
	return t, nil
}

// deadline returns the time d from now, as far as it can be told.
func (ts *timers) deadline(l *Loop, d time.Duration) int64 {
	now := l.now()
	if int64(d) > math.MaxInt64-1-now {
		return math.MaxInt64 - 1
	}
	return now + max(0, int64(d))
}

// add schedules t. The lock is held.
func (ts *timers) add(t *Timer, when int64) {
	ts.heap.Add(&t.node, when)
	if !t.unref {
		t.loop.alive.Add(1)
	}
	if when < ts.next.Load() {
		ts.next.Store(when)
		t.loop.wake.Notify()
	}
}

// remove takes t out of the schedule, if it is there. The lock is held.
func (ts *timers) remove(t *Timer) bool {
	if !ts.heap.Remove(&t.node) {
		return false
	}
	if !t.unref {
		t.loop.addAlive(-1)
	}
	ts.publishNext()
	return true
}

// publishNext publishes the earliest deadline: never once the loop is ending. The lock is
// held.
func (ts *timers) publishNext() {
	next := int64(never)
	if ts.heap.Len() > 0 && !ts.closed {
		next = ts.heap.Next()
	}
	if next != ts.next.Load() {
		ts.next.Store(next)
	}
}

// none reports whether no timer is waiting.
func (ts *timers) none() bool { return ts.next.Load() == never }

// due reports whether a timer is due.
func (ts *timers) due(l *Loop) bool { return !ts.none() && ts.next.Load() <= l.now() }

// close refuses new timers and keeps those that wait from firing.
func (ts *timers) close() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.closed = true
	ts.publishNext()
}

// discard drops all timers and returns how many there were.
func (ts *timers) discard() (n uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for ; ts.heap.Pop() != nil; n++ {
	}
	return n
}

// Stop keeps the timer from firing and reports whether it was going to: false
// means that it has fired, or is firing, or was stopped before. A repeating timer
// stopped from its own callback does not fire again. Called on the loop, or
// before it runs, no callback comes after Stop; called from elsewhere, one may
// just be starting. Once the loop is ending no timer fires, stopped or not; when it
// has ended Stop returns false.
func (t *Timer) Stop() bool {
	ts := &t.loop.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	was := t.inCallback
	t.inCallback = false
	return ts.remove(t) || was
}

// Reset sets the timer to fire d from now, whether it was waiting or not, and for
// a repeating timer makes d its period. It returns ErrInvalidPeriod if a period
// would not be positive, and ErrClosed once the loop is ending: both leave
// the timer as it is.
func (t *Timer) Reset(d time.Duration) error {
	ts := &t.loop.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.period > 0 && d <= 0 {
		return fmt.Errorf("%w: %v is not positive", ErrInvalidPeriod, d)
	}
	if ts.closed {
		return ErrClosed
	}
	if t.period > 0 {
		t.period = int64(d)
	}
	t.inCallback = false
	ts.remove(t)
	ts.add(t, ts.deadline(t.loop, d))
	return nil
}

// Unref lets an auto-exit loop end although this timer is still waiting. It holds
// until Ref, also when the timer is set anew.
func (t *Timer) Unref() { t.refer(false) }

// Ref takes Unref back.
func (t *Timer) Ref() { t.refer(true) }

func (t *Timer) refer(ref bool) {
	ts := &t.loop.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.unref == !ref {
		return
	}
	t.unref = !ref
	switch {
	case !t.node.Scheduled():
	case ref:
		t.loop.addAlive(1)
	default:
		t.loop.addAlive(-1)
	}
}

// firing is the loop's state within the timer phase.
type firing struct {
	due   bool   // a timer was due when the phase began
	now   int64  // the snapshot: fires what is due at now
	limit uint64 // and was set before it
	timer *Timer // a FixedDelay timer whose callback runs
}

// beginTimers takes the snapshot of the timer phase, if a timer is due.
func (l *Loop) beginTimers() {
	now := l.now()
	if l.timers.next.Load() > now {
		return
	}
	l.timers.mu.Lock()
	l.firing = firing{due: true, now: now, limit: l.timers.heap.Order()}
	l.timers.mu.Unlock()
}

// fireTimers fires the timers of the snapshot.
func (l *Loop) fireTimers() {
	l.rescheduleTimer() // a callback that panicked has left this to do
	for l.stop.Load() == running {
		t := l.timers.pop(l, &l.firing)
		if t == nil {
			break
		}
		l.counters.timersFired++
		t.fn()
		l.rescheduleTimer()
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
	l.firing.due = false
}

// pop returns the next timer to fire, nil if there is none.
func (ts *timers) pop(l *Loop, f *firing) *Timer {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	n, when := ts.heap.PopDue(f.now, f.limit)
	if n == nil {
		return nil
	}
	t := n.Value
	if !t.unref {
		l.alive.Add(-1)
	}
	switch {
	case t.period == 0:
	case t.mode == FixedDelay:
		t.inCallback = true
		f.timer = t
	default:
		missed := (f.now - when) / t.period
		ts.add(t, when+(missed+1)*t.period)
	}
	ts.publishNext()
	return t
}

// rescheduleTimer schedules a FixedDelay timer whose callback has ended, in whichever
// way, unless the callback has stopped or reset it.
func (l *Loop) rescheduleTimer() {
	t := l.firing.timer
	if t == nil {
		return
	}
	l.firing.timer = nil
	ts := &l.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.inCallback && !ts.closed {
		ts.add(t, ts.deadline(l, time.Duration(t.period)))
	}
	t.inCallback = false
}
