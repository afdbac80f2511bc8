package wakeful

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// counters are the loop's own side of Metrics. Times are in ticks.
type counters struct {
	executed, entries, deferred, discarded uint64
	microtasks, microtasksDiscarded        uint64
	timersFired, timersDiscarded           uint64
	descriptorCalls                        uint64
	turns, parks, wakeups, spurious        uint64
	startedAt, endedAt                     int64 // 0 if not yet
	parkedAt                               int64 // beforeAll if this park has read no clock
	parked, spun                           int64
}

// ran returns how many callbacks of any kind have run.
func (c *counters) ran() uint64 {
	return c.executed + c.microtasks + c.timersFired + c.descriptorCalls
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
	// rejected counts refused calls. A successful call does not touch it.
	rejected atomic.Uint64
	// since is the time, in ticks, of the first call of Metrics, 0 before. A loop with a wait
	// strategy sets it at the start. While it is 0, the loop does not read the clock when it parks
	// and when it is unparked, which takes 8.6 ns each time. The first reader writes it before it
	// asks whether the loop is parked. So the loop sees it when it is unparked from a park that the
	// reader has seen. Otherwise Parked could go back (TestTimesCountFromTheFirstCall).
	since atomic.Int64
	// publishedAt is the time, in ticks, when a park last had the counters published. Loop goroutine
	// only.
	publishedAt int64
}

const (
	// beforeAll is a time, in ticks, before all others. In fake time ticks may be negative.
	beforeAll = math.MinInt64
	// maxFiguresAge is how many ticks old the published copy may be when the loop is unparked:
	// some 100 us (10 ms where ticks are long).
	maxFiguresAge = 1 << 18
	// publishTurns is the number of turns after which a loop that always has work publishes.
	publishTurns = 64
)

// divide starts the division of time into busy, parked and spinning, if no call has yet, and
// returns when it started.
func (f *figures) divide() (since int64) {
	if since = f.since.Load(); since == 0 {
		now := native.Ticks()
		if now == 0 {
			now = 1
		}
		f.since.CompareAndSwap(0, now) // failure: another reader was first
		since = f.since.Load()
	}
	return since
}

// publish makes the counters visible. Loop only.
func (f *figures) publish(c *counters) {
	f.mu.Lock()
	f.published = *c
	f.mu.Unlock()
}

// awaitReader waits for a reader that has found the loop parked. The loop calls it after each park
// and each Cancel, before it changes its counters.
func (f *figures) awaitReader() {
	if f.reading.Load() {
		f.await()
	}
}

// await waits for the reader, who has the lock.
func (f *figures) await() {
	f.mu.Lock()
	f.mu.Unlock() //nolint:staticcheck // see above
}

// read returns the counters, and whether the loop is parked. The caller is not a callback.
func (f *figures) read(c *counters, wake *wake.EventCount) (latest counters, parked bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reading.Store(true)
	parked = wake.Announced()
	if parked {
		f.published = *c
	}
	f.reading.Store(false)
	return f.published, parked
}
