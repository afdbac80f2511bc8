package js

import (
	"container/heap"
	"math"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns JavaScript's timers: setting, clearing and refreshing them. The phase
// that fires them is in timerphase.go. Everything here belongs to the loop's goroutine.
//
// The order in which timers fire that are due at the same time is Node's. Timers of one
// duration are in a list, in which they fire one after the other. The lists are in a
// heap, ordered by when their first timer is due and then by age.
//
// Times are whole milliseconds since the runtime was made, cut off, as those of libuv's
// loop are. A timer that is set 0.9 ms after the last full millisecond therefore counts
// from 0.9 ms before it was set.

// longest is the longest delay, in milliseconds.
const longest = math.MaxInt32

// A timeout is a timer, and its handle.
type timeout struct {
	runtime *Runtime
	handle  *vm.Object // nil for one of Go
	task    task
	id      int64 // as a primitive, 0 until somebody asks
	delay   float64
	repeat  float64 // 0 for one that fires once
	start   int64
	ref     bool
	gone    bool // fired for the last time, or cleared
	cleared bool

	list       *timerList // nil while it does not wait
	prev, next *timeout
	extra      properties
}

// timers are all timers of a runtime, and the source that fires those that are due.
type timers struct {
	epoch time.Time
	lists map[int64]*timerList
	heap  timerLists
	age   int64 // of the next list
	refs  int   // timers that keep the loop
	byID  map[int64]*timeout
	fired firedTimers // that got an identity afterwards
	last  int64       // identity given

	// clock is the loop's timer that stands for all of these.
	clock    *wakeful.Timer
	armed    int64         // the first deadline when the clock was set; never if it is not set
	deadline time.Duration // what the clock is set to, since epoch
	released bool          // the clock does not keep the loop
	ran      bool          // the phase has run since the clock was set
	// late says that a timer was due already when the last callback ended that was
	// not a timer's: then timers come before immediates that do not keep the loop.
	late bool
	// cached is the time at which a timer was last set, or the phase begun: the value
	// that libuv's cached clock has in Node while no other phase begins.
	cached int64
	// planned is when the phase after the last one begins, if planFor is then still
	// the first deadline. It was planned before the phase's last nextTicks.
	planFor, planned int64

	// Of the phase that goes on.

	now     int64
	list    *timerList
	chosen  *timeout
	current *timeout // whose callback runs
	again   int64    // from when current counts if it repeats
	ranList bool
	ranOne  bool
	settled bool
	burst   int
	paused  bool
}

const never = math.MaxInt64

// fromNow as the start of a timer that repeats is the time at which its callback ends: it
// began to repeat in that callback.
const fromNow = -1

// elapsed returns the time now.
func (ts *timers) elapsed() int64 { return int64(time.Since(ts.epoch) / time.Millisecond) }

// update updates the cached time and returns it, as Node's getLibuvNow does.
func (ts *timers) update() int64 {
	ts.cached = ts.elapsed()
	return ts.cached
}

// insert makes a timer wait from start.
func (ts *timers) insert(t *timeout, start int64) {
	t.unlink()
	delay := int64(t.delay)
	t.start = start
	l := ts.lists[delay]
	if l == nil {
		l = &timerList{delay: delay, expiry: start + delay, age: ts.age}
		ts.age++
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

// startWaiting begins to wait for a new timer.
func (ts *timers) startWaiting(t *timeout) {
	if t.ref {
		ts.refs++
	}
	ts.insert(t, ts.update())
}

// finish takes a timer out of the count.
func (ts *timers) finish(t *timeout) {
	t.gone = true
	if t.id != 0 {
		delete(ts.byID, t.id)
		delete(ts.fired, t.id)
	}
	if t.ref {
		ts.refs--
	}
}

// clear keeps a timer from firing, also again.
func (ts *timers) clear(t *timeout) {
	t.cleared = true
	if t.gone {
		return
	}
	t.unlink()
	ts.finish(t)
	// Also if it is the current one, which has been taken off its list already.
	if l := ts.lists[int64(t.delay)]; t.ref && l != nil && l.first == nil {
		ts.drop(l)
	}
	t.delay = -1
}

// refresh begins the wait anew.
func (ts *timers) refresh(t *timeout) {
	if t.delay < 0 {
		return
	}
	ts.insert(t, ts.update())
	if t.gone {
		t.gone = false
		if t.ref {
			ts.refs++
		}
	}
}

// stop forgets all timers.
func (ts *timers) stop() {
	if ts.clock != nil {
		ts.clock.Stop()
	}
	ts.lists, ts.heap, ts.byID, ts.refs, ts.armed = nil, nil, nil, 0, never
}
