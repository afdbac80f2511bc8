package workloads

import (
	"fmt"
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var submitCost = &Workload{
	Name: "submit-cost",
	Summary: "Submit alone, without what it starts, per call, by what the loop does meanwhile. Sleeping: it has nothing to do before each call. " +
		"Bursts: it sleeps before each 64 calls. Rapid: calls without a pause. Running: calls without a pause while it is kept busy by " +
		"another producer that submits and sleeps 100 ns (contention), by a task of the priority queue that submits itself again (resubmission), " +
		"or by one long task (held). Of calls and bursts that are timed one by one the value is the median, less a look at the clock.",
	Unit: nsPerOp,
	Variants: append(variants("state", stateSleeping, stateRapid, stateBursts),
		running(keepContention), running(keepResubmission), running(keepHeld)),
	Quick:   []map[string]string{{"state": stateSleeping}, running(keepContention)},
	Needs:   contest.Loops,
	prepare: prepareSubmitCost,
	refuses: func(entry contest.Entry, params map[string]string) string {
		switch keep := params["keepalive"]; {
		case keep == keepResubmission && !entry.Can.Has(contest.PriorityLane):
			return "the contestant does not have what this keep-alive needs: " + contest.PriorityLane.String()
		case keep == keepHeld && needTwoProcessors() != "":
			return needTwoProcessors()
		case keep == keepHeld && !hasRoom(entry.Bound), keep == keepHeld && !hasRoom(entry.Blocks):
			return fmt.Sprintf("a loop that is held needs room for %d tasks", heldBurst)
		}
		return ""
	},
}

const (
	stateSleeping = "sleeping"
	stateRapid    = "rapid"
	stateBursts   = "bursts"
	stateRunning  = "running"

	keepContention   = "contention"
	keepResubmission = "resubmission"
	keepHeld         = "held"
)

// hasRoom reports whether a queue has room for a burst while nothing is taken from it. 0 means a
// queue without a limit.
func hasRoom(limit int) bool { return limit == 0 || limit >= heldBurst }

func running(keepalive string) map[string]string {
	return map[string]string{"keepalive": keepalive, "state": stateRunning}
}

const (
	// submitBurst is the number of calls in a burst.
	submitBurst = 64
	// heldBurst is the number of calls to a loop that runs a long task. Every contestant has room
	// for more.
	heldBurst = 512
)

func prepareSubmitCost(s *session) (pass, error) {
	switch s.params["state"] {
	case stateSleeping:
		return s.submitBursts(1, nil), nil
	case stateBursts:
		return s.submitBursts(submitBurst, nil), nil
	case stateRapid:
		return s.sized(s.submitRapidly(s.count())), nil
	}
	switch s.params["keepalive"] {
	case keepContention:
		return s.submitWhileBusy(s.count(), func() (func() error, error) { return s.contend(), nil }), nil
	case keepResubmission:
		r := newResubmission(s)
		return s.submitWhileBusy(r.measured(), r.startTask), nil
	default: // keepHeld
		return s.submitBursts(heldBurst, s.occupyLoop), nil
	}
}

// submitRapidly times n calls. It waits for their tasks after the watch has stopped.
func (s *session) submitRapidly(task func()) batch {
	return func(n int) error {
		s.announceTasks(n)
		s.watch.start()
		refused, err := s.submit(task, n)
		if err != nil {
			return err
		}
		s.watch.stop()
		s.submitted(n, refused)
		if err := s.await(); err != nil {
			return err
		}
		s.watch.readMemory()
		return nil
	}
}

// submitWhileBusy is submitRapidly while what begin starts keeps the loop busy.
func (s *session) submitWhileBusy(task func(), begin func() (end func() error, err error)) pass {
	rapidly := s.submitRapidly(task)
	return s.sized(func(n int) error {
		end, err := begin()
		if err != nil {
			return err
		}
		if err := rapidly(n); err != nil {
			return err
		}
		return end()
	})
}

// submitBursts times bursts of calls to a loop that sleeps, or that hold keeps running if hold is
// not nil.
func (s *session) submitBursts(burst int, hold func() (let func(), err error)) pass {
	shown, task := s.beacon()
	return s.typicalCost(burst, func() (time.Duration, error) {
		let := func() {}
		if hold == nil {
			s.watch.resumeAt(time.Now().Add(settleTime))
		} else {
			var err error
			if let, err = hold(); err != nil {
				return 0, err
			}
			s.watch.resume()
		}
		refused, err := s.submit(task, burst)
		part := s.watch.pause()
		let()
		if err != nil {
			return 0, err
		}
		s.submitted(burst, refused)
		for looks := 1; shown.ran.Load() < s.accepted; looks++ {
			if looks%lookAfter == 0 && s.ctx.Err() != nil {
				return 0, s.stalled()
			}
			runtime.Gosched()
		}
		return part, nil
	})
}
