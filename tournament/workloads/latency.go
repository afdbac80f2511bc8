package workloads

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file has the workloads of round trips.

var pingPongLatency = &Workload{
	Name: "ping-pong-latency",
	Summary: "Submit one task, wait until it ran, repeat: the full round trip. The value is the mean of trips without a clock between them; " +
		"the histogram is of as many trips that were stamped one by one.",
	Unit:        nsPerOp,
	Variants:    variants("waiter", waiterBlocks, waiterSpins),
	Waits:       true,
	Needs:       contest.Loops,
	prepare:     prepareTrips,
	forControls: true,
	refuses: func(entry contest.Entry, params map[string]string) string {
		control := !entry.Can.Has(contest.Loops)
		spins := params["waiter"] == waiterSpins
		switch {
		case spins && needTwoProcessors() != "":
			return needTwoProcessors()
		case entry.Can.Has(contest.Pipes):
			return "this control's token goes over pipes; io-latency has its row"
		case control && spins && !entry.Can.Has(contest.Spins):
			return "this control's goroutines block; control-flags is the one that spins"
		case control && !spins && entry.Can.Has(contest.Spins):
			return "this control's goroutines spin; control-channels is the one that blocks"
		}
		return ""
	},
}

const (
	waiterBlocks = "blocks"
	waiterSpins  = "spins"
)

// A trip is one round trip. It returns when its task has run.
type trip func() error

const (
	// lookAfter is the number of trips between two checks of the session's context.
	lookAfter = 256
	// yieldAfter is the number of polls after which a spinning waiter yields its processor. It is
	// longer than any trip of a loop that spins, and much shorter than the time after which the
	// scheduler would preempt the waiter.
	yieldAfter = 1 << 14
	// maxStamps limits the memory for the timestamps of one pass.
	maxStamps = 1 << 18
)

func prepareTrips(s *session) (pass, error) {
	perform, err := s.trip()
	if err != nil {
		return nil, err
	}
	return s.timedTrips(perform), nil
}

// trip returns a trip of the variant.
func (s *session) trip() (trip, error) {
	switch {
	case s.control != nil:
		return func() error { s.control.RoundTrip(); return nil }, nil
	case s.params["waiter"] == waiterSpins:
		return s.spinningTrip(), nil
	case s.params["waiter"] == waiterBlocks:
		return s.blockingTrip(), nil
	case s.params["event"] == "pipe":
		return s.pipeTrip()
	}
	if err := s.registerIdle(); err != nil {
		return nil, err
	}
	return s.blockingTrip(), nil
}

// timedTrips times trips without reading the clock between them, then timestamps as many.
func (s *session) timedTrips(perform trip) pass {
	mean := sizer{watch: &s.watch, perform: s.timed(func(n int) error { return s.trips(n, perform) })}
	stamps := make([]int64, maxStamps)
	return func(length time.Duration) (timing, error) {
		t, err := mean.pass(length / 2)
		if err != nil {
			return timing{}, err
		}
		t.latencies = stamps[:min(mean.fit(length/2), maxStamps)]
		return t, s.stampedTrips(t.latencies, perform)
	}
}

// trips makes n trips with nothing between them.
func (s *session) trips(n int, perform trip) error {
	for n > 0 {
		for range min(n, lookAfter) {
			if err := perform(); err != nil {
				return err
			}
		}
		n -= lookAfter
		if s.ctx.Err() != nil {
			return s.stalled()
		}
	}
	return nil
}

// stampedTrips makes len(latencies) trips and records their durations. A trip's intended start is
// the end of the previous trip, so a delay of the waiter between two trips is part of a latency. It
// takes timestamps at the ends only, and computes the differences afterwards.
func (s *session) stampedTrips(latencies []int64, perform trip) error {
	start := time.Now()
	for i := range latencies {
		if err := perform(); err != nil {
			return err
		}
		latencies[i] = int64(time.Since(start))
		if i%lookAfter == 0 && s.ctx.Err() != nil {
			return s.stalled()
		}
	}
	var before int64
	for i, stamp := range latencies {
		latencies[i] = stamp - before
		before = stamp
	}
	return nil
}

// blockingTrip waits on a channel.
func (s *session) blockingTrip() trip {
	task := func() {
		s.ran++
		s.done <- struct{}{}
	}
	s.unblock(func() {
		select {
		case s.done <- struct{}{}:
		default:
		}
	})
	return func() error {
		refused, err := s.submit(task, 1)
		if err != nil {
			return err
		}
		s.submitted(1, refused)
		<-s.done
		return nil
	}
}

// spinningTrip waits on a flag that has one writer, the loop's goroutine.
func (s *session) spinningTrip() trip {
	flag, task := s.beacon()
	s.unblock(func() { flag.ran.Store(math.MaxUint64) })
	return func() error {
		refused, err := s.submit(task, 1)
		if err != nil {
			return err
		}
		s.submitted(1, refused)
		for looks := 1; flag.ran.Load() < s.accepted; looks++ {
			if looks%yieldAfter == 0 {
				runtime.Gosched()
			}
		}
		return nil
	}
}

// A beacon tells a spinning owner how many tasks have run.
type beacon struct {
	_ [64]byte
	// ran is stored by each task and loaded by the owner.
	ran atomic.Uint64
	_   [56]byte
}

// beacon returns a beacon and the task that increments it.
func (s *session) beacon() (*beacon, func()) {
	b := new(beacon)
	return b, func() {
		s.ran++
		b.ran.Store(s.ran)
	}
}

// unblock calls release repeatedly once the session's context has ended, until the session is over.
// The waiter then runs through the remaining trips until it checks the context, and needs no time
// limit of its own.
func (s *session) unblock(release func()) {
	over := make(chan struct{})
	released := make(chan struct{})
	forget := context.AfterFunc(s.ctx, func() {
		defer close(released)
		for {
			select {
			case <-over:
				return
			default:
				release()
				runtime.Gosched()
			}
		}
	})
	s.addCleanup(func() {
		close(over)
		if !forget() {
			<-released
		}
	})
}
