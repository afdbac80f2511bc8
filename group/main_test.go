package group_test

// Helpers for the package's tests.

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// made returns a group that does not run. The test's end closes it. A panic in a callback fails the
// test, unless an option says what happens to it.
func made(t testing.TB, n int, options ...group.Option) *group.Group {
	t.Helper()
	unexpected := group.WithPanicHandler(func(e *wakeful.PanicError) { t.Errorf("%v\n%s", e, e.Stack) })
	g, err := group.New(n, append([]group.Option{unexpected}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		check(t, g.Close())
		<-g.Done()
	})
	return g
}

// running returns a group that runs until the end of the test.
func running(t testing.TB, n int, options ...group.Option) *group.Group {
	t.Helper()
	g := made(t, n, options...)
	go run(t, g)
	started(t, g)
	return g
}

// started returns when Run has been called.
func started(t testing.TB, g *group.Group) {
	t.Helper()
	for _, l := range g.Loops() {
		_, err := l.Call(context.Background(), func() (int, error) { return 0, nil })
		check(t, err)
	}
}

func run(t testing.TB, g *group.Group) { check(t, g.Run(context.Background())) }

// check reports an unexpected error. Any goroutine may call it.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// matches checks that err matches want.
func matches(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want one that matches %v", what, err, want)
	}
}

// equal checks a value.
func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
