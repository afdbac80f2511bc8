package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

func TestCallReturnsTheResult(t *testing.T) {
	l := running(t)
	n, err := l.Call(t.Context(), func() (int, error) {
		equal(t, "OnLoop", l.OnLoop(), true)
		return 42, nil
	})
	equal(t, "value", n, 42)
	check(t, err)
	n, err = l.Call(t.Context(), func() (int, error) { return 7, errCause })
	equal(t, "value beside an error", n, 7)
	matches(t, err, errCause)
}

func TestCallWithoutFunction(t *testing.T) {
	l := running(t)
	_, err := l.Call[int](t.Context(), nil)
	matches(t, err, wakeful.ErrNilFunc)
	on(t, l, func() {
		_, err := l.Call[int](t.Context(), nil)
		matches(t, err, wakeful.ErrNilFunc)
	})
}

// On the loop a Call runs at once, at any depth, even if its context has ended or the loop is
// ending, because it does not wait.
func TestCallOnTheLoop(t *testing.T) {
	l := running(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	var j journal
	on(t, l, func() {
		check(t, l.Submit(j.note("later")))
		check(t, l.Shutdown(t.Context()))
		_, err := l.Call(ended, func() (int, error) {
			return l.Call(ended, func() (int, error) {
				j.add("inside")
				return 0, nil
			})
		})
		check(t, err)
		j.add("after")
	})
	<-l.Done()
	j.is(t, "inside after later")
}

// Calls from one loop to another and back: each loop waits for the other, and none for itself.
func TestCallBetweenLoops(t *testing.T) {
	a, b := running(t), running(t)
	on(t, a, func() {
		n, err := b.Call(t.Context(), func() (int, error) {
			equal(t, "on a", a.OnLoop(), false)
			equal(t, "on b", b.OnLoop(), true)
			return 1, nil
		})
		check(t, err)
		equal(t, "value", n, 1)
	})
}

func TestCallWithAnEndedContext(t *testing.T) {
	for _, options := range [][]wakeful.Option{nil, {wakeful.WithQueueLimit(4, wakeful.OverflowBlock)}} {
		l := running(t, append(options, wakeful.WithWaitStrategy(wakeful.Spin()))...)
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errCause)
		ran := 0
		for range rounds(10_000) {
			_, err := l.Call(ctx, func() (int, error) { ran++; return 0, nil })
			matches(t, err, errCause)
		}
		on(t, l, func() { equal(t, "functions of ended contexts that ran", ran, 0) })
	}
}

// The context ends while the function waits behind another one. The function never runs.
func TestCallGivenUpBeforeItStarts(t *testing.T) {
	l := running(t)
	busy, goOn := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { close(busy); <-goOn }))
	<-busy
	ctx, cancel := context.WithCancelCause(t.Context())
	waiting := l.Metrics().Submitted
	go func() {
		for l.Metrics().Submitted == waiting {
			runtime.Gosched()
		}
		cancel(errCause)
	}()
	_, err := l.Call(ctx, func() (int, error) { t.Error("ran"); return 0, nil })
	matches(t, err, errCause)
	close(goOn)
	on(t, l, func() {})
}

// The context ends while the function runs. The caller returns, and the function runs to its end.
func TestCallGivenUpWhileRunning(t *testing.T) {
	l := running(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	goOn, finished := make(chan struct{}), make(chan struct{})
	n, err := l.Call(ctx, func() (int, error) {
		cancel(errCause)
		<-goOn
		close(finished)
		return 42, nil
	})
	equal(t, "value", n, 0)
	matches(t, err, errCause)
	close(goOn)
	<-finished
}

func TestCallOnALoopThatHasEnded(t *testing.T) {
	l := running(t)
	check(t, l.Shutdown(t.Context()))
	_, err := l.Call(t.Context(), func() (int, error) { t.Error("ran"); return 0, nil })
	matches(t, err, wakeful.ErrClosed)
}

// The loop is closed while calls wait. The calls return ErrClosed, and their functions are
// discarded.
func TestCallReturnsAtTheEnd(t *testing.T) {
	l := unrun(t)
	const calls = 8
	errs := make(chan error, calls)
	for range calls {
		go func() {
			_, err := l.Call(context.Background(), func() (int, error) { t.Error("ran"); return 0, nil })
			errs <- err
		}()
	}
	for l.Metrics().Submitted < calls {
		runtime.Gosched()
	}
	check(t, l.Close())
	for range calls {
		matches(t, <-errs, wakeful.ErrClosed)
	}
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, calls)
}

func TestCallReturnsPanics(t *testing.T) {
	var reported []*wakeful.PanicError
	l := running(t, into(&reported))
	for name, c := range map[string]struct {
		fn   func()
		want any
	}{
		"value":  {func() { panic("a value") }, "a value"},
		"error":  {func() { panic(errCause) }, errCause},
		"nil":    {func() { panic(nil) }, nil}, //nolint:govet // a nil panic is one of the cases
		"Goexit": {runtime.Goexit, wakeful.ErrGoexit},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := l.Call(t.Context(), func() (int, error) { c.fn(); return 0, nil })
			var e *wakeful.PanicError
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a PanicError", err)
			}
			equal(t, "phase", e.Phase, "call")
			if c.want != nil {
				equal(t, "value", e.Value, c.want)
			}
			if !strings.Contains(string(e.Stack), "TestCallReturnsPanics") {
				t.Errorf("the stack does not show who panicked:\n%s", e.Stack)
			}
			on(t, l, func() {})
		})
	}
	on(t, l, func() { equal(t, "reports to the panic handler, besides the callers", len(reported), 0) })
}

// A panic is reported even if the caller has returned.
func TestCallThatPanicsAfterItsCallerLeft(t *testing.T) {
	for name, fn := range map[string]func(){"panic": func() { panic(errCause) }, "Goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			var reported []*wakeful.PanicError
			l := running(t, into(&reported))
			ctx, cancel := context.WithCancel(t.Context())
			goOn := make(chan struct{})
			_, err := l.Call(ctx, func() (int, error) {
				cancel()
				<-goOn
				fn()
				return 0, nil
			})
			matches(t, err, context.Canceled)
			close(goOn)
			on(t, l, func() {
				if equal(t, "reports", len(reported), 1); len(reported) == 1 {
					equal(t, "phase", reported[0].Phase, "call")
				}
			})
		})
	}
}

// Every result of a Call is true: a Call that returned the context's cause had not finished.
func TestCallAgainstItsContext(t *testing.T) {
	var reported []*wakeful.PanicError
	l := running(t, into(&reported))
	left := 0
	for range rounds(20_000) {
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		_, err := l.Call(ctx, func() (int, error) { panic(errCause) })
		if errors.Is(err, context.Canceled) {
			left++
		} else {
			matches(t, err, errCause)
		}
	}
	on(t, l, func() {
		if len(reported) > left {
			t.Errorf("%d panics were reported, but only %d callers had left", len(reported), left)
		}
	})
}

func TestCallThatIsDropped(t *testing.T) {
	l := unrun(t, wakeful.WithQueueLimit(1, wakeful.OverflowDropOldest))
	errs := make(chan error)
	go func() {
		_, err := l.Call(context.Background(), func() (int, error) { t.Error("ran"); return 0, nil })
		errs <- err
	}()
	for l.Metrics().Submitted == 0 {
		runtime.Gosched()
	}
	check(t, l.Submit(func() {}))
	matches(t, <-errs, wakeful.ErrQueueFull)
	launch(t, l)
}

func TestCallOnAFullQueue(t *testing.T) {
	l := unrun(t, wakeful.WithQueueLimit(1, wakeful.OverflowReject))
	check(t, l.Submit(func() {}))
	_, err := l.Call(t.Context(), func() (int, error) { t.Error("ran"); return 0, nil })
	matches(t, err, wakeful.ErrQueueFull)

	l = unrun(t, wakeful.WithQueueLimit(1, wakeful.OverflowBlock))
	check(t, l.Submit(func() {}))
	ctx, cancel := context.WithCancelCause(t.Context())
	go cancel(errCause)
	_, err = l.Call(ctx, func() (int, error) { t.Error("ran"); return 0, nil })
	matches(t, err, errCause)
}
