package js

import (
	"errors"
	"fmt"
	"time"
)

// This file owns the limits of a runtime: what a script may use up before it is stopped.

// Limits are what scripts may use. Zero means no limit, except for Stack.
type Limits struct {
	// CPU is how long the scripts of one call of Eval, EvalFile, CallFunction, RunString, RunFile
	// or Do may run, until the call returns, and how long any other callback may. Time in which the
	// script waits does not count. With several calls at the same time on one runtime, each counts
	// the time of all.
	CPU time.Duration
	// Wall is how long one of these calls may take, with the time in which its script waits.
	Wall time.Duration
	// Timers is how many timers and immediates may wait at the same time.
	Timers int
	// PendingPromises is how many operations of Go may be pending at the same time: promises of
	// Async and NewPromise, requests of fetch, open WebSockets, operations of fs, and reads and
	// writes of the bodies of a Handler's requests.
	PendingPromises int
	// Output is how many bytes console, process.stdout and process.stderr may write, and WebSockets
	// may send.
	Output int64
	// Stack is how many calls may be nested before a script ends with a RangeError, which no script
	// can catch. 0 means the default, which is 2,000; the command wakeful uses 10,000, about as
	// many as Node.
	Stack int
}

// Errors of limits. The error of a call whose script was stopped matches ErrLimit and one of the
// others.
var (
	// ErrLimit means that a script has reached one of its Limits.
	ErrLimit = errors.New("js: a limit of the runtime is reached")

	ErrCPULimit     = fmt.Errorf("%w: CPU", ErrLimit)
	ErrWallLimit    = fmt.Errorf("%w: Wall", ErrLimit)
	ErrTimerLimit   = fmt.Errorf("%w: Timers", ErrLimit)
	ErrPromiseLimit = fmt.Errorf("%w: PendingPromises", ErrLimit)
	ErrOutputLimit  = fmt.Errorf("%w: Output", ErrLimit)
	ErrStackLimit   = fmt.Errorf("%w: Stack", ErrLimit)
)

// WithLimits limits what scripts may use. By default only the nesting of calls is limited.
func WithLimits(limits Limits) Option {
	return Option{func(s *settings) error {
		for name, value := range map[string]int64{
			"CPU": int64(limits.CPU), "Wall": int64(limits.Wall), "Timers": int64(limits.Timers),
			"PendingPromises": int64(limits.PendingPromises), "Output": limits.Output, "Stack": int64(limits.Stack),
		} {
			if value < 0 {
				return invalid("WithLimits", name, "a limit is not negative; leave it out for no limit")
			}
		}
		s.limits = limits
		if limits.Stack > 0 {
			s.stack = limits.Stack
		}
		return nil
	}}
}
