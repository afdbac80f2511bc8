package wakeful

import (
	"math"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the samples: an observed loop times one callback in a given number. All functions
// run on the loop's goroutine.
//
// A callback that is not timed costs nothing extra. A loop over a snapshot compares the number of
// remaining functions with 0 anyway. Here it compares that number with pauseAt instead, which is
// the number that remains when the next sample is due, or 0. Timers and descriptor events take a
// lock or a system call each, and use a countdown.

// sampler holds the due times of the next samples. If nothing is sampled, recorder is nil and all
// the numbers are too large to be reached.
type sampler struct {
	recorder *observe.Recorder
	// pauseAt is the number of remaining functions of the snapshot at which the loop checks whether
	// the phase has ended or a sample is due.
	pauseAt int
	// executedBefore and microtasksBefore are the values of the counters for callbacks and
	// microtasks just before the next sample.
	executedBefore, microtasksBefore int64
	countdown                        int64 // timers and descriptor events before the next sample
	// entry identifies the function that the sampled function has called and that the sample names
	// instead, 0 for none.
	entry uintptr
}

// scheduleSamples schedules the first samples.
func (l *Loop) scheduleSamples() {
	s := &l.sampler
	if s.recorder == nil {
		s.executedBefore, s.microtasksBefore, s.countdown = math.MaxInt64, math.MaxInt64, math.MaxInt64
		l.observation.scripts.Countdown = math.MaxInt64
		s.pauseAt = 0
		return
	}
	s.executedBefore = int64(l.counters.executed) + s.recorder.Distance()
	s.microtasksBefore = int64(l.counters.microtasks) + s.recorder.Distance()
	s.countdown = s.recorder.Distance()
	l.observation.scripts.Countdown = s.recorder.Distance()
	l.schedulePause()
}

// schedulePause sets pauseAt for the rest of the snapshot.
func (l *Loop) schedulePause() {
	l.sampler.pauseAt = 0
	if ahead := max(0, l.sampler.executedBefore-int64(l.counters.executed)); ahead < int64(l.remaining) {
		l.sampler.pauseAt = l.remaining - int(ahead)
	}
}

// runSample calls and times a function that was counted already.
func (l *Loop) runSample(fn func()) {
	s := &l.sampler
	s.executedBefore = int64(l.counters.executed) + s.recorder.Distance()
	l.schedulePause() // before the call, because fn may panic
	l.timed(fn, int(l.phase))
}

// sampleItem runs and times the next item of the active source, which was counted already.
func (l *Loop) sampleItem() {
	s, r := &l.sampler, l.sampler.recorder
	s.executedBefore = int64(l.counters.executed) + r.Distance()
	l.schedulePause()
	s.entry = 0
	began := l.sampleClock(r)
	l.items.runNext(l)
	l.record(r, s.entry, int(phaseSubmitted), l.sampleClock(r)-began)
}

// timed calls fn and records how long it took.
func (l *Loop) timed(fn func(), phase int) {
	s := &l.sampler
	r := s.recorder
	entry, entries := entryOf(fn), l.counters.entries
	s.entry = 0
	began := l.sampleClock(r)
	fn()
	took := l.sampleClock(r) - began
	if s.entry != 0 {
		entry = s.entry
	}
	if l.counters.entries != entries {
		return // it was a probe or the entry of an item source
	}
	l.record(r, entry, phase, took)
}

// sampleMicrotask calls and times a microtask that was counted already.
func (l *Loop) sampleMicrotask(fn func()) {
	l.sampler.microtasksBefore = int64(l.counters.microtasks) + l.sampler.recorder.Distance()
	l.timed(fn, observe.PhaseMicrotasks)
}

// sampleEvents calls and times a function of RegisterFD.
func (l *Loop) sampleEvents(fn func(Events), events Events) {
	r := l.sampler.recorder
	l.sampler.countdown = r.Distance()
	began := l.sampleClock(r)
	fn(events)
	l.record(r, entryOf(fn), int(phaseDescriptors), l.sampleClock(r)-began)
}

// record records a sample, unless the observer was replaced meanwhile or an item was dropped.
func (l *Loop) record(r *observe.Recorder, entry uintptr, phase int, took int64) {
	if r != l.sampler.recorder || entry == 0 {
		return
	}
	key := observe.Key{Func: entry}
	if entry == observe.NamedEntry {
		if o := l.observation.observer.Load(); o != nil && o.Named != nil {
			key.Name = *o.Named
		}
	}
	r.Add(key, phase, took)
}

// sampleClock returns the time for samples.
func (l *Loop) sampleClock(r *observe.Recorder) int64 {
	if r.Fake {
		return l.now()
	}
	return native.Ticks()
}

// entryOf returns the entry address of a function. A function value is a pointer to a closure,
// whose first word is that address.
func entryOf[F any](fn F) uintptr { return **(**uintptr)(unsafe.Pointer(&fn)) }
