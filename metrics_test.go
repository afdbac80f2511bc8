package wakeful_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/native"
)

// The counts of an idle loop are exact.
func TestMetricsOfAnIdleLoop(t *testing.T) {
	notHosted(t, "the first turn is not empty")
	for name, options := range map[string][]wakeful.Option{
		"unbounded": nil,
		"bounded":   {limited(100, wakeful.OverflowBlock)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, options...)
				equal(t, "metrics of a new loop", l.Metrics(), wakeful.Metrics{})
				launch(t, l)
				m := mailbox(t, l, func(int) {})
				synctest.Wait()
				check(t, l.Submit(func() {
					check(t, l.AfterCallback(func() {}))
					check(t, l.QueueMicrotask(func() {}))
					check(t, l.AfterSubmitted(func() {}))
					check(t, l.AtTurnEnd(func() {}))
					check(t, m.Send(1))
					check(t, m.Send(2))
					check(t, l.SubmitBatch([]func(){func() {}, func() {}, func() {}}))
					check(t, l.SubmitPriority(func() {}))
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
				equal(t, "turns", got.Turns, 3) // the first without work; the function's; the one after it
				equal(t, "parks", got.Parks, 1) // completed parks
				equal(t, "wakeups", got.Wakeups, 1)
				equal(t, "wasted wakeups", got.SpuriousWakeups, 0)
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

// A deadline that was postponed causes one spurious wake-up.
func TestSpuriousWakeups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		timer, err := l.AfterFunc(time.Minute, func() {})
		check(t, err)
		synctest.Wait()
		before := l.Metrics()
		timer.Stop()
		time.Sleep(2 * time.Minute) //nolint:forbidigo // the bubble's clock
		synctest.Wait()
		m := l.Metrics()
		equal(t, "wakeups", m.Wakeups-before.Wakeups, 1)
		equal(t, "wasted wakeups", m.SpuriousWakeups-before.SpuriousWakeups, 1)
	})
}

// One wake-up for a batch, one for a mailbox with any number of messages, and none for a loop that
// is awake.
func TestWakeupsAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		m := mailbox(t, l, func(int) {})
		wakeups := func(what string, want uint64, fn func()) {
			t.Helper()
			synctest.Wait()
			before := l.Metrics().Wakeups
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

// lull lets an idle loop park for at least long, and returns the duration by the clock of the
// metrics. It also advances the bubble's clock, which the metrics use if there is no tick counter.
// The frequency of the ticks must have been measured before, outside the bubble.
func lull(long time.Duration) (slept time.Duration) {
	synctest.Wait() // it is parked
	began := native.Ticks()
	time.Sleep(2 * long) //nolint:forbidigo // the bubble's clock, which then stands still
	for native.Ticks()-began < native.TicksIn(long) {
	}
	return native.Duration(native.Ticks() - began)
}

// At the end the times add up to the time that the loop ran, in the right categories. On a busy
// machine the test knows only lower bounds: the loop was parked, spinning or busy for at least as
// long as the test has observed.
func TestTimesAddUp(t *testing.T) {
	const long = 20 * time.Millisecond
	native.Duration(0) // the frequency of the ticks cannot be measured in a bubble
	adds := func(t *testing.T, l *wakeful.Loop, ran time.Duration) (m wakeful.Metrics) {
		t.Helper()
		m = l.Metrics()
		if sum := m.Busy + m.Parked + m.Spinning; sum > ran {
			t.Errorf("%v busy, %v parked and %v spinning are %v, but the loop ran for %v", m.Busy, m.Parked, m.Spinning, sum, ran)
		}
		equal(t, "metrics later", l.Metrics(), m)
		return m
	}
	least := func(t *testing.T, what string, got, want time.Duration) {
		t.Helper()
		if got < want {
			t.Errorf("%v %s, want %v or more", got, what, want)
		}
	}
	t.Run("parked", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began := native.Ticks()
			l := unrun(t)
			l.Metrics() // the times count from now on
			launch(t, l)
			slept := lull(long)
			check(t, l.Shutdown(t.Context()))
			m := adds(t, l, native.Duration(native.Ticks()-began))
			least(t, "parked", m.Parked, slept)
			equal(t, "spinning", m.Spinning, 0)
		})
	})
	t.Run("spinning", func(t *testing.T) {
		var l *wakeful.Loop
		var spun int64
		l = unrun(t, wakeful.WithWaitStrategy(waitFunc(func(w *wakeful.IdleState) {
			began := native.Ticks()
			if spun == 0 {
				_, err := l.AfterFunc(long, func() { check(t, l.Shutdown(context.Background())) })
				check(t, err)
			}
			wakeful.Spin().Wait(w)
			spun += native.Ticks() - began
		})))
		l.Metrics() // the times count from now on
		began := native.Ticks()
		check(t, runLoop(context.Background(), l))
		m := adds(t, l, native.Duration(native.Ticks()-began))
		least(t, "spent in the strategy", native.Duration(spun), long/2)
		least(t, "spinning", m.Spinning, native.Duration(spun))
		equal(t, "parked", m.Parked, 0)
	})
	t.Run("busy", func(t *testing.T) {
		l := unrun(t)
		var worked time.Duration
		check(t, l.Submit(func() {
			began := native.Ticks()
			for worked < long {
				worked = native.Duration(native.Ticks() - began)
			}
			check(t, l.Shutdown(context.Background()))
		}))
		l.Metrics() // the times count from now on
		began := native.Ticks()
		check(t, runLoop(context.Background(), l))
		m := adds(t, l, native.Duration(native.Ticks()-began))
		least(t, "busy", m.Busy, worked)
		equal(t, "parked", m.Parked, 0)
		equal(t, "spinning", m.Spinning, 0)
	})
}

// A callback that reads the metrics sees the park before it as a park, and earlier functions as
// executed.
func TestMetricsInACallback(t *testing.T) {
	native.Duration(0) // the frequency of the ticks cannot be measured in a bubble
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		l.Metrics() // the times count from now on
		began := native.Ticks()
		var slept time.Duration
		timer, err := l.AfterFunc(time.Hour, func() {
			m := l.Metrics()
			if ran := native.Duration(native.Ticks() - began); m.Parked < slept || m.Parked+m.Busy > ran {
				t.Errorf("%v parked, %v busy after a sleep of %v, within %v", m.Parked, m.Busy, slept, ran)
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
		launch(t, l)
		slept = lull(50 * time.Millisecond)
		check(t, timer.Reset(0))
		<-l.Done()
	})
}

// A loop whose first callback does not return is busy.
func TestMetricsOfAStuckLoop(t *testing.T) {
	l := unrun(t)
	busy, goOn := make(chan struct{}), make(chan struct{})
	check(t, l.Submit(func() { close(busy); <-goOn }))
	l.Metrics() // the times count from now on
	launch(t, l)
	<-busy
	if m := l.Metrics(); m.Busy <= 0 || m.Parked != 0 {
		t.Errorf("%v busy, %v parked", m.Busy, m.Parked)
	}
	close(goOn)
}

// A loop is stuck in the callback that woke it. The time before counts as parked.
func TestMetricsOfALoopStuckAfterASleep(t *testing.T) {
	native.Duration(0) // the frequency of the ticks cannot be measured in a bubble
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		l.Metrics() // the times count from now on
		launch(t, l)
		slept := lull(50 * time.Millisecond) // far longer than maxFiguresAge
		goOn := make(chan struct{})
		check(t, l.Submit(func() { <-goOn }))
		synctest.Wait()
		m := l.Metrics()
		if m.Parked < slept {
			t.Errorf("%v parked, %v busy after a sleep of %v", m.Parked, m.Busy, slept)
		}
		equal(t, "parks", m.Parks, 1)
		close(goOn)
	})
}

// Busy and Parked count from the first call, also if it comes during a park, and they never go back.
func TestTimesCountFromTheFirstCall(t *testing.T) {
	const long = 20 * time.Millisecond
	native.Duration(0) // the frequency of the ticks cannot be measured in a bubble
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		lull(long)
		began := native.Ticks()
		ran := func() time.Duration { return native.Duration(native.Ticks() - began) }
		if m := l.Metrics(); m.Busy+m.Parked > ran() {
			t.Errorf("%v busy and %v parked at the first call, which took %v", m.Busy, m.Parked, ran())
		}
		slept := lull(long)
		second := l.Metrics()
		if second.Parked < slept || second.Busy+second.Parked > ran() {
			t.Errorf("%v parked and %v busy after a park of %v, within %v", second.Parked, second.Busy, slept, ran())
		}
		var inside wakeful.Metrics
		on(t, l, func() { inside = l.Metrics() })
		if inside.Parked < second.Parked {
			t.Errorf("%v parked, and %v in the callback that ended the park", second.Parked, inside.Parked)
		}
	})
}

// Counts only grow, for every reader at every moment.
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

// A loop that always has work publishes its counts too.
func TestMetricsOfALoopThatNeverParks(t *testing.T) {
	l := running(t)
	var again func()
	again = func() { _ = l.Submit(again) }
	check(t, l.Submit(again))
	for l.Metrics().Executed < 1000 {
		runtime.Gosched()
	}
	check(t, l.Close())
}

// A Call whose caller left before it ran is discarded, not executed.
func TestMetricsOfAbandonedCalls(t *testing.T) {
	const n = 10
	l := running(t)
	on(t, l, func() {
		ctx, cancel := context.WithCancel(t.Context())
		var left sync.WaitGroup
		before := l.Metrics()
		for range n {
			left.Go(func() {
				_, err := l.Call(ctx, func() (int, error) { t.Error("called"); return 0, nil })
				matches(t, err, context.Canceled)
			})
		}
		for l.Metrics().Submitted < before.Submitted+n {
			runtime.Gosched()
		}
		cancel()
		left.Wait()
	})
	on(t, l, func() {
		m := l.Metrics()
		equal(t, "executed", m.Executed, 2) // the two functions of this test
		equal(t, "discarded", m.Discarded, n)
		equal(t, "queued", m.Queued, 0)
	})
	check(t, l.Shutdown(t.Context()))
	m := l.Metrics()
	equal(t, "submitted", m.Submitted, m.Executed+m.Discarded+m.Rejected)
}
