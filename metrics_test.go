package wakeful_test

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// An idle loop's figures are exact.
func TestMetricsOfAnIdleLoop(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{
		"unbounded": nil,
		"bounded":   {limited(100, wakeful.Wait)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, options...)
				equal(t, "metrics of a new loop", l.Metrics(), wakeful.Metrics{})
				launch(t, l)
				m := mailbox(t, l, func(int) {})
				synctest.Wait()
				check(t, l.Submit(func() {
					check(t, l.NextTick(func() {}))
					check(t, l.QueueMicrotask(func() {}))
					check(t, l.SetImmediate(func() {}))
					check(t, l.SetClosing(func() {}))
					check(t, m.Send(1))
					check(t, m.Send(2))
					check(t, l.SubmitBatch([]func(){func() {}, func() {}, func() {}}))
					check(t, l.SubmitInternal(func() {}))
					_, err := l.AfterFunc(time.Hour, func() {})
					check(t, err)
					_, err = l.AfterFunc(0, func() {})
					check(t, err)
				}))
				synctest.Wait()
				got := l.Metrics()
				equal(t, "submitted", got.Submitted, 1+2+2+3+1)
				equal(t, "executed", got.Executed, got.Submitted)
				equal(t, "queued", got.Queued, 0)
				equal(t, "microtasks", got.Microtasks, 2)
				equal(t, "timers fired", got.TimersFired, 1)
				equal(t, "turns", got.Turns, 3) // the first, with nothing to do; the function's; what it led to
				equal(t, "parks", got.Parks, 1) // that are over
				equal(t, "wakeups", got.Wakeups, 1)
				equal(t, "wasted wakeups", got.WastedWakeups, 0)
				m.Close()
				check(t, l.Close())
				synctest.Wait()
				got = l.Metrics()
				equal(t, "timers discarded", got.TimersDiscarded, 1)
				equal(t, "discarded", got.Discarded, 0)
			})
		})
	}
}

// A deadline that was put off wakes the loop for nothing, once.
func TestWastedWakeups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		timer, err := l.AfterFunc(time.Minute, func() {})
		check(t, err)
		synctest.Wait()
		before := l.Metrics()
		synctest.Wait() // reading wakes a sleeping loop for an instant
		timer.Stop()
		time.Sleep(2 * time.Minute) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		m := l.Metrics()
		equal(t, "wakeups", m.Wakeups-before.Wakeups, 1)
		equal(t, "wasted wakeups", m.WastedWakeups-before.WastedWakeups, 1)
	})
}

// One wake-up for a batch, for a mailbox however many messages it gets, and none
// for a loop that is awake.
func TestWakeupsAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		m := mailbox(t, l, func(int) {})
		wakeups := func(what string, want uint64, fn func()) {
			t.Helper()
			synctest.Wait()
			before := l.Metrics().Wakeups
			synctest.Wait() // reading wakes a sleeping loop for an instant
			fn()
			synctest.Wait()
			equal(t, "wake-ups for "+what, l.Metrics().Wakeups-before, want)
		}
		wakeups("a batch", 1, func() { check(t, l.SubmitBatch(nothings(100))) })
		wakeups("what a callback submits", 1, func() {
			check(t, l.Submit(func() {
				for range 100 {
					check(t, l.Submit(func() {}))
					check(t, m.Send(1))
				}
			}))
		})
		wakeups("nothing", 0, func() {})
	})
}

// nothings returns n functions that do nothing.
func nothings(n int) []func() {
	fns := make([]func(), n)
	for i := range fns {
		fns[i] = func() {}
	}
	return fns
}

// At the end the times add up to the time that the loop ran, and each went where
// it belongs. The shares are generous: other programs run on this machine.
func TestTimesAddUp(t *testing.T) {
	for name, c := range map[string]struct {
		strategy           wakeful.WaitStrategy
		work               bool
		busy, parked, spun bool // has most of the time
	}{
		"parked":   {wakeful.Block(), false, false, true, false},
		"spinning": {wakeful.Spin(), false, false, false, true},
		"busy":     {wakeful.Block(), true, true, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := unrun(t, wakeful.WithWaitStrategy(c.strategy))
			const long = 50 * time.Millisecond
			_, err := l.AfterFunc(long, func() { check(t, l.Shutdown(context.Background())) })
			check(t, err)
			if c.work {
				check(t, l.Submit(func() {
					for began := time.Now(); time.Since(began) < long; {
					}
				}))
			}
			began := time.Now()
			check(t, l.Run(context.Background()))
			ran := time.Since(began)
			m := l.Metrics()
			sum := m.Busy + m.Parked + m.Spinning
			if sum > ran+ran/10 || sum < ran/2 {
				t.Errorf("%v busy, %v parked and %v spinning are %v, but the loop ran for %v", m.Busy, m.Parked, m.Spinning, sum, ran)
			}
			for what, share := range map[string]struct {
				time time.Duration
				most bool
			}{"busy": {m.Busy, c.busy}, "parked": {m.Parked, c.parked}, "spinning": {m.Spinning, c.spun}} {
				if share.most != (share.time > sum/2) {
					t.Errorf("%v of %v %s", share.time, sum, what)
				}
			}
			equal(t, "metrics later", l.Metrics(), m)
		})
	}
}

// A callback that looks at the metrics sees the sleep before it as a sleep, and
// what ran before it as executed.
func TestMetricsInACallback(t *testing.T) {
	l := unrun(t)
	const long = 50 * time.Millisecond
	_, err := l.AfterFunc(long, func() {
		m := l.Metrics()
		if m.Parked < long/2 || m.Busy > m.Parked {
			t.Errorf("%v parked, %v busy after a sleep of %v", m.Parked, m.Busy, long)
		}
		equal(t, "parks", m.Parks, 1)
		equal(t, "timers fired", m.TimersFired, 1)
		check(t, l.Close())
	})
	check(t, err)
	check(t, l.Submit(func() {
		equal(t, "executed, this one included", l.Metrics().Executed, 1)
		equal(t, "queued", l.Metrics().Queued, 0)
	}))
	check(t, l.Run(context.Background()))
}

// A loop that has been stuck in its first callback since it started is busy.
func TestMetricsOfAStuckLoop(t *testing.T) {
	l := unrun(t)
	busy, goOn := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { close(busy); <-goOn }))
	launch(t, l)
	<-busy
	if m := l.Metrics(); m.Busy <= 0 || m.Parked != 0 {
		t.Errorf("%v busy, %v parked", m.Busy, m.Parked)
	}
	close(goOn)
}

// A loop that is stuck in the callback that woke it has slept before.
func TestMetricsOfALoopStuckAfterASleep(t *testing.T) {
	l := unrun(t)
	const long = 50 * time.Millisecond
	busy, goOn := make(chan struct{}), make(chan struct{})
	_, err := l.AfterFunc(long, func() { close(busy); <-goOn })
	check(t, err)
	launch(t, l)
	<-busy
	m := l.Metrics()
	if m.Parked < long/2 {
		t.Errorf("%v parked, %v busy after a sleep of %v", m.Parked, m.Busy, long)
	}
	equal(t, "parks", m.Parks, 1)
	close(goOn)
}

// Whoever reads, at whatever moment, sees figures that only grow.
func TestMetricsWhileTheLoopRuns(t *testing.T) {
	l := running(t)
	over := make(chan struct{})
	for range 2 {
		go func() {
			var last wakeful.Metrics
			for {
				m := l.Metrics()
				if m.Submitted < last.Submitted || m.Executed < last.Executed || m.Parks < last.Parks ||
					m.Turns < last.Turns || m.Wakeups < last.Wakeups {
					t.Errorf("%+v came after %+v", m, last)
				}
				last = m
				select {
				case over <- struct{}{}:
					return
				default:
					runtime.Gosched()
				}
			}
		}()
	}
	m := mailbox(t, l, func(int) {})
	for range rounds(20_000) {
		check(t, l.Submit(func() {}))
		check(t, m.Send(1))
	}
	<-over
	<-over
}

// A loop that always has something to do tells of it all the same.
func TestMetricsOfALoopThatNeverRests(t *testing.T) {
	l := running(t)
	var again func()
	again = func() { _ = l.Submit(again) }
	check(t, l.Submit(again))
	for l.Metrics().Executed < 1000 {
		runtime.Gosched()
	}
	check(t, l.Close())
}
