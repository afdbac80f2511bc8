package workloads

import (
	"context"
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/pipes"
)

var _ = register(&Workload{
	Name: "io-latency",
	Summary: "Descriptors=N: the round trip of ping-pong-latency, the waiter blocks, with N registered descriptors that are never ready. Event=pipe: a byte into a " +
		"pipe, the loop's callback for it, a byte back over a second pipe to a caller who waits in Go's poller. Mean and histogram as of ping-pong-latency.",
	Unit:        nsPerOp,
	Variants:    append(variants("descriptors", "0", "1", "1000"), overPipes...),
	Quick:       overPipes,
	Waits:       true,
	Needs:       contest.Loops | contest.Descriptors,
	order:       103,
	prepare:     prepareIOTrips,
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
})

var overPipes = variants("event", "pipe")

func prepareIOTrips(s *session) (pass, error) {
	perform, err := s.ioTrip()
	if err != nil {
		return nil, err
	}
	return s.timedTrips(perform), nil
}

func (s *session) ioTrip() (trip, error) {
	event := s.params["event"]
	switch {
	case s.control != nil:
		return func() error { s.control.RoundTrip(); return nil }, nil
	case event == "pipe":
		return s.pipeTrip()
	case event != "":
		return nil, fmt.Errorf("event=%q is not pipe", event)
	}
	if err := s.registerIdle(); err != nil {
		return nil, err
	}
	return s.blockingTrip(), nil
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
