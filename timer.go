package wakeful

import (
	"fmt"
	"time"
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

// AfterFunc calls fn on the loop once, after d has passed. It is never early, and late if the loop
// or the machine is busy. Timers with equal deadlines fire in the order in which they were set. A d
// of zero or less is due in the next turn. It returns ErrNilFunc, or ErrClosed when the loop is
// ending. Any goroutine may call it.
func (l *Loop) AfterFunc(d time.Duration, fn func()) (*Timer, error) {
	return l.timers.start(&Timer{timers: &l.timers, fn: fn, setIn: l.setIn(), origin: l.observation.origins.caller()}, d)
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
	t := &Timer{
		timers: &l.timers, fn: fn, period: int64(period), fixedDelay: s.mode == FixedDelay,
		setIn: l.setIn(), origin: l.observation.origins.caller(),
	}
	return l.timers.start(t, period)
}

// Stop prevents the timer from firing. It reports whether the timer was waiting: false means that
// it has fired, is firing, or was stopped before. A repeating timer that is stopped in its own
// callback does not fire again. After a Stop on the loop, or before the loop runs, no callback
// comes. After a Stop elsewhere, one may just be starting. When the loop is ending, no timer fires.
// When it has ended, Stop returns false.
func (t *Timer) Stop() bool {
	ts := t.timers
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
	ts := t.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.period > 0 && d <= 0 {
		return fmt.Errorf("%w: %v is not positive", ErrInvalidPeriod, d)
	}
	if ts.closed {
		return ts.name.wrap(ErrClosed)
	}
	if t.period > 0 {
		t.period = int64(d)
	}
	t.inCallback = false
	ts.remove(t)
	ts.add(t, ts.deadline(d))
	return nil
}

// Unref lets an auto-exit loop end while this timer is waiting. It holds until Ref, even if the
// timer is set again.
func (t *Timer) Unref() { t.refer(false) }

// Ref reverses Unref.
func (t *Timer) Ref() { t.refer(true) }

func (t *Timer) refer(ref bool) {
	ts := t.timers
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.unref == !ref {
		return
	}
	t.unref = !ref
	switch {
	case !t.node.Scheduled():
	case ref:
		ts.reference()
	default:
		ts.release()
	}
}
