package recording_test

import (
	"cmp"
	"slices"
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
			"blocked callback", "main.load (/src/main.go:7) has blocked the loop 3 times, for up to 60ms: split it",
			events(3, 70_000*us, callback(inSubmitted, 60_000*us)), events(3, 70_000*us, callback(inSubmitted, 49_000*us)),
		},
		{ // the thread waited for a processor
			"blocked callback", "main.load (/src/main.go:7) has blocked the loop 3 times, for up to 50ms",
			waited(60_000*us, 10_000*us), waited(60_000*us, 51_000*us),
		},
		{
			"blocked callback", "has blocked the loop once, for up to 1s",
			events(1, 0, callback(inSubmitted, 1_000_000*us)), events(1, 0, callback(inSubmitted, 999_000*us)),
		},
		{
			"blocked callback", "has blocked the loop 5 times, for up to 60ms",
			mixed(100, 5), mixed(100, 4),
		},
		{
			"blocked callback", "has blocked the loop 100 times, for up to 12ms",
			events(100, 100_000*us, callback(inSubmitted, 12_000*us)), events(100, 150_000*us, callback(inSubmitted, 12_000*us)),
		},
		{
			"blocked, not timed", "One of 40 short callbacks has blocked the loop for up to 1s",
			untimed(1_000_000*us, 0), untimed(1_000_000*us, 1),
		},
		{ // the others take 9 ms, which explains 0.36 s
			"blocked, not timed", "One of 40 short callbacks has blocked the loop for up to 1.1s",
			append(untimed(1_100_000*us, 0), events(40, 0, callback(inSubmitted, us))...),
			append(untimed(1_100_000*us, 0), events(40, 0, callback(inSubmitted, 9000*us))...),
		},
		{
			"microtask chain", "for 1s, the last of them main.load",
			events(10_000, 100*us, callback(inMicrotasks, 100*us)), events(9990, 100*us, callback(inMicrotasks, 100*us)),
		},
		{
			"timer without delay", "The timer of main.load (/src/main.go:7)",
			events(2000, 100*us, callback(inTimers, us)), interrupted(2000, 400, 100*us, callback(inTimers, us)),
		},
		{
			"timer without delay", "The timer of main.load (/src/main.go:7)",
			setAgain(1), setAgain(1100),
		},
		{
			"timer that polls", "wakes the loop about 500 times a second and then runs for 1",
			polls(1000, us), polls(2001, us),
		},
		{
			"timer that polls", "wakes the loop about 500 times",
			polls(1000, 19*us), polls(1000, 20*us),
		},
		{
			"function that submits itself", "main.load (/src/main.go:7) submits itself again and again",
			submitsItself(us, 5), submitsItself(3*us, 5),
		},
		{
			"function that submits itself", "main.load (/src/main.go:7) submits itself again and again",
			submitsItself(us, 5), submitsItself(us, 6),
		},
		{
			"descriptor that is always ready", "Descriptor 7 is ready all the time",
			events(2000, 100*us, func(int) recording.Event {
				return recording.Event{Kind: recording.Callback, Detail: inDescriptors, Duration: 90, C: 7}
			}),
			events(2000, 100*us, callback(inDescriptors, 2*us)),
		},
		{
			"growing queue", "from 249 to 1999 functions in 1s, and what is submitted now waits for about 200ms",
			events(2000, 500*us, queued(func(i int) int { return i })),
			events(2000, 500*us, func(i int) recording.Event { // emptied once
				if i == 1900 {
					return recording.Event{Kind: recording.Park, Duration: us}
				}
				return queued(func(i int) int { return i })(i)
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
			"small writes", "main.load (/src/main.go:7) writes to a connection about 8 times in one call, 16 bytes each",
			tagged(20, tag(recording.TagWritten, 5, 128, 8)), tagged(20, tag(recording.TagWritten, 5, 8*1460, 8)),
		},
		{
			"spin in vain", "spins for 50 % of the time, and 1000 of 1000 spins find nothing",
			events(1001, 1000*us, spin(500, 1)), events(1001, 1000*us, spin(500, 0)),
		},
		{
			"work that waits", "main.load (/src/main.go:7) has waited for a goroutine for up to 200ms, and 2 others too",
			events(3, 1000*us, work(us, 200_000)), events(3, 1000*us, work(us, 90_000)),
		},
		{
			"work that is too small", "main.load (/src/main.go:7) is started on a goroutine about 5001 times a second and runs for 1",
			events(5000, 200*us, work(us, 0)), events(5000, 200*us, work(3*us, 0)),
		},
		{
			"hot key", `The key "customer 7" takes 90 % of the time of all 11 keys, and its loop is busy for 60 %`,
			keys(90, 600*us), keys(40, 600*us),
		},
		{
			"hot key", `The key "customer 7" takes 90 %`,
			keys(90, 600*us), keys(90, 400*us), // the loop is idle
		},
		{
			"callback that panics", "has panicked 3 times",
			events(3, us, callback(inSubmitted|recording.Panicked, 1)), events(3, us, callback(inSubmitted, 1)),
		},
		{
			"no processor", "The loop could run and did not for up to 12ms, after 3 of 3 parks: other processes",
			parks(3, 12_000_000, 12_000_000), parks(3, 9_000_000, 9_000_000),
		},
		{
			"no processor", "after 3 of 3 parks: goroutines of this process",
			parks(3, 12_000_000, 1_000_000), parks(2, 12_000_000, 1_000_000),
		},
		{
			"no processor", "after 3 of 3 parks: other processes or goroutines of this one",
			parks(3, 12_000_000, recording.NotKnown), parks(2, 12_000_000, recording.NotKnown),
		},
		{
			"no processor", "for up to 12ms, after 20 of 20 parks: goroutines of this process",
			lateTimers(20, 12_000), lateTimers(20, 9_000),
		},
	} {
		found := find(recording.Loop{Events: test.bad})
		if len(found) != 1 || found[0].Rule != test.rule || found[0].Loop != "orders" || !strings.Contains(found[0].Text, test.text) || found[0].End < found[0].Start {
			t.Errorf("%s: found %+v, want a sentence with %q", test.rule, found, test.text)
		}
		if found := find(recording.Loop{Events: test.good}); len(found) > 0 {
			t.Errorf("%s: found %+v where it is less", test.rule, found)
		}
	}
}

// find returns what is found in a recording of the loop "orders".
func find(l recording.Loop) []recording.Finding {
	l.Name, l.ID = "orders", 5
	if l.State == "" {
		l.State = "parked"
	}
	l.Labels = []string{"customer 7"}
	l.Functions = []recording.Function{{Name: "main.load", File: "/src/main.go", Line: 7}}
	l.Stacks = [][]recording.Function{{
		{Name: "github.com/wakeful-go/wakeful.(*Loop).Submit"}, {Name: "main.feed", File: "/src/main.go", Line: 30},
	}}
	r := &recording.Recording{Time: time.Unix(1700000100, 0), Loops: []recording.Loop{l}}
	return r.Findings()
}

// mixed is short callbacks of which some take 60 ms.
func mixed(n, long int) []recording.Event {
	return events(n, 61_000*us, func(i int) recording.Event {
		if i < long {
			return callback(inSubmitted, 60_000*us)(i)
		}
		return callback(inSubmitted, us)(i)
	})
}

func untimed(took int64, parks uint32) []recording.Event {
	return events(1, 0, func(int) recording.Event {
		return recording.Event{Kind: recording.Untimed, Duration: took, A: 40, B: parks}
	})
}

// interrupted is events with a park after every so many.
func interrupted(n, park int, every int64, event func(i int) recording.Event) []recording.Event {
	return events(n, every, func(i int) recording.Event {
		if i%park == 0 {
			return recording.Event{Kind: recording.Park, Detail: inTimers}
		}
		return event(i)
	})
}

// caused adds a cause to every callback.
func caused(all []recording.Event, cause func(callback recording.Event) recording.Event) (with []recording.Event) {
	for _, e := range all {
		c := cause(e)
		c.Kind, c.Duration = recording.Cause, e.Start-c.Start
		with = append(with, c, e)
	}
	slices.SortStableFunc(with, func(a, b recording.Event) int { return cmp.Compare(a.Start, b.Start) })
	return with
}

// setAgain is a timer of which each call, 2 ms long, sets the next one, with a delay in microseconds.
func setAgain(delay int64) []recording.Event {
	return caused(events(100, 2000*us+delay*us, callback(inTimers, 2000*us)), func(e recording.Event) recording.Event {
		return recording.Event{Detail: recording.CauseTimer, Start: e.Start - delay*us - 2000*us}
	})
}

// polls is a timer that wakes the loop 500 times in a given number of milliseconds.
func polls(ms, took int64) []recording.Event {
	return events(1000, ms*us, func(i int) recording.Event {
		if i%2 == 0 {
			return recording.Event{Kind: recording.Park, Detail: 3, Duration: ms * us}
		}
		return callback(inTimers, took)(i)
	})
}

// submitsItself is a function that the loop with the given ID submits.
func submitsItself(took int64, loop uint32) []recording.Event {
	return caused(events(2000, 100*us, callback(inSubmitted, took)), func(e recording.Event) recording.Event {
		return recording.Event{Detail: recording.CauseSubmitted, Start: e.Start - 50*us, B: loop}
	})
}

func queued(length func(i int) int) func(int) recording.Event {
	return func(i int) recording.Event {
		return recording.Event{Kind: recording.Callback, Detail: inSubmitted, Duration: 100 * us, B: uint32(length(i))}
	}
}

func tag(detail uint8, a, b, c uint32) func(int) recording.Event {
	return func(int) recording.Event {
		return recording.Event{Kind: recording.Tag, Detail: detail, A: a, B: b, C: c}
	}
}

// waited is three callbacks whose threads have waited for a processor.
func waited(took, wait int64) (all []recording.Event) {
	for _, e := range events(3, 70_000*us, callback(inSubmitted, took)) {
		all = append(all, e, recording.Event{Kind: recording.Tag, Detail: recording.TagWaited, Start: e.Start, A: uint32(wait)})
	}
	return all
}

// tagged is callbacks with tags.
func tagged(n int, tag func(i int) recording.Event) (all []recording.Event) {
	for i, e := range events(n, 1000*us, callback(inDescriptors, 30*us)) {
		more := tag(i)
		more.Start = e.Start
		all = append(all, e, more)
	}
	return all
}

// keys is functions of keys, of which some in a hundred are of one key, each so long, one in a
// millisecond.
func keys(hot int, took int64) (all []recording.Event) {
	for i, e := range events(1000, 1000*us, callback(inSubmitted, took)) {
		tag := recording.Event{Kind: recording.Tag, Detail: recording.TagKey, Start: e.Start, A: 7, C: 1}
		if i%100 >= hot {
			tag.A, tag.C = uint32(100+i%10), 0
		}
		all = append(all, e, tag, recording.Event{Kind: recording.Park, Start: e.Start + took, Duration: 1000*us - took})
	}
	// The last park, so that the part that the loop is busy is above a half.
	all[len(all)-1].Duration = 1
	return all
}

// parks is parks, each with a callback after it.
func parks(n int, runnable, kernel uint32) []recording.Event {
	return events(2*n, 50_000*us, func(i int) recording.Event {
		if i%2 == 1 {
			return callback(inSubmitted, us)(i)
		}
		return recording.Event{Kind: recording.Park, Duration: 50_000 * us, B: runnable, C: kernel}
	})
}

// lateTimers is parks that timers end, which are so late.
func lateTimers(n int, late uint32) []recording.Event {
	return events(2*n, 50_000*us, func(i int) recording.Event {
		if i%2 == 1 {
			return recording.Event{Kind: recording.Callback, Detail: inTimers, Duration: us, C: late}
		}
		return recording.Event{Kind: recording.Park, Detail: 3, Duration: 50_000 * us, B: 5000, C: 0}
	})
}

func spin(took, vain uint32) func(int) recording.Event {
	return func(i int) recording.Event {
		if i == 1000 {
			return recording.Event{Kind: recording.Park}
		}
		return recording.Event{Kind: recording.Spin, Duration: int64(took) * us, A: 1, B: vain, C: took}
	}
}

func work(took int64, wait uint32) func(int) recording.Event {
	return func(int) recording.Event {
		return recording.Event{Kind: recording.Work, Duration: took, C: wait}
	}
}
