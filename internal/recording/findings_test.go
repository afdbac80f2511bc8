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
		{
			"blocked callback", "has blocked the loop once, for up to 251ms",
			events(1, 0, callback(inSubmitted, 251_000*us)), events(1, 0, callback(inSubmitted, 249_000*us)),
		},
		{
			"blocked callback", "has blocked the loop 100 times, for up to 12ms",
			events(100, 100_000*us, callback(inSubmitted, 12_000*us)), events(100, 150_000*us, callback(inSubmitted, 12_000*us)),
		},
		{
			"blocked, not timed", "One of 40 short callbacks has blocked the loop for up to 251ms",
			untimed(251_000*us, 0), untimed(251_000*us, 1),
		},
		{
			"microtask chain", "for 260ms, the last of them main.load",
			events(2600, 100*us, callback(inMicrotasks, 100*us)), events(2400, 100*us, callback(inMicrotasks, 100*us)),
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
			"growing queue", "from 0 to 1750 functions in 1s, and what is submitted now waits for about 175ms",
			events(2000, 500*us, queued(func(i int) int { return i })),
			events(2000, 500*us, queued(func(i int) int { return i % 1900 })), // emptied once
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
	r := &recording.Recording{Header: recording.Header{Time: time.Unix(1700000100, 0)}, Loops: []recording.Loop{l}}
	return r.Findings()
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

// TestBlockedNow: a callback that has not returned counts with its age, whether it was timed or not.
func TestBlockedNow(t *testing.T) {
	const want = "main.price (/src/main.go:12) blocks the loop for 1s and has not returned, sleeping"
	r := sample()
	l := &r.Loops[0]
	l.Stalls, l.Promises = nil, nil
	found := r.Findings()
	if len(found) != 1 || found[0].Rule != "callback that blocks now" || !strings.HasPrefix(found[0].Text, want) {
		t.Errorf("found %+v", found)
	}
	l.Events = l.Events[:len(l.Events)-1] // it was not timed
	if found = r.Findings(); len(found) != 1 || !strings.HasPrefix(found[0].Text, want) {
		t.Errorf("not timed: found %+v", found)
	}
	l.State = "parked"
	if found = r.Findings(); len(found) > 0 {
		t.Errorf("parked: found %+v", found)
	}
}

// TestStalls: a stall says what the callback was doing, whether the callback was recorded or not.
func TestStalls(t *testing.T) {
	start := time.Unix(1700000000, 0).UnixNano()
	callbackAt := func(at int64) []recording.Event {
		e := callback(inSubmitted, 30_000*us)(0)
		e.Start = at
		return []recording.Event{e}
	}
	stall := func(state, stack string) recording.Stall {
		return recording.Stall{
			Callback: recording.Function{Name: "main.load", File: "/src/main.go", Line: 9}, Returned: true,
			Start: start + 1000*us, Duration: 28_000 * us, State: state, Stack: "goroutine 7 [" + state + "]:\n" + stack,
		}
	}
	const (
		inMain   = "main.load(...)\n\t/src/main.go:9 +0x1d\n"
		inOther  = "example.com/orders/store.(*File).all(0xc0001)\n\t/src/store/file.go:31 +0x1d\n"
		readFile = "syscall.Syscall(0x1)\n\t/go/src/syscall/syscall_linux.go:3 +0x1d\nos.ReadFile({0x1, 0x2})\n\t/go/src/os/file.go:3 +0x1d\n"
	)
	for _, test := range []struct {
		stall  recording.Stall
		events []recording.Event
		text   string
	}{
		{stall("syscall", readFile+inOther+inMain), callbackAt(start), "main.load (/src/main.go:7) has blocked the loop once, for up to 30ms, in a system call in os.ReadFile, called at example.com/orders/store.(*File).all (/src/store/file.go:31): run it with RunBlocking."},
		{stall("sync.Mutex.Lock", "sync.(*Mutex).Lock(...)\n\t/go/src/sync/mutex.go:3\n"+inMain), callbackAt(start), ", waiting for a lock in sync.(*Mutex).Lock: find who holds"},
		{stall("running", inMain), callbackAt(start), "for up to 30ms, computing: split it"},
		{stall("running", inOther+inMain), nil, "main.load (/src/main.go:9) has blocked the loop for 28ms, computing at example.com/orders/store.(*File).all (/src/store/file.go:31): split it"},
		{stall("chan receive", inMain), callbackAt(start + 5000*us), "main.load (/src/main.go:9) has blocked the loop for 28ms, waiting for a channel: let the other side"},
		{stall("something else", ""), nil, "waiting (something else): split it"},
	} {
		found := find(recording.Loop{Stalls: []recording.Stall{test.stall}, Events: test.events})
		if len(found) != 1 || found[0].Rule != "blocked callback" || !strings.Contains(found[0].Text, test.text) {
			t.Errorf("found %+v, want a sentence with %q", found, test.text)
		}
	}
}

// TestHeld: promises and keep-alives are found when they are old.
func TestHeld(t *testing.T) {
	now := time.Unix(1700000100, 0).UnixNano()
	minute := time.Minute.Nanoseconds()
	promises := func(age int64) recording.Loop {
		return recording.Loop{Promises: []recording.Promise{
			{Site: "main.ask (/src/main.go:40)", Made: now - age}, {Site: "main.ask (/src/main.go:40)", Made: now - age + us},
		}}
	}
	alive := func(age int64, more ...recording.Alive) recording.Loop {
		return recording.Loop{AutoExit: true, Events: []recording.Event{{Kind: recording.Park, Start: now - 2*minute, Duration: recording.Unfinished}}, Alive: append(more, recording.Alive{
			Kind: "keep-alive", Made: now - age, Count: 1, Origin: []recording.Function{{Name: "main.upload", File: "/src/main.go", Line: 50}},
		})}
	}
	notAuto := alive(2 * minute)
	notAuto.AutoExit = false
	refused := recording.Loop{Refused: 12, Events: events(1, 0, callback(inSubmitted, us))}
	for _, test := range []struct {
		loop recording.Loop
		rule string // "" for none
		text string
	}{
		{promises(2 * minute), "promise that nobody settles", "2 promises made at main.ask (/src/main.go:40) are pending, for up to 2m0s: settle"},
		{promises(minute / 2), "", ""},
		{alive(2 * minute), "keep-alive that nobody releases", "Nothing but a keep-alive has kept the loop from its end for 2m0s, made at main.upload (/src/main.go:50): release"},
		{alive(minute / 2), "", ""},
		{alive(2*minute, recording.Alive{Kind: "timer", Count: 1}), "", ""},
		{notAuto, "", ""},
		{refused, "refused functions", "has refused 12 functions, most time goes to main.load (/src/main.go:7)"},
		{recording.Loop{Refused: 12, State: "ended"}, "", ""},
	} {
		found := find(test.loop)
		if test.rule == "" {
			if len(found) > 0 {
				t.Errorf("found %+v where there is no fault", found)
			}
			continue
		}
		if len(found) != 1 || found[0].Rule != test.rule || !strings.Contains(found[0].Text, test.text) {
			t.Errorf("found %+v, want a sentence with %q", found, test.text)
		}
	}
}

// TestCollections: the collector is process-wide, so its finding is in one loop only.
func TestCollections(t *testing.T) {
	start := time.Unix(1700000000, 0).UnixNano()
	for _, test := range []struct {
		every, took int64
		want        int
	}{{9_000 * us, us, 1}, {11_000 * us, us, 0}, {20_000 * us, 210 * us, 1}, {20_000 * us, 190 * us, 0}} {
		r := &recording.Recording{Header: recording.Header{Time: time.Unix(1700000100, 0)}}
		for at := start; at < start+1e9; at += test.every {
			r.Pauses = append(r.Pauses, recording.Pause{Start: at, Duration: test.took})
		}
		loop := recording.Loop{Functions: make([]recording.Function, 1), Events: events(2, 1e9, callback(inSubmitted, us))}
		r.Loops = []recording.Loop{loop, loop}
		if found := r.Findings(); len(found) != test.want || test.want > 0 && found[0].Rule != "garbage collection" {
			t.Errorf("%d us in %d us: found %+v", test.took/us, test.every/us, found)
		}
	}
}
