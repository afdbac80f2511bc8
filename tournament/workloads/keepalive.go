package workloads

import (
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the ways to keep a loop from parking while something else is measured. They differ
// in what they touch, which separates the causes of the cost of Submit. Another producer's
// submissions use the measured queue. A task that submits itself again does not. A task that holds
// the loop leaves the queue to the measured producer alone.

// keepalivePause is the time that the other producer requests to sleep between two submissions. A
// sleep takes much longer than that, see the sleep among the primitives. The value is that of the
// original measurement of "running".
const keepalivePause = 100 * time.Nanosecond

// hops is the number of times that a task resubmits itself over the priority queue before it lets
// Submit's tasks run. A loop that empties its priority queue would never reach them otherwise.
const hops = 64

// A keepalive keeps the session's loop busy until it ends. Its tasks are counted separately from
// the measured tasks.
type keepalive struct {
	session *session
	over    atomic.Bool // stored by the owner, loaded by the submitter
	// accepted and refused are written by the submitter. The owner reads them after the submitter
	// has ended.
	accepted, refused uint64
	// ran and finished belong to the loop.
	ran      uint64
	finished bool
	// ended is closed by the last task.
	ended chan struct{}
}

func (s *session) keepalive() *keepalive {
	return &keepalive{session: s, ended: make(chan struct{})}
}

// count is the task of a keepalive. Tasks of another producer may run after the owner's last task.
func (k *keepalive) count() {
	if k.finished {
		k.session.ran++
	} else {
		k.ran++
	}
}

// finish passes the counts to the session. It is the last task of the keepalive.
func (k *keepalive) finish() {
	k.finished = true
	k.session.ran += k.ran
	close(k.ended)
}

// await waits until finish has run, and adds the submissions to the session's.
func (k *keepalive) await() error {
	select {
	case <-k.ended:
	case <-k.session.ctx.Done():
		return k.session.stalled()
	}
	k.session.submitted(int(k.accepted), k.refused)
	return nil
}

// contend starts another producer. The returned function ends it.
func (s *session) contend() (end func() error) {
	k := s.keepalive()
	produced := make(chan error, 1)
	go func() {
		for !k.over.Load() {
			refused, err := s.submit(k.count, 1)
			if err != nil {
				produced <- err
				return
			}
			k.accepted++
			k.refused += refused
			time.Sleep(keepalivePause)
		}
		produced <- nil
	}()
	return func() error {
		k.over.Store(true)
		if err := <-produced; err != nil {
			return err
		}
		refused, err := s.submit(func() { k.count(); k.finish() }, 1)
		if err != nil {
			return err
		}
		k.accepted++
		k.refused += refused
		return k.await()
	}
}

// resubmission is a task that resubmits itself over the priority queue and sometimes with Submit.
type resubmission struct {
	session *session
	task    func()
	now     *keepalive // of the current batch
	hop     int        // the loop's
	// parked is set when Submit had no room. The queue is then full of measured tasks, and one of
	// them resumes the task. If the task kept using the priority queue instead, the loop would
	// never make room. The loop's.
	parked bool
}

func newResubmission(s *session) *resubmission {
	r := &resubmission{session: s}
	r.task = func() {
		r.now.count()
		r.resubmit()
	}
	return r
}

// measured is the body of the measured tasks.
func (r *resubmission) measured() func() {
	count := r.session.count()
	return func() {
		if r.parked {
			r.parked = false
			r.resubmit()
		}
		count()
	}
}

// startTask starts the task. The returned function ends it.
func (r *resubmission) startTask() (end func() error, err error) {
	k := r.session.keepalive()
	k.accepted = 1 // set before the loop continues counting
	r.now = k
	refused, err := r.session.submit(r.task, 1)
	if err != nil {
		return nil, err
	}
	r.session.submitted(0, refused)
	return func() error {
		k.over.Store(true)
		return k.await()
	}, nil
}

// resubmit submits the task once more.
func (r *resubmission) resubmit() {
	k := r.now
	if k.over.Load() {
		k.finish()
		return
	}
	submit := r.session.loop.SubmitPriority
	if r.hop++; r.hop%hops == 0 {
		submit = r.session.loop.Submit
	}
	switch err := submit(r.task); {
	case err == nil:
		k.accepted++
	case errors.Is(err, contest.ErrFull):
		k.refused++
		r.parked = true
	default: // the loop is ending
		k.refused++
		k.finish()
	}
}

// occupyLoop submits a task that occupies the loop until let is called. It returns when the task
// has started.
func (s *session) occupyLoop() (let func(), err error) {
	var state struct {
		_ [64]byte
		// held is stored by the task, over by the owner. Each side spins on the other's value.
		held, over atomic.Bool
		_          [64]byte
	}
	refused, err := s.submit(func() {
		s.ran++
		state.held.Store(true)
		for looks := 1; !state.over.Load(); looks++ {
			if looks%yieldAfter == 0 {
				runtime.Gosched()
			}
		}
	}, 1)
	if err != nil {
		return nil, err
	}
	s.submitted(1, refused)
	for !state.held.Load() {
		if s.ctx.Err() != nil {
			state.over.Store(true)
			return nil, s.stalled()
		}
		runtime.Gosched()
	}
	return func() { state.over.Store(true) }, nil
}
