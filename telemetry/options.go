package telemetry

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// This file owns the options of Watch.

// An Option changes how Watch observes a loop. The functions of this package make options. For an
// invalid value, and for the zero Option, Watch returns an error that matches
// wakeful.ErrInvalidOption and names the option.
type Option struct{ apply func(*settings) error }

// settings are the values that options set.
type settings struct {
	sampling int
	limit    time.Duration
	report   func(Stall)
	origins  bool
	logger   func() *slog.Logger // nil for no log
	traces   string
	dumps    string
	late     time.Duration // with dumps: the delay after which a recording is written
}

func defaults() settings { return settings{sampling: 64, logger: slog.Default} }

// invalid returns an error for an argument or the value of an option.
func invalid(format string, values ...any) error {
	return fmt.Errorf("%w: telemetry."+format, append([]any{wakeful.ErrInvalidOption}, values...)...)
}

// WithSampling times one in n callbacks on average. The default is 64. 0 turns samples off, and 1
// times every callback. The intervals between samples are random, so that no pattern of the program
// is missed.
func WithSampling(n int) Option {
	return Option{func(s *settings) error {
		if n < 0 || n > 1<<30 {
			return invalid("WithSampling(%d): one in n callbacks is timed, n from 1 to 1<<30, or none for 0", n)
		}
		s.sampling = n
		return nil
	}}
}

// WithStallLimit calls report when the loop has been inside one callback for longer than d, at
// least a millisecond. Each stall is reported once, and again while it continues, see
// Stall.Reports. report is called on a separate goroutine, one call at a time for a loop, and may
// be called once more while Close runs. With a nil report, stalls appear in the log and the
// Snapshot only. A panic in report is logged.
//
// Pauses of the garbage collector, a suspended machine and a process without processor time are not
// stalls. Two kinds of time do not count: time in which the watchdog itself did not run, and time
// for which the process has used less processor time than the callback seems to have run. On a
// machine that is not overloaded, a stall is noticed at most an eighth of d late. With GOMAXPROCS=1, one
// that computes is noticed up to 100 milliseconds late, so a shorter one may be missed.
func WithStallLimit(d time.Duration, report func(Stall)) Option {
	return Option{func(s *settings) error {
		if d < time.Millisecond {
			return invalid("WithStallLimit(%v): the limit is a millisecond at least", d)
		}
		s.limit, s.report = d, report
		return nil
	}}
}

// WithOrigins records where each timer, registration, keep-alive and work is created, from now on.
// That takes about a microsecond and 200 bytes for each.
func WithOrigins() Option {
	return Option{func(s *settings) error {
		s.origins = true
		return nil
	}}
}

// WithLogger logs stalls and dropped functions with logger. The default is slog.Default. A nil
// logger turns the log off. The loop logs panics, see wakeful.WithPanicHandler.
func WithLogger(logger *slog.Logger) Option {
	return Option{func(s *settings) error {
		s.logger = func() *slog.Logger { return logger }
		if logger == nil {
			s.logger = nil
		}
		return nil
	}}
}

// WithTraces writes an execution trace of the seconds before the report of a stall to a file in the
// directory dir: at most 10 files per process, some 8 MB each. It needs WithStallLimit. It uses a
// runtime/trace.FlightRecorder, which costs the program some percent while it records: from Watch
// until Close or the end of the loop. A process has one flight recorder. If another one is running,
// Watch returns its error.
func WithTraces(dir string) Option {
	return Option{func(s *settings) error {
		if err := checkDirectory("WithTraces", dir); err != nil {
			return err
		}
		s.traces = dir
		return nil
	}}
}

// WithDumps writes the recordings of all recorded loops to a file in the directory dir when the delay of
// the loop exceeds limit, at least a millisecond: a function that is submitted now has waited for so
// long, or would. The callback that blocks the loop may still run. The delay is checked every 10 ms,
// less often on an overloaded machine. There is a file for each time that the delay exceeds the limit,
// but none for ten seconds after one, and at most 10 for a process. `wakeful trace` shows them. The log
// has their names, see WithLogger. Nothing is written for a loop without a Recorder.
func WithDumps(dir string, limit time.Duration) Option {
	return Option{func(s *settings) error {
		if err := checkDirectory("WithDumps", dir); err != nil {
			return err
		}
		if limit < time.Millisecond {
			return invalid("WithDumps(%v): the limit is a millisecond at least", limit)
		}
		s.dumps, s.late = dir, limit
		return nil
	}}
}

// checkDirectory returns an error for the named option unless dir is a directory.
func checkDirectory(option, dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return invalid("%s: %w", option, err)
	case !info.IsDir():
		return invalid("%s(%s): it is not a directory", option, dir)
	}
	return nil
}
