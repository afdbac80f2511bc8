package wakeful_test

// What the package's tests have in common: loops that end with their test, what
// must hold of every loop that has ended, and the random seed.

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// unrun returns a loop that nobody runs yet.
func unrun(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// launch runs l on a goroutine of its own. When the test ends, l is shut down,
// unless it has ended before, and must have kept its books.
func launch(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	go l.Run(context.Background())
	t.Cleanup(func() {
		if err := l.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		conserved(t, l)
	})
}

// running returns a loop that was launched.
func running(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l := unrun(t, options...)
	launch(t, l)
	return l
}

// script has first run on an auto-exit loop, and then whatever first leads to,
// until nothing is left to do. A script has no other goroutine, so its order is
// always the same.
func script(t testing.TB, first func(*wakeful.Loop), options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l := unrun(t, append(options, wakeful.WithAutoExit())...)
	check(t, l.Submit(func() { first(l) }))
	var run sync.WaitGroup
	run.Go(func() { check(t, l.Run(context.Background())) }) // a Goexit is not the test's
	run.Wait()
	conserved(t, l)
	return l
}

// on has fn run on the loop and waits for it.
func on(t testing.TB, l *wakeful.Loop, fn func()) {
	t.Helper()
	_, err := wakeful.Call(context.Background(), l, func() (struct{}, error) {
		fn()
		return struct{}{}, nil
	})
	check(t, err)
}

// conserved waits for the end of l, and checks that whatever was given to it is
// accounted for.
func conserved(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	<-l.Done()
	if m := l.Metrics(); m.Submitted != m.Executed+m.Rejected+m.Discarded || m.Queued != 0 {
		t.Errorf("not conserved: %+v", m)
	}
}

// check reports an error that should not be. Any goroutine may call it.
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

// A journal is what happened, in order. Callbacks of one loop write it.
type journal []string

// note returns a function that writes what it is called.
func (j *journal) note(what string) func() { return func() { j.add(what) } }

func (j *journal) add(what string) { *j = append(*j, what) }

// is compares the journal with what is wanted, entries apart by spaces.
func (j *journal) is(t testing.TB, want string) {
	t.Helper()
	got := strings.Join(*j, " ")
	if want = strings.Join(strings.Fields(want), " "); got != want {
		t.Errorf("happened: %s\nwant:     %s", got, want)
	}
}

// into is a panic handler that keeps what it gets.
func into(all *[]*wakeful.PanicError) wakeful.Option {
	return wakeful.WithPanicHandler(func(e *wakeful.PanicError) { *all = append(*all, e) })
}

// ignored is a panic handler for panics that the test made and does not look at.
func ignored() wakeful.Option { return wakeful.WithPanicHandler(func(*wakeful.PanicError) {}) }

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

// rounds returns n, or a tenth of it with -short, or a quarter under the race
// detector, which is that much slower: fewer rounds of the same thing.
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

// hesitate takes some tenths of n nanoseconds, so that what follows meets another
// goroutine at another place each time.
func hesitate(n int) {
	for range n {
		hesitated.Load()
	}
}
