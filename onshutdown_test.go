package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// ends are the ways in which a loop ends.
var ends = map[string]func(l *wakeful.Loop, cancel context.CancelFunc) error{
	"Shutdown": func(l *wakeful.Loop, _ context.CancelFunc) error { return l.Shutdown(context.Background()) },
	"Close":    func(l *wakeful.Loop, _ context.CancelFunc) error { return l.Close() },
	"context":  func(_ *wakeful.Loop, cancel context.CancelFunc) error { cancel(); return nil },
}

// The functions run last, in reverse order, on the loop, before Done.
func TestOnShutdown(t *testing.T) {
	for name, end := range ends {
		for _, run := range []bool{true, false} {
			if name == "context" && !run {
				continue // only Run has a context
			}
			t.Run(name, func(t *testing.T) {
				var j journal
				l := unrun(t)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				for _, note := range []string{"first", "second"} {
					_, err := l.OnShutdown(func() {
						equal(t, "on the loop", l.OnLoop(), true)
						matches(t, l.Submit(func() {}), wakeful.ErrClosed)
						select {
						case <-l.Done():
							t.Error("Done is closed before the end")
						default:
						}
						j.add(note)
					})
					check(t, err)
				}
				if run {
					check(t, l.Submit(func() { j.add("callback"); check(t, end(l, cancel)) }))
					if err := runLoop(ctx, l); err != nil && !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
					j.is(t, "callback second first")
				} else {
					check(t, end(l, cancel))
					j.is(t, "second first")
				}
				<-l.Done()
				_, err := l.OnShutdown(func() { t.Error("ran") })
				matches(t, err, wakeful.ErrClosed)
				conserved(t, l)
			})
		}
	}
}

func TestOnShutdownOfAutoExit(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithAutoExit())
	_, err := l.OnShutdown(j.note("end"))
	check(t, err)
	check(t, l.Submit(j.note("callback")))
	check(t, runLoop(t.Context(), l))
	j.is(t, "callback end")
}

// Microtasks of a function run after it, unless the end is immediate.
func TestOnShutdownMicrotasks(t *testing.T) {
	for name, want := range map[string]string{"Shutdown": "a micro b", "Close": "a b"} {
		t.Run(name, func(t *testing.T) {
			var j journal
			l := unrun(t)
			_, err := l.OnShutdown(j.note("b"))
			check(t, err)
			_, err = l.OnShutdown(func() {
				j.add("a")
				check(t, l.QueueMicrotask(j.note("micro")))
				matches(t, l.AfterSubmitted(func() { t.Error("ran") }), wakeful.ErrClosed)
			})
			check(t, err)
			check(t, l.Submit(func() { check(t, ends[name](l, nil)) }))
			check(t, runLoop(t.Context(), l))
			j.is(t, want)
			conserved(t, l)
		})
	}
}

// A function may add others, which run after it and can be removed.
func TestOnShutdownAddsAndRemoves(t *testing.T) {
	var j journal
	l := unrun(t)
	forget, err := l.OnShutdown(func() { t.Error("ran") })
	check(t, err)
	_, err = l.OnShutdown(func() {
		j.add("adds")
		_, err := l.OnShutdown(j.note("added"))
		check(t, err)
		equal(t, "forgotten", forget(), true)
		equal(t, "forgotten twice", forget(), false)
	})
	check(t, err)
	check(t, l.Close())
	j.is(t, "adds added")
	_, err = l.OnShutdown(nil)
	matches(t, err, wakeful.ErrNilFunc)
}

// A panic ends one function. runtime.Goexit also ends its goroutine, and the loop still ends,
// whether it has run or not.
func TestOnShutdownPanics(t *testing.T) {
	for _, run := range []bool{true, false} {
		var j journal
		var panics atomic.Int32
		l := unrun(t, wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
			equal(t, "phase", e.Phase, "end")
			panics.Add(1)
		}))
		for _, fn := range []func(){j.note("last"), func() { panic("deliberate") }, runtime.Goexit, j.note("first")} {
			_, err := l.OnShutdown(fn)
			check(t, err)
		}
		go func() {
			if run {
				l.Submit(func() { l.Close() })
				runLoop(context.Background(), l)
			} else {
				l.Close()
			}
		}()
		<-l.Done()
		j.is(t, "first last")
		equal(t, "panics", panics.Load(), 2)
	}
}

// Each function that was accepted and not removed runs once, before Done.
func TestOnShutdownStress(t *testing.T) {
	for range rounds(200) {
		l := running(t)
		var accepted, ran, forgotten atomic.Int64
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for n := 0; ; n++ {
					forget, err := l.OnShutdown(func() { ran.Add(1) })
					if err != nil {
						matches(t, err, wakeful.ErrClosed)
						return
					}
					accepted.Add(1)
					if n%2 == 0 && forget() {
						forgotten.Add(1)
					}
				}
			})
		}
		check(t, l.Shutdown(t.Context()))
		before := ran.Load()
		wg.Wait()
		equal(t, "run after Done", ran.Load()-before, 0)
		equal(t, "run", ran.Load(), accepted.Load()-forgotten.Load())
	}
}
