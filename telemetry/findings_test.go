package telemetry_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// A fault is planted on a loop. It goes on until stop is closed.
type fault struct {
	rule, function string
	real           bool // not in fake time, because the recording needs the processor's clock
	options        []wakeful.Option
	plant          func(t *testing.T, l *wakeful.Loop, stop chan struct{})
}

// The faults take time: that is what is wrong with them. In most tests it is fake.

func faultyLoad()                             { time.Sleep(60 * ms) }
func faultyWork(context.Context) (int, error) { time.Sleep(60 * ms); return 0, nil }
func faultyPanic()                            { panic("planted") }

// faultySubmitter submits functions one by one, so slowly that the loop parks before each of them.
func faultySubmitter(l *wakeful.Loop, stop chan struct{}) {
	for !closed(stop) && l.Submit(func() {}) == nil {
		time.Sleep(100 * time.Microsecond)
	}
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// spinner is a wait strategy that spins for a millisecond.
type spinner struct{}

func (spinner) Wait(s *wakeful.IdleState) {
	for began := time.Now(); time.Since(began) < ms && !s.Ready(); {
	}
}

var faults = []fault{
	{"blocked callback", "faultyLoad", false, nil, func(t *testing.T, l *wakeful.Loop, _ chan struct{}) {
		on(t, l, func() {})
		check(t, l.Submit(faultyLoad))
		on(t, l, func() {})
	}},
	{"callback that blocks now", "faultyHang", false, nil, func(t *testing.T, l *wakeful.Loop, stop chan struct{}) {
		on(t, l, func() {})
		entered := make(chan struct{})
		check(t, l.Submit(faultyHang(entered, stop)))
		<-entered
	}},
	{"microtask chain", "faultyChain", false, nil, func(t *testing.T, l *wakeful.Loop, stop chan struct{}) {
		check(t, l.Submit(faultyChain(l, stop)))
	}},
	{"timer without delay", "faultyTimer", false, nil, func(t *testing.T, l *wakeful.Loop, stop chan struct{}) {
		check(t, l.Submit(faultyTimer(l, stop)))
	}},
	{"growing queue", "faultyFlood", false, nil, func(t *testing.T, l *wakeful.Loop, stop chan struct{}) {
		check(t, l.Submit(faultyFlood(l, stop)))
	}},
	{"wake-up for each function", "faultySubmitter", false, nil, func(t *testing.T, l *wakeful.Loop, stop chan struct{}) {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			faultySubmitter(l, stop)
		}()
		t.Cleanup(func() { <-ended })
	}},
	{"spin in vain", "", true, []wakeful.Option{wakeful.WithWaitStrategy(spinner{})}, func(t *testing.T, l *wakeful.Loop, stop chan struct{}) {
		timer, err := l.Every(2*ms, func() {})
		check(t, err)
		go func() {
			<-stop
			timer.Stop()
		}()
	}},
	{"work that waits", "faultyWork", true, []wakeful.Option{wakeful.WithMaxWorkers(1)}, func(t *testing.T, l *wakeful.Loop, _ chan struct{}) {
		on(t, l, func() {})
		for range 6 {
			check(t, l.RunBlocking(context.Background(), faultyWork, func(int, error) {}))
		}
	}},
	{"callback that panics", "faultyPanic", false, []wakeful.Option{wakeful.WithPanicHandler(func(*wakeful.PanicError) {})}, func(t *testing.T, l *wakeful.Loop, _ chan struct{}) {
		on(t, l, func() {})
		for range 3 {
			check(t, l.Submit(faultyPanic))
		}
	}},
}

// faultyHang returns a function that does not return.
func faultyHang(entered, stop chan struct{}) func() {
	return func() { blockedCallback(entered, stop) }
}

// faultyChain returns a microtask that queues itself.
func faultyChain(l *wakeful.Loop, stop chan struct{}) func() {
	var next func()
	next = func() {
		if time.Sleep(50 * time.Microsecond); !closed(stop) {
			_ = l.QueueMicrotask(next)
		}
	}
	return next
}

// faultyTimer returns the function of a timer that sets itself again without a delay.
func faultyTimer(l *wakeful.Loop, stop chan struct{}) func() {
	var again func()
	again = func() {
		if time.Sleep(50 * time.Microsecond); !closed(stop) {
			_, _ = l.AfterFunc(0, again)
		}
	}
	return again
}

// faultyFlood returns a function that submits itself twice, but not too fast.
func faultyFlood(l *wakeful.Loop, stop chan struct{}) func() {
	ran := 0
	var again func()
	again = func() {
		if closed(stop) {
			return
		}
		_ = l.Submit(again)
		if ran++; ran%4 == 0 {
			_ = l.Submit(again)
		}
		time.Sleep(50 * time.Microsecond)
	}
	return again
}

// found plants the fault on a loop and reports whether it is found after the next look.
func (f *fault) found(t *testing.T, look <-chan time.Time) bool {
	t.Helper()
	l := unrun(t, f.options...)
	r := record(t, l)
	launch(t, l)
	stop := make(chan struct{})
	defer close(stop) // before the loop is shut down
	f.plant(t, l, stop)
	<-look
	all, _ := read(t, r)
	for _, found := range all.Findings() {
		if found.Rule == f.rule {
			if !strings.Contains(found.Text, f.function) || found.Start <= 0 || found.End < found.Start {
				t.Errorf("it found %+v, want something about %s", found, f.function)
			}
			t.Log(found.Text)
			return true
		}
		if !f.real {
			t.Errorf("it found %+v", found)
		}
	}
	return false
}

// TestFaults plants each fault and checks that the recording has it, and no other.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.rule, func(t *testing.T) {
			if f.real {
				for !f.found(t, time.NewTicker(700*ms).C) { // until the machine has time for it
				}
				return
			}
			synctest.Test(t, func(t *testing.T) { // a second is long enough for every rule
				if !f.found(t, time.After(time.Second)) {
					t.Error("it was not found")
				}
			})
		})
	}
}

// TestNoFindings records ten minutes of a service without faults, in fake time: requests that come at random
// and in bursts, a ticker, timers, work on goroutines, microtasks and a mailbox.
func TestNoFindings(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		r, err := telemetry.Record(l, 4<<20)
		check(t, err)
		launch(t, l)
		_, err = l.Every(100*ms, func() { time.Sleep(100 * time.Microsecond) })
		check(t, err)
		m, err := wakeful.NewMailbox(l, func(int) { time.Sleep(10 * time.Microsecond) })
		check(t, err)
		request := func() func() {
			took := time.Duration(random.IntN(3000)) * time.Microsecond
			return func() {
				time.Sleep(took)
				check(t, l.QueueMicrotask(func() {}))
			}
		}
		for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); {
			time.Sleep(time.Duration(random.Int64N(int64(time.Second))))
			check(t, l.Submit(request()))
			if random.IntN(10) == 0 {
				for range 100 {
					check(t, l.Submit(func() { time.Sleep(100 * time.Microsecond) }))
					check(t, m.Send(1))
				}
			}
			if random.IntN(5) == 0 {
				check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
					time.Sleep(200 * ms)
					return 0, nil
				}, func(int, error) {}))
			}
			_, err := l.AfterFunc(time.Duration(random.Int64N(int64(10*time.Second))), request())
			check(t, err)
		}
		all, loop := read(t, r)
		if found := all.Findings(); len(found) > 0 {
			t.Errorf("it found %+v", found)
		}
		if len(loop.Events) < 3000 {
			t.Errorf("the recording has %d events only", len(loop.Events))
		}
		check(t, r.Close())
	})
}
