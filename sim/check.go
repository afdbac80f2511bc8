package sim

// This file owns the checks of a world and how it fails.

import (
	"fmt"
	"time"
)

// failure is why a world has failed.
type failure struct {
	at      time.Duration // since the world began
	message string
}

func (f *failure) String() string { return fmt.Sprintf("after %v: %s", f.at, f.message) }

// check is a property that is looked at after each turn.
type check struct {
	name   string
	holds  func() error
	until  time.Duration // of Eventually: when it must hold at the latest
	always bool
	done   bool
}

// Always has holds called after each turn, each function of At, and once at the end of For. Its
// first error fails the world. holds must not change anything.
func (w *World) Always(name string, holds func() error) {
	w.checks = append(w.checks, &check{name: name, holds: holds, always: true})
}

// Eventually fails the world unless holds returns nil once within the given time from now. It is
// called after each turn until then.
func (w *World) Eventually(name string, within time.Duration, holds func() error) {
	c := &check{name: name, holds: holds, until: w.now + within}
	w.checks = append(w.checks, c)
	w.At(c.until, func() {
		if c.done || w.over {
			return
		}
		if err := c.holds(); err != nil {
			w.Fail("not within %v: %s: %w", within, name, err)
		}
		c.done = true
	})
}

// check looks at all properties. No other goroutine runs meanwhile.
func (w *World) check() {
	w.settle()
	for _, c := range w.checks {
		if c.done || w.over {
			continue
		}
		switch err := c.holds(); {
		case c.always && err != nil:
			w.Fail("%s: %w", c.name, err)
			return
		case !c.always && err == nil:
			c.done = true
		}
	}
}

// Fail fails the world with a formatted message, as fmt.Errorf formats it. The first failure
// counts. The world ends after the running callback.
func (w *World) Fail(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failure == nil {
		w.failure = &failure{at: time.Since(w.start), message: err.Error()}
		w.failed.Store(true)
	}
}

// Failed reports whether the world has failed.
func (w *World) Failed() bool { return w.failed.Load() }

// Logf adds a line to the trace.
func (w *World) Logf(format string, args ...any) {
	w.join()
	w.trace.text(w, eventLog, fmt.Sprintf(format, args...))
}
