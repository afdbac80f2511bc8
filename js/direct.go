package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// This file owns callbacks that run without the trampoline (order.go): functions that Go calls. Loop
// goroutine only.

// runDirect runs a callback without a frame of JavaScript around it, which saves two thirds of the
// time of an empty one. The callback must call JavaScript so that the engine does not run its jobs
// when it returns. It reports whether nothing is left to do: no nextTick, no job, no rejection, and
// no rest of the script. Otherwise the trampoline continues after the callback.
func (r *Runtime) runDirect(s *one) (finished bool) {
	r.scripts.between()
	r.contexts.current = nil
	s.called = true
	r.order.bare = true
	err := r.recovered(s.script.outermost)
	r.order.bare = false
	if err != nil {
		if !r.ending.stopped.Load() {
			r.abrupt(err)
		}
		return r.ending.stopped.Load()
	}
	if script := s.script; script.rest != nil {
		script.fn, script.rest = script.rest, nil
		s.called = false
		return false
	}
	o := &r.order
	return r.ticks.len() == 0 && o.jobs.None() && !r.rejections.waiting() || r.ending.stopped.Load()
}

// recovered calls fn. It returns what runTrampoline returns, and restores the engine like that.
func (r *Runtime) recovered(fn func()) (err error) {
	before := vm.Save(r.vm)
	defer func() {
		if x := recover(); x != nil {
			err = vm.AsError(x)
			before.Restore()
		}
	}()
	fn()
	return nil
}
