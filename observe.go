package wakeful

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the observation of a loop: the methods of observe.Loop, which are not part of the
// public interface, and the word by which other goroutines get the loop's attention between two
// callbacks. It also owns where the name of a loop appears: in errors, profiles and execution
// traces. sample.go has the samples, and origins.go has the things that keep the loop alive.

// Bits of Loop.attention. The loop reads the word before each callback, which it must do anyway to
// stop.
const (
	attentionStop     = 1 << iota // Close or the end of the context: no further callback
	attentionAsked                // a watchdog asks whether the callback has returned
	attentionObserver             // the observer was replaced
	attentionUnpark               // the observer wants a notification when the loop is unparked
	attentionPause                // a call of RunUntil has a deadline: check it before each callback
)

// loops counts the created loops.
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

// observation is the observation state of a loop.
type observation struct {
	id uint64
	// observer is the current observer, nil for none. Any goroutine writes it and then sets
	// attentionObserver. The loop reads it when it sees that bit.
	observer atomic.Pointer[observe.Observer]
	// answeredAt is the time of the loop's last answer, on its clock. The loop writes it before it
	// clears attentionAsked, so a goroutine that sees the bit cleared reads the time of that
	// answer.
	answeredAt atomic.Int64
	// goroutineID is the ID of the loop's goroutine in tracebacks, 0 if unknown. That goroutine
	// writes it while the loop is observed.
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

// hasStopped is called when attention is not 0. It answers the requests, and reports whether no
// further callback may run. Loop only.
func (l *Loop) hasStopped() bool {
	a := l.attention.Load()
	if a&^(attentionStop|attentionPause) != 0 {
		l.answer(a)
	}
	return a&attentionStop != 0
}

// mustReturn is called when attention is not 0, between two callbacks of a phase. It is hasStopped,
// and also reports whether the deadline of the call has passed (host.go). Microtasks belong to the
// callback before them, so a deadline does not interrupt them. Loop only.
func (l *Loop) mustReturn() bool {
	return l.hasStopped() || l.attention.Load()&attentionPause != 0 && l.host.pause(l)
}

// answer answers the requests in attention.
func (l *Loop) answer(a uint32) {
	if a&attentionObserver != 0 {
		// Clear the bit first: an observer that is set meanwhile sets it again.
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

// observe makes o the observer from the next callback on, nil for none. Loop only.
func (l *Loop) observe(o *observe.Observer) {
	l.sampler.recorder = nil
	if o != nil && o.Recorder.Every > 0 {
		l.sampler.recorder = &o.Recorder
	}
	l.scheduleSamples()
	s := &l.observation.scripts
	s.Recorder, s.Observed, s.Stalls = l.sampler.recorder, o != nil, o != nil && o.Stalls
	l.enterObserver(o)
}

// enterObserver records which goroutine runs the loop, for named functions and the watchdog.
func (l *Loop) enterObserver(o *observe.Observer) {
	observe.Enter(native.Goroutine(), o)
	id := uint64(0)
	if o != nil {
		id = goroutineID()
	}
	l.observation.goroutineID.Store(id)
}

// goroutineID returns the calling goroutine's ID, from the first line of its traceback.
func goroutineID() uint64 {
	var buffer [64]byte
	line := bytes.TrimPrefix(buffer[:runtime.Stack(buffer[:], false)], []byte("goroutine "))
	digits, _, _ := bytes.Cut(line, []byte(" "))
	id, _ := strconv.ParseUint(string(digits), 10, 64) // 0 if the runtime changes the format
	return id
}

// running sets the name of the running function, nil for none. Loop only.
func (o *observation) running(name *string) {
	if by := o.observer.Load(); by != nil {
		by.Running.Store(name)
	}
}

// notify notifies the observer, if there is one, that the loop was unparked or has ended.
func (o *observation) notify() {
	if by := o.observer.Load(); by != nil && by.Notify != nil {
		by.Notify()
	}
}

// ID returns the number of the loop.
func (o *observed) ID() uint64 { return o.observation.id }

// Start replaces the observer. A loop that has not run or has ended does not notice it.
func (o *observed) Attach(by *observe.Observer) {
	o.observation.observer.Store(by)
	o.observation.origins.enable(by != nil && by.Origins)
	o.attention.Or(attentionObserver)
}

// State returns the state of the loop.
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

// NotifyUnparked requests a notification of the observer when the loop is unparked.
func (o *observed) NotifyUnparked() { o.attention.Or(attentionUnpark) }

// Asked reports whether the loop has not answered yet.
func (o *observed) Asked() bool { return o.attention.Load()&attentionAsked != 0 }

// AnsweredAt returns the time of the loop's last answer.
func (o *observed) AnsweredAt() int64 { return o.observation.answeredAt.Load() }

// Withdraw cancels Ask.
func (o *observed) Withdraw() { o.attention.And(^uint32(attentionAsked)) }

// Goroutine returns the ID of the loop's goroutine.
func (o *observed) Goroutine() uint64 { return o.observation.goroutineID.Load() }

// Scripts returns the data that module js shares with the loop.
func (o *observed) Scripts() *observe.Scripts { return &o.observation.scripts }
func (o *observed) ShareHost()                { o.host.shared = true }

// A probe is a function in the queue of submitted functions that records when it runs. It notifies
// nobody, and no count includes it.
type probe struct {
	run func() // bound once
	// queued is set from the push until the probe has run. Written under the lock of the item
	// sources by the goroutine that pushes, and by the loop when the probe runs.
	queued atomic.Bool
	// ranAt is the time at which the probe ran, on the loop's clock. Written before queued is
	// cleared.
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

// runProbe is the function of the probe.
func (l *Loop) runProbe() {
	p := &l.observation.probe
	l.counters.entries++
	l.unusedBudget++
	p.ranAt.Store(l.now())
	p.queued.Store(false)
}

// discard reports whether the probe was in the queue at the end. It must not be counted then. The
// caller holds the lock of the item sources.
func (p *probe) discard() bool { return p.queued.Swap(false) }

// Probing reports whether the probe is in the queue.
func (o *observed) Probing() bool { return o.observation.probe.queued.Load() }

// ProbedAt returns the time at which the probe ran.
func (o *observed) ProbedAt() int64 { return o.observation.probe.ranAt.Load() }

// Name returns the name given to WithName, or "". Any goroutine may call it at any time.
func (l *Loop) Name() string { return l.name }

// named adds the loop's name to an error, which may be nil.
func (l *Loop) named(err error) error {
	if l.name == "" || err == nil {
		return err
	}
	return fmt.Errorf("%w (loop %q)", err, l.name)
}

// labelGoroutine labels the calling goroutine with the loop's name, for profiles. Goroutines that
// callbacks start inherit the label.
func (l *Loop) labelGoroutine() {
	if l.name != "" && l.host == nil {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("wakeful.loop", l.name)))
	}
}

// tracedTurn runs turn as a region of the execution trace while a trace is being written. The
// region is called turn, or has the loop's name and turn.
func (l *Loop) tracedTurn() {
	if !trace.IsEnabled() {
		l.turn()
		return
	}
	region := "wakeful turn"
	if l.name != "" {
		region = l.name + " turn"
	}
	defer trace.StartRegion(context.Background(), region).End()
	l.turn()
}
