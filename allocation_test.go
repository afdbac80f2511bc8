package wakeful_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// No call allocates on a loop that keeps up, because queues reuse their memory.
func TestNothingIsAllocated(t *testing.T) {
	if underRace {
		t.Skip("NOT RUN: the race detector allocates; the pass without it checks this")
	}
	l := running(t)
	bounded := running(t, limited(100, wakeful.OverflowBlock))
	named := running(t, wakeful.WithName("orders")) // its turns are regions while a trace is written
	ran := make(chan struct{}, 1)
	done := func() { ran <- struct{}{} }
	m := mailbox(t, l, func([4]int) { done() })
	timer, err := l.AfterFunc(time.Hour, done)
	check(t, err)
	nothing := func() {}

	// outside measures a call from another goroutine that waits for the result.
	outside := func(name string, submit func() error) {
		t.Helper()
		allocates(t, name, func() {
			if err := submit(); err != nil {
				t.Error(err)
			}
			<-ran
		})
	}
	outside("Submit", func() error { return l.Submit(done) })
	outside("SubmitPriority", func() error { return l.SubmitPriority(done) })
	outside("Send", func() error { return m.Send([4]int{1, 2, 3, 4}) })
	outside("Reset", func() error { return timer.Reset(0) })
	outside("Submit to a loop with a name", func() error { return named.Submit(done) })
	outside("Submit to a bounded queue", func() error { return bounded.Submit(done) })
	k := l.KeepAlive()
	allocates(t, "Hold and Release", func() { k.Release(); k.Hold() })

	if testing.AllocsPerRun(100, func() { l.OnLoop() }) > 0 {
		return // without the native identity, telling goroutines apart allocates, and so do calls that need it
	}
	allocates(t, "Metrics", func() { l.Metrics() })

	// inside measures a call in a callback, including the callbacks that it causes.
	inside := func(name string, call func() error) {
		t.Helper()
		callback := func() {
			if err := call(); err != nil {
				t.Error(err)
			}
			if err := l.AtTurnEnd(done); err != nil {
				t.Error(err)
			}
		}
		allocates(t, name, func() {
			if err := l.Submit(callback); err != nil {
				t.Error(err)
			}
			<-ran
		})
	}
	for _, local := range locals(l) {
		inside(local.name, func() error { return local.queue(nothing) })
	}
	inside("Submit in a callback", func() error { return l.Submit(nothing) })
	far, err := l.AfterFunc(time.Hour, nothing)
	check(t, err)
	inside("Reset in a callback", func() error { return far.Reset(time.Hour) })
	inside("Stop and Reset in a callback", func() error { far.Stop(); return far.Reset(time.Hour) })
}

// allocates checks that fn, called often, does not allocate.
func allocates(t *testing.T, name string, fn func()) {
	t.Helper()
	// More calls than a segment of the queue has slots. AllocsPerRun rounds down, so one allocation
	// per segment is allowed.
	if n := testing.AllocsPerRun(2000, fn); n != 0 {
		t.Errorf("%s: %v allocations", name, n)
	}
}
