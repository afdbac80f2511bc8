package wakeful_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A waitFunc is a strategy defined by a test.
type waitFunc func(w *wakeful.IdleState)

func (f waitFunc) Wait(w *wakeful.IdleState) { f(w) }

// strategies are those of the package and examples of user-defined ones.
var strategies = map[string]wakeful.WaitStrategy{
	"Block":                wakeful.Block(),
	"Spin":                 wakeful.Spin(),
	"Adaptive":             wakeful.Adaptive(),
	"own, returns at once": waitFunc(func(*wakeful.IdleState) {}),
	"own, looks once":      waitFunc(func(w *wakeful.IdleState) { w.Ready() }),
	"own, yields": waitFunc(func(w *wakeful.IdleState) {
		for !w.Ready() {
			runtime.Gosched()
		}
	}),
	"own, spins for the usual gap": waitFunc(func(w *wakeful.IdleState) {
		for began := time.Now(); !w.Ready() && time.Since(began) < min(w.AverageIdle(), time.Millisecond); {
		}
	}),
}

// With every strategy, every source ends a wait: functions of both queues, messages, timers,
// releases, and the end.
func TestEverythingEndsAWait(t *testing.T) {
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			option := wakeful.WithWaitStrategy(strategy)
			for _, options := range [][]wakeful.Option{{option}, {option, limited(3, wakeful.OverflowBlock)}} {
				l := running(t, options...)
				m := mailbox(t, l, func(done chan struct{}) { close(done) })
				for range rounds(200) {
					for _, wake := range []func(done chan struct{}) error{
						m.Send,
						func(done chan struct{}) error { return l.Submit(func() { close(done) }) },
						func(done chan struct{}) error { return l.SubmitPriority(func() { close(done) }) },
						func(done chan struct{}) error { return l.SubmitBatch([]func(){func() {}, func() { close(done) }}) },
						func(done chan struct{}) error {
							_, err := l.AfterFunc(time.Microsecond, func() { close(done) })
							return err
						},
					} {
						done := make(chan struct{})
						check(t, wake(done))
						<-done
					}
				}
			}
			for _, end := range map[string]func(l *wakeful.Loop, cancel func(), k *wakeful.KeepAlive){
				"Shutdown": func(l *wakeful.Loop, _ func(), _ *wakeful.KeepAlive) { check(t, l.Shutdown(context.Background())) },
				"Close":    func(l *wakeful.Loop, _ func(), _ *wakeful.KeepAlive) { check(t, l.Close()) },
				"context":  func(_ *wakeful.Loop, cancel func(), _ *wakeful.KeepAlive) { cancel() },
				"Release":  func(_ *wakeful.Loop, _ func(), k *wakeful.KeepAlive) { k.Release() },
			} {
				ctx, cancel := context.WithCancel(context.Background())
				l := unrun(t, option, wakeful.WithAutoExit())
				k := l.KeepAlive()
				go runLoop(ctx, l)
				on(t, l, func() {})
				end(l, cancel, k)
				conserved(t, l)
				cancel()
			}
		})
	}
}

// A strategy is called on the loop, and Ready is true exactly if there is something to do.
func TestStrategySeesTheLoop(t *testing.T) {
	var l *wakeful.Loop
	var calls, ready atomic.Int64
	called := make(chan struct{})
	l = unrun(t, wakeful.WithWaitStrategy(waitFunc(func(w *wakeful.IdleState) {
		calls.Add(1)
		if !l.OnLoop() {
			t.Error("Wait is not called on the loop's goroutine")
		}
		if calls.Load() == 1 {
			close(called)
			check(t, l.Submit(func() {}))
			if !w.Ready() {
				t.Error("not ready after a Submit")
			}
			ready.Add(1)
		}
		if w.AverageIdle() < 0 {
			t.Errorf("a gap of %v", w.AverageIdle())
		}
	})))
	launch(t, l)
	<-called // a loop that always has work does not wait
	on(t, l, func() {})
	on(t, l, func() {})
	check(t, l.Shutdown(context.Background()))
	equal(t, "ready", ready.Load(), 1)
	if l.Metrics().Spinning == 0 {
		t.Error("what the strategy burnt is not reported")
	}
}

// A loop that never parks lets other loops run, even with few processors. Every function runs on
// its loop, between functions of the others, and the loops do spin.
func TestSpinningLoopsShareTheProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	loops, ran := make([]*wakeful.Loop, 3), make([]int, 3)
	for i := range loops {
		loops[i] = running(t, wakeful.WithWaitStrategy(wakeful.Spin()))
	}
	for round := range rounds(200) {
		for i, l := range loops {
			on(t, l, func() {
				if !l.OnLoop() {
					t.Error("a function runs elsewhere than on its loop")
				}
				ran[i]++
			})
			equal(t, "functions of a loop", ran[i], round+1)
		}
	}
	for _, l := range loops {
		check(t, l.Shutdown(context.Background()))
		if m := l.Metrics(); m.Spinning == 0 {
			t.Errorf("a loop did not spin: %+v", m)
		}
	}
}

// A strategy's panic is contained like a callback's: each panic and Goexit is reported with the
// phase and its value, and the loop continues.
func TestStrategyThatPanics(t *testing.T) {
	var calls, ran int
	var reported []wakeful.PanicError
	report := func(e *wakeful.PanicError) { reported = append(reported, *e) }
	strategy := waitFunc(func(*wakeful.IdleState) {
		if calls++; calls%2 == 0 {
			runtime.Goexit()
		}
		panic("in the strategy")
	})
	l := unrun(t, wakeful.WithPanicHandler(report), wakeful.WithWaitStrategy(strategy))
	launch(t, l)
	const functions = 10
	for range functions {
		on(t, l, func() { ran++ })
	}
	// After the end of the loop, what it wrote can be read.
	check(t, l.Shutdown(context.Background()))
	<-l.Done()
	equal(t, "functions that ran", ran, functions)
	equal(t, "reports", len(reported), calls)
	if calls < 2 {
		t.Fatalf("the strategy was called %d times: it both panics and exits from the second on", calls)
	}
	for i, e := range reported {
		equal(t, "phase", e.Phase, "wait strategy")
		want := any("in the strategy")
		if i%2 == 1 {
			want = wakeful.ErrGoexit
		}
		equal(t, "value", e.Value, want)
	}
}

// A spinning loop gets functions one by one. Everything else about such a function is as in any
// turn: priority functions before it, microtasks and functions of AfterSubmitted after it, and a panic is contained.
func TestFunctionsThatComeWhileTheLoopSpins(t *testing.T) {
	for name, strategy := range map[string]wakeful.WaitStrategy{"Spin": wakeful.Spin(), "Adaptive": wakeful.Adaptive()} {
		t.Run(name, func(t *testing.T) {
			l := running(t, ignored(), wakeful.WithBudget(2), wakeful.WithWaitStrategy(strategy))
			var order strings.Builder
			var done atomic.Uint64
			note := func(what string) func() { return func() { order.WriteString(what) } }
			// The functions are made beforehand, and the test spins between them, so the next one
			// comes while the loop is still spinning.
			priority, afterCallback, afterSubmitted := note("priority "), note("afterCallback "), note("afterSubmitted ")
			batch := []func(){note("1 "), note("2 "), note("3 "), note("4 "), func() { done.Add(1) }}
			fn := func() {
				check(t, l.AfterSubmitted(afterSubmitted))
				check(t, l.AfterCallback(afterCallback))
				check(t, l.SubmitBatch(batch))
				order.WriteString("function ")
				panic("contained")
			}
			last := func() { done.Add(1) }
			wait := func(n uint64) {
				for done.Load() != n {
					runtime.Gosched()
				}
			}
			for n := uint64(0); n < 3*uint64(rounds(1000)); n += 3 {
				order.Reset()
				check(t, l.Submit(last))
				wait(n + 1)
				check(t, l.SubmitPriority(priority))
				check(t, l.Submit(last))
				wait(n + 2)
				check(t, l.Submit(fn))
				wait(n + 3)
				if want := "priority function afterCallback afterSubmitted 1 2 3 4 "; order.String() != want {
					t.Fatalf("order %q, want %q", order.String(), want)
				}
			}
		})
	}
}

// A priority function that was submitted before a function runs before it, even if a spinning loop
// sees the function first.
func TestPriorityWhileTheLoopSpins(t *testing.T) {
	l := running(t, wakeful.WithWaitStrategy(wakeful.Spin()))
	var done atomic.Uint64
	ahead := uint64(0)
	first := func() { ahead++ }
	second := func() {
		if ahead != done.Load()+1 {
			t.Errorf("function %d ran ahead of the priority one before it", ahead)
		}
		done.Add(1)
	}
	for n := range uint64(rounds(20_000)) {
		check(t, l.SubmitPriority(first))
		check(t, l.Submit(second))
		for done.Load() != n+1 {
			runtime.Gosched()
		}
	}
}
