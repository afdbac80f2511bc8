package workloads

import (
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the ways to keep a loop from sleeping while something else is
// measured. They differ in what they touch, which is what tells apart why Submit
// costs what it costs: another producer's submissions go through the queue that
// is measured, a task that submits itself again does not, and a task that holds
// the loop leaves the queue to the one who is measured alone.

// keepalivePause is how long the other producer means to sleep between two
// submissions. A sleep takes much longer than that, see the sleep among the
// primitives; what counts is that this is how it was done when "running" was
// first measured.
const keepalivePause = 100 * time.Nanosecond

// hops is how many times a task submits itself again over the priority queue
// before it lets Submit's tasks pass: a lane that is run to empty would never
// come to them.
const hops = 64

// A keepalive keeps the session's loop busy with tasks that are counted apart
// from the measured ones until it ends.
type keepalive struct {
	session *session
	over    atomic.Bool // stored by the owner, loaded by whoever submits
	// accepted and refused are written by whoever submits, and read by the owner
	// once that one has ended.
	accepted, refused uint64
	// ran and gone are the loop's own.
	ran  uint64
	gone bool
	// ended is closed by the last task.
	ended chan struct{}
}

func (s *session) keepalive() *keepalive {
	return &keepalive{session: s, ended: make(chan struct{})}
}

// count is what each task of a keepalive does. Tasks of another producer may
// run after the last task of the owner.
func (k *keepalive) count() {
	if k.gone {
		k.session.ran++
	} else {
		k.ran++
	}
}

// leave hands the counts over to the session. The last thing that the loop runs
// for the keepalive.
func (k *keepalive) leave() {
	k.gone = true
	k.session.ran += k.ran
	close(k.ended)
}

// await waits until leave has run, and takes the submissions over.
func (k *keepalive) await() error {
	select {
	case <-k.ended:
	case <-k.session.ctx.Done():
		return k.session.stalled()
	}
	k.session.submitted(int(k.accepted), k.refused)
	return nil
}

// contend starts another producer. The function that it returns ends it.
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
		refused, err := s.submit(func() { k.count(); k.leave() }, 1)
		if err != nil {
			return err
		}
		k.accepted++
		k.refused += refused
		return k.await()
	}
}

// resubmission is a task that submits itself again, over the priority queue and now
// and then with Submit.
type resubmission struct {
	session *session
	task    func()
	now     *keepalive // of the present batch
	hop     int        // the loop's
	// parked: Submit had no room. One of the measured tasks, of which the queue is
	// then full, takes the task up again; going round the lane instead would keep
	// the loop from ever making room. The loop's.
	parked bool
}

func newResubmission(s *session) *resubmission {
	r := &resubmission{session: s}
	r.task = func() {
		r.now.count()
		r.again()
	}
	return r
}

// measured is what the measured tasks do.
func (r *resubmission) measured() func() {
	count := r.session.count()
	return func() {
		if r.parked {
			r.parked = false
			r.again()
		}
		count()
	}
}

// begin starts the task. The function that it returns ends it.
func (r *resubmission) begin() (end func() error, err error) {
	k := r.session.keepalive()
	k.accepted = 1 // before the loop goes on counting
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

// again submits the task once more.
func (r *resubmission) again() {
	k := r.now
	if k.over.Load() {
		k.leave()
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
		k.leave()
	}
}

// hold submits a task that keeps the loop until let is called. It returns when
// the task has begun.
func (s *session) hold() (let func(), err error) {
	var state struct {
		_ [64]byte
		// held is stored by the task, over by the owner; each spins on the other's.
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
