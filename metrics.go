package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Metrics is a snapshot of the loop's counters since it was made. While the loop is busy, the
// loop's own counters are up to 64 turns old. Once it is parked or has ended, they are exact.
type Metrics struct {
	// Submitted counts everything that was given to the loop, including rejected calls: functions,
	// messages, functions of AfterSubmitted and AtTurnEnd, and work. At the end Submitted =
	// Executed + Rejected + Discarded.
	Submitted uint64
	// Executed counts functions that were called, even if they panicked. Work counts when its
	// result was delivered.
	Executed uint64
	// Rejected counts functions that were refused with an error.
	Rejected uint64
	// Discarded counts accepted functions that will never run: because of Close, the end of Run's
	// context, OverflowDropOldest, or a caller of Call that has left.
	Discarded uint64
	// Queued is the number of accepted functions that wait, including running work.
	Queued uint64

	// Microtasks counts the functions of AfterCallback and QueueMicrotask that ran.
	// MicrotasksDiscarded counts the functions that did not run because of Close.
	Microtasks, MicrotasksDiscarded uint64
	// TimersFired counts calls of timers. TimersDiscarded counts the timers that were waiting when
	// the loop ended.
	TimersFired, TimersDiscarded uint64
	// Descriptors counts calls of the functions of RegisterFD.
	Descriptors uint64

	// Turns counts turns. Parks counts how often the loop's goroutine parked.
	Turns, Parks uint64
	// Wakeups counts the wake-ups that were sent to the loop. SpuriousWakeups counts wake-ups after
	// which no callback ran.
	Wakeups, SpuriousWakeups uint64

	// Busy, Parked and Spinning divide the time since Run was called: in turns; parked; and polling
	// for work as the wait strategy decides. With Block, the time begins with the first call of
	// Metrics if that comes later, because a loop whose metrics nobody reads does not read the clock
	// when it parks. To divide the whole time, call Metrics once before Run. While it spins, the
	// loop is idle but uses a processor. A spin counts as Busy until it ends, so a long wait of Spin
	// shows as Busy in between.
	Busy, Parked, Spinning time.Duration
}

// Metrics returns a snapshot. Any goroutine may call it at any time. It does not wake the loop. A
// callback gets exact counts that include itself.
func (l *Loop) Metrics() Metrics {
	since := l.figures.divide()
	c, parked := l.counted()
	m := Metrics{
		Executed:            c.executed - c.entries,
		Discarded:           c.discarded,
		Rejected:            l.figures.rejected.Load(),
		Microtasks:          c.microtasks,
		MicrotasksDiscarded: c.microtasksDiscarded,
		TimersFired:         c.timersFired,
		TimersDiscarded:     c.timersDiscarded,
		Descriptors:         c.descriptorCalls,
		Turns:               c.turns,
		Parks:               c.parks,
		Wakeups:             c.wakeups,
		SpuriousWakeups:     c.spurious,
	}
	accepted := l.accepted() + c.deferred
	if g := l.gate; g != nil {
		g.mu.Lock()
		m.Discarded += g.dropped
		g.mu.Unlock()
	}
	m.Submitted = accepted + m.Rejected
	if gone := m.Executed + m.Discarded; accepted > gone {
		m.Queued = accepted - gone
	}
	switch {
	case l.host == nil || !l.host.simulated:
		m.divideTime(&c, since, parked)
	case c.startedAt != 0:
		m.Parked = time.Duration(l.timers.base.now()) // a callback takes no time
	}
	return m
}

// counted returns the counters, and whether the loop is parked. A callback reads them in place.
func (l *Loop) counted() (c counters, parked bool) {
	if l.OnLoop() {
		l.countTaken()
		return l.turn.counters, false
	}
	return l.figures.read(&l.turn.counters, &l.wake)
}

// divideTime divides the time since the start, or since the first call of Metrics.
func (m *Metrics) divideTime(c *counters, since int64, parked bool) {
	if c.startedAt == 0 {
		return
	}
	now := c.endedAt
	if now == 0 {
		now = native.Ticks()
		if parked {
			c.parked += max(0, now-max(c.parkedAt, since)) // the current park
		}
	}
	m.Parked = native.Duration(c.parked)
	m.Spinning = native.Duration(c.spun)
	m.Busy = max(0, native.Duration(now-max(c.startedAt, since))-m.Parked-m.Spinning)
}

// accepted returns how many functions, messages and pieces of work the queues have accepted. It
// never returns less than before.
//
// The queues are read before the surplus. An entry that is pushed in between is subtracted but not
// counted, so the sum may be too small for an instant. Then the highest sum so far is returned. In
// the other order it could be too large, and go back (TestMetricsWhileTheLoopRuns). Both are read
// under the lock of the sources. A probe is pushed and subtracted under this lock, so it is never
// counted.
func (l *Loop) accepted() uint64 {
	s := &l.sources
	s.mu.Lock()
	defer s.mu.Unlock()
	pushed := l.submitted.Pushed() + l.priority.Pushed()
	s.counted = max(s.counted, pushed+uint64(s.extraItems()))
	return s.counted
}
