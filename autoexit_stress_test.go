package wakeful_test

// Auto-exit against concurrent calls on other goroutines.

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// Reset removes a timer and adds it again, but the timer keeps the loop running at every instant.
func TestResetKeepsAutoExitLoop(t *testing.T) {
	l := unrun(t, wakeful.WithAutoExit(), wakeful.WithWaitStrategy(wakeful.Spin()))
	timer, err := l.AfterFunc(time.Hour, func() {})
	check(t, err)
	launch(t, l)
	for range rounds(100_000) {
		if err := timer.Reset(time.Hour); err != nil {
			t.Fatal("the loop has ended by itself:", err)
		}
	}
}

// Several goroutines hold and release one keep-alive. The timer that also keeps the loop running
// stays counted at every instant.
func TestSharedKeepAlive(t *testing.T) {
	l := unrun(t, wakeful.WithAutoExit(), wakeful.WithWaitStrategy(wakeful.Spin()))
	timer, err := l.AfterFunc(time.Hour, func() {})
	check(t, err)
	k := l.KeepAlive()
	launch(t, l)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range rounds(100_000) {
				k.Hold()
				k.Release()
			}
		})
	}
	all.Wait()
	if !timer.Stop() {
		t.Error("the loop has ended by itself while a timer was waiting")
	}
	<-l.Done() // neither the timer nor the keep-alive is left
}

// resulting lists the calls with which a goroutine that holds a keep-alive can submit its result
// before it releases.
var resulting = []struct {
	name    string
	options []wakeful.Option
	submit  func(l *wakeful.Loop, m *wakeful.Mailbox[func()], fn func()) error
}{
	{"Submit", nil, func(l *wakeful.Loop, _ *wakeful.Mailbox[func()], fn func()) error { return l.Submit(fn) }},
	{"SubmitPriority", nil, func(l *wakeful.Loop, _ *wakeful.Mailbox[func()], fn func()) error { return l.SubmitPriority(fn) }},
	{"SubmitBatch", nil, func(l *wakeful.Loop, _ *wakeful.Mailbox[func()], fn func()) error {
		return l.SubmitBatch([]func(){func() {}, fn})
	}},
	{"Send", nil, func(_ *wakeful.Loop, m *wakeful.Mailbox[func()], fn func()) error { return m.Send(fn) }},
	{"AfterFunc", nil, func(l *wakeful.Loop, _ *wakeful.Mailbox[func()], fn func()) error {
		_, err := l.AfterFunc(0, fn)
		return err
	}},
	{"bounded/Submit", []wakeful.Option{wakeful.WithQueueLimit(2, wakeful.OverflowBlock)},
		func(l *wakeful.Loop, _ *wakeful.Mailbox[func()], fn func()) error { return l.Submit(fn) }},
	{"bounded/Send", []wakeful.Option{wakeful.WithQueueLimit(2, wakeful.OverflowBlock)},
		func(_ *wakeful.Loop, m *wakeful.Mailbox[func()], fn func()) error { return m.Send(fn) }},
}

// The result of a goroutine that holds a keep-alive runs on a loop that is not ending, so the
// result can submit more.
func TestResultBeforeRelease(t *testing.T) {
	for _, r := range resulting {
		for name, strategy := range map[string]wakeful.WaitStrategy{"block": wakeful.Block(), "spin": wakeful.Spin()} {
			t.Run(r.name+"/"+name, func(t *testing.T) {
				random := seeded(t)
				for range rounds(1_500) {
					l := unrun(t, append(r.options, wakeful.WithAutoExit(), wakeful.WithWaitStrategy(strategy))...)
					// Reading the clock takes time, in which the result often arrives.
					far, err := l.AfterFunc(time.Hour, func() {})
					check(t, err)
					far.Unref()
					m, err := wakeful.NewMailbox(l, func(fn func()) { fn() })
					check(t, err)
					k := l.KeepAlive()
					var j journal
					delay := random.IntN(2000)
					go func() {
						hesitate(delay)
						check(t, r.submit(l, m, func() {
							j.add("result")
							check(t, l.Submit(j.note("next")))
							_, err := l.AfterFunc(0, j.note("last"))
							check(t, err)
						}))
						k.Release()
					}()
					check(t, l.Submit(func() {}))
					check(t, runLoop(context.Background(), l))
					conserved(t, l)
					equal(t, "callbacks that went on", len(j), 3)
					if t.Failed() {
						return
					}
				}
			})
		}
	}
}

// A function that is submitted while the loop ends by itself is accepted and runs, or is rejected.
func TestSubmitAgainstAutoExit(t *testing.T) {
	for _, r := range resulting {
		if r.name == "AfterFunc" {
			continue // a timer that still waits at the end is discarded, see Shutdown
		}
		t.Run(r.name, func(t *testing.T) {
			random := seeded(t)
			for range rounds(2_000) {
				l := unrun(t, append(r.options, wakeful.WithAutoExit())...)
				m, err := wakeful.NewMailbox(l, func(fn func()) { fn() })
				check(t, err)
				var submitting sync.WaitGroup
				ran, accepted := 0, 0
				delay := random.IntN(500)
				submitting.Go(func() {
					hesitate(delay)
					for range 3 {
						switch err := r.submit(l, m, func() { ran++ }); {
						case err == nil:
							accepted++
						case !errors.Is(err, wakeful.ErrClosed):
							t.Error(err)
						}
						runtime.Gosched()
					}
				})
				check(t, runLoop(context.Background(), l))
				submitting.Wait()
				conserved(t, l)
				equal(t, "executed", ran, accepted)
				equal(t, "discarded", l.Metrics().Discarded, 0)
				if t.Failed() {
					return
				}
			}
		})
	}
}
