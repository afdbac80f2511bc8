package wakeful_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

func TestAutoExitOfAnEmptyLoop(t *testing.T) {
	l := unrun(t, wakeful.WithAutoExit())
	check(t, runLoop(context.Background(), l))
	conserved(t, l)
	matches(t, l.Submit(func() {}), wakeful.ErrClosed)
}

// ended reports whether l has ended.
func ended(l *wakeful.Loop) bool {
	select {
	case <-l.Done():
		return true
	default:
		return false
	}
}

// Without the option only Shutdown, Close or a context ends a loop.
func TestNoAutoExit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := running(t)
		k := l.KeepAlive()
		k.Release()
		timer, err := l.AfterFunc(time.Minute, func() {})
		check(t, err)
		timer.Unref()
		elapse(time.Hour)
		equal(t, "ended", ended(l), false)
	})
}

// A loop ends when the last timer is gone, and not before.
func TestAutoExitWaitsForTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		l := unrun(t, wakeful.WithAutoExit())
		near, err := l.AfterFunc(time.Minute, func() {})
		check(t, err)
		far, err := l.AfterFunc(time.Hour, func() { t.Error("fired") })
		check(t, err)
		every, err := l.Every(time.Second, func() {}, wakeful.WithRepeatMode(wakeful.FixedDelay))
		check(t, err)
		far.Unref()
		far.Unref()
		every.Unref()
		go runLoop(t.Context(), l)
		elapse(30 * time.Second)
		on(t, l, func() { // between Unref and Ref nothing else keeps the loop running
			near.Ref() // has no effect
			near.Unref()
			near.Ref()
		})
		elapse(20 * time.Second)
		equal(t, "ended", ended(l), false)
		conserved(t, l)
		equal(t, "ended after", time.Since(began), time.Minute)
		m := l.Metrics()
		equal(t, "fired", m.TimersFired, 60+1) // at the full minute the one-shot timer fires first
		equal(t, "discarded", m.TimersDiscarded, 2)
	})
}

// Removing a parked loop's last reference ends the loop at once.
func TestAutoExitAtTheLastReference(t *testing.T) {
	for name, let := range map[string]func(timer *wakeful.Timer){
		"Stop":  func(timer *wakeful.Timer) { equal(t, "Stop", timer.Stop(), true) },
		"Unref": (*wakeful.Timer).Unref,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, wakeful.WithAutoExit())
				timer, err := l.AfterFunc(time.Hour, func() { t.Error("fired") })
				check(t, err)
				go runLoop(t.Context(), l)
				synctest.Wait()
				equal(t, "ended", ended(l), false)
				let(timer)
				synctest.Wait()
				equal(t, "ended", ended(l), true)
			})
		})
	}
}

// Ref and Unref of a repeating timer in its own callback, when it is neither waiting nor stopped.
func TestRefInTheCallback(t *testing.T) {
	for _, mode := range []wakeful.RepeatMode{wakeful.FixedRate, wakeful.FixedDelay} {
		t.Run(mode.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, wakeful.WithAutoExit())
				fired := 0
				var timer *wakeful.Timer
				timer, err := l.Every(time.Second, func() {
					if fired++; fired == 5 {
						timer.Unref()
						timer.Ref()
						timer.Unref()
					}
				}, wakeful.WithRepeatMode(mode))

				check(t, err)
				check(t, runLoop(t.Context(), l))
				equal(t, "fired", fired, 5)
				conserved(t, l)
				equal(t, "discarded", l.Metrics().TimersDiscarded, 1)
			})
		})
	}
}

// A timer that has fired or was stopped keeps no loop running, even after Ref. When it is set
// again, its last Ref or Unref counts.
func TestRefOfATimerThatIsNotSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithAutoExit())
		k := l.KeepAlive()
		go runLoop(t.Context(), l)
		timer, err := l.AfterFunc(time.Second, func() {})
		check(t, err)
		elapse(2 * time.Second)
		timer.Unref()
		timer.Ref()
		timer.Unref()
		check(t, timer.Reset(time.Hour))
		k.Release()
		synctest.Wait()
		equal(t, "ended", ended(l), true)
		equal(t, "discarded", l.Metrics().TimersDiscarded, 1)
	})
}

// An unreferenced timer does not decrement the count of references when it fires.
func TestUnreferencedTimerFires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithAutoExit())
		fired := 0
		for _, mode := range []wakeful.RepeatMode{wakeful.FixedRate, wakeful.FixedDelay} {
			every, err := l.Every(time.Second, func() { fired++ }, wakeful.WithRepeatMode(mode))
			check(t, err)
			every.Unref()
		}
		once, err := l.AfterFunc(time.Second, func() { fired++ })
		check(t, err)
		once.Unref()
		k := l.KeepAlive()
		go runLoop(t.Context(), l)
		elapse(2500 * time.Millisecond)
		equal(t, "fired", fired, 5)
		second := l.KeepAlive()
		k.Release()
		synctest.Wait()
		equal(t, "ended", ended(l), false)
		second.Release()
		synctest.Wait()
		equal(t, "ended", ended(l), true)
	})
}

func TestKeepAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t, wakeful.WithAutoExit())
		a, b := l.KeepAlive(), l.KeepAlive()
		go runLoop(t.Context(), l)
		alive := func(want bool) {
			t.Helper()
			synctest.Wait()
			equal(t, "ended", ended(l), !want)
		}
		alive(true)
		a.Release()
		a.Release() // not held
		alive(true)
		a.Hold()
		a.Hold() // held
		b.Release()
		alive(true)
		b.Hold()
		a.Release()
		alive(true)
		b.Release()
		alive(false)
		a.Hold()
		a.Release()
		l.KeepAlive().Release()
		conserved(t, l)
	})
}

// Shutdown ends a loop although a keep-alive is still held.
func TestShutdownOfALoopWithKeepAlive(t *testing.T) {
	l := unrun(t, wakeful.WithAutoExit())
	l.KeepAlive()
	launch(t, l)
	check(t, l.Shutdown(t.Context()))
}

// Everything that was accepted runs before the loop ends.
func TestAutoExitRunsEverything(t *testing.T) {
	for name, options := range map[string][]wakeful.Option{"unbounded": nil, "bounded": {limited(3, wakeful.OverflowReject)}} {
		t.Run(name, func(t *testing.T) {
			for _, kind := range []string{"timer", "priority", "submitted", "batch", "message", "afterSubmitted", "turnEnd"} {
				var j journal
				script(t, func(l *wakeful.Loop) {
					ways := everyWay(t, l)
					check(t, ways[kind](func() {
						check(t, l.QueueMicrotask(func() { check(t, ways[kind](j.note(kind))) }))
					}))
				}, options...)
				j.is(t, kind)
			}
		})
	}
}
