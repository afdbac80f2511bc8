package js

import (
	"container/heap"
	"math"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns JavaScript's timers. The order in which timers fire that are due
// at the same time is Node's: timers of one duration are in a list, in which they
// fire one after the other; the lists are in a heap, by when their first is due
// and then by their age. Times are whole milliseconds. The loop knows one timer
// of them all.

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

	clock    *wakeful.Timer
	armed    int64 // what the clock is set to, in milliseconds; never if it is not
	released bool  // the clock does not keep the loop
	ran      bool  // the phase has run since the clock was set
	// late says that a timer was due already when the last callback ended that was
	// not a timer's: then timers come before immediates that do not keep the loop.
	late  bool
	asked int64 // when the time was last asked for, by a timer or the phase
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

// milliseconds returns the time now, rounded up: so no timer fires early.
func (ts *timers) milliseconds() int64 {
	return int64((time.Since(ts.epoch) + time.Millisecond - 1) / time.Millisecond)
}

// elapsed returns the time now, rounded down.
func (ts *timers) elapsed() int64 { return int64(time.Since(ts.epoch) / time.Millisecond) }

// ask returns the time now as the start of a timer.
func (ts *timers) ask() int64 {
	ts.asked = ts.milliseconds()
	return ts.asked
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

// start begins to wait for a new timer.
func (ts *timers) begun(t *timeout) {
	if t.ref {
		ts.refs++
	}
	ts.insert(t, ts.ask())
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
	ts.insert(t, ts.ask())
	if t.gone {
		t.gone = false
		if t.ref {
			ts.refs++
		}
	}
}

// due reports whether a list is due.
func (ts *timers) due(*Runtime) bool {
	return len(ts.heap) > 0 && ts.heap[0].expiry <= ts.elapsed()
}

// arm sets the loop's timer to the first deadline.
func (ts *timers) arm(r *Runtime) {
	ran := ts.ran
	ts.ran, ts.late = false, false
	if len(ts.heap) == 0 {
		if ts.armed != never {
			ts.armed = never
			ts.clock.Stop()
		}
		return
	}
	if next := ts.heap[0].expiry; next != ts.armed {
		due := ts.nextPhase()
		wait := time.Until(ts.epoch.Add(time.Duration(due) * time.Millisecond))
		var err error
		if ts.clock == nil {
			ts.clock, err = r.loop.AfterFunc(wait, r.fire)
		} else {
			err = ts.clock.Reset(wait)
		}
		if err != nil {
			return // the loop is ending
		}
		ts.armed = next
	}
	ts.late = !ran && ts.armed <= ts.elapsed()
	if released := ts.refs == 0; released != ts.released {
		ts.released = released
		if released {
			ts.clock.Unref()
		} else {
			ts.clock.Ref()
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

// fire is the loop's phase of timers.
func (r *Runtime) fire() {
	ts := &r.timers
	ts.armed = never
	if r.ending.over.Load() {
		return
	}
	if q := &r.immediates; !ts.late && q.refs == 0 && q.queue.n > 0 {
		// Nobody has waited for those, but in Node they come before the timers for
		// which the loop has woken.
		r.check()
	}
	ts.begin(r)
	r.runTimers()
}

func (r *Runtime) runTimers() {
	ts := &r.timers
	ts.paused, ts.burst = false, 0
	r.idle.turned = false
	r.enter(ts)
	if ts.paused && !r.ending.over.Load() {
		// The same phase goes on, unless the loop was closed.
		_ = r.loop.QueueMicrotask(r.runTimers)
	}
}

// begin takes the time: what is due then fires.
func (ts *timers) begin(*Runtime) {
	ts.now, ts.ran = ts.elapsed(), true
	ts.asked = ts.now
	ts.restart()
}

func (ts *timers) restart() {
	ts.list, ts.chosen, ts.current = nil, nil, nil
	ts.ranList, ts.ranOne, ts.settled = false, false, false
}

func (ts *timers) next(r *Runtime) (vm.Value, step) {
	ts.conclude()
	for {
		if ts.list == nil {
			if len(ts.heap) == 0 || ts.heap[0].expiry > ts.now {
				if ts.settled && !ts.passed() {
					return nil, done
				}
				if ts.settled {
					ts.begin(r)
					continue
				}
				ts.settled = true
				ts.plan()
				return nil, settle
			}
			ts.list, ts.ranOne = ts.heap[0], false
			if ts.ranList {
				return nil, settle
			}
			ts.ranList = true
		}
		t := ts.chosen
		ts.chosen = nil
		if t == nil {
			if t = ts.oldest(); t == nil {
				continue
			}
			if ts.ranOne {
				ts.chosen = t
				return nil, settle
			}
		}
		if ts.burst++; ts.burst > breath {
			ts.chosen, ts.paused = t, true
			return nil, pause
		}
		ts.ranOne = true
		if c, ok := ts.take(r, t); ok {
			return c, call
		}
	}
}

// plan says when the next phase begins. As in Node at least a millisecond passes
// from when somebody has last looked at the clock.
func (ts *timers) plan() {
	ts.planFor = never
	if len(ts.heap) > 0 {
		ts.planFor = ts.heap[0].expiry
		ts.planned = max(ts.planFor, ts.asked+1)
	}
}

// nextPhase returns when the next phase begins, of timers of which there are some.
func (ts *timers) nextPhase() int64 {
	due := ts.heap[0].expiry
	if due >= ts.planFor { // an earlier one would have been planned by itself
		due = max(due, ts.planned)
	}
	return due
}

// passed reports whether the next phase's time has come already, while the last
// nextTicks ran, and somebody has looked at the clock: then it follows at once.
func (ts *timers) passed() bool {
	return len(ts.heap) > 0 && ts.nextPhase() <= ts.asked
}

// oldest returns the first timer of the current list if it is due. Otherwise it
// is done with the list.
func (ts *timers) oldest() *timeout {
	l := ts.list
	t := l.first
	switch {
	case t == nil:
		ts.drop(l)
	case ts.now-t.start < l.delay:
		if ts.lists[l.delay] == l {
			l.expiry = max(t.start+l.delay, ts.now+1)
			l.age = ts.age
			ts.age++
			heap.Fix(&ts.heap, l.position)
		}
	default:
		return t
	}
	ts.list = nil
	return nil
}

// take makes a timer the current one and returns its callback.
func (ts *timers) take(r *Runtime, t *timeout) (vm.Value, bool) {
	t.unlink()
	if t.cleared {
		if !t.gone {
			ts.finish(t)
		}
		return nil, false
	}
	ts.current = t
	if t.repeat > 0 {
		// Rounded down: rounding up would lose a part of a millisecond each time.
		ts.ask()
		ts.again = ts.elapsed()
	}
	if t.task.run != nil {
		return r.begin(t.task), true
	}
	return t.handle, true
}

// conclude does what is left to do after a callback: it sets a timer that
// repeats again.
func (ts *timers) conclude() {
	t := ts.current
	if t == nil {
		return
	}
	ts.current = nil
	switch {
	case t.repeat > 0 && t.delay >= 0:
		t.delay = t.repeat
		ts.insert(t, ts.again)
	case t.list == nil && !t.gone:
		ts.finish(t)
	}
}

// failed goes on with the next timer: nextTicks wait until after that one.
func (ts *timers) failed(r *Runtime) {
	if ts.settled {
		if ts.passed() {
			ts.begin(r)
		} else {
			r.nextPhase(false)
		}
		return
	}
	ts.conclude()
	ts.restart()
}
