package wakeful

import (
	"math"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the samples: of an observed loop one callback in a given number is timed. All of
// it is called on the loop's goroutine.
//
// A callback that is not timed pays nothing. The loops over a snapshot compare what remains with 0
// anyway, to end; they compare it with pauseAt instead, which is what remains when the next sample
// is due, or 0. Timers and descriptor events take a lock or a system call each, and count down.

// sampler is when the next samples are due. recorder is nil when nothing is sampled, and all the
// numbers are so large then that they are never reached.
type sampler struct {
	recorder *observe.Recorder
	// pauseAt is the number of functions of the snapshot that remain when the loop is to look
	// whether the phase has ended or a sample is due.
	pauseAt int
	// executedBefore and microtasksBefore are how many callbacks of their kind, as counters
	// counts them, have run before the next sample.
	executedBefore, microtasksBefore int64
	countdown                        int64 // of timers and descriptor events before the next sample
	// entry is the function that the sampled one has called in its turn and that is to be named
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

// schedulePause sets pauseAt for the snapshot that remains.
func (l *Loop) schedulePause() {
	l.sampler.pauseAt = 0
	if ahead := max(0, l.sampler.executedBefore-int64(l.counters.executed)); ahead < int64(l.remaining) {
		l.sampler.pauseAt = l.remaining - int(ahead)
	}
}

// sampleDue reports whether the next callback that counters.executed counts is timed.
func (l *Loop) sampleDue() bool { return int64(l.counters.executed) >= l.sampler.executedBefore }

// runSample calls a function that was counted already and is timed.
func (l *Loop) runSample(fn func()) {
	s := &l.sampler
	s.executedBefore = int64(l.counters.executed) + s.recorder.Distance()
	l.schedulePause() // before the call, which may panic
	l.timed(fn, int(l.phase))
}

// sampleItem runs the next item of the active source, which was counted already and is timed.
func (l *Loop) sampleItem() {
	s, r := &l.sampler, l.sampler.recorder
	s.executedBefore = int64(l.counters.executed) + r.Distance()
	l.schedulePause()
	s.entry = 0
	began := l.sampleClock(r)
	l.items.runNext(l)
	l.record(r, s.entry, int(phaseSubmitted), l.sampleClock(r)-began)
}

// timed calls fn and records how long that took.
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
		return // it was the entry of a source of items, or a probe
	}
	l.record(r, entry, phase, took)
}

// sampleMicrotask calls a microtask, which was counted already and is timed.
func (l *Loop) sampleMicrotask(fn func()) {
	l.sampler.microtasksBefore = int64(l.counters.microtasks) + l.sampler.recorder.Distance()
	l.timed(fn, observe.PhaseMicrotasks)
}

// sampleEvents calls a function of RegisterFD, which is timed.
func (l *Loop) sampleEvents(fn func(Events), events Events) {
	r := l.sampler.recorder
	l.sampler.countdown = r.Distance()
	began := l.sampleClock(r)
	fn(events)
	l.record(r, entryOf(fn), int(phaseDescriptors), l.sampleClock(r)-began)
}

// record records a sample, unless the observer was exchanged meanwhile, or an item was dropped.
func (l *Loop) record(r *observe.Recorder, entry uintptr, phase int, took int64) {
	if r != l.sampler.recorder || entry == 0 {
		return
	}
	key := observe.Key{Func: entry}
	if entry == observe.NamedEntry {
		if o := l.observation.observer.Load(); o != nil {
			key.Name = o.Named
		}
	}
	r.Add(key, phase, took)
}

// sampleClock reads the clock of the samples.
func (l *Loop) sampleClock(r *observe.Recorder) int64 {
	if r.Fake {
		return l.now()
	}
	return native.Ticks()
}

// entryOf returns the entry of a function: a function value is a pointer to a closure, which
// begins with it.
func entryOf[F any](fn F) uintptr { return **(**uintptr)(unsafe.Pointer(&fn)) }
