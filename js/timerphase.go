package js

import (
	"container/heap"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the phase of timers: when it starts, and which timers fire in it. Everything here
// belongs to the loop's goroutine.
//
// As in Node, the phase fires the timers that are due when it starts, in whole milliseconds. An
// idle loop waits whole milliseconds from the moment when it starts waiting. So a timer of a busy
// loop may fire up to a millisecond before its delay has passed by a finer clock, but a timer that
// the loop waits for does not.

// due reports whether the next phase could start now.
func (ts *timers) due(*Runtime) bool {
	return len(ts.heap) > 0 && ts.nextPhase() <= ts.elapsed()
}

// arm sets the loop's timer for the next phase.
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
	now := time.Since(ts.epoch)
	if !ts.set(r, ts.wakeUp(now, r.immediates.refs > 0), now) {
		return // the loop is ending
	}
	ts.late = !ran && ts.armed <= int64(now/time.Millisecond)
	if released := ts.refs == 0; released != ts.released {
		ts.released = released
		if released {
			ts.clock.Unref()
		} else {
			ts.clock.Ref()
		}
	}
}

// wakeUp returns when the loop must start the next phase. A loop that runs turns reads the clock in
// each of them and starts as soon as the clock shows the millisecond. A loop that is about to wait
// waits whole milliseconds from now, as libuv does with epoll_wait.
func (ts *timers) wakeUp(now time.Duration, turns bool) time.Duration {
	due := time.Duration(ts.nextPhase()) * time.Millisecond
	if turns || due <= now {
		return due
	}
	return due + now%time.Millisecond
}

// set sets the loop's timer unless it already has that deadline.
func (ts *timers) set(r *Runtime, deadline, now time.Duration) bool {
	if ts.armed != never && deadline == ts.deadline {
		ts.armed = ts.heap[0].expiry
		return true
	}
	var err error
	if ts.clock == nil {
		ts.clock, err = r.loop.AfterFunc(deadline-now, r.fire)
	} else {
		err = ts.clock.Reset(deadline - now)
	}
	if err != nil {
		return false
	}
	ts.armed, ts.deadline = ts.heap[0].expiry, deadline
	return true
}

// fire is the loop's phase of timers.
func (r *Runtime) fire() {
	ts := &r.timers
	ts.armed = never
	if r.ending.stopped.Load() || r.phases.ahead() {
		return
	}
	if q := &r.immediates; !ts.late && q.refs == 0 && q.queue.Len() > 0 {
		// The loop did not wait for these immediates, but in Node they run before the timers that
		// woke it.
		r.check()
	}
	ts.readClock(r)
	r.runTimers()
}

func (r *Runtime) runTimers() {
	ts := &r.timers
	ts.paused, ts.burst = false, 0
	r.idle.turned = false
	r.enter(ts)
}

// readClock reads the clock. Timers that are due at this time fire.
func (ts *timers) readClock(*Runtime) {
	ts.now, ts.ran = ts.update(), true
	ts.restart()
}

func (ts *timers) restart() {
	ts.list, ts.chosen, ts.current = nil, nil, nil
	ts.ranList, ts.ranOne, ts.settled = false, false, false
}

func (ts *timers) next(r *Runtime) (vm.Value, step) {
	ts.endCallback()
	for {
		if ts.list == nil {
			if len(ts.heap) == 0 || ts.heap[0].expiry > ts.now {
				if ts.settled && !ts.passed() {
					return nil, done
				}
				if ts.settled {
					ts.readClock(r)
					continue
				}
				ts.settled = true
				ts.plan()
				return nil, drain
			}
			ts.list, ts.ranOne = ts.heap[0], false
			if ts.ranList {
				return nil, drain
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
				return nil, drain
			}
		}
		if ts.burst++; ts.burst > maxBurst {
			ts.chosen, ts.paused = t, true
			return nil, pause
		}
		ts.ranOne = true
		if c, ok := ts.take(r, t); ok {
			return c, run
		}
	}
}

// plan computes when the next phase starts. As in Node, at least a millisecond passes after the
// last reading of the clock.
func (ts *timers) plan() {
	ts.planFor = never
	if len(ts.heap) > 0 {
		ts.planFor = ts.heap[0].expiry
		ts.planned = max(ts.planFor, ts.cached+1)
	}
}

// nextPhase returns when the next phase starts. There must be timers.
func (ts *timers) nextPhase() int64 {
	due := ts.heap[0].expiry
	if due >= ts.planFor { // an earlier one would have its own plan
		due = max(due, ts.planned)
	}
	return due
}

// passed reports whether the next phase follows at once. It does if its time has come while the
// last nextTicks ran, and the clock was read since.
func (ts *timers) passed() bool {
	return len(ts.heap) > 0 && ts.nextPhase() <= ts.cached
}

// oldest returns the first timer of the current list if it is due. Otherwise it ends the processing
// of the list.
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
	r.belongTo(t.evaluation)
	if t.repeat > 0 {
		ts.again = ts.update()
	}
	if t.task.run != nil {
		return r.beginTask(t.task), true
	}
	return t.handle, true
}

// endCallback ends a callback: it sets a repeating timer again.
func (ts *timers) endCallback() {
	t := ts.current
	if t == nil {
		return
	}
	ts.current = nil
	switch {
	case t.repeat > 0 && t.delay >= 0:
		t.delay = t.repeat
		if ts.again == fromNow {
			ts.again = ts.update()
		}
		ts.insert(t, ts.again)
	case t.list == nil && !t.gone:
		ts.finish(t)
	}
}

// failed continues with the next timer. The nextTicks run after that one.
func (ts *timers) failed(r *Runtime) {
	if ts.settled {
		if ts.passed() {
			ts.readClock(r)
		} else {
			r.nextPhase(timersPhase)
		}
		return
	}
	ts.endCallback()
	ts.restart()
}
