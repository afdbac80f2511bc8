package peer

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// This file owns the workloads timers and loops.

// farAway is the deadline of timers that are stopped, soon that of timers that fire.
const (
	farAway = time.Hour
	soon    = time.Millisecond
)

// manyTimers schedules timers, stops them, schedules the same number again and lets them fire.
type manyTimers struct {
	loop     Loop
	timers   Timers
	executed int64 // timers that fired
}

func (s *session) startTimers() error {
	loop, err := s.peer.NewLoop()
	if err != nil {
		return err
	}
	timers, ok := loop.(Timers)
	if !ok {
		return errors.Join(refuse("%s has no timers", s.peer.Name), loop.Shutdown(context.Background()))
	}
	s.started = &manyTimers{loop: loop, timers: timers}
	return nil
}

// run does everything in one function on the loop, except for the firing.
func (w *manyTimers) run(n int, seed uint32, stamped bool) (string, error) {
	if stamped {
		return "", refuse("timers are not stamped")
	}
	type outcome struct {
		answer string
		err    error
	}
	done := make(chan outcome, 1)
	err := w.loop.Submit(func() {
		stops := make([]func() bool, n)
		cancelled, fired, early, sum := 0, 0, 0, seed
		start := time.Now()
		for i := range stops {
			// The order is neither that of the calls nor its reverse.
			stop, err := w.timers.After(farAway+time.Duration(i*7919%n)*time.Millisecond, func() { w.executed++ })
			if err != nil {
				done <- outcome{err: err}
				return
			}
			stops[i] = stop
		}
		scheduled := time.Now()
		for _, stop := range stops {
			if stop() {
				cancelled++
			}
		}
		ended := time.Now()
		var released time.Time
		for i := range n {
			due := time.Now().Add(soon)
			_, err := w.timers.After(soon, func() {
				if time.Now().Before(due) {
					early++
				}
				sum = FireStep(sum, seed, i)
				w.executed++
				if fired++; fired == n {
					done <- outcome{answer: fmt.Sprintf("schedule_ns=%d cancel_ns=%d fire_ns=%d cancelled=%d early=%d counts=%d sums=%d",
						scheduled.Sub(start).Nanoseconds(), ended.Sub(scheduled).Nanoseconds(), time.Since(released).Nanoseconds(),
						cancelled, early, fired, sum)}
				}
			})
			if err != nil {
				done <- outcome{err: err}
				return
			}
		}
		// All timers are due when the loop continues, so only the firing is timed.
		for all := time.Now().Add(soon); time.Now().Before(all); {
		}
		released = time.Now()
	})
	if err != nil {
		return "", err
	}
	o := <-done
	return o.answer, o.err
}

func (w *manyTimers) stop() (int64, error) {
	err := w.loop.Shutdown(context.Background())
	return w.executed, err
}

// idleLoops creates loops and keeps them.
type idleLoops struct {
	newLoop func() (Loop, error)
	loops   []Loop
	ran     int64
}

// run creates n more loops, each of which runs one task.
func (w *idleLoops) run(n int, _ uint32, stamped bool) (string, error) {
	if stamped {
		return "", refuse("loops are not stamped")
	}
	start := time.Now()
	count := 0
	for range n {
		loop, err := w.newLoop()
		if err != nil {
			return "", err
		}
		w.loops = append(w.loops, loop)
		done := make(chan struct{})
		if err := loop.Submit(func() { count++; close(done) }); err != nil {
			return "", err
		}
		<-done
	}
	w.ran += int64(count)
	return fmt.Sprintf("ns=%d counts=%d", time.Since(start).Nanoseconds(), count), nil
}

func (w *idleLoops) stop() (int64, error) {
	var errs []error
	for _, loop := range w.loops {
		errs = append(errs, loop.Shutdown(context.Background()))
	}
	return w.ran, errors.Join(errs...)
}
