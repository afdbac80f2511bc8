package wakeful

import (
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Metrics is a snapshot of what a loop has done since it was made. While the loop
// is busy, the figures of its own side are up to 64 turns or some 100 us old; once
// it is idle or has ended they are exact.
type Metrics struct {
	// Submitted counts what was given to the loop: functions, messages,
	// immediates, closings and work, including what it refused. At the end
	// Submitted = Executed + Rejected + Discarded.
	Submitted uint64
	// Executed counts those that were called, also if they panicked, and of work
	// those whose result was delivered.
	Executed uint64
	// Rejected counts those that were refused with an error.
	Rejected uint64
	// Discarded counts those that were accepted and will never run: by Close, the
	// end of Run's context, or DropOldest.
	Discarded uint64
	// Queued is how many were accepted and wait, work that goes on included.
	Queued uint64

	// Microtasks counts the functions of NextTick and QueueMicrotask that ran,
	// MicrotasksDiscarded those that Close kept from running.
	Microtasks, MicrotasksDiscarded uint64
	// TimersFired counts calls of timers, TimersDiscarded the timers that were
	// waiting when the loop ended.
	TimersFired, TimersDiscarded uint64
	// Descriptors counts calls of the functions of RegisterFD.
	Descriptors uint64

	// Turns counts turns, Parks how often the loop's goroutine slept.
	Turns, Parks uint64
	// Wakeups counts the wake-ups that were sent to the loop, WastedWakeups those
	// after which there was nothing to do.
	Wakeups, WastedWakeups uint64

	// Busy, Parked and Spinning divide the time since Run was called: in turns;
	// asleep; and looking out for work as the wait strategy says, which is idle
	// time too, but burns a processor.
	Busy, Parked, Spinning time.Duration
}

// counters are the loop's own side of Metrics. Times are in ticks.
type counters struct {
	executed, carriers, local, discarded     uint64
	microtasks, microtasksDiscarded          uint64
	timersFired, timersDiscarded             uint64
	descriptors                              uint64
	turns, parks, wakeups, wasted            uint64
	started, rested, ended, parked, spinning int64
}

// callbacks returns how many callbacks of any kind have run.
func (c *counters) callbacks() uint64 {
	return c.executed + c.microtasks + c.timersFired + c.descriptors
}

// published is a copy of the loop's counters for everybody else, under a lock
// that only readers contend for: counting itself costs no atomic operation. The
// loop writes it when it rests, unless it did so just before; a reader who finds
// the loop asleep looks at the counters themselves.
type published struct {
	mu       sync.Mutex
	counters counters
}

// seldomShown is how many ticks a rest may follow on the last one that published:
// some 100 us (10 ms where ticks are long), by which the figures of a running loop
// are late at most. The lock costs a twentieth of a blocking round trip.
const seldomShown = 1 << 18

// publishTurns is how many turns apart a loop publishes that does not rest.
const publishTurns = 64

// publish makes the counters visible. Loop only.
func (l *Loop) publish() {
	l.published.mu.Lock()
	l.published.counters = l.counters
	l.published.mu.Unlock()
}

// read returns the counters, and whether the loop sleeps. Any goroutine.
func (l *Loop) read() (c counters, sleeping bool) {
	if l.OnLoop() {
		return l.counters, false
	}
	p := &l.published
	p.mu.Lock()
	defer p.mu.Unlock()
	sleeping = l.wake.Visit(func() {
		p.counters = l.counters
		l.visited = true
	})
	return p.counters, sleeping
}

// Metrics returns a snapshot. Any goroutine may call it, at any time. A loop that
// sleeps wakes for an instant, which is not counted; a callback gets exact
// figures, itself included.
func (l *Loop) Metrics() Metrics {
	c, sleeping := l.read()
	m := Metrics{
		Executed:            c.executed - c.carriers,
		Discarded:           c.discarded,
		Rejected:            l.rejected.Load(),
		Microtasks:          c.microtasks,
		MicrotasksDiscarded: c.microtasksDiscarded,
		TimersFired:         c.timersFired,
		TimersDiscarded:     c.timersDiscarded,
		Descriptors:         c.descriptors,
		Turns:               c.turns,
		Parks:               c.parks,
		Wakeups:             c.wakeups,
		WastedWakeups:       c.wasted,
	}
	// The surplus first: what a queue takes in between is counted twice for an
	// instant, where otherwise it would be missing.
	accepted := uint64(l.sequences.surplus())
	accepted += l.submitted.Pushed() + l.internal.Pushed() + c.local
	if b := l.bounded; b != nil {
		b.mu.Lock()
		accepted += b.accepted
		m.Discarded += b.dropped
		b.mu.Unlock()
	}
	m.Submitted = accepted + m.Rejected
	if gone := m.Executed + m.Discarded; accepted > gone {
		m.Queued = accepted - gone
	}
	m.divide(&c, sleeping)
	return m
}

// divide tells how the time since the start was spent.
func (m *Metrics) divide(c *counters, sleeping bool) {
	if c.started == 0 {
		return
	}
	now := c.ended
	if now == 0 {
		now = native.Ticks()
		if sleeping {
			c.parked += max(0, now-c.rested) // the sleep that is going on
		}
	}
	m.Parked = native.Duration(c.parked)
	m.Spinning = native.Duration(c.spinning)
	m.Busy = max(0, native.Duration(now-c.started)-m.Parked-m.Spinning)
}

// surplus returns how many more items than carriers were accepted.
func (s *sequences) surplus() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.extra
	for q := range s.open {
		n += q.surplus()
	}
	return n
}
