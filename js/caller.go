package js

// This file owns how a goroutine waits for its script: for the outcome, or for what ends the wait.

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A caller is where a call waits. Nothing is sent after the outcome, so another call may use it then.
type caller struct{ outcome chan outcome }

func (r *Runtime) newCaller() *caller {
	if c := r.spare.Swap(nil); c != nil {
		return c
	}
	return &caller{make(chan outcome, 1)}
}

// errUnsettled is sent to a caller that has to leave, although the result has not settled.
var errUnsettled = errors.New("the result has not settled")

// wait has the loop run the script, and waits for its outcome. closed, if it is not nil, is the end of
// the pool.
func (s *script) wait(closed <-chan struct{}) outcome {
	r := s.runtime
	if r.ending.stopped.Load() {
		return outcome{err: r.endedError()}
	}
	r.holds.Add(1)
	defer r.release()
	s.number = r.interrupts.number()
	s.stepping = s.step
	if err := r.loop.Submit(s.stepping); err != nil {
		return outcome{err: err}
	}
	select {
	case o := <-s.caller.outcome:
		r.spare.Store(s.caller)
		if errors.Is(o.err, errUnsettled) { // the loop has seen the end before the caller
			return s.orLeft(o, s.reason(closed))
		}
		return o
	case <-s.ctx.Done():
		return s.cut(context.Cause(s.ctx))
	case <-r.ending.done:
	}
	// The runtime has ended. If its script has not, it is interrupted, and sends what became of it.
	if !isClosed(closed) && s.state.Load() != scriptEnded {
		select {
		case o := <-s.caller.outcome:
			return s.orLeft(o, r.endedError())
		case <-s.ctx.Done():
			return s.cut(context.Cause(s.ctx))
		case <-r.loop.Done():
		case <-closed:
		}
	}
	return s.last(s.reason(closed))
}

// reason returns why the caller leaves without an outcome.
func (s *script) reason(closed <-chan struct{}) error {
	switch {
	case isClosed(closed):
		return ErrPoolClosed
	case s.runtime.ending.closed.Load():
		return wakeful.ErrClosed
	case s.runtime.ending.stopped.Load():
		return s.runtime.endedError()
	}
	return context.Cause(s.ctx)
}

// last returns the outcome if it came at the same moment, and err otherwise.
func (s *script) last(err error) outcome {
	select {
	case o := <-s.caller.outcome:
		return s.orLeft(o, err)
	default:
		return s.orLeft(outcome{err: errUnsettled}, err)
	}
}

// orLeft returns an outcome. If that is missing, it returns err, and the caller leaves.
func (s *script) orLeft(o outcome, err error) outcome {
	if errors.Is(o.err, errUnsettled) {
		s.left = true
		return outcome{err: err}
	}
	return o
}

// cut interrupts the script, and returns what became of it.
func (s *script) cut(cause error) outcome {
	if s.state.CompareAndSwap(scriptWaiting, scriptLeft) {
		return outcome{err: cause}
	}
	if s.state.Load() == scriptEnded {
		return s.last(cause)
	}
	s.runtime.interrupts.send(s.runtime, s.number, cause)
	return s.awaitEnd(cause)
}

// awaitEnd waits at most deadlineGrace for an interrupted script to end.
//
// It yields instead of parking with a timer: while the processors mark for the garbage collector, a
// timer can be 18 ms late. It yields the thread as well, because the script may wait for the same
// processor. In a bubble of testing/synctest no time passes while a goroutine runs, so after
// maxYields it parks.
func (s *script) awaitEnd(cause error) outcome {
	began := time.Now()
	for range maxYields {
		select {
		case o := <-s.caller.outcome: // the interrupt has ended it
			return s.orLeft(o, cause)
		default:
		}
		if time.Since(began) >= deadlineGrace {
			return s.last(notEnded(cause))
		}
		yieldThread()
		runtime.Gosched()
	}
	timer := time.NewTimer(deadlineGrace - time.Since(began))
	defer timer.Stop()
	select {
	case o := <-s.caller.outcome:
		return s.orLeft(o, cause)
	case <-timer.C:
		return s.last(notEnded(cause))
	}
}

func isClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
