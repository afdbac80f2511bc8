package wakeful_test

// Go against every way of ending, with the test's counts compared to the loop's.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// Several goroutines give work to a loop while something ends it. Accepted work is done and
// delivered, or counted as discarded. There is never more work running than the limit.
func TestRunBlockingAgainstEnds(t *testing.T) {
	ends := []struct {
		name     string
		end      func(l *wakeful.Loop, cancel context.CancelFunc)
		discards bool
	}{
		{"Shutdown", func(l *wakeful.Loop, _ context.CancelFunc) { l.Shutdown(context.Background()) }, false},
		{"Close", func(l *wakeful.Loop, _ context.CancelFunc) { l.Close() }, true},
		{"context", func(_ *wakeful.Loop, cancel context.CancelFunc) { cancel() }, true},
		{"Shutdown and Close", func(l *wakeful.Loop, _ context.CancelFunc) {
			var both sync.WaitGroup
			both.Go(func() { l.Shutdown(context.Background()) })
			both.Go(func() { l.Close() })
			both.Wait()
		}, true},
	}
	bounds := [][]wakeful.Option{nil, {limited(2, wakeful.OverflowBlock)}, {limited(1, wakeful.OverflowDropOldest)}}
	waits := []wakeful.WaitStrategy{wakeful.Block(), wakeful.Spin(), wakeful.Adaptive()}
	processors := []int{1, 2, 8}
	if underRace && testing.Short() {
		processors = []int{runtime.GOMAXPROCS(0)} // the race pass varies them itself
	}
	for _, procs := range processors {
		for _, e := range ends {
			t.Run(fmt.Sprintf("procs=%d/%s", procs, e.name), func(t *testing.T) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				random := seeded(t)
				for range rounds(1_000) {
					limit := 1 + random.IntN(3)
					options := append([]wakeful.Option{
						wakeful.WithMaxWorkers(limit),
						wakeful.WithBudget(1 + random.IntN(3)),
						wakeful.WithWaitStrategy(waits[random.IntN(len(waits))]),
					}, bounds[random.IntN(len(bounds))]...)
					l := unrun(t, options...)
					var accepted, rejected, worked atomic.Uint64
					var busy, returned atomic.Int64
					arrived := uint64(0) // loop's goroutine, read after its end
					begin := func(delay int) bool {
						err := l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
							if now := busy.Add(1); now > int64(limit) {
								t.Errorf("%d at once, %d asked for", now, limit)
							}
							defer returned.Add(1)
							defer busy.Add(-1)
							worked.Add(1)
							hesitate(delay)
							if delay%4 == 0 {
								<-ctx.Done()
							}
							return delay, nil
						}, func(n int, err error) {
							check(t, err)
							equal(t, "value", n, delay)
							arrived++
						})
						if err != nil {
							matches(t, err, wakeful.ErrClosed)
							rejected.Add(1)
							return false
						}
						accepted.Add(1)
						return true
					}
					ctx, cancel := context.WithCancel(context.Background())
					var all sync.WaitGroup
					for range 3 {
						delays := []int{random.IntN(500), 1 + random.IntN(500), 2 + random.IntN(500)}
						all.Go(func() {
							for _, delay := range delays {
								begin(delay)
							}
						})
					}
					all.Go(func() { runLoop(ctx, l) })
					delay := random.IntN(4000)
					all.Go(func() {
						hesitate(delay)
						e.end(l, cancel)
						l.Shutdown(context.Background())
					})
					all.Wait()
					cancel()
					conserved(t, l)
					m := l.Metrics()
					equal(t, "submitted", m.Submitted, accepted.Load()+rejected.Load())
					equal(t, "rejected", m.Rejected, rejected.Load())
					equal(t, "executed", m.Executed, arrived)
					if !e.discards {
						equal(t, "arrived", arrived, accepted.Load())
						equal(t, "worked", worked.Load(), accepted.Load())
						equal(t, "returned before Shutdown did", returned.Load(), int64(accepted.Load()))
					}
					if t.Failed() {
						return
					}
				}
			})
		}
	}
}

// Work that is accepted while the loop ends by itself keeps it running: its context does not end,
// and its result can submit more.
func TestRunBlockingAgainstAutoExit(t *testing.T) {
	random := seeded(t)
	for _, options := range [][]wakeful.Option{nil, {limited(3, wakeful.OverflowBlock)}} {
		for range rounds(5_000) {
			// The loop is awake when nothing keeps it running any more, and work arrives at that
			// moment.
			l := unrun(t, append(options, wakeful.WithAutoExit(), wakeful.WithWaitStrategy(wakeful.Spin()))...)
			k := l.KeepAlive()
			awake := make(chan struct{})
			check(t, l.Submit(func() { close(awake) }))
			var begun sync.WaitGroup
			arrived, accepted := 0, 0
			delay := random.IntN(4000)
			begun.Go(func() {
				<-awake
				k.Release()
				hesitate(delay)
				for range 3 {
					err := l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
						return 0, ctx.Err()
					}, func(_ int, err error) {
						check(t, err)
						check(t, l.Submit(func() { arrived++ }))
					})
					switch {
					case err == nil:
						accepted++
					case !errors.Is(err, wakeful.ErrClosed):
						t.Error(err)
					}
					runtime.Gosched()
				}
			})
			check(t, runLoop(context.Background(), l))
			begun.Wait()
			conserved(t, l)
			equal(t, "arrived", arrived, accepted)
			equal(t, "discarded", l.Metrics().Discarded, 0)
			if t.Failed() {
				return
			}
		}
	}
}

// A result wakes a loop at every stage of parking, and so does a late result.
func TestNoResultIsLost(t *testing.T) {
	random := seeded(t)
	l := running(t)
	done := make(chan struct{}, 1)
	for range rounds(20_000) {
		delay := random.IntN(4000)
		hesitate(random.IntN(2000))
		check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
			hesitate(delay)
			return 0, nil
		}, func(int, error) { done <- struct{}{} }))
		<-done
	}
	for range rounds(2_000) {
		l := unrun(t)
		arrived := 0
		for range 4 {
			delay := random.IntN(6000)
			check(t, l.RunBlocking(context.Background(), func(ctx context.Context) (int, error) {
				<-ctx.Done()
				hesitate(delay)
				return 0, nil
			}, func(int, error) { arrived++ }))
		}
		go runLoop(context.Background(), l)
		check(t, l.Shutdown(context.Background()))
		conserved(t, l)
		equal(t, "arrived", arrived, 4)
	}
}
