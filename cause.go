package wakeful

import "github.com/wakeful-go/wakeful/internal/ingress"

// This file owns what a recording says about why a callback runs: who has submitted it, which callback
// has set its timer or started its work. Loop goroutine only. Nothing of it happens in a loop that is
// not recorded.

// submitter finds out who submits functions, now and then. The loop asks the queue to describe a push
// that comes later (ingress.Sample), and times the function that was pushed.
type submitter struct {
	push  *ingress.Sample
	asked bool // the queue has the request, or a push is being described
	found bool // a push was described, and its function has not run
}

// distance returns how many submitted functions come before the one whose push was described.
func (f *submitter) distance(q *ingress.Queue) int64 {
	return max(0, int64(f.push.Position-q.Taken()))
}

// ask asks who submits a function, unless that was asked already. It asks for a random one, so that not
// all of them are those that wake the loop.
func (s *sampler) ask() {
	f := &s.submitter
	if f.asked || f.found {
		return
	}
	if f.push == nil {
		f.push = &ingress.Sample{Clock: s.clock}
	}
	f.asked = true
	s.submitted.Describe(f.push, s.ring.Random(2*s.submitted.Len()))
}

// findSubmitter is called at the start of the phase of submitted functions if the queue was asked.
func (s *sampler) findSubmitter() {
	f := &s.submitter
	if !f.push.Done() {
		return
	}
	f.asked, f.found = false, true
	s.timeSoon(f.distance(s.submitted))
}

// takes is called before a timed function is taken from the queue.
func (s *sampler) takes() {
	f := &s.submitter
	if !f.found || f.distance(s.submitted) > 0 {
		return
	}
	if f.found = false; s.ring != nil && f.push.Position == s.submitted.Taken() {
		s.ring.Submitted(f.push.At, &f.push.Stack, f.push.Goroutine)
	}
}

// timeSetIn times the callback that comes next, because a timed callback has set its timer.
func (s *sampler) timeSetIn(at int64) {
	if s.ring != nil && s.ring.HasCredit() {
		s.timeSoon(0)
		s.ring.SetIn(at)
	}
}

// workTimes are the times of work on a goroutine, in ticks. fn is the work's function, and startedIn is
// the start of the timed callback that has started it, 0 for none.
type workTimes struct {
	fn                                uintptr
	startedIn, accepted, began, ended int64
}
