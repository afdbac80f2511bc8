package wakeful_test

import (
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

func TestEveryRejectsWhatItCannotDo(t *testing.T) {
	l := unrun(t)
	for _, period := range []time.Duration{0, -1, math.MinInt64} {
		_, err := l.Every(period, func() {})
		matches(t, err, wakeful.ErrInvalidPeriod)
	}
	for _, mode := range []wakeful.RepeatMode{-1, wakeful.FixedDelay + 1, 99} {
		_, err := l.Every(time.Second, func() {}, wakeful.WithRepeatMode(mode))
		matches(t, err, wakeful.ErrInvalidPeriod)
	}
	_, err := l.Every(time.Second, func() {}, wakeful.RepeatOption{})
	matches(t, err, wakeful.ErrInvalidOption)
	check(t, l.Close())
	equal(t, "timers left", l.Metrics().TimersDiscarded, 0)
}

func TestDriftNames(t *testing.T) {
	equal(t, "name", wakeful.FixedRate.String(), "FixedRate")
	equal(t, "name", wakeful.FixedDelay.String(), "FixedDelay")
	equal(t, "name", wakeful.RepeatMode(7).String(), "RepeatMode(7)")
}

// By the real clock, with every strategy, no timer is early.
func TestTimersAreNeverEarly(t *testing.T) {
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			random := seeded(t)
			l := running(t, wakeful.WithWaitStrategy(strategy))
			var all sync.WaitGroup
			for range rounds(200) {
				d := time.Duration(random.Int64N(int64(5 * time.Millisecond)))
				began := time.Now()
				all.Add(1)
				_, err := l.AfterFunc(d, func() {
					if after := time.Since(began); after < d {
						t.Errorf("a timer of %v fired after %v", d, after)
					}
					all.Done()
				})
				check(t, err)
			}
			all.Wait()
		})
	}
}

// Four goroutines call every method of timers while they fire. The count of references stays
// correct, so the auto-exit loop ends as soon as the last timer is stopped.
func TestTimersUnderFire(t *testing.T) {
	for _, mode := range []wakeful.RepeatMode{wakeful.FixedRate, wakeful.FixedDelay} {
		t.Run(mode.String(), func(t *testing.T) {
			const goroutines = 4
			l := unrun(t, wakeful.WithAutoExit())
			k := l.KeepAlive()
			timers := make([]*wakeful.Timer, 8)
			do := func(timer *wakeful.Timer, what int) {
				switch what {
				case 0:
					timer.Stop()
				case 1:
					timer.Ref()
				case 2:
					timer.Unref()
				default:
					check(t, timer.Reset(time.Duration(what)*time.Microsecond))
				}
			}
			var fired atomic.Int64
			for i := range timers {
				var err error
				fn := func() {
					if n := fired.Add(1); n%3 == 0 {
						do(timers[i], int(n/3%6))
					}
				}
				if i%2 == 0 {
					timers[i], err = l.AfterFunc(time.Hour, fn)
				} else {
					timers[i], err = l.Every(time.Hour, fn, wakeful.WithRepeatMode(mode))
				}
				check(t, err)
			}
			launch(t, l)
			var all sync.WaitGroup
			for range goroutines {
				random := seeded(t)
				all.Go(func() {
					for range rounds(20_000) {
						do(timers[random.IntN(len(timers))], random.IntN(20))
					}
				})
			}
			all.Wait()
			for _, timer := range timers {
				timer.Ref()
				timer.Stop()
			}
			// A running callback may have set its timer again.
			on(t, l, func() {
				for _, timer := range timers {
					timer.Stop()
				}
			})
			k.Release()
			<-l.Done()
			if m := l.Metrics(); m.TimersFired != uint64(fired.Load()) || m.TimersDiscarded != 0 {
				t.Errorf("%d callbacks, but the loop counts %d fired and %d discarded", fired.Load(), m.TimersFired, m.TimersDiscarded)
			}
		})
	}
}

// After a Stop on the loop no callback comes, whichever goroutine set the timer.
func TestStopOnTheLoopIsFinal(t *testing.T) {
	l := running(t)
	for range rounds(2000) {
		stopped := false
		timer, err := l.AfterFunc(0, func() {
			if stopped {
				t.Error("fired after Stop")
			}
		})
		check(t, err)
		on(t, l, func() {
			timer.Stop()
			stopped = true
		})
	}
}
