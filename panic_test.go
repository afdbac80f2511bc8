package wakeful_test

// A panic or Goexit ends only its own callback.

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// fatal are the ways in which a callback can end its goroutine.
var fatal = map[string]struct {
	fn   func()
	want func(e *wakeful.PanicError) bool
}{
	"panic":   {func() { panic(errCause) }, func(e *wakeful.PanicError) bool { return errors.Is(e, errCause) }},
	"runtime": {func() { _ = []int{}[len(lateArgs)] }, func(e *wakeful.PanicError) bool { return asRuntime(e) }},
	"nil":     {func() { panic(nil) }, func(e *wakeful.PanicError) bool { return asRuntime(e) }},
	"Goexit":  {runtime.Goexit, func(e *wakeful.PanicError) bool { return errors.Is(e, wakeful.ErrGoexit) }},
}

var lateArgs []string // empty, but the compiler does not know that

func asRuntime(e *wakeful.PanicError) bool {
	var r runtime.Error
	return errors.As(e, &r)
}

// For every kind of callback: the handler gets the error with its phase and stack, the microtasks
// of the callback run, and the same turn continues.
func TestPanicEndsOnlyItsCallback(t *testing.T) {
	for _, kind := range []struct{ name, phase string }{
		{"timer", "timers"}, {"priority", "priority"}, {"submitted", "submitted"}, {"batch", "submitted"},
		{"message", "submitted"}, {"afterSubmitted", "after submitted"}, {"turnEnd", "turn end"},
	} {
		for how, end := range fatal {
			for bounds, options := range map[string][]wakeful.Option{"": nil, "/bounded": {limited(10, wakeful.OverflowReject)}} {
				t.Run(kind.name+"/"+how+bounds, func(t *testing.T) {
					var j journal
					var reported []*wakeful.PanicError
					l := script(t, func(l *wakeful.Loop) {
						add := everyWay(t, l)[kind.name]
						check(t, add(func() {
							j.add("a")
							check(t, l.QueueMicrotask(j.note("a-micro")))
							check(t, l.AfterCallback(j.note("a-afterCallback")))
							end.fn()
						}))
						check(t, add(func() {
							j.add("b")
							check(t, l.Submit(j.note("next-turn")))
						}))
					}, append(options, into(&reported))...)
					j.is(t, "a a-afterCallback a-micro b next-turn")
					if len(reported) != 1 {
						t.Fatalf("%d reports, want 1", len(reported))
					}
					e := reported[0]
					equal(t, "phase", e.Phase, kind.phase)
					if !end.want(e) {
						t.Errorf("reported %v", e.Value)
					}
					for _, part := range []string{"TestPanicEndsOnlyItsCallback", "panic_test.go"} {
						if !strings.Contains(string(e.Stack), part) {
							t.Errorf("the stack does not show %s:\n%s", part, e.Stack)
						}
					}
					m := l.Metrics()
					equal(t, "executed or fired", m.Executed+m.TimersFired, 4)
				})
			}
		}
	}
}

func TestPanicInAMicrotask(t *testing.T) {
	for how, end := range fatal {
		for _, queue := range []string{"AfterCallback", "QueueMicrotask"} {
			t.Run(queue+"/"+how, func(t *testing.T) {
				var j journal
				var reported []*wakeful.PanicError
				l := script(t, func(l *wakeful.Loop) {
					check(t, l.QueueMicrotask(j.note("m1")))
					add := map[string]func(func()) error{"AfterCallback": l.AfterCallback, "QueueMicrotask": l.QueueMicrotask}[queue]
					check(t, add(func() {
						check(t, l.AfterCallback(j.note("t2")))
						end.fn()
					}))
					check(t, l.AfterCallback(j.note("t1")))
					check(t, l.QueueMicrotask(j.note("m2")))
					check(t, l.Submit(j.note("next")))
				}, into(&reported))
				j.is(t, map[string]string{
					"AfterCallback":  "t1 t2 m1 m2 next",
					"QueueMicrotask": "t1 m1 t2 m2 next",
				}[queue])
				if equal(t, "reports", len(reported), 1); len(reported) == 1 {
					equal(t, "phase", reported[0].Phase, "microtasks")
				}
				equal(t, "microtasks", l.Metrics().Microtasks, 5)
			})
		}
	}
}

// A repeating timer continues after its callback has panicked, in either mode.
func TestPanicInARepeatingTimer(t *testing.T) {
	for how, end := range fatal {
		for _, mode := range []wakeful.RepeatMode{wakeful.FixedRate, wakeful.FixedDelay} {
			t.Run(mode.String()+"/"+how, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := unrun(t, ignored(), wakeful.WithAutoExit())
					began, fired := time.Now(), 0
					var timer *wakeful.Timer
					timer, err := l.Every(time.Second, func() {
						fired++
						equal(t, "fired after", time.Since(began), time.Duration(fired)*time.Second)
						if fired == 3 {
							timer.Stop()
						}
						end.fn()
					}, wakeful.WithRepeatMode(mode))

					check(t, err)
					go runLoop(t.Context(), l)
					conserved(t, l)
					equal(t, "firings", fired, 3)
				})
			})
		}
	}
}

// A panic handler is a callback too: microtasks that it queues run, and a panic in it ends only the
// handler.
func TestPanicHandlerIsACallback(t *testing.T) {
	var j journal
	var l *wakeful.Loop
	l = unrun(t, wakeful.WithAutoExit(), wakeful.WithPanicHandler(func(*wakeful.PanicError) {
		equal(t, "OnLoop", l.OnLoop(), true)
		check(t, l.QueueMicrotask(j.note("microtask")))
		check(t, l.AfterSubmitted(j.note("afterSubmitted")))
		check(t, l.Submit(j.note("submitted")))
	}))
	check(t, l.Submit(func() { panic("a") }))
	check(t, l.Submit(j.note("b")))
	check(t, runLoop(context.Background(), l))
	j.is(t, "microtask b afterSubmitted submitted")
	conserved(t, l)
}

// logged returns the output of slog's default logger until the test ends. Tests that use it must
// not run in parallel.
func logged(t *testing.T) *bytes.Buffer {
	t.Helper()
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	all := new(bytes.Buffer)
	slog.SetDefault(slog.New(slog.NewTextHandler(all, nil)))
	return all
}

func TestPanicIsLoggedByDefault(t *testing.T) {
	all := logged(t)
	script(t, func(*wakeful.Loop) { panic("the value") })
	for _, part := range []string{"level=ERROR", "the value", "phase=submitted", "TestPanicIsLoggedByDefault"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("the log does not show %q:\n%s", part, all)
		}
	}
}

func TestPanicHandlerThatPanics(t *testing.T) {
	all := logged(t)
	var j journal
	script(t, func(l *wakeful.Loop) {
		check(t, l.Submit(j.note("next")))
		panic("first")
	}, wakeful.WithPanicHandler(func(*wakeful.PanicError) { panic("second") }))
	j.is(t, "next")
	for _, part := range []string{"second", "panic handler"} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("the log does not show %q:\n%s", part, all)
		}
	}
}

func TestPanicHandlerThatGoesexit(t *testing.T) {
	for how, end := range fatal {
		t.Run(how, func(t *testing.T) {
			var j journal
			l := unrun(t, wakeful.WithAutoExit(), wakeful.WithPanicHandler(func(*wakeful.PanicError) {
				j.add("handler")
				runtime.Goexit()
			}))
			check(t, l.Submit(end.fn))
			check(t, l.Submit(j.note("next")))
			go runLoop(context.Background(), l)
			conserved(t, l)
			j.is(t, "handler next")
		})
	}
}

// The handler of a microtask budget is called between microtasks.
func TestBudgetHandlerThatPanics(t *testing.T) {
	for how, end := range fatal {
		t.Run(how, func(t *testing.T) {
			all := logged(t)
			var j journal
			l := unrun(t, wakeful.WithAutoExit(), wakeful.WithMicrotaskBudget(1), wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
				if errors.Is(e, wakeful.ErrMicrotaskBudget) {
					end.fn()
				}
			}))
			check(t, l.Submit(func() {
				for _, s := range []string{"1", "2", "3"} {
					check(t, l.QueueMicrotask(j.note(s)))
				}
			}))
			go runLoop(context.Background(), l)
			conserved(t, l)
			j.is(t, "1 2 3")
			equal(t, "a panic of the handler is logged", strings.Contains(all.String(), "panic handler"), how != "Goexit")
		})
	}
}

// A callback may end the loop before it ends its goroutine.
func TestGoexitAfterTheEnd(t *testing.T) {
	for how, end := range fatal {
		t.Run(how, func(t *testing.T) {
			for _, ending := range []func(l *wakeful.Loop) error{
				(*wakeful.Loop).Close,
				func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
			} {
				l := unrun(t, ignored())
				check(t, l.Submit(func() {
					check(t, ending(l))
					end.fn()
				}))
				go runLoop(context.Background(), l)
				conserved(t, l)
			}
		})
	}
}

// Goexit cannot be recovered. Each one ends a goroutine and starts another. Run's own goroutine
// waits for the end of the loop and then ends.
func TestManyGoexits(t *testing.T) {
	const storm = 10_000
	before := runtime.NumGoroutine()
	l := unrun(t, ignored())
	returned, ended := false, make(chan struct{})
	go func() {
		defer close(ended)
		runLoop(context.Background(), l)
		returned = true
	}()
	depth := func() int {
		var callers [1000]uintptr
		return runtime.Callers(0, callers[:])
	}
	var first, last int
	check(t, l.Submit(func() { first = depth() }))
	for range rounds(storm) {
		check(t, l.Submit(runtime.Goexit))
	}
	check(t, l.Submit(func() { last = depth() }))
	on(t, l, func() {})
	// Run's and the loop's goroutines. All others end when they get a processor. If this test
	// hangs, some have not ended.
	for runtime.NumGoroutine() > before+2 {
		runtime.Gosched()
	}
	select {
	case <-ended:
		t.Error("the goroutine of Run has ended before the loop")
	default:
	}
	check(t, l.Shutdown(context.Background()))
	<-ended
	conserved(t, l)
	equal(t, "Run returned although a callback called Goexit", returned, false)
	// The first is called from Run, the last from the loop's own goroutine.
	if last > first {
		t.Errorf("the stack has %d frames after the storm, %d before", last, first)
	}
}

// A function submits itself and panics each time. Each panic unwinds, and the loop continues.
func TestManyPanics(t *testing.T) {
	n := 0
	l := unrun(t, ignored(), wakeful.WithAutoExit())
	var again func()
	again = func() {
		if n++; n < rounds(5_000) {
			check(t, l.Submit(again))
		}
		panic(n)
	}
	check(t, l.Submit(again))
	check(t, runLoop(context.Background(), l))
	equal(t, "panics", n, rounds(5_000))
	conserved(t, l)
}
