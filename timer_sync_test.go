package wakeful_test

// Timers in fake time, where the time of every event is exact.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A stopwatch records the times of events since it was made.
type stopwatch struct {
	journal
	began time.Time
}

func newStopwatch() *stopwatch { return &stopwatch{began: time.Now()} }

func (s *stopwatch) note(what string) func() { return func() { s.add(what) } }

func (s *stopwatch) add(what string) {
	s.journal.add(fmt.Sprintf("%s@%v", what, time.Since(s.began)))
}

// elapse advances fake time.
func elapse(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // the bubble's clock
	synctest.Wait()
}

func TestTimersFireAtTheirDeadlines(t *testing.T) {
	notHosted(t, "it counts parks")
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		for _, d := range []time.Duration{3 * time.Second, time.Nanosecond, time.Hour, 0, -time.Hour, time.Millisecond} {
			_, err := l.AfterFunc(d, s.note(d.String()))
			check(t, err)
		}
		check(t, runLoop(t.Context(), l))
		s.is(t, "0s@0s -1h0m0s@0s 1ns@1ns 1ms@1ms 3s@3s 1h0m0s@1h0m0s")
		equal(t, "parks", l.Metrics().Parks, 4)
	})
}

func TestEqualDeadlinesFireInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		after := func(d time.Duration, what string) *wakeful.Timer {
			timer, err := l.AfterFunc(d, s.note(what))
			check(t, err)
			return timer
		}
		after(2*time.Second, "a")
		b := after(time.Second, "b")
		after(2*time.Second, "c")
		check(t, b.Reset(2*time.Second)) // the last one now
		elapse(time.Second)
		after(time.Second, "d")
		check(t, runLoop(t.Context(), l))
		s.is(t, "a@2s c@2s b@2s d@2s")
	})
}

// The loop is late. Due timers fire in the order of their deadlines, not in the order of setting,
// and timers that callbacks add fire in a later turn.
func TestLateTimersFireInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		check(t, l.Submit(func() {
			for n, seconds := range []int{3, 1, 2, 1} {
				_, err := l.AfterFunc(time.Duration(seconds)*time.Second, func() {
					s.add(fmt.Sprint(n))
					_, err := l.AfterFunc(-time.Minute, s.note(fmt.Sprint("after-", n)))
					check(t, err)
				})
				check(t, err)
			}
			check(t, l.AfterSubmitted(s.note("afterSubmitted")))
			elapse(10 * time.Second)
		}))
		check(t, runLoop(t.Context(), l))
		s.is(t, "afterSubmitted@10s 1@10s 3@10s 2@10s 0@10s after-1@10s after-3@10s after-2@10s after-0@10s")
	})
}

// everySecond runs a timer that fires every second until its callback stops it. The callback gets
// the number of its call.
func everySecond(t *testing.T, mode wakeful.RepeatMode, want string, callback func(t *testing.T, n int, timer *wakeful.Timer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		n := 0
		var timer *wakeful.Timer
		timer, err := l.Every(time.Second, func() {
			n++
			s.add(fmt.Sprint(n))
			callback(t, n, timer)
		}, wakeful.WithRepeatMode(mode))

		check(t, err)
		check(t, runLoop(t.Context(), l))
		s.is(t, want)
	})
}

// The callback takes 300 ms each time, and once 2.5 s.
func TestDrift(t *testing.T) {
	for mode, want := range map[wakeful.RepeatMode]string{
		wakeful.FixedRate:  "1@1s 2@2s 3@3s 4@5.5s 5@6s 6@7s",
		wakeful.FixedDelay: "1@1s 2@2.3s 3@3.6s 4@7.1s 5@8.4s 6@9.7s",
	} {
		t.Run(mode.String(), func(t *testing.T) {
			everySecond(t, mode, want, func(t *testing.T, n int, timer *wakeful.Timer) {
				switch n {
				case 3:
					elapse(2500 * time.Millisecond)
				case 6:
					equal(t, "Stop in the callback", timer.Stop(), true)
					equal(t, "Stop again", timer.Stop(), false)
				default:
					elapse(300 * time.Millisecond)
				}
			})
		})
	}
}

// A callback that takes exactly one period, or a multiple. FixedRate keeps its grid and skips
// missed deadlines.
func TestFixedRateOnTheGrid(t *testing.T) {
	everySecond(t, wakeful.FixedRate, "1@1s 2@2s 3@4s 4@7s", func(_ *testing.T, n int, timer *wakeful.Timer) {
		if elapse(time.Duration(n) * time.Second); n == 4 {
			timer.Stop()
		}
	})
}

func TestResetInTheCallback(t *testing.T) {
	for mode, want := range map[wakeful.RepeatMode]string{
		wakeful.FixedRate:  "1@1s 2@3.5s 3@5.5s",
		wakeful.FixedDelay: "1@1s 2@3.5s 3@6s",
	} {
		t.Run(mode.String(), func(t *testing.T) {
			everySecond(t, mode, want, func(t *testing.T, n int, timer *wakeful.Timer) {
				elapse(500 * time.Millisecond)
				switch n {
				case 1:
					check(t, timer.Reset(2*time.Second)) // from now, in either mode
					matches(t, timer.Reset(0), wakeful.ErrInvalidPeriod)
					matches(t, timer.Reset(-1), wakeful.ErrInvalidPeriod)
				case 3:
					timer.Stop()
				}
			})
		})
	}
}

func TestResetOfAOneShotTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		n := 0
		var timer *wakeful.Timer
		timer, err := l.AfterFunc(time.Second, func() {
			if n++; n < 4 {
				check(t, timer.Reset(time.Duration(n-1)*time.Second)) // 0 is the next turn
				if n == 2 {
					equal(t, "Stop of what was set again", timer.Stop(), true)
					check(t, timer.Reset(5*time.Second))
				}
			}
			s.add(fmt.Sprint(n))
		})
		check(t, err)
		check(t, timer.Reset(3*time.Second)) // later than before
		check(t, timer.Reset(2*time.Second)) // earlier
		check(t, runLoop(t.Context(), l))
		s.is(t, "1@2s 2@2s 3@7s 4@9s")
		equal(t, "Stop of what has fired", timer.Stop(), false)
	})
}

// A callback stops a timer with the same deadline, which then does not fire.
func TestStopWithinTheSamePhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		var b, c *wakeful.Timer
		_, err := l.AfterFunc(time.Second, func() {
			s.add("a")
			equal(t, "Stop", b.Stop(), true)
			check(t, c.Reset(0)) // no longer in this phase
			check(t, l.AfterSubmitted(s.note("afterSubmitted")))
		})
		check(t, err)
		b, err = l.AfterFunc(time.Second, s.note("b"))
		check(t, err)
		c, err = l.AfterFunc(time.Second, s.note("c"))
		check(t, err)
		check(t, runLoop(t.Context(), l))
		s.is(t, "a@1s afterSubmitted@1s c@1s")
	})
}

// Another goroutine sets timers while the loop is parked: earlier, later, and never.
func TestTimersAreSetFromAnyGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := running(t)
		synctest.Wait()
		far, err := l.AfterFunc(time.Hour, s.note("far"))
		check(t, err)
		synctest.Wait()
		_, err = l.AfterFunc(time.Minute, s.note("near"))
		check(t, err)
		elapse(2 * time.Minute)
		check(t, far.Reset(time.Minute))
		elapse(2 * time.Minute)
		check(t, far.Reset(time.Minute))
		equal(t, "Stop", far.Stop(), true)
		elapse(2 * time.Hour)
		check(t, l.Submit(func() {}))
		synctest.Wait()
		s.is(t, "near@1m0s far@3m0s")
	})
}

// A deadline beyond the representable range acts like never, without an overflow.
func TestHugeDurations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := running(t)
		elapse(time.Hour)
		for _, d := range []time.Duration{math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 - time.Hour, 200 * 365 * 24 * time.Hour} {
			_, err := l.AfterFunc(d, s.note("after"))
			check(t, err)
			_, err = l.Every(d, s.note("every"))
			check(t, err)
			timer, err := l.Every(time.Second, s.note("reset"), wakeful.WithRepeatMode(wakeful.FixedDelay))
			check(t, err)
			check(t, timer.Reset(d))
		}
		_, err := l.AfterFunc(math.MinInt64, s.note("past"))
		check(t, err)
		_, err = l.AfterFunc(2*time.Hour, s.note("soon"))
		check(t, err)
		elapse(24 * time.Hour)
		s.is(t, "past@1h0m0s soon@3h0m0s")
		check(t, l.Shutdown(t.Context()))
		equal(t, "discarded", l.Metrics().TimersDiscarded, 12)
	})
}

// Timers that are set before Run count from when they were set.
func TestTimersBeforeRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStopwatch()
		l := unrun(t, wakeful.WithAutoExit())
		_, err := l.AfterFunc(3*time.Second, s.note("a"))
		check(t, err)
		_, err = l.AfterFunc(time.Second, s.note("b"))
		check(t, err)
		elapse(2 * time.Second)
		check(t, runLoop(t.Context(), l))
		s.is(t, "b@2s a@3s")
	})
}

// Shutdown, Close and the end of the context discard timers that have not fired, even if they are
// due.
func TestTimersAtTheEnd(t *testing.T) {
	for name, end := range map[string]func(l *wakeful.Loop) error{
		"Close":    (*wakeful.Loop).Close,
		"Shutdown": func(l *wakeful.Loop) error { return l.Shutdown(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStopwatch()
				l := unrun(t)
				for _, what := range []string{"a", "b"} {
					_, err := l.AfterFunc(time.Second, func() {
						s.add(what)
						check(t, end(l))
					})
					check(t, err)
				}
				_, err := l.Every(time.Second, s.note("every"), wakeful.WithRepeatMode(wakeful.FixedDelay))
				check(t, err)
				check(t, runLoop(t.Context(), l))
				s.is(t, "a@1s")
				equal(t, "discarded", l.Metrics().TimersDiscarded, 2)
			})
		})
	}
}

// A million timers, most of which are stopped or reset. The others fire in the order of their
// deadlines, and equal ones in the order of setting.
func TestAMillionTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random, began := seeded(t), time.Now()
		n := rounds(1_000_000)
		l := unrun(t, wakeful.WithAutoExit())
		type setting struct{ deadline, order int }
		var fired []setting
		timers := make([]*wakeful.Timer, n)
		latest := make([]setting, n)
		sets := 0
		setTo := func(i int) time.Duration {
			latest[i] = setting{random.IntN(1000), sets}
			sets++
			return time.Duration(latest[i].deadline) * time.Millisecond
		}
		for i := range timers {
			timer, err := l.AfterFunc(setTo(i), func() {
				equal(t, "fired after", time.Since(began), time.Duration(latest[i].deadline)*time.Millisecond)
				fired = append(fired, latest[i])
			})
			if err != nil {
				t.Fatal(err)
			}
			timers[i] = timer
		}
		var want []setting
		for _, i := range random.Perm(n) {
			if i%100 == 0 {
				check(t, timers[i].Reset(setTo(i)))
				want = append(want, latest[i])
			} else if !timers[i].Stop() {
				t.Error("a timer that was waiting could not be stopped")
			}
		}
		slices.SortFunc(want, func(a, b setting) int {
			return cmp.Or(a.deadline-b.deadline, a.order-b.order)
		})
		check(t, runLoop(t.Context(), l))
		if !slices.Equal(fired, want) {
			t.Errorf("%d timers fired, %d were to; or the order is wrong", len(fired), len(want))
		}
	})
}

// An hour of a busy program's timers.
func TestAnHourOfTimers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := unrun(t)
		counts := map[time.Duration]int{}
		for _, period := range []time.Duration{time.Second, time.Minute, 7 * time.Second} {
			_, err := l.Every(period, func() { counts[period]++ })
			check(t, err)
		}
		_, err := l.AfterFunc(time.Hour, func() { check(t, l.Close()) })
		check(t, err)
		check(t, runLoop(t.Context(), l))
		// At the full hour the one-shot timer fires first, because the others set this deadline
		// only at their previous firing.
		equal(t, "minutes", counts[time.Minute], 59)
		equal(t, "seconds", counts[time.Second], 3599)
		equal(t, "seven seconds", counts[7*time.Second], 3600/7)
	})
}
