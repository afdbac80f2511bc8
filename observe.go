package wakeful

import (
	"bytes"
	"math"
	"runtime"
	"strconv"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns how a loop is observed: the methods of observe.Loop, which are not part of the
// public interface, and the word by which other goroutines get the loop's attention between two
// callbacks. sample.go has the samples, origins.go what keeps the loop alive.

// Bits of Loop.attention. The loop looks at the word before each callback, as it must to stop.
const (
	attentionStop     = 1 << iota // Close or the end of the context: no further callback
	attentionAsked                // a watchdog asks whether the callback has returned
	attentionObserver             // the observer was exchanged
	attentionUnpark               // the observer wants to know when the loop goes on
)

// loops counts the loops that were made.
var loops atomic.Uint64

func init() {
	observe.Open = func(loop any) observe.Loop {
		if l, ok := loop.(*Loop); ok {
			return (*observed)(l)
		}
		return nil
	}
}

// observed is a Loop with the methods of observe.Loop.
type observed Loop

// observation is what a loop has for those who observe it.
type observation struct {
	id uint64
	// observer is who observes the loop, nil for nobody. Written by any goroutine, which then
	// sets attentionObserver; the loop reads it when it sees that.
	observer atomic.Pointer[observe.Observer]
	// answeredAt is when the loop has last answered, on its clock. Written by the loop before
	// it clears attentionAsked: whoever sees the bit cleared reads the time of that answer.
	answeredAt atomic.Int64
	// goroutineID is the loop's goroutine as tracebacks name it, 0 if it is unknown. Written by
	// that goroutine, while the loop is observed.
	goroutineID atomic.Uint64
	probe       probe
	origins     origins
	scripts     observe.Scripts
}

func (o *observation) init(l *Loop) {
	o.id = loops.Add(1)
	o.probe.run = l.runProbe
	o.scripts.Countdown = math.MaxInt64
	o.scripts.Attention = &l.attention
	o.scripts.Answer = func() { l.hasStopped() }
}

// hasStopped is called when attention is not 0. It answers what is asked, and reports whether no
// further callback may run. Loop only.
func (l *Loop) hasStopped() bool {
	a := l.attention.Load()
	if a != attentionStop {
		l.answer(a)
	}
	return a&attentionStop != 0
}

// answer answers those who asked for attention.
func (l *Loop) answer(a uint32) {
	if a&attentionObserver != 0 {
		// Cleared first: an observer that comes in between sets it again.
		l.attention.And(^uint32(attentionObserver))
		l.observe(l.observation.observer.Load())
	}
	if a&attentionUnpark != 0 {
		l.attention.And(^uint32(attentionUnpark))
		l.observation.notify()
	}
	if a&attentionAsked != 0 {
		l.observation.answeredAt.Store(l.now())
		l.attention.And(^uint32(attentionAsked))
	}
}

// observe has o observe the loop from the next callback on, nil for nobody. Loop only.
func (l *Loop) observe(o *observe.Observer) {
	l.sampler.recorder = nil
	if o != nil && o.Recorder.Every > 0 {
		l.sampler.recorder = &o.Recorder
	}
	l.scheduleSamples()
	l.observation.scripts.Recorder = l.sampler.recorder
	l.enterObserver(o)
}

// enterObserver tells named functions and the watchdog which goroutine runs the loop.
func (l *Loop) enterObserver(o *observe.Observer) {
	observe.Enter(native.Goroutine(), o)
	id := uint64(0)
	if o != nil {
		id = goroutineID()
	}
	l.observation.goroutineID.Store(id)
}

// goroutineID returns the calling goroutine's ID, as the first line of its traceback has it.
func goroutineID() uint64 {
	var buffer [64]byte
	line := bytes.TrimPrefix(buffer[:runtime.Stack(buffer[:], false)], []byte("goroutine "))
	digits, _, _ := bytes.Cut(line, []byte(" "))
	id, _ := strconv.ParseUint(string(digits), 10, 64) // 0 if the runtime writes it otherwise one day
	return id
}

// running says which name the running function has, nil for none. Loop only.
func (o *observation) running(name *string) {
	if by := o.observer.Load(); by != nil {
		by.Running.Store(name)
	}
}

// notify tells the observer, if there is one, that the loop goes on or has ended.
func (o *observation) notify() {
	if by := o.observer.Load(); by != nil && by.Notify != nil {
		by.Notify()
	}
}

// ID returns the number of the loop.
func (o *observed) ID() uint64 { return o.observation.id }

// Attach exchanges the observer. A loop that has not run or has ended takes no notice.
func (o *observed) Attach(by *observe.Observer) {
	o.observation.observer.Store(by)
	o.observation.origins.enable(by != nil && by.Origins)
	o.attention.Or(attentionObserver)
}

// State returns where in its life the loop is.
func (o *observed) State() observe.State {
	select {
	case <-o.done:
		return observe.Ended
	default:
	}
	switch {
	case o.stop.Load() != running:
		return observe.Draining
	case o.goroutine.Load() == 0 && !o.ending.hasRun():
		return observe.New
	}
	return observe.Running
}

// hasRun reports whether Run was called.
func (e *ending) hasRun() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ran
}

// Parked reports whether the loop has announced a park.
func (o *observed) Parked() bool { return o.wake.Announced() }

// Now returns the time on the loop's clock.
func (o *observed) Now() int64 { return (*Loop)(o).now() }

// Epoch returns the beginning of the loop's clock.
func (o *observed) Epoch() int64 { return o.epoch.UnixNano() }

// Ask asks the loop to answer at its next callback.
func (o *observed) Ask() { o.attention.Or(attentionAsked) }

// TellUnparked has the observer told when the loop goes on.
func (o *observed) TellUnparked() { o.attention.Or(attentionUnpark) }

// Asked reports whether the loop has not answered.
func (o *observed) Asked() bool { return o.attention.Load()&attentionAsked != 0 }

// AnsweredAt returns when the loop has last answered.
func (o *observed) AnsweredAt() int64 { return o.observation.answeredAt.Load() }

// Withdraw takes Ask back.
func (o *observed) Withdraw() { o.attention.And(^uint32(attentionAsked)) }

// Goroutine returns the ID of the loop's goroutine.
func (o *observed) Goroutine() uint64 { return o.observation.goroutineID.Load() }

// Scripts returns what module js shares with the loop.
func (o *observed) Scripts() *observe.Scripts { return &o.observation.scripts }

// A probe is a function in the queue of submitted functions that notes when it runs. Nobody is
// notified of it, and it is counted nowhere.
type probe struct {
	run func() // bound once
	// queued is set from the push until the probe has run. Written under the lock of the item
	// sources by whoever pushes, and by the loop when it runs.
	queued atomic.Bool
	// ranAt is when the probe has run, on the loop's clock. Written before queued is cleared.
	ranAt atomic.Int64
}

// Probe pushes the probe.
func (o *observed) Probe() bool {
	l, p := (*Loop)(o), &o.observation.probe
	s := &l.sources
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	p.queued.Store(true)
	if !l.submitted.Push(p.run) {
		p.queued.Store(false)
		return false
	}
	s.extra-- // an entry without an item
	return true
}

// runProbe is the probe.
func (l *Loop) runProbe() {
	p := &l.observation.probe
	l.counters.entries++
	l.unusedBudget++
	p.ranAt.Store(l.now())
	p.queued.Store(false)
}

// discard reports whether the probe was among what the queue held at the end, which is not to be
// counted. The lock of the item sources is held.
func (p *probe) discard() bool { return p.queued.Swap(false) }

// Probing reports whether the probe is in the queue.
func (o *observed) Probing() bool { return o.observation.probe.queued.Load() }

// ProbedAt returns when the probe has run.
func (o *observed) ProbedAt() int64 { return o.observation.probe.ranAt.Load() }
