package js

import (
	"container/heap"
	"math"
	"time"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns JavaScript's timers: setting, clearing and refreshing them. timerphase.go has the
// phase that fires them. Everything here belongs to the loop's goroutine.
//
// Timers that are due at the same time fire in Node's order. Timers with the same delay are in one
// list, in the order in which they fire. The lists are in a heap, ordered by the deadline of their
// first timer and then by age.
//
// Times are whole milliseconds since the runtime was made, rounded down, as in libuv. So a timer
// that is set 0.9 ms after a full millisecond counts from 0.9 ms before it was set.

// longest is the longest delay, in milliseconds.
const longest = math.MaxInt32

// A timeout is a timer and its handle.
type timeout struct {
	runtime *Runtime
	handle  *vm.Object // nil for a timer of Go
	task    task
	id      int64 // the primitive value, 0 until it is read
	delay   float64
	repeat  float64 // 0 for a timer that fires once
	start   int64
	ref     bool
	gone    bool // has fired for the last time, or was cleared
	cleared bool

	list       *timerList // nil while it is not waiting
	prev, next *timeout
	properties

	evaluation *evaluation // that the code belongs to which has set it
}

// timers holds all timers of a runtime. It is the source that fires those that are due.
type timers struct {
	epoch time.Time
	lists map[int64]*timerList
	heap  timerLists
	age   int64 // age of the next list
	refs  int   // timers that keep the loop running
	// byID has the timers whose primitive value was read. It does not keep in memory those that had
	// fired before: clearTimeout with the value prevents a refresh.
	byID  map[int64]weak.Pointer[timeout]
	swept int   // len(byID) after collected timers were removed
	last  int64 // last primitive value given

	// clock is the loop's timer for the earliest of these timers.
	clock    *wakeful.Timer
	armed    int64         // the first deadline when clock was set, or never
	deadline time.Duration // the time since epoch that clock is set to
	released bool          // clock does not keep the loop running
	ran      bool          // the phase has run since the clock was set
	// late is true if a timer was already due when the last callback ended that was not a timer's.
	// Then timers come before immediates that do not keep the loop running.
	late bool
	// cached is the time when a timer was last set or the phase started. It equals libuv's cached
	// time in Node while no other phase starts.
	cached int64
	// planned is the start of the next phase, if planFor is still the first deadline then. It is
	// computed before the last nextTicks of the phase.
	planFor, planned int64

	// Of the running phase.

	now     int64
	list    *timerList
	chosen  *timeout
	current *timeout // the timer whose callback runs
	again   int64    // the time from which current counts if it repeats
	ranList bool
	ranOne  bool
	settled bool
	burst   int
	paused  bool
}

const never = math.MaxInt64

// fromNow is the start of a repeating timer that became one in its own callback. It stands for the
// end of that callback.
const fromNow = -1

// elapsed returns the current time.
func (ts *timers) elapsed() int64 { return int64(time.Since(ts.epoch) / time.Millisecond) }

// update updates the cached time and returns it, like Node's getLibuvNow.
func (ts *timers) update() int64 {
	ts.cached = ts.elapsed()
	return ts.cached
}

// insert adds a timer that waits from start.
func (ts *timers) insert(t *timeout, start int64) {
	t.unlink()
	delay := int64(t.delay)
	t.start = start
	l := ts.lists[delay]
	if l == nil {
		l = &timerList{delay: delay, expiry: start + delay, age: ts.age}
		ts.age++
		if ts.lists == nil {
			ts.lists = map[int64]*timerList{}
		}
		ts.lists[delay] = l
		heap.Push(&ts.heap, l)
	}
	l.push(t)
}

func (ts *timers) drop(l *timerList) {
	if ts.lists[l.delay] == l {
		delete(ts.lists, l.delay)
		heap.Remove(&ts.heap, l.position)
	}
}

// startWaiting adds a new timer.
func (ts *timers) startWaiting(t *timeout) {
	if t.ref {
		ts.refs++
		t.runtime.scripts.track(t, t.alive)
	}
	ts.insert(t, ts.update())
}

// finish removes a timer from the count.
func (ts *timers) finish(t *timeout) {
	t.gone = true
	if t.handle != nil {
		t.runtime.meter.timers--
	}
	if t.id != 0 {
		delete(ts.byID, t.id)
	}
	if t.ref {
		ts.refs--
		t.runtime.scripts.untrack(t)
	}
}

// clear prevents a timer from firing or repeating.
func (ts *timers) clear(t *timeout) {
	t.cleared = true
	if t.gone {
		return
	}
	t.unlink()
	ts.finish(t)
	// Also for the current timer, which is no longer in its list.
	if l := ts.lists[int64(t.delay)]; t.ref && l != nil && l.first == nil {
		ts.drop(l)
	}
	t.delay = -1
}

// refresh restarts the wait.
func (ts *timers) refresh(t *timeout) {
	if t.delay < 0 {
		return
	}
	ts.insert(t, ts.update())
	if t.gone {
		t.gone = false
		if t.handle != nil {
			t.runtime.meter.timers++
		}
		if t.ref {
			ts.refs++
			t.runtime.scripts.track(t, t.alive)
		}
	}
}

// stop removes all timers.
func (ts *timers) stop() {
	if ts.clock != nil {
		ts.clock.Stop()
	}
	ts.lists, ts.heap, ts.byID, ts.refs, ts.armed = nil, nil, nil, 0, never
}
