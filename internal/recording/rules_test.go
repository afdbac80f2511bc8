package recording_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

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
		{stall("running", inOther+inMain), nil, "main.load (/src/main.go:9) has blocked the loop once, for up to 28ms, computing at example.com/orders/store.(*File).all (/src/store/file.go:31): split it"},
		{stall("chan receive", inMain), callbackAt(start + 5000*us), "main.load (/src/main.go:9) has blocked the loop once, for up to 28ms, waiting for a channel: let the other side"},
		{stall("something else", ""), nil, "waiting (something else): split it"},
	} {
		found := find(recording.Loop{Stalls: []recording.Stall{test.stall}, Events: test.events})
		if len(found) != 1 || found[0].Rule != "blocked callback" || !strings.Contains(found[0].Text, test.text) {
			t.Errorf("found %+v, want a sentence with %q", found, test.text)
		}
	}
}

// TestRepeatedStalls: stalls of one function for one reason are one finding, whether their callbacks were
// recorded or not. Another reason is another finding.
func TestRepeatedStalls(t *testing.T) {
	start := time.Unix(1700000000, 0).UnixNano()
	stall := func(at, took int64, state string) recording.Stall {
		return recording.Stall{
			Callback: recording.Function{Name: "main.load", File: "/src/main.go", Line: 9}, Returned: true,
			Start: start + at, Duration: took, State: state, Stack: "goroutine 7 [" + state + "]:\nmain.load(...)\n\t/src/main.go:9 +0x1d\n",
		}
	}
	timed := callback(inSubmitted, 30_000*us)(0)
	timed.Start = start
	found := find(recording.Loop{Events: []recording.Event{timed}, Stalls: []recording.Stall{
		stall(1000*us, 28_000*us, "chan receive"), stall(1e9, 28_000*us, "chan receive"), stall(2e9, 40_000*us, "chan receive"),
		stall(3e9, 30_000*us, "sleep"), stall(4e9, 31_000*us, "sleep"),
	}})
	want := []string{"3 times, for up to 40ms, waiting for a channel", "2 times, for up to 31ms, sleeping"}
	if len(found) != len(want) {
		t.Fatalf("found %+v, want %q", found, want)
	}
	for i, f := range found {
		if !strings.Contains(f.Text, want[i]) {
			t.Errorf("found %+v, want a sentence with %q", f, want[i])
		}
	}
}

// TestUnreported: a callback that the watchdog has seen and did not report had no processor.
func TestUnreported(t *testing.T) {
	long := events(3, 200_000*us, callback(inSubmitted, 160_000*us))
	limit := int64(100 * time.Millisecond)
	reported := recording.Stall{Callback: recording.Function{Name: "main.load"}, Start: long[0].Start, Duration: 150_000 * us, State: "running", Returned: true}
	for _, test := range []struct {
		name string
		loop recording.Loop
		want int
	}{
		{"not watched", recording.Loop{Events: long}, 1},
		{"a watchdog with another limit", recording.Loop{Events: long, StallLimit: 2 * limit}, 1},
		{"not reported", recording.Loop{Events: long, StallLimit: limit}, 0},
		{"watched later", recording.Loop{Events: long, StallLimit: limit, StallsSince: long[2].Start + 1}, 1},
		{"one reported", recording.Loop{Events: long, StallLimit: limit, Stalls: []recording.Stall{reported}}, 1},
	} {
		if found := find(test.loop); len(found) != test.want {
			t.Errorf("%s: found %+v", test.name, found)
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
		{recording.Loop{Hosted: true, Events: parks(3, 12_000_000, 1_000_000)}, "", ""},
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
		r := &recording.Recording{Time: time.Unix(1700000100, 0)}
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
