package wakeful

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/timerheap"
)

// A RepeatMode determines the start of a repeating timer's next period, see Every.
type RepeatMode int

const (
	// FixedRate counts from the previous deadline, so deadlines stay on a fixed grid. Deadlines
	// that have passed when the callback is due are skipped: a loop that was busy for long fires
	// once, not in a burst.
	FixedRate RepeatMode = iota
	// FixedDelay counts from the end of the callback, so there is always a full period between two
	// calls.
	FixedDelay
)

// String returns the mode's name.
func (m RepeatMode) String() string {
	switch m {
	case FixedRate:
		return "FixedRate"
	case FixedDelay:
		return "FixedDelay"
	}
	return fmt.Sprintf("RepeatMode(%d)", int(m))
}

// A RepeatOption changes how Every repeats. WithRepeatMode makes one.
type RepeatOption struct{ apply func(*repeatSettings) error }

// repeatSettings are the values that options of Every set.
type repeatSettings struct{ mode RepeatMode }

// WithRepeatMode sets the start of the next period. The default is FixedRate. For an unknown mode,
// Every returns ErrInvalidPeriod.
func WithRepeatMode(mode RepeatMode) RepeatOption {
	return RepeatOption{func(s *repeatSettings) error {
		if mode != FixedRate && mode != FixedDelay {
			return fmt.Errorf("%w: %v is neither FixedRate nor FixedDelay", ErrInvalidPeriod, mode)
		}
		s.mode = mode
		return nil
	}}
}

// A Timer calls a function on the loop, once or repeatedly. Make one with AfterFunc or Every. Any
// goroutine may call its methods.
type Timer struct {
	node timerheap.Node // guarded by loop.timers.mu; first, see timerOf
	loop *Loop
	fn   func()
	// origin is where it was created, nil unless that is recorded.
	origin *origin

	// Guarded by loop.timers.mu.

	period     int64 // 0 for a timer that fires once
	unref      bool
	inCallback bool // a FixedDelay timer between the start and the end of its callback

	fixedDelay bool // not changed after Every
}

// timerOf returns the timer of a node. A pointer in the node would make each timer larger, and the
// garbage collector would follow it.
func timerOf(n *timerheap.Node) *Timer { return (*Timer)(unsafe.Pointer(n)) }

// This does not compile unless node is the first field, because a uintptr cannot be negative.
const _ = -unsafe.Offsetof(Timer{}.node)

// timers holds the loop's timers. Any goroutine may take the lock, so Stop knows at once whether it
// was in time. The loop takes it only when the earliest deadline is due.
type timers struct {
	mu     sync.Mutex
	heap   timerheap.Heap
	closed bool
	// references is the number of waiting timers that keep the loop running. All of them count as
	// one in Loop.alive, so that setting one of many timers does not write to it.
	references int
	// next is the earliest deadline, or never. Written under mu. The loop reads it to see whether a
	// timer is due, and after Prepare to see whether the clock is set correctly. A goroutine that
	// adds an earlier deadline first writes it and then notifies (mutant DEADLINE_LATE).
	next atomic.Int64
}

// AfterFunc calls fn on the loop once, after d has passed. It is never early, and late if the loop
// or the machine is busy. Timers with equal deadlines fire in the order in which they were set. A d
// of zero or less is due in the next turn. It returns ErrNilFunc, or ErrClosed when the loop is
// ending. Any goroutine may call it.
func (l *Loop) AfterFunc(d time.Duration, fn func()) (*Timer, error) {
	return l.timers.start(&Timer{loop: l, fn: fn, origin: l.origin()}, d)
}

// Every calls fn on the loop repeatedly. The first call is one period from now. WithRepeatMode
// determines the start of each following period. The default is FixedRate. Every returns
// ErrInvalidPeriod for a period that is not positive and for an unknown mode, ErrInvalidOption for the
// zero option, and otherwise the errors of AfterFunc. Any goroutine may call it.
func (l *Loop) Every(period time.Duration, fn func(), options ...RepeatOption) (*Timer, error) {
	if period <= 0 {
		return nil, fmt.Errorf("%w: %v is not positive", ErrInvalidPeriod, period)
	}
	var s repeatSettings
	for _, option := range options {
		if option.apply == nil {
			return nil, invalidZero("Every")
		}
		if err := option.apply(&s); err != nil {
			return nil, err
		}
	}
	t := &Timer{loop: l, fn: fn, period: int64(period), fixedDelay: s.mode == FixedDelay, origin: l.origin()}
	return l.timers.start(t, period)
}

func (ts *timers) start(t *Timer, d time.Duration) (*Timer, error) {
	if t.fn == nil {
		return nil, ErrNilFunc
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		return nil, t.loop.named(ErrClosed)
	}
	ts.add(t, ts.deadline(t.loop, d))
	return t, nil
}

// deadline returns the time d from now, at most the largest representable time.
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
		ts.reference(t.loop)
	}
	if when < ts.next.Load() {
		ts.next.Store(when)
		t.loop.wake.Notify()
	}
}

// reference counts a timer that keeps the loop running. The lock is held.
func (ts *timers) reference(l *Loop) {
	if ts.references++; ts.references == 1 {
		l.addAlive(1)
	}
}

// release reverses reference. The lock is held.
func (ts *timers) release(l *Loop) {
	if ts.references--; ts.references == 0 {
		l.addAlive(-1)
	}
}

// remove removes t from the schedule if it is there. The lock is held.
func (ts *timers) remove(t *Timer) bool {
	if !ts.heap.Remove(&t.node) {
		return false
	}
	if !t.unref {
		ts.release(t.loop)
	}
	ts.publishNext()
	return true
}

// publishNext publishes the earliest deadline, or never when the loop is ending. The lock is held.
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
func (ts *timers) due(l *Loop) bool { return ts.next.Load() <= l.now() }

// close refuses new timers, and waiting timers no longer fire.
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

// Stop prevents the timer from firing. It reports whether the timer was waiting: false means that
// it has fired, is firing, or was stopped before. A repeating timer that is stopped in its own
// callback does not fire again. After a Stop on the loop, or before the loop runs, no callback
// comes. After a Stop elsewhere, one may just be starting. When the loop is ending, no timer fires.
// When it has ended, Stop returns false.
func (t *Timer) Stop() bool {
	ts := &t.loop.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	was := t.inCallback
	t.inCallback = false
	return ts.remove(t) || was
}

// Reset sets the timer to fire after d, whether it is waiting or not. For a repeating timer, d
// becomes the period. It returns ErrInvalidPeriod if a period would not be positive, and ErrClosed
// when the loop is ending. In both cases the timer is unchanged.
func (t *Timer) Reset(d time.Duration) error {
	ts := &t.loop.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.period > 0 && d <= 0 {
		return fmt.Errorf("%w: %v is not positive", ErrInvalidPeriod, d)
	}
	if ts.closed {
		return t.loop.named(ErrClosed)
	}
	if t.period > 0 {
		t.period = int64(d)
	}
	t.inCallback = false
	ts.remove(t)
	ts.add(t, ts.deadline(t.loop, d))
	return nil
}

// Unref lets an auto-exit loop end while this timer is waiting. It holds until Ref, even if the
// timer is set again.
func (t *Timer) Unref() { t.refer(false) }

// Ref reverses Unref.
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
		ts.reference(t.loop)
	default:
		ts.release(t.loop)
	}
}

// firing is the loop's state in the timer phase.
type firing struct {
	due   bool   // a timer was due when the phase started
	now   int64  // the snapshot: timers due at this time
	limit uint64 // and set before this number
	timer *Timer // the FixedDelay timer whose callback is running
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
func (l *Loop) fireTimers() (ended bool) {
	l.rescheduleTimer() // still to do if the callback has panicked
	for l.stop.Load() == running {
		if l.attention.Load() != 0 && l.mustReturn() {
			break
		}
		t := l.timers.pop(l, &l.firing)
		if t == nil {
			break
		}
		l.counters.timersFired++
		if l.sampler.countdown--; l.sampler.countdown < 0 {
			l.sampler.countdown = l.sampler.recorder.Distance()
			l.timed(t.fn, int(phaseTimers))
		} else {
			t.fn()
		}
		l.rescheduleTimer()
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
	if l.isPaused() {
		return false
	}
	l.firing.due = false
	return true
}

// pop returns the next timer to fire, or nil.
func (ts *timers) pop(l *Loop, f *firing) *Timer {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	n, when := ts.heap.PopDue(f.now, f.limit)
	if n == nil {
		return nil
	}
	t := timerOf(n)
	if !t.unref {
		ts.release(l)
	}
	switch {
	case t.period == 0:
	case t.fixedDelay:
		t.inCallback = true
		f.timer = t
	default:
		missed := (f.now - when) / t.period
		ts.add(t, when+(missed+1)*t.period)
	}
	ts.publishNext()
	return t
}

// rescheduleTimer schedules a FixedDelay timer after its callback has ended, even by a panic,
// unless the callback has stopped or reset it.
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
