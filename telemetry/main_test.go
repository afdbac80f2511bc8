package telemetry_test

// Helpers for the tests.

import (
	"context"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// unrun returns a loop that is not running.
func unrun(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New(options...)
	check(t, err)
	return l
}

// launch runs l on a separate goroutine until the test ends.
func launch(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	go l.Run(context.Background())
	t.Cleanup(func() {
		if err := l.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// watch watches l until the test ends.
func watch(t testing.TB, l *wakeful.Loop, options ...telemetry.Option) *telemetry.Watcher {
	t.Helper()
	w, err := telemetry.Watch(l, options...)
	check(t, err)
	t.Cleanup(func() { check(t, w.Close()) })
	return w
}

// record records l until the test ends.
func record(t testing.TB, l *wakeful.Loop) *telemetry.Recorder {
	t.Helper()
	r, err := telemetry.Record(l, 1<<20)
	check(t, err)
	t.Cleanup(func() { check(t, r.Close()) })
	return r
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
