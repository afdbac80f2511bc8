package telemetry

import (
	"fmt"
	"log/slog"
	"os"
	"time"
)

// This file owns the options of Watch.

// An Option changes how Watch watches. An option with a value that cannot be makes Watch return an
// error that matches ErrInvalid and names it.
type Option func(*settings) error

type settings struct {
	sampling int
	limit    time.Duration
	report   func(Stall)
	origins  bool
	logger   func() *slog.Logger // nil for no log
	traces   string
}

func defaults() settings { return settings{sampling: 64, logger: slog.Default} }

// WithSampling has one in n callbacks timed, on average. The default is 64; 0 is off, 1 is every
// callback. The distances between samples are random, so no pattern of the program hides from them.
func WithSampling(n int) Option {
	return func(s *settings) error {
		if n < 0 || n > 1<<30 {
			return fmt.Errorf("%w: WithSampling(%d): one in n callbacks is timed, n from 1 to 1<<30, or none for 0", ErrInvalid, n)
		}
		s.sampling = n
		return nil
	}
}

// WithStallLimit has report called when the loop has been inside one callback for longer than d,
// at least a millisecond. Each stall is reported once, and again while it goes on, see Stall.Report.
// report is called on a goroutine of its own, one call at a time for a loop, and may be called once
// more while Close runs. A nil report leaves it at the log and the Snapshot. A panic in report is
// logged.
//
// Pauses of the garbage collector, a machine that was suspended and a process that gets no processor
// time are not stalls: time in which the watchdog itself did not run, or in which the process has
// used less processor time than the callback seems to have run, does not count. A stall is noticed
// an eighth of d late at most, on a machine that is not overloaded.
func WithStallLimit(d time.Duration, report func(Stall)) Option {
	return func(s *settings) error {
		if d < time.Millisecond {
			return fmt.Errorf("%w: WithStallLimit(%v): the limit is a millisecond at least", ErrInvalid, d)
		}
		s.limit, s.report = d, report
		return nil
	}
}

// WithOrigins has the loop record where each timer, registration, keep-alive and work is created,
// from now on. That takes about a microsecond and 200 bytes for each.
func WithOrigins() Option {
	return func(s *settings) error {
		s.origins = true
		return nil
	}
}

// WithLogger has stalls and dropped functions logged with logger. The default is slog.Default; nil
// turns the log off. Panics are logged by the loop, see wakeful.WithPanicHandler.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) error {
		s.logger = func() *slog.Logger { return logger }
		if logger == nil {
			s.logger = nil
		}
		return nil
	}
}

// WithTraces has an execution trace of the seconds before the report of a stall written to a file in
// the directory dir: at most 10 files per process, some 8 MB each. It needs WithStallLimit. It uses
// a runtime/trace.FlightRecorder, which costs the program some percent while it records: from Watch
// until Close or the end of the loop. A process has one flight recorder: when another one is
// running, Watch returns its error.
func WithTraces(dir string) Option {
	return func(s *settings) error {
		if info, err := os.Stat(dir); err != nil {
			return fmt.Errorf("%w: WithTraces: %w", ErrInvalid, err)
		} else if !info.IsDir() {
			return fmt.Errorf("%w: WithTraces(%s): it is not a directory", ErrInvalid, dir)
		}
		s.traces = dir
		return nil
	}
}
