package wakeful

import (
	"math"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// loops counts the created loops.
var loops atomic.Uint64

// observation is the observation state of a loop.
type observation struct {
	id uint64
	// observer is the current observer, nil for none. Any goroutine writes it and then sets
	// attentionObserver. The loop reads it when it sees that bit.
	observer atomic.Pointer[observe.Observer]
	// ring is where the loop records its events, nil for nowhere. Like observer.
	ring atomic.Pointer[observe.Ring]
	// answeredAt is the time of the loop's last answer, on its clock. The loop writes it before it
	// clears attentionAsked, so a goroutine that sees the bit cleared reads the time of that
	// answer.
	answeredAt atomic.Int64
	// goroutineID is the ID of the loop's goroutine in tracebacks, 0 if unknown. That goroutine
	// writes it while the loop is observed.
	goroutineID atomic.Uint64
	// goroutine is what native.Goroutine returns for it, like goroutineID.
	goroutine atomic.Uintptr
	probe     probe
	origins   origins
	scripts   observe.Scripts
	tags      observe.Tags

	// Immutable after New.

	base      timebase
	attention *attention
	sampler   *sampler
}

func (o *observation) bind(base timebase, attention *attention, turn *turnState, owner *owner, timers *timers, submitted *ingress.Queue) {
	o.id = loops.Add(1)
	o.tags.ID, o.tags.Clock = o.id, turn.sampler.clock
	o.base, o.attention, o.sampler = base, attention, &turn.sampler
	o.sampler.bind(base, o, turn, timers, submitted)
	o.probe.base, o.probe.turn = base, turn
	o.probe.run = o.probe.runs
	o.origins.owner, o.origins.script = owner, &o.scripts.Running
	o.scripts.Countdown = math.MaxInt64
	o.scripts.Attention = &attention.Uint32
	o.scripts.Answer = func() { attention.stopped() }
	attention.answer = o.answer
}

// answer answers the requests in attention. Loop only.
func (o *observation) answer(requests uint32) {
	if requests&attentionObserver != 0 {
		// Clear the bit first: an observer that is set meanwhile sets it again.
		o.attention.And(^uint32(attentionObserver))
		o.observe(o.observer.Load(), o.ring.Load())
	}
	if requests&attentionUnpark != 0 {
		o.attention.And(^uint32(attentionUnpark))
		o.notify()
	}
	if requests&attentionAsked != 0 {
		o.answeredAt.Store(o.base.now())
		o.attention.And(^uint32(attentionAsked))
	}
}

// observe makes by the observer and ring the ring from the next callback on, nil for none. Loop only.
func (o *observation) observe(by *observe.Observer, ring *observe.Ring) {
	var r *observe.Recorder
	if by != nil && by.Recorder.Every > 0 {
		r = &by.Recorder
	}
	o.sampler.sampleFor(r, ring)
	s := &o.scripts
	s.Recorder, s.Observed = r, by != nil
	s.Countdown = math.MaxInt64
	if r != nil {
		s.Countdown = r.Distance()
	}
	o.enter(by)
}

// enter records which goroutine runs the loop, for named functions, causes and the watchdog.
func (o *observation) enter(by *observe.Observer) {
	if !o.watched() {
		o.leave()
		return
	}
	observe.Enter(native.Goroutine(), &o.tags, by)
	o.goroutine.Store(native.Goroutine())
	o.goroutineID.Store(native.GoroutineID())
}

// begin is called when the calling goroutine becomes the loop's.
func (o *observation) begin() {
	if o.watched() {
		o.enter(o.observer.Load())
	}
}

// watched reports whether the loop is observed or recorded.
func (o *observation) watched() bool { return o.observer.Load() != nil || o.ring.Load() != nil }

// end is called when the goroutine is no longer the loop's.
func (o *observation) end() {
	if o.goroutineID.Load() != 0 {
		o.leave()
	}
}

func (o *observation) leave() {
	observe.Enter(native.Goroutine(), nil, nil)
	o.goroutine.Store(0)
	o.goroutineID.Store(0)
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

// A probe is a function in the queue of submitted functions that records when it runs. It notifies
// nobody, and no count includes it.
type probe struct {
	run  func() // runs, bound once
	base timebase
	turn *turnState
	// queued is set from the push until the probe has run. Written under the lock of the item
	// sources by the goroutine that pushes, and by the loop when the probe runs.
	queued atomic.Bool
	// ranAt is the time at which the probe ran, on the loop's clock. Written before queued is
	// cleared.
	ranAt atomic.Int64
}

// runs is the function of the probe.
func (p *probe) runs() {
	p.turn.countEntry()
	if r := p.turn.sampler.ring; r != nil {
		r.DropCause()
	}
	p.ranAt.Store(p.base.now())
	p.queued.Store(false)
}

// push pushes the probe into the queue of submitted functions. It returns false at the end.
func (p *probe) push(s *itemSources) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	p.queued.Store(true)
	if !s.submitted.Push(p.run) {
		p.queued.Store(false)
		return false
	}
	s.extra-- // an entry without an item
	return true
}

// discard returns 1 if the probe was in the queue at the end, where it must not be counted.
func (p *probe) discard(s *itemSources) (entries uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.queued.Swap(false) {
		return 1
	}
	return 0
}
