//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// The life of a loop: what runs, in which order, and what becomes of it at the end.

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sim"
)

func TestLifecycle(t *testing.T) { sim.Run(t, 1000, lifecycle) }

// lifecycle gives a loop functions, timers and work, and ends it.
func lifecycle(w *sim.World) {
	if w.Rand().IntN(2) == 0 {
		w.Net().Faults(sim.Pauses(time.Second, 300*time.Millisecond))
	}
	l := w.Loop("one", wakeful.WithMaxWorkers(1+w.Rand().IntN(4)), wakeful.WithBudget(1+w.Rand().IntN(8)))
	var submitted, ran, accepted, delivered int
	var order []int // of OnShutdown and OnDrain
	ticks, lastTick := 0, time.Duration(0)
	for i := range 3 {
		if _, err := l.OnShutdown(func() { order = append(order, 10+i) }); err != nil {
			w.Fail("OnShutdown: %w", err)
		}
	}
	if _, err := l.OnDrain(func(context.Context) {
		order = append(order, 1)
		if ran != submitted {
			w.Fail("OnDrain comes before %d submitted functions", submitted-ran)
		}
	}); err != nil {
		w.Fail("OnDrain: %w", err)
	}
	grid := time.Duration(50+w.Rand().IntN(100)) * time.Millisecond
	if _, err := l.Every(grid, func() {
		ticks++
		if w.Elapsed()/grid == lastTick/grid && ticks > 1 {
			w.Fail("a FixedRate timer has fired twice in the period at %v", w.Elapsed())
		}
		lastTick = w.Elapsed()
	}); err != nil {
		w.Fail("Every: %w", err)
	}
	stopped := 0
	w.Always("functions run in the order of Submit", func() error {
		if ran > submitted {
			return errors.New("more have run than were submitted")
		}
		return nil
	})
	end := time.Duration(500+w.Rand().IntN(3000)) * time.Millisecond
	for range 60 {
		at := time.Duration(w.Rand().Int64N(int64(end + 500*time.Millisecond)))
		w.At(at, func() {
			switch w.Rand().IntN(4) {
			case 0:
				n := submitted
				if l.Submit(func() {
					if ran != n {
						w.Fail("function %d runs as number %d", n, ran)
					}
					ran++
				}) == nil {
					submitted++
				}
			case 1:
				d := time.Duration(w.Rand().IntN(400)) * time.Millisecond
				due := w.Elapsed() + d
				_, _ = l.AfterFunc(d, func() {
					if w.Elapsed() < due {
						w.Fail("a timer for %v fires at %v", due, w.Elapsed())
					}
				})
			case 2:
				timer, err := l.AfterFunc(200*time.Millisecond, func() { w.Fail("a stopped timer has fired") })
				if err == nil {
					w.After(100*time.Millisecond, func() {
						if timer.Stop() {
							stopped++
						}
					})
				}
			default:
				took := time.Duration(w.Rand().IntN(600)) * time.Millisecond
				if l.RunBlocking(w.Context(), func(context.Context) (int, error) {
					time.Sleep(took) //nolint:forbidigo // simulated time
					return int(took), nil
				}, func(n int, err error) {
					if n != int(took) || err != nil {
						w.Fail("work has returned %d, %v", n, err)
					}
					delivered++
				}) == nil {
					accepted++
				}
			}
		})
	}
	closes := w.Rand().IntN(3) == 0
	ended := false
	w.At(end, func() {
		if closes {
			_ = l.Close()
			return
		}
		w.Go(func() {
			if err := l.Shutdown(context.Background()); err != nil {
				w.Fail("Shutdown: %w", err)
			}
			ended = true
			if ran != submitted || delivered != accepted {
				w.Fail("after Shutdown %d of %d functions have run, and %d of %d results were delivered", ran, submitted, delivered, accepted)
			}
		})
	})
	w.For(end + time.Minute)
	select {
	case <-l.Done():
	default:
		w.Fail("the loop has not ended")
	}
	want := []int{1, 12, 11, 10}
	if closes {
		want = want[1:]
	} else if !ended {
		w.Fail("Shutdown has not returned")
	}
	if len(order) != len(want) {
		w.Fail("the functions at the end: %v, want %v", order, want)
		return
	}
	for i := range want {
		if order[i] != want[i] {
			w.Fail("the functions at the end: %v, want %v", order, want)
		}
	}
	if m := l.Metrics(); m.Submitted != m.Executed+m.Rejected+m.Discarded {
		w.Fail("not conserved: %+v", m)
	}
	if expect := int(end / grid); ticks == 0 && expect > 20 {
		w.Fail("a repeating timer has not fired")
	}
}
