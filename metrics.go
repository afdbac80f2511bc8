package wakeful

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// Metrics is a snapshot of the loop's counters since it was made. While the loop is busy, the
// loop's own counters are up to 64 turns or some 100 us old. Once it is parked or has ended, they
// are exact.
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
	// for work as the wait strategy decides. While it spins, the loop is idle but uses a processor.
	// A spin counts as Busy until it ends, so a long wait of Spin shows as Busy in between.
	Busy, Parked, Spinning time.Duration
}

// counters are the loop's own side of Metrics. Times are in ticks.
type counters struct {
	executed, entries, local, discarded uint64
	microtasks, microtasksDiscarded     uint64
	timersFired, timersDiscarded        uint64
	descriptors                         uint64
	turns, parks, wakeups, spurious     uint64
	startedAt, parkedAt, endedAt        int64 // 0 if not yet
	parked, spinning                    int64
}

// callbacks returns how many callbacks of any kind have run.
func (c *counters) callbacks() uint64 {
	return c.executed + c.microtasks + c.timersFired + c.descriptors
}

// figures lets other goroutines read the loop's counters. The counters are plain fields, so
// counting costs no atomic operation. A reader reads the counters of a parked loop in place. For a
// loop that is awake it reads a copy, which the loop publishes from time to time.
//
// A reader announces itself and then asks whether the loop is parked. A loop that has been unparked
// asks whether a reader has announced itself, and if so waits until it is done. Both the
// announcement of the reader and the state that says parked are sequentially consistent. So either
// the reader sees that the loop is awake, or the loop sees the reader (models/metrics.pml).
//
// Rejected: publishing before every park, under a lock or through three buffers. It takes 4 % of a
// blocking round trip, and no other part of the counting costs that much.
type figures struct {
	// mu excludes readers from each other and from a loop that publishes.
	mu sync.Mutex
	// reading is set while a reader may be reading the counters of a parked loop. Written under mu.
	// The loop reads it after a park. If the loop did not check it, it would write counters that
	// are being read (NO_AWAIT). The same happens if the reader checks for a park before it
	// announces itself (ASK_FIRST).
	reading atomic.Bool
	// published is the latest copy. Under mu. A reader of a parked loop stores the counters here.
	// Otherwise the next reader could get older figures (NO_KEEP).
	published counters
}

const (
	// maxFiguresAge is how many ticks old the published copy may be when the loop is unparked:
	// some 100 us (10 ms where ticks are long).
	maxFiguresAge = 1 << 18
	// publishTurns is the number of turns after which a loop that always has work publishes.
	publishTurns = 64
)

// publish makes the counters visible. Loop only.
func (l *Loop) publish() {
	f := &l.figures
	f.mu.Lock()
	f.published = l.counters
	f.mu.Unlock()
	if r := l.sampler.recorder; r != nil {
		r.Flush()
	}
}

// awaitReader waits for a reader that has found the loop parked. The loop calls it after each park
// and each Cancel, before it changes its counters.
func (l *Loop) awaitReader() {
	if l.figures.reading.Load() {
		l.figures.await()
	}
}

// await waits for the reader, who has the lock.
func (f *figures) await() {
	f.mu.Lock()
	f.mu.Unlock() //nolint:staticcheck // see above
}

// read returns the counters, and whether the loop is parked. Any goroutine may call it.
func (l *Loop) read() (c counters, parked bool) {
	if l.OnLoop() {
		return l.counters, false
	}
	f := &l.figures
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reading.Store(true)
	parked = l.wake.Announced()
	if parked {
		f.published = l.counters
	}
	f.reading.Store(false)
	return f.published, parked
}

// Metrics returns a snapshot. Any goroutine may call it at any time. It does not wake the loop. A
// callback gets exact counts that include itself.
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
	accepted := l.accepted() + c.local
	if g := l.gate; g != nil {
		g.mu.Lock()
		m.Discarded += g.dropped
		g.mu.Unlock()
	}
	m.Submitted = accepted + m.Rejected
	if gone := m.Executed + m.Discarded; accepted > gone {
		m.Queued = accepted - gone
	}
	m.divideTime(&c, parked)
	return m
}

// divideTime divides the time since the start.
func (m *Metrics) divideTime(c *counters, parked bool) {
	if c.startedAt == 0 {
		return
	}
	now := c.endedAt
	if now == 0 {
		now = native.Ticks()
		if parked {
			c.parked += max(0, now-c.parkedAt) // the current park
		}
	}
	m.Parked = native.Duration(c.parked)
	m.Spinning = native.Duration(c.spinning)
	m.Busy = max(0, native.Duration(now-c.startedAt)-m.Parked-m.Spinning)
}

// accepted returns how many functions, messages and pieces of work the queues have accepted.
//
// The surplus is read before the queues. So an item that is accepted in between may be counted
// twice for an instant. In the other order it would be missing for an instant. Both are read under
// the lock of the sources. A probe is pushed and subtracted under this lock, so it is never
// counted.
func (l *Loop) accepted() uint64 {
	l.sources.mu.Lock()
	defer l.sources.mu.Unlock()
	surplus := l.sources.extraItems()
	return uint64(surplus) + l.submitted.Pushed() + l.priority.Pushed()
}

// extraItems returns how many more items than entries were accepted. The lock is held.
func (s *itemSources) extraItems() int64 {
	n := s.extra
	for q := range s.open {
		n += q.extraItems()
	}
	return n
}
