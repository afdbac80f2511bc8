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
	// immediates, close callbacks and work, including what it refused. At the end
	// Submitted = Executed + Rejected + Discarded.
	Submitted uint64
	// Executed counts those that were called, also if they panicked, and of work
	// those whose result was delivered.
	Executed uint64
	// Rejected counts those that were refused with an error.
	Rejected uint64
	// Discarded counts those that were accepted and will never run: because of Close, the
	// end of Run's context, or OverflowDropOldest, or because the caller of Call has left.
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
	// Wakeups counts the wake-ups that were sent to the loop, SpuriousWakeups those
	// after which there was nothing to do.
	Wakeups, SpuriousWakeups uint64

	// Busy, Parked and Spinning divide the time since Run was called: in turns;
	// asleep; and looking out for work as the wait strategy says, which is idle
	// time too, but burns a processor.
	Busy, Parked, Spinning time.Duration
}

// counters are the loop's own side of Metrics. Times are in ticks.
type counters struct {
	executed, entries, local, discarded uint64
	microtasks, microtasksDiscarded     uint64
	timersFired, timersDiscarded        uint64
	descriptors                         uint64
	turns, parks, wakeups, spurious     uint64
	startedAt, parkedAt, endedAt        int64 // 0 for not yet
	parked, spinning                    int64
}

// callbacks returns how many callbacks of any kind have run.
func (c *counters) callbacks() uint64 {
	return c.executed + c.microtasks + c.timersFired + c.descriptors
}

// published is a copy of the loop's counters for other goroutines, under a lock for which only
// readers contend: counting itself costs no atomic operation. The loop publishes before it
// parks, when it begins to spin, and every publishTurns turns.
type published struct {
	mu       sync.Mutex
	counters counters
}

const (
	// maxFiguresAge is after how many ticks of a park the loop publishes once more when it is
	// unparked: some 100 us (10 ms where ticks are long).
	maxFiguresAge = 1 << 18
	// publishTurns is how many turns apart a loop publishes that has always work.
	publishTurns = 64
)

// publish makes the counters visible. Loop only.
func (l *Loop) publish() {
	l.published.mu.Lock()
	l.published.counters = l.counters
	l.published.mu.Unlock()
}

// read returns the counters, and whether the loop is parked. Any goroutine.
func (l *Loop) read() (c counters, parked bool) {
	if l.OnLoop() {
		return l.counters, false
	}
	p := &l.published
	p.mu.Lock()
	defer p.mu.Unlock()
	// A loop publishes before it announces a park: the figures are those of this one.
	return p.counters, l.wake.Announced()
}

// Metrics returns a snapshot. Any goroutine may call it, at any time; it does not wake the
// loop. A callback gets exact figures, itself included.
func (l *Loop) Metrics() Metrics {
	c, parked := l.read()
	m := Metrics{
		Executed:            c.executed - c.entries,
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
		SpuriousWakeups:     c.spurious,
	}
	// The surplus first: what a queue takes in between is counted twice for an
	// instant, where otherwise it would be missing.
	accepted := uint64(l.sources.extraItems())
	accepted += l.submitted.Pushed() + l.priority.Pushed() + c.local
	if g := l.gate; g != nil {
		g.mu.Lock()
		m.Discarded += g.dropped
		g.mu.Unlock()
	}
	m.Submitted = accepted + m.Rejected
	if gone := m.Executed + m.Discarded; accepted > gone {
		m.Queued = accepted - gone
	}
	m.divide(&c, parked)
	return m
}

// divide divides the time since the start.
func (m *Metrics) divide(c *counters, parked bool) {
	if c.startedAt == 0 {
		return
	}
	now := c.endedAt
	if now == 0 {
		now = native.Ticks()
		if parked {
			c.parked += max(0, now-c.parkedAt) // the park that is going on
		}
	}
	m.Parked = native.Duration(c.parked)
	m.Spinning = native.Duration(c.spinning)
	m.Busy = max(0, native.Duration(now-c.startedAt)-m.Parked-m.Spinning)
}

// extraItems returns how many more items than entries were accepted.
func (s *itemSources) extraItems() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.extra
	for q := range s.open {
		n += q.extraItems()
	}
	return n
}
