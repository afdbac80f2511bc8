package wakeful

import (
	"math"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// sampler times one callback in a given number for the observer of a loop. Loop goroutine only.
//
// It counts the callbacks down to the next sample. Where callbacks may take only nanoseconds, the
// turn does not even count while nothing is sampled, see runSubmitted.
type sampler struct {
	recorder *observe.Recorder // nil if nothing is sampled
	// countdown is the number of callbacks before the next sample. If nothing is sampled, it is too
	// large to be reached.
	countdown int64
	// called identifies the callback that is running: what the loop has called, or what that names
	// in its place. 0 if it is none: the entry of an item source, or a probe.
	called uintptr

	// Immutable after New.

	base     timebase
	observer *atomic.Pointer[observe.Observer]
}

func (s *sampler) bind(base timebase, observer *atomic.Pointer[observe.Observer]) {
	s.base, s.observer = base, observer
	s.sampleFor(nil)
}

// sampleFor makes r get the samples from now on, nil for none.
func (s *sampler) sampleFor(r *observe.Recorder) {
	s.recorder, s.countdown = r, math.MaxInt64
	if r != nil {
		s.countdown = r.Distance()
	}
}

// due counts a callback, and reports whether it is timed.
func (s *sampler) due() bool {
	s.countdown--
	return s.countdown < 0
}

// timed calls fn and records how long it took.
func (s *sampler) timed(fn func(), phase int) {
	r := s.recorder
	s.countdown = r.Distance() // before the call, because fn may panic
	s.called = entryOf(fn)
	began := s.clock(r)
	fn()
	s.record(r, phase, s.clock(r)-began)
}

// timedEvents is timed for a function of RegisterFD.
func (s *sampler) timedEvents(fn func(Events), events Events, phase int) {
	s.timed(func() {
		s.called = entryOf(fn)
		fn(events)
	}, phase)
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

// clock returns the time for samples.
func (s *sampler) clock(r *observe.Recorder) int64 {
	if r.Fake {
		return s.base.now()
	}
	return native.Ticks()
}
