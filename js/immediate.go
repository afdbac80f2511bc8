package js

import (
	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns setImmediate: its queue, and the source that runs the queue in the loop's phase of
// immediates.

// An immediate is a function that was passed to setImmediate, and its handle. There may be a million
// of them, so it has 64 bytes.
type immediate struct {
	runtime *Runtime
	handle  *vm.Object
	fn      vm.Value    // nil for one that only makes the loop take another turn
	args    *[]vm.Value // nil for none
	ref     bool
	gone    bool // has run or was cleared
	properties

	evaluation *evaluation // that the code belongs to which has set it
}

// immediates is the queue of immediates, and the source that runs a snapshot of it.
type immediates struct {
	queue     ring.Buffer[*immediate]
	refs      int // immediates that keep the loop and have neither run nor been cleared
	scheduled bool

	// Of the running snapshot.

	left      int
	ran       bool // an immediate has run, its nextTicks have not
	settled   bool // the nextTicks of the last immediate have run
	failing   bool // the last callback has thrown
	burst     int  // callbacks since the last return to the loop
	suspended bool // paused in order to return to the loop
	lead      bool // nextTicks of an earlier phase must run first
	leading   bool // these nextTicks are running
}

// maxBurst is how many callbacks run before control returns to the loop, so that the loop notices
// Close.
const maxBurst = 256

// schedule asks the loop to run the immediates if there are any that keep it.
func (q *immediates) schedule(r *Runtime) {
	if q.scheduled || q.refs == 0 && !r.phases.ahead() {
		return
	}
	q.scheduled = r.loop.AfterSubmitted(r.check) == nil
}

// check runs the immediates in the loop's phase of immediates.
func (r *Runtime) check() {
	q := &r.immediates
	q.scheduled = false
	if r.ending.stopped.Load() {
		return
	}
	if r.phases.ahead() {
		r.postDelivery() // results that an early poll phase could not take
		if r.phases.checked() {
			r.scheduleNext()
			return
		}
	}
	q.takeSnapshot()
	r.idle.turned = true
	r.runImmediates()
}

func (r *Runtime) runImmediates() {
	q := &r.immediates
	q.suspended, q.burst = false, 0
	r.enter(q)
}

// takeSnapshot takes the snapshot.
func (q *immediates) takeSnapshot() {
	q.left, q.ran, q.settled, q.failing = q.queue.Len(), false, false, false
}

func (q *immediates) next(r *Runtime) (vm.Value, step) {
	if q.lead {
		q.lead, q.leading = false, true
		return nil, drain
	}
	if q.leading {
		q.leading = false
		q.restart()
	}
	if q.ran {
		q.ran = false
		q.settled = q.left == 0
		return nil, drain
	}
	if q.left == 0 && q.failing {
		q.takeSnapshot() // Node continues with immediates that were set meanwhile
	}
	q.failing = false
	for q.left > 0 {
		if q.burst++; q.burst > maxBurst {
			q.suspended = true
			return nil, pause
		}
		q.left--
		i := q.queue.Pop()
		if i.gone {
			continue
		}
		q.finish(i)
		q.ran = true
		r.belongTo(i.evaluation)
		if i.fn == nil {
			return nil, run
		}
		return i.handle, run
	}
	if !q.settled {
		q.settled = true
		return nil, drain
	}
	if q.another(r) {
		q.takeSnapshot()
		return nil, run
	}
	return nil, done
}

// another reports whether the immediates of the next turn may run at once, without a return to the
// loop. They may if there are some, no timer is due, and nothing of the runtime is pending that
// would run first. Other users of the loop wait for at most maxBurst callbacks.
func (q *immediates) another(r *Runtime) bool {
	return q.refs > 0 && q.burst < maxBurst && r.holds.Load() == 0 && !r.timers.due(r)
}

// failed continues with the next immediate. The nextTicks run after that one.
func (q *immediates) failed(r *Runtime) {
	if q.leading {
		q.leading = false
		q.restart()
		return
	}
	if q.left == 0 && q.settled { // the exception came from one of the last nextTicks
		r.nextPhase(checkPhase)
		return
	}
	q.failing = q.ran
	q.ran = false
}

// restart makes next take a snapshot and call the first immediate.
func (q *immediates) restart() {
	q.left, q.burst, q.ran, q.settled, q.failing = 0, 0, false, false, true
}

// finish decrements the count of immediates that keep the loop. The function stays, because the
// trampoline calls it next.
func (q *immediates) finish(i *immediate) {
	i.gone = true
	if i.handle != nil {
		i.runtime.meter.timers--
	}
	if i.ref {
		q.refs--
		i.runtime.scripts.untrack(i)
	}
}

func (r *Runtime) setImmediate(c vm.FunctionCall) vm.Value {
	r.begins()
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	r.admitTimer()
	i := &immediate{runtime: r, fn: r.inContext(fn), ref: true, evaluation: r.meter.current}
	if len(c.Arguments) > 1 {
		args := append([]vm.Value(nil), c.Arguments[1:]...)
		i.args = &args
	}
	i.handle = r.vm.NewDynamicObject(i)
	_ = i.handle.SetPrototype(r.immediatePrototype())
	r.immediates.queue.Push(i)
	r.immediates.refs++
	r.scripts.track(i, i.alive)
	return i.handle
}

func (r *Runtime) clearImmediate(c vm.FunctionCall) vm.Value {
	if i, ok := lib.As[*immediate](c.Argument(0)); ok && !i.gone {
		r.immediates.finish(i)
		i.fn, i.args = nil, nil
	}
	return vm.Undefined()
}

func (i *immediate) refer(r *Runtime, ref bool) {
	if i.ref == ref {
		return
	}
	i.ref = ref
	if i.gone {
		return
	}
	if ref {
		r.immediates.refs++
		r.scripts.track(i, i.alive)
	} else {
		r.immediates.refs--
		r.scripts.untrack(i)
	}
}
