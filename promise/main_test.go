package promise_test

// Helpers for the package's tests.

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	errBroken = errors.New("broken")
	errOther  = errors.New("other")
)

// unrun returns a loop that is not running. An unexpected unhandled rejection or panic fails the
// test.
func unrun(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	unexpected := wakeful.WithPanicHandler(func(e *wakeful.PanicError) { t.Errorf("%v\n%s", e, e.Stack) })
	l, err := wakeful.New(append([]wakeful.Option{unexpected}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	check(t, promise.OnUnhandled(l, func(all []promise.Unhandled) {
		for _, u := range all {
			t.Errorf("unhandled rejection: %v", u.Err)
		}
	}))
	return l
}

// running returns a loop that runs until the test has ended.
func running(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l := unrun(t, options...)
	launch(t, l)
	return l
}

func launch(t testing.TB, l *wakeful.Loop) {
	go l.Run(context.Background())
	t.Cleanup(func() {
		if err := l.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// script runs first on an auto-exit loop, until the loop has nothing left to do.
func script(t testing.TB, first func(*wakeful.Loop), options ...wakeful.Option) {
	t.Helper()
	l := unrun(t, append(options, wakeful.WithAutoExit())...)
	check(t, l.Submit(func() { first(l) }))
	var run sync.WaitGroup
	run.Go(func() { check(t, l.Run(context.Background())) }) // a Goexit ends only that goroutine
	run.Wait()
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

// await makes a promise on the loop and waits for it. It calls MarkHandled on the loop, so that a
// rejection is not reported before Await starts.
func await[T any](t testing.TB, l *wakeful.Loop, begin func() *promise.Promise[T]) (T, error) {
	t.Helper()
	var p *promise.Promise[T]
	on(t, l, func() { p = begin().MarkHandled() })
	return p.Await(t.Context())
}

// check reports an unexpected error. Any goroutine may call it.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// matches checks that err matches all of want.
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

// fulfilled checks that p has been fulfilled with a value.
func fulfilled[T comparable](t testing.TB, p *promise.Promise[T], want T) {
	t.Helper()
	got, err := p.Result()
	check(t, err)
	equal(t, "value", got, want)
	equal(t, "state", p.State(), promise.StateFulfilled)
}

// rejected checks that p has been rejected with an error that matches all of want.
func rejected[T any](t testing.TB, p *promise.Promise[T], want ...error) {
	t.Helper()
	_, err := p.Result()
	matches(t, err, want...)
	equal(t, "state", p.State(), promise.StateRejected)
}

// A journal records events in order. Callbacks of one loop write it.
type journal []string

// note returns a function that records the given text.
func (j *journal) note(what string) func() { return func() { j.add(what) } }

func (j *journal) add(what string) { *j = append(*j, what) }

// is compares the journal with the expected entries, which are separated by spaces.
func (j *journal) is(t testing.TB, want string) {
	t.Helper()
	got := strings.Join(*j, " ")
	if want = strings.Join(strings.Fields(want), " "); got != want {
		t.Errorf("happened: %s\nwant:     %s", got, want)
	}
}

var seedFlag = flag.Uint64("seed", 0, "seed of the random tests; 0 picks one, which a failing test prints")

// seeded returns a source of random numbers and logs its seed.
func seeded(t testing.TB) *rand.Rand {
	t.Helper()
	s := *seedFlag
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed=%d", s)
	return rand.New(rand.NewPCG(s, 0))
}

// rounds returns n, or a tenth of it with -short.
func rounds(n int) int {
	if testing.Short() {
		n /= 10
	}
	return max(1, n)
}

func contains(s, part string) bool { return strings.Contains(s, part) }
