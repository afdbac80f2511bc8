package wakeful_test

// Work in fake time. A bubble also shows that a loop which waits for work parks: with a polling
// loop, synctest.Wait would not return.

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// doze is work that takes time.
func doze(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // the bubble's clock
}

// No more work runs at the same time than the limit. The rest starts in order, and callers of
// RunBlocking do not wait.
func TestRunBlockingIsBounded(t *testing.T) {
	for _, limit := range []int{1, 2, 3, 7} {
		synctest.Test(t, func(t *testing.T) {
			const n = 10
			l := running(t, wakeful.WithMaxWorkers(limit))
			begun, goOn, arrived := make(chan int, n), make([]chan struct{}, n), 0
			for i := range n {
				goOn[i] = make(chan struct{})
				check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
					begun <- i
					<-goOn[i]
					return i, nil
				}, func(int, error) { arrived++ }))
			}
			for i := range n {
				synctest.Wait()
				equal(t, "begun", len(begun), min(n, i+limit))
				equal(t, "arrived", arrived, i)
				close(goOn[i])
			}
			synctest.Wait()
			equal(t, "arrived", arrived, n)
			// The first ones start together, and each other one when a worker is free.
			for i := range n {
				if got := <-begun; i >= limit {
					equal(t, "begun", got, i)
				}
			}
		})
	}
}

// There is a limit by default.
func TestRunBlockingIsBoundedByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 1000
		l := running(t)
		begun, goOn, arrived := make(chan struct{}, n), make(chan struct{}), 0
		for range n {
			check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
				begun <- struct{}{}
				<-goOn
				return 0, nil
			}, func(int, error) { arrived++ }))
		}
		synctest.Wait()
		equal(t, "begun", len(begun), 256)
		close(goOn)
		synctest.Wait()
		equal(t, "arrived", arrived, n)
	})
}

// Work keeps an auto-exit loop running, parked, until its result was delivered. It counts as queued
// for that time.
func TestRunBlockingKeepsAutoExitLoop(t *testing.T) {
	for _, limit := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			l := unrun(t, wakeful.WithAutoExit(), wakeful.WithMaxWorkers(limit))
			began, arrived := time.Now(), 0
			for range 2 {
				check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
					doze(time.Hour)
					return 1, ctx.Err()
				}, func(n int, err error) {
					check(t, err)
					arrived += n
				}))
			}
			go runLoop(t.Context(), l)
			synctest.Wait()
			equal(t, "queued", l.Metrics().Queued, 2)
			equal(t, "ended", ended(l), false)
			conserved(t, l)
			equal(t, "arrived", arrived, 2)
			equal(t, "ended after", time.Since(began), 2*time.Hour/time.Duration(limit))
			equal(t, "submitted", l.Metrics().Submitted, 2)
		})
	}
}

// Shutdown ends the context of work, and waits for all of it, including work that had not started
// and work that ignores its context. Meanwhile the loop is parked.
func TestShutdownWaitsForWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithMaxWorkers(2))
		var arrived journal
		var worked atomic.Int32
		do := func(name string, work func(ctx context.Context)) {
			check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (string, error) {
				work(ctx)
				worked.Add(1)
				return name, context.Cause(ctx)
			}, func(name string, err error) {
				arrived.add(name)
				matches(t, err, wakeful.ErrClosed)
				matches(t, l.RunBlocking(context.Background(), noop, func(int, error) { t.Error("arrived") }), wakeful.ErrClosed)
			}))
		}
		do("listens", func(ctx context.Context) { <-ctx.Done() })
		do("deaf", func(context.Context) { doze(time.Minute) })
		do("waits", func(ctx context.Context) {
			<-ctx.Done()
			doze(time.Second)
		})
		launch(t, l)
		synctest.Wait()
		equal(t, "worked", worked.Load(), 0)

		short, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		matches(t, l.Shutdown(short), context.DeadlineExceeded)
		synctest.Wait()
		equal(t, "worked", worked.Load(), 1)
		arrived.is(t, "listens")
		equal(t, "queued", l.Metrics().Queued, 2)
		began := time.Now()
		check(t, l.Shutdown(t.Context()))
		equal(t, "waited", time.Since(began), time.Minute-time.Second/2)
		arrived.is(t, "listens waits deaf")
		m := l.Metrics()
		equal(t, "executed", m.Executed, 3)
		equal(t, "discarded", m.Discarded, 0)
		equal(t, "rejected", m.Rejected, 3)
	})
}

// Close waits for nothing. The context of running work ends, waiting work does not start, and all
// of it is counted at once, whatever the loop was doing.
func TestCloseDiscardsWork(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, l *wakeful.Loop){
		"running": func(t *testing.T, l *wakeful.Loop) {},
		"draining": func(t *testing.T, l *wakeful.Loop) {
			ended, cancel := context.WithCancelCause(t.Context())
			cancel(errCause)
			matches(t, l.Shutdown(ended), errCause)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, wakeful.WithMaxWorkers(1))
				var cause error
				check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
					<-ctx.Done()
					doze(time.Hour)
					cause = context.Cause(ctx)
					return 0, nil
				}, func(int, error) { t.Error("arrived") }))
				for range 3 {
					check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
						t.Error("worked")
						return 0, nil
					}, func(int, error) { t.Error("arrived") }))
				}
				launch(t, l)
				synctest.Wait()
				prepare(t, l)
				synctest.Wait()
				began := time.Now()
				check(t, l.Close())
				conserved(t, l)
				equal(t, "waited", time.Since(began), 0)
				equal(t, "discarded", l.Metrics().Discarded, 4)
				elapse(time.Hour)
				matches(t, cause, wakeful.ErrClosed)
				conserved(t, l)
				equal(t, "discarded", l.Metrics().Discarded, 4)
			})
		})
	}
}

// Work sees the cause of the end of Run's context.
func TestRunBlockingSeesTheCauseOfTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		var cause error
		check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
			<-ctx.Done()
			cause = context.Cause(ctx)
			return 0, nil
		}, func(int, error) { t.Error("arrived") }))
		go runLoop(ctx, l)
		synctest.Wait()
		cancel(errCause)
		synctest.Wait()
		matches(t, cause, wakeful.ErrClosed, errCause)
		conserved(t, l)
		equal(t, "discarded", l.Metrics().Discarded, 1)
	})
}

// A draining loop delivers all late results and parks in between. Microtasks that they queue run.
func TestLateResultsWakeTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 20
		l := running(t, wakeful.WithBudget(3))
		began, arrived, micro := time.Now(), 0, 0
		for i := range n {
			after := time.Duration(i/5) * time.Second // five at once
			check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
				<-ctx.Done()
				doze(after)
				return 0, nil
			}, func(int, error) {
				arrived++
				equal(t, "arrived after", time.Since(began), after)
				check(t, l.QueueMicrotask(func() { micro++ }))
			}))
		}
		check(t, l.Shutdown(t.Context()))
		equal(t, "arrived", arrived, n)
		equal(t, "microtasks", micro, n)
	})
}
