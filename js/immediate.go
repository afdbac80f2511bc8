package js

import (
	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns setImmediate: a queue of its own, of which the loop's phase of
// immediates runs what it finds there.

// An immediate is a function that setImmediate was called with, and its handle.
type immediate struct {
	runtime *Runtime
	handle  *vm.Object
	task    task
	ref     bool
	gone    bool // has run or was cleared
	extra   properties
}

// immediates is the queue, and the source that runs a snapshot of it.
type immediates struct {
	queue     ring.Buffer[*immediate]
	refs      int // that have not run, were not cleared and keep the loop
	scheduled bool

	// Of the snapshot that is being run.

	left      int
	ran       bool // one has run, and its nextTicks have not
	settled   bool // those of the last have
	failing   bool // the last callback has thrown
	burst     int  // callbacks of this entry
	suspended bool // paused
	lead      bool // run what is left of nextTicks before
	leading   bool // these run
}

// maxBurst is how many callbacks run before the loop gets to know of it, so that
// Close comes through.
const maxBurst = 256

// schedule has the loop run the immediates, if any keeps it.
func (q *immediates) schedule(r *Runtime) {
	if q.scheduled || q.refs == 0 && !r.phases.ahead() {
		return
	}
	q.scheduled = r.loop.SetImmediate(r.check) == nil
}

// check is the loop's phase of immediates.
func (r *Runtime) check() {
	q := &r.immediates
	q.scheduled = false
	if r.ending.over.Load() {
		return
	}
	if r.phases.ahead() {
		r.postDelivery() // what a poll phase that has run early could not take
		if r.phases.checked() {
			r.rest()
			return
		}
	}
	q.begin()
	r.idle.turned = true
	r.runImmediates()
}

func (r *Runtime) runImmediates() {
	q := &r.immediates
	q.suspended, q.burst = false, 0
	r.enter(q)
}

// begin takes the snapshot.
func (q *immediates) begin() {
	q.left, q.ran, q.settled, q.failing = q.queue.Len(), false, false, false
}

func (q *immediates) next(r *Runtime) (vm.Value, step) {
	if q.lead {
		q.lead, q.leading = false, true
		return nil, settle
	}
	if q.leading {
		q.leading = false
		q.restart()
	}
	if q.ran {
		q.ran = false
		q.settled = q.left == 0
		return nil, settle
	}
	if q.left == 0 && q.failing {
		q.begin() // Node goes on with what was set meanwhile
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
		if i.task.run != nil {
			return r.begin(i.task), call
		}
		return i.handle, call
	}
	if !q.settled {
		q.settled = true
		return nil, settle
	}
	if q.another(r) {
		q.begin()
		return nil, call
	}
	return nil, done
}

// another reports whether the next turn's immediates may follow at once, without
// returning to the loop: when there are some, and no timer is due and nothing of
// the runtime is on its way that would come first. Other users of the loop wait
// for so many callbacks at most.
func (q *immediates) another(r *Runtime) bool {
	return q.refs > 0 && q.burst < maxBurst && r.holds.Load() == 0 && !r.timers.due(r)
}

// failed goes on with the next immediate: nextTicks wait until after that one.
func (q *immediates) failed(r *Runtime) {
	if q.leading {
		q.leading = false
		q.restart()
		return
	}
	if q.left == 0 && q.settled { // it was one of the last nextTicks
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

// finish takes an immediate out of the count. Its function stays for the call.
func (q *immediates) finish(i *immediate) {
	i.gone = true
	if i.ref {
		q.refs--
	}
}

func (r *Runtime) setImmediate(c vm.FunctionCall) vm.Value {
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	i := &immediate{runtime: r, task: task{fn: fn}, ref: true}
	if len(c.Arguments) > 1 {
		i.task.args = append([]vm.Value(nil), c.Arguments[1:]...)
	}
	i.handle = r.vm.NewDynamicObject(i)
	_ = i.handle.SetPrototype(r.natives.immediate)
	r.immediates.queue.Push(i)
	r.immediates.refs++
	return i.handle
}

func (r *Runtime) clearImmediate(c vm.FunctionCall) vm.Value {
	if o, ok := c.Argument(0).(*vm.Object); ok {
		if i, ok := o.Export().(*immediate); ok && !i.gone {
			r.immediates.finish(i)
			i.task = task{}
		}
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
	} else {
		r.immediates.refs--
	}
}
