package wakeful_test

// Helpers of the package's tests: loops that end with their test, checks of every loop that has
// ended, and the random seed.

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hosted makes the tests run their loops in guest mode, except those that need a wait strategy.
var hosted = flag.Bool("hosted", false, "run the loops in guest mode")

// blockingPoll makes the tests run their loops WithBlockingPoll.
var blockingPoll = flag.Bool("blockingpoll", false, "let the loops block in the kernel")

// wakes has the channel through which each hosted loop wakes its host.
var wakes sync.Map

// runLoop runs l as Run does. It plays the host of a loop in guest mode, and ends each Turn after a
// time that is different each time.
func runLoop(ctx context.Context, l *wakeful.Loop) error {
	wake, ok := wakes.LoadAndDelete(l)
	if !ok {
		return l.Run(ctx)
	}
	if err := l.Start(ctx); err != nil {
		return err
	}
	return callTurns(l, wake.(chan struct{}), true)
}

// callTurns calls Turn until l has ended, and returns the cause. If a callback ends the goroutine,
// another one continues. The first one waits for the end, as in Run.
func callTurns(l *wakeful.Loop, wake chan struct{}, first bool) error {
	returned := false
	defer func() {
		if !returned { // by Goexit
			go callTurns(l, wake, false)
			if first {
				<-l.Done()
			}
		}
	}()
	for {
		until := time.Time{}
		if n := rand.IntN(4); n > 0 {
			until = time.Now().Add(time.Duration(n-1) * time.Microsecond)
		}
		more, err := l.RunUntil(until)
		switch {
		case errors.Is(err, wakeful.ErrClosed):
			returned = true
			return causeOf(err)
		case err != nil:
			returned = true
			return err
		case !more:
			select {
			case <-wake:
			case <-l.Done():
			}
		}
	}
}

// notHosted skips a test in guest mode.
func notHosted(t *testing.T, why string) {
	t.Helper()
	if *hosted {
		t.Skip("NOT RUN: in guest mode " + why)
	}
}

// causeOf returns what Run would return for an error of Turn.
func causeOf(err error) error {
	var both interface{ Unwrap() []error }
	if !errors.As(err, &both) {
		return nil
	}
	return both.Unwrap()[1]
}

// unrun returns a loop that nobody runs yet.
func unrun(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	if *blockingPoll {
		options = append(slices.Clip(options), wakeful.WithBlockingPoll())
	}
	if *hosted {
		wake := make(chan struct{}, 1)
		host := wakeful.WithHost(func() {
			select {
			case wake <- struct{}{}:
			default:
			}
		})
		if l, err := wakeful.New(append(slices.Clip(options), host)...); err == nil {
			wakes.Store(l, wake)
			return l
		}
	}
	l, err := wakeful.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// launch runs l on a goroutine. At the end of the test it shuts l down, if it is still running, and
// checks its counts.
func launch(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	go runLoop(context.Background(), l)
	t.Cleanup(func() {
		if err := l.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		conserved(t, l)
	})
}

// running returns a launched loop.
func running(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l := unrun(t, options...)
	launch(t, l)
	return l
}

// script runs first on an auto-exit loop, and then everything that it causes, until nothing is
// left. No other goroutine takes part, so the order is always the same.
func script(t testing.TB, first func(*wakeful.Loop), options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l := unrun(t, append(options, wakeful.WithAutoExit())...)
	check(t, l.Submit(func() { first(l) }))
	var run sync.WaitGroup
	run.Go(func() { check(t, runLoop(context.Background(), l)) }) // so that a Goexit does not end the test
	run.Wait()
	conserved(t, l)
	return l
}

// on runs fn on the loop and waits for it.
func on(t testing.TB, l *wakeful.Loop, fn func()) {
	t.Helper()
	_, err := l.Call(context.Background(), func() (struct{}, error) {
		fn()
		return struct{}{}, nil
	})
	check(t, err)
}

// conserved waits for the end of l, and checks that everything submitted to it was counted.
func conserved(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	<-l.Done()
	if m := l.Metrics(); m.Submitted != m.Executed+m.Rejected+m.Discarded || m.Queued != 0 {
		t.Errorf("not conserved: %+v", m)
	}
}

// check reports an unexpected error. Any goroutine may call it.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// matches checks that err matches all errors in want.
func matches(t testing.TB, err error, want ...error) {
	t.Helper()
	for _, w := range want {
		if !errors.Is(err, w) {
			t.Errorf("error %v, want one that matches %v", err, w)
		}
	}
}

// equal checks a value.
func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// A journal records events in order. Callbacks of one loop write it.
type journal []string

// note returns a function that adds what to the journal.
func (j *journal) note(what string) func() { return func() { j.add(what) } }

func (j *journal) add(what string) { *j = append(*j, what) }

// is compares the journal with want, whose entries are separated by spaces.
func (j *journal) is(t testing.TB, want string) {
	t.Helper()
	got := strings.Join(*j, " ")
	if want = strings.Join(strings.Fields(want), " "); got != want {
		t.Errorf("happened: %s\nwant:     %s", got, want)
	}
}

// into is the option for a panic handler that collects the errors.
func into(all *[]*wakeful.PanicError) wakeful.Option {
	return wakeful.WithPanicHandler(func(e *wakeful.PanicError) { *all = append(*all, e) })
}

// ignored is the option for a panic handler that ignores panics that the test causes.
func ignored() wakeful.Option { return wakeful.WithPanicHandler(func(*wakeful.PanicError) {}) }

var seedFlag = flag.Uint64("seed", 0, "seed of the random tests; 0 picks one, which a failing test prints")

// seeded returns a random source and logs its seed.
func seeded(t testing.TB) *rand.Rand {
	t.Helper()
	s := *seedFlag
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed=%d", s)
	return rand.New(rand.NewPCG(s, 0))
}

// rounds returns n, a tenth of it with -short, or a quarter under the race detector, which is about
// that much slower.
func rounds(n int) int {
	switch {
	case testing.Short():
		n /= 10
	case underRace:
		n /= 4
	}
	return max(1, n)
}

var hesitated atomic.Uint32

// hesitate spins for some tenths of n nanoseconds, so that the next step meets another goroutine at
// a random point.
func hesitate(n int) {
	for range n {
		hesitated.Load()
	}
}
