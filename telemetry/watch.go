package telemetry

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wakeful-go/wakeful"
)

// Errors of Watch. Match them with errors.Is.
var (
	// ErrWatched means that the loop is watched already.
	ErrWatched = errors.New("telemetry: the loop is watched already; use its Watcher, which Of returns, or close that one first")
	// ErrInvalid means that an argument or the value of an option cannot be.
	ErrInvalid = errors.New("telemetry: invalid argument")
)

// A Watcher watches one loop. Make it with Watch. Its methods may be called from any goroutine, at
// any time, also after the loop's end and after Close.
type Watcher struct {
	loop     *wakeful.Loop
	settings settings
	since    time.Time
}

// An Option changes how Watch watches.
type Option func(*settings) error

type settings struct {
	sampling int
	limit    time.Duration
	report   func(Stall)
	origins  bool
	logger   *slog.Logger
	traces   string
}

// Watch begins to watch a loop: before Run, while it runs, or after its end. Any goroutine may
// call it. What is counted begins with Watch, except Snapshot.Metrics, which the loop counts
// always. A loop has one Watcher at most: a second Watch returns ErrWatched until the first
// Watcher was closed. Close the Watcher of a loop that never runs; that of a loop which has ended
// needs no Close.
func Watch(loop *wakeful.Loop, options ...Option) (*Watcher, error) {
	if loop == nil {
		return nil, fmt.Errorf("%w: the loop is nil", ErrInvalid)
	}
	w := &Watcher{loop: loop, settings: settings{sampling: 64}, since: time.Now()}
	for _, option := range options {
		if option == nil {
			return nil, fmt.Errorf("%w: an option of Watch is nil", ErrInvalid)
		}
		if err := option(&w.settings); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Of returns the Watcher of a loop, nil if it is not watched. Any goroutine may call it.
func Of(loop *wakeful.Loop) *Watcher { return nil }

// All returns all Watchers that were not closed and whose loops have not ended, by the loops' IDs.
// Any goroutine may call it.
func All() []*Watcher { return nil }

// Loop returns the loop that is watched.
func (w *Watcher) Loop() *wakeful.Loop { return w.loop }

// Snapshot returns what is known now. It does not wake the loop and does not wait for it. It takes
// some microseconds, and more with many timers.
func (w *Watcher) Snapshot() Snapshot {
	return Snapshot{Loop: w.loop.Name(), Time: time.Now(), WatchedSince: w.since, Metrics: w.loop.Metrics()}
}

// Close stops watching. Snapshot goes on answering, with the loop's Metrics of the moment and what
// was recorded until Close. It always returns nil, and may be called often.
func (w *Watcher) Close() error { return nil }

// WithSampling has one in n callbacks timed, on average. The default is 64; 0 is off, 1 is every
// callback. The distances between samples are random, so no pattern of the program hides from them.
func WithSampling(n int) Option {
	return func(s *settings) error {
		if n < 0 {
			return fmt.Errorf("%w: WithSampling(%d): one in n callbacks is timed, or none for 0", ErrInvalid, n)
		}
		s.sampling = n
		return nil
	}
}

// WithStallLimit has report called when the loop has been inside one callback for longer than d,
// at least a millisecond. report is called on a goroutine of its own, one call at a time per loop;
// a nil report leaves it at the log and the Snapshot. Pauses of the garbage collector, a machine
// that was suspended and a process that gets no processor time are not stalls. Each stall is
// reported once, unless it goes on: see Stall.Report.
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
// from now on. That takes about a microsecond and 300 bytes for each.
func WithOrigins() Option {
	return func(s *settings) error {
		s.origins = true
		return nil
	}
}

// WithLogger has stalls logged with logger. The default is slog.Default; nil turns the log off.
func WithLogger(logger *slog.Logger) Option {
	return func(s *settings) error {
		s.logger = logger
		return nil
	}
}

// WithTraces has an execution trace of the seconds around a stall written to a file in the
// directory dir, which must exist: at most 10 files per process, 8 MB each. It uses a
// runtime/trace.FlightRecorder, which costs the program some percent while it records, from now
// until Close. A process has one flight recorder: if another one is running, no trace is written.
func WithTraces(dir string) Option {
	return func(s *settings) error {
		s.traces = dir
		return nil
	}
}
