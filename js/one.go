package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// This file owns callbacks that come one at a time: results of work and functions of Go. Loop
// goroutine only.

// one is the source of a single callback.
type one struct {
	task    task
	called  bool
	settled bool
	// after is the phase that the callback belongs to.
	after phase
	// leaves: an exception of the callback leaves its nextTicks in their queue, for the next phase.
	// In Node those of a script run at once, but not those of beforeExit.
	leaves bool
}

func (s *one) next(r *Runtime) (vm.Value, step) {
	switch {
	case !s.called:
		s.called = true
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
