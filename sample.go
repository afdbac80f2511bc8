package wakeful

import (
	"math"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// sampler times some callbacks for the observer of a loop, and for the ring into which the loop records
// its events. Loop goroutine only.
//
// It counts the callbacks down to the next one that is timed. The samples are one in a given number of
// callbacks. The ring says after each of its events when the next one is due. Submitted functions may
// take only nanoseconds, so the turn does not count each of them: it runs as many as may go untimed in
// a row, see runSubmitted.
type sampler struct {
	timing   bool              // recorder or ring is set
	recorder *observe.Recorder // nil if nothing is sampled
	ring     *observe.Ring     // nil if nothing is recorded
	// countdown is how many callbacks come before the next that is timed. It started from skip. It is
	// less than 0 if that one has begun.
	countdown int64
	skip      int64
	toSample  int64 // callbacks before the next sample, when countdown started
	// The counters of the loop at the last event of the ring.
	countedMicrotasks, countedParks uint64
	// called identifies the callback that is running: what the loop has called, or what that names
	// in its place. 0 if it is none: the entry of an item source, or a probe.
	called uintptr
	fd     int  // the descriptor whose function is called
	fake   bool // time is that of a bubble of testing/synctest
	// wantsStack says that the last park has requested the stack of its notifier. Then threadWaited
	// measures how long the thread waits for a processor, and from then on until a long callback ends.
	wantsStack   bool
	threadWaited observe.ThreadWait
	submitter    submitter

	// Immutable after New.

	base      timebase
	observer  *atomic.Pointer[observe.Observer]
	tags      *observe.Tags
	turn      *turnState
	timers    *timers
	submitted *ingress.Queue
}

func (s *sampler) bind(base timebase, o *observation, turn *turnState, timers *timers, submitted *ingress.Queue) {
	s.base, s.observer, s.tags, s.turn, s.timers, s.submitted = base, &o.observer, &o.tags, turn, timers, submitted
}

// sampleFor makes r get the samples and ring the events from now on, nil for none.
func (s *sampler) sampleFor(r *observe.Recorder, ring *observe.Ring) {
	s.detach()
	s.timing = r != nil || ring != nil
	s.fake = r != nil && r.Fake || ring != nil && ring.Fake()
	s.toSample = math.MaxInt64
	if r != nil {
		s.toSample = r.Distance()
	}
	if s.ring != ring && ring != nil {
		ring.Attach(s.clock())
		s.countedMicrotasks, s.countedParks = s.turn.counters.microtasks, s.turn.counters.parks
		s.threadWaited.Since() // the first reading
	}
	s.recorder, s.ring, s.tags.Ring = r, ring, ring
	s.timeNext(0)
}

// detach records what the ring was not told yet, because it gets no more events or counting starts
// again.
func (s *sampler) detach() {
	if s.ring != nil {
		s.ring.Detach(s.clock(), s.untimed(s.skip-s.countdown))
		s.skip = s.countdown
	}
}

// timeNext makes the callback the next timed one that comes after skip others, or after fewer if a
// sample is due before.
func (s *sampler) timeNext(skip int64) {
	if s.ring == nil {
		skip = math.MaxInt64
	}
	s.skip = min(skip, s.toSample)
	if s.submitter.found {
		s.skip = min(s.skip, s.submitter.distance(s.submitted))
	}
	s.countdown = s.skip
}

// timeSoon makes the callback the next timed one that comes after skip others, unless another one comes
// before.
func (s *sampler) timeSoon(skip int64) {
	if earlier := s.countdown - skip; earlier > 0 {
		s.skip, s.countdown = s.skip-earlier, skip
	}
}

// due counts a callback, and reports whether it is timed.
func (s *sampler) due() bool {
	if !s.timing {
		return false
	}
	s.countdown--
	return s.countdown < 0
}

// timed calls fn and records how long it took.
func (s *sampler) timed(fn func(), phase int) {
	s.called = entryOf(fn)
	r, ring, all := s.recorder, s.ring, s.skip-s.countdown // all includes this one
	s.toSample -= all
	sample := s.toSample < 0
	if sample {
		s.toSample = r.Distance()
	}
	s.timeNext(0) // fn may panic
	began := s.clock()
	if ring != nil {
		s.begin(ring, began, phase, all-1)
	}
	fn()
	ended := s.clock()
	if ring != nil && ring == s.ring {
		if ring.IsLong(ended - began) {
			ring.WaitedFor(s.threadWaited.Since())
		}
		s.timeNext(ring.End(ended, s.callback(), phase))
		if ring.WantsSubmitter() {
			s.ask()
		}
	}
	if sample {
		s.record(r, phase, ended-began)
	}
}

// timedEvents is timed for a function of RegisterFD.
func (s *sampler) timedEvents(r *FDRegistration, events Events, phase int) {
	s.fd = r.fd
	s.timed(func() {
		s.called = entryOf(r.fn)
		r.fn(events)
	}, phase)
}

// begin records that a callback begins.
func (s *sampler) begin(ring *observe.Ring, now int64, phase int, skipped int64) {
	var extra uint32
	switch phase {
	case int(phaseTimers):
		extra = uint32(min(max(0, s.timers.now-s.timers.firing)/1000, math.MaxUint32))
	case int(phaseDescriptors):
		extra = uint32(s.fd)
	}
	before := s.untimed(skipped)
	if phase == observe.PhaseMicrotasks {
		before.Microtasks-- // this one
	}
	ring.Begin(now, uint64(s.called), phase, s.submitted.Len(), extra, before)
}

// untimed returns what was not timed since the last call, in which so many callbacks were not.
func (s *sampler) untimed(callbacks int64) observe.Untimed {
	c := &s.turn.counters
	microtasks, parks := c.microtasks-s.countedMicrotasks, c.parks-s.countedParks
	s.countedMicrotasks, s.countedParks = c.microtasks, c.parks
	return observe.Untimed{Callbacks: callbacks, Microtasks: int64(microtasks), Parks: int64(parks)}
}

// callback returns what a recording calls the callback that has run.
func (s *sampler) callback() uint64 {
	if s.called == observe.NamedEntry && s.called != 0 {
		if o := s.observer.Load(); o != nil && o.Named != nil {
			return s.ring.Name(*o.Named)
		}
	}
	return uint64(s.called)
}

// timesPark reports whether beginPark must be called before a park. Most parks of a recorded loop are
// not timed, so this is inlined.
func (s *sampler) timesPark() bool {
	return s.timing && (s.recorder != nil || s.ring.TimesPark(s.countdown))
}

// beginPark passes the samples on, and records a park that is timed. For that it requests the time of
// the claim that ends it, and the stack if one is due.
func (s *sampler) beginPark(wake *wake.EventCount) {
	s.flush()
	if s.ring == nil || !s.ring.TimesPark(s.countdown) {
		return
	}
	ran := s.skip - s.countdown
	s.skip, s.toSample = s.countdown, s.toSample-ran
	s.wantsStack = s.ring.Park(s.clock(), s.untimed(ran))
	if s.wantsStack && !s.fake {
		s.threadWaited.Begin()
	}
	wake.StampClaims = true
	wake.TraceClaim(s.wantsStack)
}

// staysAwake is called when a park is withdrawn.
func (s *sampler) staysAwake(wake *wake.EventCount) {
	if s.ring != nil {
		s.ring.WithdrawPark()
	}
	s.stopTrace(wake)
}

// stopTrace withdraws the request for a stack.
func (s *sampler) stopTrace(wake *wake.EventCount) {
	if s.wantsStack {
		s.wantsStack = false
		wake.TraceClaim(false)
	}
}

// unparked is called when a timed park has ended.
func (s *sampler) unparked(reason uint8, wake *wake.EventCount) {
	s.countedParks = s.turn.counters.parks // this one is timed
	now, claimed, waited := s.clock(), int64(0), uint32(observe.NotKnown)
	if !s.fake {
		claimed = wake.ClaimedAt()
		if s.wantsStack {
			waited = s.threadWaited.End()
		}
	}
	if s.ring.Unpark(now, reason, wake.Claimer(), claimed, waited) {
		s.timeNext(0)
	}
	s.stopTrace(wake)
}

// record records a sample, unless the observer was replaced meanwhile or no callback has run.
func (s *sampler) record(r *observe.Recorder, phase int, took int64) {
	if r != s.recorder || s.called == 0 {
		return
	}
	key := observe.Key{Func: s.called}
	if s.called == observe.NamedEntry {
		if o := s.observer.Load(); o != nil && o.Named != nil {
			key.Name = *o.Named
		}
	}
	r.Add(key, phase, took)
}

// flush passes the samples on.
func (s *sampler) flush() {
	if s.recorder != nil {
		s.recorder.Flush()
	}
}

// clock returns the time for samples and events.
func (s *sampler) clock() int64 {
	if s.fake {
		return s.base.now()
	}
	return native.Ticks()
}
