package recording_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

const us = int64(time.Microsecond)

// The numbers of phases and reasons.
const (
	inTimers, inDescriptors, inSubmitted, inMicrotasks = 1, 3, 4, 8
	bySubmit                                           = 1
)

// events repeats events, each a given time after the one before.
func events(n int, every int64, event func(i int) recording.Event) (all []recording.Event) {
	start := time.Unix(1700000000, 0).UnixNano()
	for i := range n {
		e := event(i)
		e.Start = start + int64(i)*every
		all = append(all, e)
	}
	return all
}

func callback(phase uint8, took int64) func(int) recording.Event {
	return func(int) recording.Event {
		return recording.Event{Kind: recording.Callback, Detail: phase, Duration: took}
	}
}

// TestRules: each rule finds its fault in a recording with that fault, and no rule finds anything in a
// recording that is a little less bad.
func TestRules(t *testing.T) {
	for _, test := range []struct {
		rule, text string
		bad, good  []recording.Event
	}{
		{
			"blocked callback", "main.load (/src/main.go:7) has blocked the loop 3 times, for up to 60ms",
			events(3, 70_000*us, callback(inSubmitted, 60_000*us)), events(3, 70_000*us, callback(inSubmitted, 49_000*us)),
		},
		{
			"blocked, not timed", "One of 40 short callbacks has blocked the loop for up to 51ms",
			events(1, 0, func(int) recording.Event {
				return recording.Event{Kind: recording.Untimed, Duration: 51_000 * us, A: 40}
			}),
			events(1, 0, func(int) recording.Event {
				return recording.Event{Kind: recording.Untimed, Duration: 51_000 * us, A: 40, B: 1}
			}),
		},
		{
			"microtask chain", "for 59.9ms, the last of them main.load",
			events(600, 100*us, callback(inMicrotasks, us)), events(400, 100*us, callback(inMicrotasks, us)),
		},
		{
			"timer without delay", "The timer of main.load (/src/main.go:7)",
			events(2000, 100*us, callback(inTimers, us)), events(2000, 100*us, func(i int) recording.Event {
				if i%400 == 0 {
					return recording.Event{Kind: recording.Park, Detail: inTimers}
				}
				return callback(inTimers, us)(i)
			}),
		},
		{
			"descriptor that is always ready", "Descriptor 7 is ready all the time",
			events(2000, 100*us, func(int) recording.Event {
				return recording.Event{Kind: recording.Callback, Detail: inDescriptors, Duration: 90, C: 7}
			}),
			events(2000, 100*us, callback(inDescriptors, 2*us)),
		},
		{
			"growing queue", "from 0 to 1750 functions in 1s",
			events(2000, 500*us, func(i int) recording.Event {
				return recording.Event{Kind: recording.Callback, Detail: inSubmitted, Duration: us, B: uint32(i)}
			}),
			events(2000, 500*us, func(i int) recording.Event { // emptied once
				return recording.Event{Kind: recording.Callback, Detail: inSubmitted, Duration: us, B: uint32(i) % 1900}
			}),
		},
		{
			"wake-up for each function", "main.feed (/src/main.go:30) wakes the loop for each function, about 10001 times a second",
			events(6000, 100*us, func(i int) recording.Event {
				if i%2 == 0 {
					return recording.Event{Kind: recording.Park, Detail: bySubmit, Duration: us, A: 1}
				}
				return recording.Event{Kind: recording.Untimed, Duration: us, A: 1, B: 1}
			}),
			events(6000, 400*us, func(int) recording.Event {
				return recording.Event{Kind: recording.Park, Detail: bySubmit, Duration: us, A: 1}
			}),
		},
		{
			"spin in vain", "spins for 50 % of the time, and 1000 of 1000 spins find nothing",
			events(1001, 1000*us, spin(500, 1)), events(1001, 1000*us, spin(500, 0)),
		},
		{
			"work that waits", "main.load (/src/main.go:7) has waited for a goroutine for up to 200ms, and 2 others too",
			events(3, 1000*us, work(200_000)), events(3, 1000*us, work(90_000)),
		},
		{
			"callback that panics", "has panicked 3 times",
			events(3, us, callback(inSubmitted|recording.Panicked, 1)), events(2, us, callback(inSubmitted|recording.Panicked, 1)),
		},
	} {
		find := func(all []recording.Event) []recording.Finding {
			r := &recording.Recording{Time: time.Unix(1700000100, 0), Loops: []recording.Loop{{
				Name: "orders", State: "parked", Events: all,
				Functions: []recording.Function{{Name: "main.load", File: "/src/main.go", Line: 7}},
				Stacks: [][]recording.Function{{
					{Name: "github.com/wakeful-go/wakeful.(*Loop).Submit"}, {Name: "main.feed", File: "/src/main.go", Line: 30},
				}},
			}}}
			return r.Findings()
		}
		found := find(test.bad)
		if len(found) != 1 || found[0].Rule != test.rule || found[0].Loop != "orders" || !strings.Contains(found[0].Text, test.text) || found[0].End < found[0].Start {
			t.Errorf("%s: found %+v, want a sentence with %q", test.rule, found, test.text)
		}
		if found := find(test.good); len(found) > 0 {
			t.Errorf("%s: found %+v where it is less", test.rule, found)
		}
	}
}

func spin(took, vain uint32) func(int) recording.Event {
	return func(i int) recording.Event {
		if i == 1000 {
			return recording.Event{Kind: recording.Park}
		}
		return recording.Event{Kind: recording.Spin, Duration: int64(took) * us, A: 1, B: vain, C: took}
	}
}

func work(wait uint32) func(int) recording.Event {
	return func(int) recording.Event {
		return recording.Event{Kind: recording.Work, Duration: us, C: wait}
	}
}

// TestBlockedNow: a callback that has not returned counts with its age, whether it was timed or not.
func TestBlockedNow(t *testing.T) {
	r := sample()
	found := r.Findings()
	if len(found) != 1 || found[0].Rule != "callback that blocks now" || !strings.HasPrefix(found[0].Text, "main.price (/src/main.go:12) blocks the loop for 1s and has not returned (sleep)") {
		t.Errorf("found %+v", found)
	}
	l := &r.Loops[0]
	l.Events = l.Events[:len(l.Events)-1] // it was not timed
	if found = r.Findings(); len(found) != 1 || !strings.HasPrefix(found[0].Text, "main.price (/src/main.go:12) blocks the loop for 1s") {
		t.Errorf("not timed: found %+v", found)
	}
	l.State = "parked"
	if found = r.Findings(); len(found) > 0 {
		t.Errorf("parked: found %+v", found)
	}
}
