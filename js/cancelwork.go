package js

import (
	"context"

	"github.com/wakeful-go/wakeful/internal/ring"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file ends what a use of a pooled runtime has left running.

// cancelWork removes everything that would still run. It reports whether there was anything, or why
// the runtime cannot be used again. Timers are numbered from a number on.
func (r *Runtime) cancelWork(numbered int64) (canceled bool, why *reason) {
	not := func(x reason) (bool, *reason) { return true, &x }
	if r.ending.stopped.Load() {
		return not(reasonEnded)
	}
	if !vm.Idle(r.vm) || r.holds.Load() > 0 || len(r.process.signals) > 0 || len(r.entries.watchers) > 0 {
		return not(reasonBusy)
	}
	t := &r.timers
	if len(t.heap) > 0 || r.immediates.queue.Len() > 0 || r.ticks.len() > 0 {
		canceled = true
		for _, l := range t.heap {
			for timer := l.first; timer != nil; timer = timer.next {
				if timer.ref {
					r.scripts.untrack(timer)
				}
			}
		}
		if t.armed != never {
			t.clock.Stop()
		}
		r.ticks = ticks{}
		r.immediates.queue, r.immediates.refs = ring.Buffer[*immediate]{}, 0
	}
	if t.age != 0 || t.last != numbered || canceled {
		*t = timers{epoch: t.epoch, clock: t.clock, armed: never, released: t.released, cached: t.cached, last: numbered}
	}
	if !r.order.jobs.None() {
		vm.DropJobs(r.vm)
	}
	if r.microtasks.open || r.microtasks.queue.Len() > 0 {
		r.microtasks = microtasks{}
	}
	if r.rejections.known != nil || r.rejections.owned != nil || r.rejections.unawaited != nil || r.rejections.waiting() {
		r.rejections = rejections{}
	}
	r.phases = phases{}
	r.meter.reset()
	return canceled, nil
}

// halt has the end of the context of the use end its callbacks, until unhalt is called. On the loop,
// which has not ended the use.
func (e *pooled) halt() {
	ctx := e.ctx
	if ctx.Done() == nil {
		e.unhalt = func() bool { return false }
		return
	}
	use := e.rt.interrupts.currentUse()
	e.unhalt = context.AfterFunc(ctx, func() { e.rt.interrupts.halt(e.rt, use, context.Cause(ctx)) })
}
