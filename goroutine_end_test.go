package wakeful_test

// Go before Run, at the end of the loop, and after it.

import (
	"context"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// When the loop starts to end, RunBlocking accepts nothing any more.
func TestRunBlockingAfterTheEnd(t *testing.T) {
	refused := func(l *wakeful.Loop) {
		t.Helper()
		matches(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			t.Error("worked")
			return 0, nil
		}, func(int, error) { t.Error("arrived") }), wakeful.ErrClosed)
	}
	for name, end := range map[string]func(l *wakeful.Loop) error{
		"Close":    (*wakeful.Loop).Close,
		"Shutdown": func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			l := unrun(t)
			check(t, l.Submit(func() {
				check(t, end(l))
				refused(l)
			}))
			check(t, runLoop(context.Background(), l))
			refused(l)
			conserved(t, l)
			equal(t, "rejected", l.Metrics().Rejected, 2)

			l = unrun(t)
			check(t, end(l))
			refused(l)
			conserved(t, l)
		})
	}
	l := unrun(t, wakeful.WithAutoExit())
	check(t, runLoop(context.Background(), l))
	refused(l)
	conserved(t, l)
}

// Work starts before Run. If the loop ends before Run, the way of ending decides what happens to
// it.
func TestRunBlockingBeforeRun(t *testing.T) {
	begin := func(t *testing.T, l *wakeful.Loop, arrived *int) (worked chan struct{}) {
		worked = make(chan struct{})
		check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
			defer close(worked)
			<-ctx.Done()
			return 0, context.Cause(ctx)
		}, func(_ int, err error) {
			*arrived++
			matches(t, err, wakeful.ErrClosed)
		}))
		return worked
	}
	t.Run("Shutdown", func(t *testing.T) {
		arrived := 0
		l := unrun(t)
		worked := begin(t, l, &arrived)
		ended, cancel := context.WithCancelCause(context.Background())
		cancel(errCause)
		matches(t, l.Shutdown(ended), errCause) // it waits for Run
		<-worked
		equal(t, "queued", l.Metrics().Queued, 1)
		check(t, runLoop(context.Background(), l))
		conserved(t, l)
		equal(t, "arrived", arrived, 1)
	})
	t.Run("Close", func(t *testing.T) {
		arrived := 0
		l := unrun(t)
		worked := begin(t, l, &arrived)
		check(t, l.Close())
		conserved(t, l)
		<-worked
		conserved(t, l)
		equal(t, "arrived", arrived, 0)
		equal(t, "discarded", l.Metrics().Discarded, 1)
	})
	t.Run("Close with the result in the queue", func(t *testing.T) {
		l := unrun(t, wakeful.WithMaxWorkers(1))
		second := make(chan struct{})
		check(t, l.RunBlocking(context.Background(), noop, func(int, error) { t.Error("arrived") }))
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			close(second)
			return 0, nil
		}, func(int, error) { t.Error("arrived") }))
		<-second
		check(t, l.Close())
		conserved(t, l)
		equal(t, "discarded", l.Metrics().Discarded, 2)
	})
}

// A loop that has ended but is still referenced keeps no results alive. If this test hangs, it kept
// one.
func TestRunBlockingResultAfterTheEndIsReleased(t *testing.T) {
	l := unrun(t)
	goOn, collected := make(chan struct{}), make(chan struct{})
	check(t, l.RunBlocking(context.Background(), func(context.Context) (*[1024]byte, error) {
		<-goOn
		value := new([1024]byte)
		runtime.AddCleanup(value, func(collected chan struct{}) { close(collected) }, collected)
		return value, nil
	}, func(*[1024]byte, error) { t.Error("arrived") }))
	check(t, l.Close())
	close(goOn)
	for {
		select {
		case <-collected:
			conserved(t, l)
			return
		default:
			runtime.GC()
		}
	}
}
