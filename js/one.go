package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// This file owns callbacks that come one at a time: scripts, results of work, functions of Go. Loop
// goroutine only.

// one is the source of a single callback.
type one struct {
	task    task
	called  bool
	settled bool
	// after is the phase that the callback belongs to. A program belongs to the last one, after
	// which timers come.
	after phase
	// leaves: an exception of the callback leaves its nextTicks in their queue, for the next phase.
	// In Node those of a script run at once, but not those of beforeExit.
	leaves bool
	// script, if it is not nil, is what the callback runs instead of the task.
	script *script
}

func (s *one) next(r *Runtime) (vm.Value, step) {
	switch {
	case !s.called:
		s.called = true
		if s.script != nil {
			r.order.dirty = true
			if err := s.script.outermost(); err != nil {
				panic(err)
			}
			return nil, run
		}
		return r.beginTask(s.task), run
	case !s.settled:
		s.settled = true
		return nil, drain
	}
	return nil, done
}

func (s *one) failed(r *Runtime) {
	if s.settled || s.leaves {
		r.nextPhase(s.after)
	}
}
