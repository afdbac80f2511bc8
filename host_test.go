package wakeful_test

// Guest mode: what Start, RunUntil, NextDeadline and PollFD promise beyond what the whole suite
// checks with the flag -hosted.

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A hostedLoop is a loop whose wake-ups are counted.
type hostedLoop struct {
	*wakeful.Loop
	wakes atomic.Int64
}

// started returns a loop that the test drives. At the end of the test it ends.
func started(t *testing.T, options ...wakeful.Option) *hostedLoop {
	t.Helper()
	h := &hostedLoop{}
	l, err := wakeful.New(append(options, wakeful.WithHost(func() { h.wakes.Add(1) }))...)
	if err != nil {
		t.Fatal(err)
	}
	h.Loop = l
	check(t, l.Start(context.Background()))
	t.Cleanup(func() {
		check(t, l.Close())
		if _, err := l.RunUntil(time.Time{}); !errors.Is(err, wakeful.ErrClosed) {
			t.Errorf("a call of RunUntil after Close: %v", err)
		}
		conserved(t, l)
	})
	return h
}

// turn calls RunUntil, which must succeed.
func (h *hostedLoop) turn(t *testing.T, until time.Time) (more bool) {
	t.Helper()
	more, err := h.RunUntil(until)
	check(t, err)
	return more
}

func TestHostIsWokenOncePerChange(t *testing.T) {
	l := started(t)
	if l.turn(t, time.Time{}) || l.wakes.Load() != 0 {
		t.Error("an idle loop wants a turn")
	}
	ran := 0
	for round := range int64(3) {
		for range 10 {
			check(t, l.Submit(func() { ran++ }))
		}
		equal(t, "wakes", l.wakes.Load(), round+1)
		equal(t, "more", l.turn(t, time.Time{}), false)
		equal(t, "ran", ran, int(round+1)*10)
	}
	check(t, l.Submit(func() { check(t, l.Submit(func() { ran++ })) }))
	equal(t, "wakes", l.wakes.Load(), 4)
	l.turn(t, time.Time{})
	equal(t, "wakes after a Submit in a callback", l.wakes.Load(), 4)
	equal(t, "ran", ran, 31)
}

func TestStartWakesForEarlierWork(t *testing.T) {
	var wakes atomic.Int64
	l, err := wakeful.New(wakeful.WithHost(func() { wakes.Add(1) }))
	check(t, err)
	ran := false
	check(t, l.Submit(func() { ran = true }))
	if _, err := l.RunUntil(time.Time{}); !errors.Is(err, wakeful.ErrGuestMode) || !strings.Contains(err.Error(), "Start") {
		t.Errorf("a call of RunUntil before Start: %v", err)
	}
	check(t, l.Start(context.Background()))
	equal(t, "wakes", wakes.Load(), 1)
	matches(t, l.Start(context.Background()), wakeful.ErrAlreadyRun)
	_, err = l.RunUntil(time.Time{})
	check(t, err)
	equal(t, "ran", ran, true)
	check(t, l.Shutdown(context.Background())) // on the host's goroutine: does not wait
	_, err = l.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrClosed)
	<-l.Done()
}

// A call of RunUntil beside Start either comes too early or runs.
func TestRunUntilBesideStart(t *testing.T) {
	for range rounds(200) {
		l, err := wakeful.New(wakeful.WithHost(nil))
		check(t, err)
		var other sync.WaitGroup
		other.Go(func() {
			for {
				_, err := l.RunUntil(time.Time{})
				if errors.Is(err, wakeful.ErrClosed) {
					return
				}
				if err != nil {
					matches(t, err, wakeful.ErrGuestMode)
				}
				runtime.Gosched()
			}
		})
		check(t, l.Start(t.Context()))
		check(t, l.Close())
		other.Wait()
		<-l.Done()
	}
}

// A host may answer each wake-up on another goroutine, even while the call or the Start before it
// is about to return. Work that was accepted then must not wait for the next wake-up.
func TestRunUntilOnAGoroutinePerWake(t *testing.T) {
	for range rounds(100) {
		const submitters, each = 2, 20
		var l *wakeful.Loop
		var turns sync.WaitGroup
		l, err := wakeful.New(wakeful.WithHost(func() {
			turns.Go(func() {
				for more := true; more; {
					var err error
					more, err = l.RunUntil(time.Time{})
					// Another RunUntil is running, and looks for work before it returns.
					if err != nil && !errors.Is(err, wakeful.ErrClosed) {
						matches(t, err, wakeful.ErrGuestMode)
					}
				}
			})
		}))
		check(t, err)
		ran := make(chan struct{}, submitters*each)
		for range submitters {
			turns.Go(func() {
				for range each {
					check(t, l.Submit(func() { ran <- struct{}{} }))
					runtime.Gosched() // let the loop become idle
				}
			})
		}
		check(t, l.Start(t.Context()))
		for range submitters * each {
			<-ran
		}
		check(t, l.Close())
		<-l.Done()
		turns.Wait()
		conserved(t, l)
	}
}

func TestRunUntilStopsAtItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := started(t)
		var order []int
		for i := range 5 {
			check(t, l.Submit(func() {
				time.Sleep(10 * time.Millisecond) //nolint:forbidigo // the bubble's clock
				order = append(order, i)
				check(t, l.QueueMicrotask(func() { order = append(order, 100+i) }))
			}))
		}
		began := time.Now()
		equal(t, "more", l.turn(t, began.Add(15*time.Millisecond)), true)
		equal(t, "elapsed", time.Since(began), 20*time.Millisecond) // one callback late
		equal(t, "more", l.turn(t, began), true)                    // one callback, although the time is over
		equal(t, "wakes", l.wakes.Load(), 1)
		equal(t, "more", l.turn(t, began), true)
		equal(t, "more after the last", l.turn(t, began), false) // although the time is over
		equal(t, "callbacks", len(order), 10)
		if want := []int{0, 100, 1, 101, 2, 102, 3, 103, 4, 104}; !slices.Equal(order, want) {
			t.Errorf("order %v, want %v", order, want)
		}
	})
}

func TestNestedRunUntilNamesTheOuterOne(t *testing.T) {
	l := started(t)
	var inner error
	check(t, l.Submit(func() { _, inner = l.RunUntil(time.Time{}) }))
	l.turn(t, time.Time{})
	matches(t, inner, wakeful.ErrGuestMode)
	if !strings.Contains(inner.Error(), "hostedLoop).turn called at") || !strings.Contains(inner.Error(), "host_test.go:") {
		t.Errorf("the error does not name the outer RunUntil: %v", inner)
	}
}

func TestConcurrentRunUntil(t *testing.T) {
	l := started(t)
	entered, release := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { close(entered); <-release }))
	var other sync.WaitGroup
	other.Go(func() { l.turn(t, time.Time{}) })
	<-entered
	_, err := l.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrGuestMode)
	close(release)
	other.Wait()
}

func TestGoexitEndsOnlyItsRunUntil(t *testing.T) {
	l := started(t, wakeful.WithPanicHandler(func(e *wakeful.PanicError) { matches(t, e, wakeful.ErrGoexit) }))
	ran := false
	check(t, l.Submit(runtime.Goexit))
	check(t, l.Submit(func() { ran = true }))
	var host sync.WaitGroup
	host.Go(func() { l.turn(t, time.Time{}) })
	host.Wait()
	equal(t, "wakes", l.wakes.Load(), 2) // for the work, and for the rest
	equal(t, "more", l.turn(t, time.Time{}), false)
	equal(t, "ran", ran, true)
}

func TestNextDeadlineAndClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := started(t)
		if _, ok := l.NextDeadline(); ok {
			t.Error("a deadline without a timer")
		}
		fired := 0
		for _, after := range []time.Duration{time.Hour, time.Minute} {
			_, err := l.AfterFunc(after, func() { fired++ })
			check(t, err)
		}
		l.turn(t, time.Time{}) // sets the clock
		woken := l.wakes.Load()
		at, ok := l.NextDeadline()
		equal(t, "deadline", time.Until(at), time.Minute)
		equal(t, "ok", ok, true)
		elapse(time.Minute)
		equal(t, "wakes by the clock", l.wakes.Load()-woken, 1)
		l.turn(t, time.Time{})
		equal(t, "fired", fired, 1)
		elapse(time.Hour) // the host may come without being woken
		l.turn(t, time.Time{})
		equal(t, "fired", fired, 2)
	})
}

func TestContextEndsAHostedLoop(t *testing.T) {
	reason := errors.New("reason")
	ctx, cancel := context.WithCancelCause(t.Context())
	woken := make(chan struct{}, 1)
	l, err := wakeful.New(wakeful.WithHost(func() { woken <- struct{}{} }))
	check(t, err)
	check(t, l.Start(ctx))
	cancel(reason)
	<-woken
	_, err = l.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrClosed, reason)
	<-l.Done()
	matches(t, l.Start(ctx), wakeful.ErrAlreadyRun)
}

func TestCallsThatDoNotFitTheMode(t *testing.T) {
	guest, native := started(t), running(t)
	if *hosted {
		native = unrunNative(t)
	}
	matches(t, guest.Run(t.Context()), wakeful.ErrGuestMode)
	matches(t, native.Start(t.Context()), wakeful.ErrGuestMode)
	_, err := native.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrGuestMode)
	_, err = native.PollFD()
	matches(t, err, wakeful.ErrGuestMode)
	_, err = guest.Call(t.Context(), func() (int, error) { return 0, nil })
	matches(t, err, wakeful.ErrGuestMode)
	matches(t, guest.Start(nil), wakeful.ErrNilContext) //nolint:staticcheck // the error for it
	_, err = wakeful.New(wakeful.WithHost(nil), wakeful.WithWaitStrategy(wakeful.Spin()))
	matches(t, err, wakeful.ErrInvalidOption)
}

// unrunNative returns a loop without a host that is closed at the end of the test.
func unrunNative(t *testing.T) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New()
	check(t, err)
	t.Cleanup(func() { check(t, l.Close()) })
	return l
}

func TestPanicInWakeIsNotTheSubmitters(t *testing.T) {
	l, err := wakeful.New(wakeful.WithHost(func() { panic("wake") }))
	check(t, err)
	all := logged(t)
	check(t, l.Start(t.Context()))
	check(t, l.Submit(func() {}))
	if !strings.Contains(all.String(), "wake function of the host") {
		t.Errorf("logged %q", all)
	}
	_, err = l.RunUntil(time.Time{})
	check(t, err)
	check(t, l.Close())
	_, err = l.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrClosed)
}

func TestEmptyRunUntilDoesNotAllocate(t *testing.T) {
	if underRace {
		t.Skip("NOT RUN: the race detector allocates; the pass without it checks this")
	}
	l := started(t)
	if testing.AllocsPerRun(100, func() { l.OnLoop() }) > 0 {
		t.Skip("NOT RUN: without the native identity, telling goroutines apart allocates")
	}
	until := time.Now().Add(time.Hour)
	equal(t, "allocations", testing.AllocsPerRun(100, func() { l.turn(t, until) }), 0)
	fn := func() {}
	equal(t, "allocations with a function", testing.AllocsPerRun(100, func() {
		check(t, l.Submit(fn))
		l.turn(t, until)
	}), 0)
}

// TestHostAgainstSubmitters lets goroutines submit to a host that turns only when it was woken. A
// lost wake-up hangs it.
func TestHostAgainstSubmitters(t *testing.T) {
	const submitters, each = 4, 2000
	wake := make(chan struct{}, 1)
	l, err := wakeful.New(wakeful.WithHost(func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}))
	check(t, err)
	check(t, l.Start(t.Context()))
	ran := 0
	for range submitters {
		go func() {
			for range each {
				check(t, l.Submit(func() { ran++ }))
			}
		}()
	}
	for ran < submitters*each {
		<-wake
		for more := true; more; {
			more, err = l.RunUntil(time.Now())
			check(t, err)
		}
	}
	check(t, l.Close())
	_, err = l.RunUntil(time.Time{})
	matches(t, err, wakeful.ErrClosed)
}
