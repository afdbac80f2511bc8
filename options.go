package wakeful

import (
	"fmt"
	"log/slog"
)

// An Option changes how New makes a loop. An option with a value that cannot be
// makes New return an error that matches ErrInvalidOption and names it.
type Option func(*settings) error

// settings are what options change.
type settings struct {
	budget          int
	microtaskBudget int
	strategy        WaitStrategy
	limit           int
	policy          OverflowPolicy
	onPanic         func(*PanicError)
	autoExit        bool
	goroutines      int
}

func defaults() settings {
	return settings{budget: 1024, strategy: Block(), onPanic: logPanic, goroutines: 256}
}

func logPanic(e *PanicError) {
	slog.Error("wakeful: panic in a callback; the loop goes on",
		"phase", e.Phase, "value", fmt.Sprint(e.Value), "stack", string(e.Stack))
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: %s(%v): %s", ErrInvalidOption, option, value, want)
}

// WithBudget sets how many submitted functions and messages one turn runs at
// most, before timers and the other phases get their turn again. The default is
// 1024; it must be positive.
func WithBudget(n int) Option {
	return func(s *settings) error {
		if n < 1 {
			return invalid("WithBudget", n, "at least one function per turn is needed")
		}
		s.budget = n
		return nil
	}
}

// WithMicrotaskBudget sets how many microtasks may run in a row after one
// callback. When a chain exceeds it, the panic handler gets an error that
// matches ErrMicrotaskBudget and names the next microtask's function; the rest
// of the chain goes on after the next callback, so the loop stays responsive and
// nothing is lost. The default is 0: no budget, exactly as in Node.
func WithMicrotaskBudget(n int) Option {
	return func(s *settings) error {
		if n < 0 {
			return invalid("WithMicrotaskBudget", n, "the budget is positive, or 0 for none")
		}
		s.microtaskBudget = n
		return nil
	}
}

// WithWaitStrategy sets what the loop does before it parks, see WaitStrategy.
// The default is Block.
func WithWaitStrategy(strategy WaitStrategy) Option {
	return func(s *settings) error {
		if strategy == nil {
			return invalid("WithWaitStrategy", strategy, "use Block, Spin, Adaptive or your own")
		}
		s.strategy = strategy
		return nil
	}
}

// WithQueueLimit bounds the functions that were accepted by Submit,
// SubmitContext, SubmitBatch and Call and have not started, to limit, and says what
// happens to the next one. SubmitUnlimited, SubmitPriority, mailboxes, timers and the
// results of Go are not limited. Order is the same with a limit and without. With a limit a
// lock is taken for each function when it is submitted and when it starts.
func WithQueueLimit(limit int, policy OverflowPolicy) Option {
	return func(s *settings) error {
		if limit < 1 {
			return invalid("WithQueueLimit", limit, "a queue needs room for at least one function")
		}
		if policy < OverflowReject || policy > OverflowDropOldest {
			return invalid("WithQueueLimit", policy, "the policy is OverflowReject, OverflowBlock or OverflowDropOldest")
		}
		s.limit, s.policy = limit, policy
		return nil
	}
}

// WithPanicHandler sets what is called, on the loop, after a callback panicked
// or called runtime.Goexit. The default logs with slog.Error. A panic in the
// handler itself is logged and goes no further.
func WithPanicHandler(handler func(*PanicError)) Option {
	return func(s *settings) error {
		if handler == nil {
			return invalid("WithPanicHandler", "nil", "leave the option out to have panics logged")
		}
		s.onPanic = handler
		return nil
	}
}

// WithAutoExit makes Run return when nothing is left that could produce work: no
// submitted function, no referenced timer or descriptor, no held KeepAlive, no
// work that Go has accepted. As in Node, a program ends when it has nothing to
// wait for.
func WithAutoExit() Option {
	return func(s *settings) error {
		s.autoExit = true
		return nil
	}
}

// WithMaxWorkers sets how many goroutines Go uses at most: as much work goes on at
// once, and what is beyond that waits. The default is 256; it must be positive.
func WithMaxWorkers(n int) Option {
	return func(s *settings) error {
		if n < 1 {
			return invalid("WithMaxWorkers", n, "work needs at least one goroutine")
		}
		s.goroutines = n
		return nil
	}
}
