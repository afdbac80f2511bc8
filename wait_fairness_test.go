package wakeful_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// How spinning loops share the processors with each other and with other goroutines.

// A loop that has ended is no longer counted as spinning, even if its strategy panicked or exited,
// or a callback ended it during a wait.
func TestNoSpinningAfterTheEnd(t *testing.T) {
	for name, strategy := range map[string]wakeful.WaitStrategy{
		"Spin":     wakeful.Spin(),
		"Adaptive": wakeful.Adaptive(),
		"own, panics while it spins": waitFunc(func(w *wakeful.IdleState) {
			for polls := 0; !w.Ready(); polls++ {
				if polls == 10_000 {
					panic("enough")
				}
			}
		}),
		"own, ends the goroutine": waitFunc(func(w *wakeful.IdleState) {
			for polls := 0; !w.Ready(); polls++ {
				if polls == 10_000 {
					runtime.Goexit()
				}
			}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			for _, end := range []func(l *wakeful.Loop){
				func(l *wakeful.Loop) { check(t, l.Shutdown(context.Background())) },
				func(l *wakeful.Loop) { check(t, l.Close()) },
				func(l *wakeful.Loop) { check(t, l.Submit(func() { check(t, l.Close()); runtime.Goexit() })) },
			} {
				l := unrun(t, ignored(), wakeful.WithWaitStrategy(strategy))
				launch(t, l)
				for range rounds(50) {
					on(t, l, func() {})
					hesitate(2000)
				}
				check(t, l.Submit(func() { panic("in a function that came alone") }))
				end(l)
				<-l.Done()
			}
			equal(t, "spinning", wakeful.Spinners(), 0)
		})
	}
}

// More spinning loops than processors, and even more goroutines that wait for them. All make
// progress. Functions come from goroutines that block, from goroutines that spin, and from the
// loops themselves.
func TestSpinningLoopsLetOthersRun(t *testing.T) {
	for _, procs := range []int{1, 2, 4} {
		old := runtime.GOMAXPROCS(procs)
		loops := make([]*wakeful.Loop, procs+2)
		for i := range loops {
			strategy := wakeful.Spin()
			if i%2 == 1 {
				strategy = wakeful.Adaptive()
			}
			loops[i] = running(t, wakeful.WithWaitStrategy(strategy))
		}
		var all sync.WaitGroup
		for i, l := range loops {
			next := loops[(i+1)%len(loops)]
			all.Go(func() {
				for n := range rounds(50) {
					var hops atomic.Int64
					done := make(chan struct{})
					check(t, l.Submit(func() {
						check(t, next.Submit(func() { hops.Add(1); close(done) }))
					}))
					if n%2 == 0 {
						<-done
					}
					for hops.Load() == 0 {
						runtime.Gosched()
					}
				}
			})
		}
		all.Wait()
		for _, l := range loops {
			check(t, l.Shutdown(context.Background()))
		}
		runtime.GOMAXPROCS(old)
	}
	equal(t, "spinning", wakeful.Spinners(), 0)
}

// In fake time, which advances only while all goroutines are blocked, Adaptive parks. Timers fire
// at their exact time, whatever happened before.
func TestAdaptiveParksInFakeTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithWaitStrategy(wakeful.Adaptive()))
		go runLoop(t.Context(), l)
		for range 100 { // gaps short enough for spinning
			on(t, l, func() {})
		}
		for _, d := range []time.Duration{time.Microsecond, time.Millisecond, time.Hour, 24 * 365 * time.Hour} {
			began, fired := time.Now(), make(chan time.Time, 1)
			_, err := l.AfterFunc(d, func() { fired <- time.Now() })
			check(t, err)
			equal(t, "fired after", (<-fired).Sub(began), d)
		}
		check(t, l.Shutdown(t.Context()))
		<-l.Done()
	})
}

// A callback sees the wait before it as spinning, not as busy time, even if its own arrival ended
// the wait.
func TestCallbacksSeeTheSpinningBefore(t *testing.T) {
	l := running(t, wakeful.WithWaitStrategy(wakeful.Spin()))
	var last wakeful.Metrics
	for n := 0; n < 20; {
		hesitate(4000)
		var now, later wakeful.Metrics
		done := make(chan struct{})
		check(t, l.Submit(func() { now, later = l.Metrics(), l.Metrics(); close(done) }))
		<-done
		if now.Spinning > last.Spinning {
			n++
		}
		equal(t, "spinning during a callback", later.Spinning, now.Spinning)
		last = now
	}
}
