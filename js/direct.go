package js

// This file owns callbacks that run without the trampoline (order.go): functions that Go calls. Loop
// goroutine only.

// runDirect runs a callback without a frame of JavaScript around it, which saves two thirds of the
// time of an empty one. The callback must call JavaScript so that the engine does not run its jobs
// when it returns. It reports whether nothing is left to do: no nextTick, no job, no rejection, and
// no rest of the script. Otherwise the trampoline continues after the callback.
func (r *Runtime) runDirect(s *script) (finished bool) {
	r.scripts.between()
	r.contexts.current = nil
	s.called = true
	r.order.bare = true
	err := s.outermost()
	r.order.bare = false
	if err != nil {
		r.abrupt(err)
		return r.ending.stopped.Load()
	}
	if v := s.value; v != nil && s.err == nil {
		s.begin = func(*evaluation) (Value, error) { return v, nil }
		s.called = false
		return false
	}
	o := &r.order
	return r.ticks.len() == 0 && o.jobs.None() && !r.rejections.waiting() || r.ending.stopped.Load()
}
