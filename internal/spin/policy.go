// Package spin is the policy of a goroutine that polls for work before it parks: whether it
// may spin, for how long, and when it must yield meanwhile. It knows nothing of what is
// polled; that is the caller's loop.
//
// # Fairness
//
// A goroutine that a callback has readied is the next one to run on this very processor
// (P). It stays there until another processor steals it, which the runtime delays by some
// 60 us, or until the spinning goroutine yields. The garbage collector's worker for this
// processor waits in the same way. So a spinning goroutine has to yield.
//
// But do not yield when no goroutine is runnable: Gosched puts the spinning goroutine on
// the global run queue and wakes another thread to steal it, and it continues on another
// processor. So the policy first reads how many goroutines are runnable and how many
// processors are idle (runtime/metrics: 60 ns with two processors, under the scheduler's
// lock).
//
// # Slots
//
// Of all goroutines of the process that spin, as many as there are processors but one have
// a slot. The others yield all the time, or park.
//
// # Budget
//
// Estimator says how long to spin, from recent gaps and the cost of being unparked.
package spin

import (
	"math"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/quota"
)

const (
	// firstRead is how long after its start a wait first reads the scheduler's state, unless it
	// owes a yield. An answer from another spinning processor has arrived by then.
	firstRead = 200 * time.Nanosecond
	// maxUnserved is how long the goroutine spins without a yield while no processor is idle, even
	// if no goroutine is seen to be runnable, because waiting timers and collector workers cannot
	// be seen. It counts from when the last processor became busy. Often that was the sender of the
	// next message, which has just woken up. A yield at once would delay its message.
	maxUnserved = 20 * time.Microsecond
	// readCostShare bounds the cost of reading the scheduler's state to one part in this many of
	// the time. A read takes longer with more processors, because it holds one lock.
	readCostShare = 100
	// forgetAfter is the number of first reads without a runnable goroutine after which the policy
	// assumes that callbacks no longer ready goroutines. A single such read can mean that another
	// processor has stolen one.
	forgetAfter = 8
	// refreshEvery is the largest age of the number of processors.
	refreshEvery = 100 * time.Millisecond
)

// spinners counts the spinning goroutines of the process, with or without a slot. Each writes it
// when a wait starts to spin and when it ends. A goroutine that reads an old number yields too
// rarely or parks too early, once.
var spinners atomic.Int32

// Spinners returns how many goroutines of the process spin.
func Spinners() int { return int(spinners.Load()) }

// A Policy belongs to one goroutine, and only that goroutine calls its methods. Call Init before
// use. Times are in ticks of package native.
type Policy struct {
	Estimator

	yield   func()            // runtime.Gosched, and what the caller does before it
	samples [2]metrics.Sample // runnable and running goroutines

	// The processors, and when they were counted.

	procs       int   // GOMAXPROCS
	slots       int32 // the number of goroutines that may spin
	parkIfAlone bool  // park when spinning cannot help
	disabled    bool  // spinning cannot help now
	refreshedAt int64

	// The present wait.

	nextCheck  int64 // when to share the processor next
	firstCheck bool  // it has not been shared in this wait
	counted    bool  // in spinners
	contended  bool  // others need the processor more

	// From wait to wait.

	nextRead    int64 // before it, reading the scheduler's state costs too much
	servedAt    int64 // the last yield, or the last read that saw an idle processor
	sawRunnable bool  // the last read saw a runnable goroutine
	readied     int   // above 0: callbacks have lately readied goroutines, see forgetAfter

	// The constants above in ticks.

	firstReadTicks, maxUnservedTicks, refreshTicks int64
}

// Init prepares p. yield is called to let other goroutines run. If parkIfAlone is set, Enabled is
// false when spinning cannot help: with less than two processors' worth of time.
func (p *Policy) Init(parkIfAlone bool, yield func()) {
	p.init()
	p.parkIfAlone, p.yield = parkIfAlone, yield
	p.firstReadTicks = native.TicksIn(firstRead)
	p.maxUnservedTicks = native.TicksIn(maxUnserved)
	p.refreshTicks = native.TicksIn(refreshEvery)
	p.samples[0].Name = "/sched/goroutines/runnable:goroutines"
	p.samples[1].Name = "/sched/goroutines/running:goroutines"
	p.countProcessors(native.Ticks())
}

// Enabled reports whether the goroutine may spin at all, as of the last Refresh or Begin.
func (p *Policy) Enabled() bool { return !p.disabled }

// CheckEachPoll reports whether the processor is to be shared after every poll.
func (p *Policy) CheckEachPoll() bool { return p.procs == 1 }

// Refresh counts the processors anew if the answer is old.
func (p *Policy) Refresh(now int64) {
	if now-p.refreshedAt > p.refreshTicks {
		p.countProcessors(now)
	}
}

func (p *Policy) countProcessors(now int64) {
	p.refreshedAt = now
	p.procs = runtime.GOMAXPROCS(0)
	cpus := min(float64(p.procs), float64(runtime.NumCPU()), quota.CPUs())
	p.disabled = p.parkIfAlone && cpus < 2
	p.slots = int32(max(1, math.Floor(cpus)-1))
}

// Begin begins a wait.
func (p *Policy) Begin(now int64) {
	p.Refresh(now)
	p.nextCheck = now + p.firstReadTicks
	if p.OwesYield() {
		p.nextCheck = now
	}
	p.firstCheck, p.contended = true, false
}

// End ends a wait.
func (p *Policy) End() {
	if p.counted {
		p.counted = false
		spinners.Add(-1)
	}
}

// OwesYield reports whether the last callbacks have probably readied a goroutine, which should get
// this processor at once.
func (p *Policy) OwesYield() bool { return p.readied > 0 }

// Contended reports whether other goroutines need the processor: one is still runnable after a
// yield, or there is no slot.
func (p *Policy) Contended() bool { return p.contended }

// TakeSlot counts the goroutine as spinning, and reports whether there is a slot for it.
func (p *Policy) TakeSlot() bool {
	if !p.counted {
		p.counted = true
		return spinners.Add(1) <= p.slots
	}
	return spinners.Load() <= p.slots
}

// Share lets other goroutines run if it is time for that. It returns the time afterwards and
// whether it did.
func (p *Policy) Share(now int64) (after int64, shared bool) {
	if now < p.nextCheck && p.procs > 1 {
		return now, false
	}
	p.nextCheck = now + p.firstReadTicks
	switch {
	case p.procs == 1:
		now = p.yieldNow()
		p.Refresh(now)
	case !p.TakeSlot():
		p.contended = true
		now = p.yieldNow()
	case now >= p.nextRead:
		now = p.yieldIfNeeded(now)
	case p.firstCheck && p.OwesYield():
		now = p.yieldNow() // it is too early to read again: assume the same as last time
	}
	p.firstCheck = false
	return now, true
}

// yieldIfNeeded reads the scheduler's state, and yields if a goroutine is runnable or
// timers and the collector have not been served for too long.
func (p *Policy) yieldIfNeeded(now int64) (after int64) {
	unserved := p.unserved(now, p.readScheduler(now))
	if p.firstCheck {
		p.readied = max(0, p.readied-1)
		if p.sawRunnable {
			p.readied = forgetAfter
		}
	}
	switch {
	case p.sawRunnable:
		now = p.yieldNow()
		if !p.firstCheck {
			p.readScheduler(now)
			p.contended = p.sawRunnable
		}
	case unserved:
		now = p.yieldNow()
	}
	return now
}

// unserved records whether a processor is idle, and reports whether timers and the collector have
// had no processor for longer than maxUnserved.
func (p *Policy) unserved(now int64, idle bool) bool {
	if idle {
		p.servedAt = now
	}
	return now-p.servedAt > p.maxUnservedTicks
}

// readScheduler sets sawRunnable, and reports whether a processor is idle.
func (p *Policy) readScheduler(now int64) (idle bool) {
	metrics.Read(p.samples[:])
	after := native.Ticks()
	p.nextRead = after + readCostShare*max(0, after-now)
	if p.samples[0].Value.Kind() != metrics.KindUint64 || p.samples[1].Value.Kind() != metrics.KindUint64 {
		p.sawRunnable = true // this version of Go does not report it, so yield
		return false
	}
	p.sawRunnable = p.samples[0].Value.Uint64() > 0
	return p.samples[1].Value.Uint64() < uint64(p.procs)
}

func (p *Policy) yieldNow() (after int64) {
	p.yield()
	p.servedAt = native.Ticks()
	return p.servedAt
}
