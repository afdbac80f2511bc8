package stream_test

// Helpers for the package's tests.

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// running returns a loop that runs until the test has ended. Sockets that a test leaves open are
// closed then.
func running(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	go l.Run(context.Background())
	t.Cleanup(func() { shutDown(t, l) })
	return l
}

// shutDown shuts a loop down and waits until its descriptors are closed.
func shutDown(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	check(t, l.Shutdown(context.Background()))
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
