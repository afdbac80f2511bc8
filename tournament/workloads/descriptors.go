package workloads

import (
	"context"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/pipes"
)

// This file has the workloads of a loop with registered descriptors.

var ioLatency = &Workload{
	Name: "io-latency",
	Summary: "Descriptors=N: the round trip of ping-pong-latency, the waiter blocks, with N registered descriptors that are never ready. Event=pipe: a byte into a " +
		"pipe, the loop's callback for it, a byte back over a second pipe to a caller who waits in Go's poller. Mean and histogram as of ping-pong-latency.",
	Unit:        nsPerOp,
	Variants:    append(variants("descriptors", "0", "1", "1000"), overPipe),
	Quick:       []map[string]string{overPipe},
	Waits:       true,
	Needs:       contest.Loops | contest.Descriptors,
	prepare:     prepareTrips,
	forControls: true,
	refuses: func(entry contest.Entry, params map[string]string) string {
		switch {
		case entry.Can.Has(contest.Loops):
			return ""
		case params["event"] == "":
			return "a control is no loop, so no descriptors can be registered with it"
		case !entry.Can.Has(contest.Pipes):
			return "this control's token does not go over pipes"
		}
		return ""
	},
}

var overPipe = map[string]string{"event": "pipe"}

var ioThroughput = &Workload{
	Name:     "io-throughput",
	Summary:  "Ping-pong with so many registered descriptors that are never ready; per task.",
	Unit:     nsPerOp,
	Variants: variants("descriptors", "0", "1000"),
	// The workload compares its own two rows. A quick run is too short for that ratio.
	Quick: []map[string]string{},
	Needs: contest.Loops | contest.Descriptors,
	prepare: func(s *session) (pass, error) {
		if err := s.registerIdle(); err != nil {
			return nil, err
		}
		return s.sized(s.oneProducer(s.count())), nil
	},
}

// pipeTrip sends a byte to a callback, which sends it back.
func (s *session) pipeTrip() (trip, error) {
	pair, err := pipes.Open()
	if err != nil {
		return nil, err
	}
	s.remains = append(s.remains, pair.Close)
	if err := s.registerReadable(pair.Requests, func() { pair.Answer() }); err != nil {
		return nil, err
	}
	forget := context.AfterFunc(s.ctx, pair.GiveUp)
	s.addCleanup(func() { forget() })
	return func() error {
		err := pair.Trip()
		if err != nil && s.ctx.Err() != nil {
			return fmt.Errorf("no answer came before the deadline: an event or a wake-up was lost, or the contestant is far too slow: %w", err)
		}
		return err
	}, nil
}

// registerReadable makes the loop call fn while fd is readable, until the end of the session. A
// call may still be running then, so fd must stay open until the loop has ended.
func (s *session) registerReadable(fd int, fn func()) error {
	loop := s.loop.(contest.Registrar)
	if err := loop.RegisterReadable(fd, fn); err != nil {
		return fmt.Errorf("registering descriptor %d: %w", fd, err)
	}
	s.addCleanup(func() {
		if err := loop.Unregister(fd); err != nil {
			s.undone = errors.Join(s.undone, fmt.Errorf("unregistering descriptor %d: %w", fd, err))
		}
	})
	return nil
}

// registerIdle registers as many descriptors as the parameter says. None of them ever becomes
// ready.
func (s *session) registerIdle() error {
	idle, release, err := pipes.Idle(s.number("descriptors"))
	if err != nil {
		return err
	}
	s.remains = append(s.remains, release)
	for _, fd := range idle {
		if err := s.registerReadable(fd, func() {}); err != nil {
			return err
		}
	}
	return nil
}
