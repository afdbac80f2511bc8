package wakeful

// An Option changes how New makes a loop. The functions of this package make options. For an
// invalid value, and for the zero Option, New returns an error that matches ErrInvalidOption.
type Option struct{ apply func(*settings) error }

// settings are the values that options set.
type settings struct {
	budget          int
	microtaskBudget int
	strategy        WaitStrategy
	limit           int
	policy          OverflowPolicy
	onPanic         func(*PanicError)
	autoExit        bool
	goroutines      int
	name            loopName
	blockingPoll    bool
	wakeHost        func() // nil without WithHost
}

func defaults() settings {
	return settings{budget: 1024, strategy: Block(), onPanic: logPanic, goroutines: 256}
}

// WithBudget sets the largest number of submitted functions and messages that one turn runs before
// timers and the other phases. The default is 1024. It must be positive.
func WithBudget(n int) Option {
	return Option{func(s *settings) error {
		if n < 1 {
			return invalid("WithBudget", n, "at least one function per turn is needed")
		}
		s.budget = n
		return nil
	}}
}

// WithMicrotaskBudget sets how many microtasks may run in a row after one callback. If a chain
// exceeds it, the panic handler gets an error that matches ErrMicrotaskBudget and names the next
// microtask's function. The rest of the chain runs after the next callback, so the loop stays
// responsive and nothing is lost. The default is 0: no budget, as in Node.
func WithMicrotaskBudget(n int) Option {
	return Option{func(s *settings) error {
		if n < 0 {
			return invalid("WithMicrotaskBudget", n, "the budget is positive, or 0 for none")
		}
		s.microtaskBudget = n
		return nil
	}}
}

// WithWaitStrategy sets what the loop does before it parks, see WaitStrategy. The default is Block.
func WithWaitStrategy(strategy WaitStrategy) Option {
	return Option{func(s *settings) error {
		if strategy == nil {
			return invalid("WithWaitStrategy", strategy, "use Block, Spin, Adaptive or your own")
		}
		s.strategy = strategy
		return nil
	}}
}

// WithQueueLimit limits how many functions of Submit, SubmitContext, SubmitBatch and Call may wait
// in the queue. policy decides what happens to further functions. SubmitUnlimited, SubmitPriority,
// mailboxes, timers and the results of RunBlocking are not limited. The limit does not change the
// order. With a limit, each function takes a lock when it is submitted and when it starts.
func WithQueueLimit(limit int, policy OverflowPolicy) Option {
	return Option{func(s *settings) error {
		if limit < 1 {
			return invalid("WithQueueLimit", limit, "a queue needs room for at least one function")
		}
		if policy < OverflowReject || policy > OverflowDropOldest {
			return invalid("WithQueueLimit", policy, "the policy is OverflowReject, OverflowBlock or OverflowDropOldest")
		}
		s.limit, s.policy = limit, policy
		return nil
	}}
}

// WithPanicHandler sets a handler that is called on the loop after a callback has panicked or
// called runtime.Goexit. The default logs with slog.Error. A panic in the handler itself is only
// logged.
func WithPanicHandler(handler func(*PanicError)) Option {
	return Option{func(s *settings) error {
		if handler == nil {
			return invalid("WithPanicHandler", "nil", "leave the option out to have panics logged")
		}
		s.onPanic = handler
		return nil
	}}
}

// WithAutoExit makes Run return when nothing is left that could produce work: no submitted
// function, no referenced timer or descriptor, no held KeepAlive, and no work that RunBlocking has
// accepted. Programs in Node end in the same way.
func WithAutoExit() Option {
	return Option{func(s *settings) error {
		s.autoExit = true
		return nil
	}}
}

// WithMaxWorkers sets the largest number of goroutines that RunBlocking uses at the same time.
// Further work waits. The default is 256. It must be positive.
func WithMaxWorkers(n int) Option {
	return Option{func(s *settings) error {
		if n < 1 {
			return invalid("WithMaxWorkers", n, "work needs at least one goroutine")
		}
		s.goroutines = n
		return nil
	}}
}

// WithBlockingPoll is for a server with many connections in a program that does little else. A loop
// with registered descriptors then parks by blocking its thread in the kernel's poll (epoll_wait), as
// loops in C do. By default it parks its goroutine in the Go runtime's poller. With blocking, a server
// with 50 connections used 0.83 of the processor time for each command (AMD EPYC, two cores).
//
// Waking the parked loop, by Submit or by a peer on a goroutine of this process, takes a system call
// and a thread, about 50 us there, instead of 0.3 us. A blocked thread keeps its processor (GOMAXPROCS)
// until the runtime's monitor takes it away. That can delay other goroutines by up to 10 ms if there
// are as many such loops as processors.
//
// The option has no effect with WithHost, and on systems other than Linux.
func WithBlockingPoll() Option {
	return Option{func(s *settings) error {
		s.blockingPoll = true
		return nil
	}}
}

// WithName names the loop: in its errors and log messages, in what package telemetry shows, in the
// label "wakeful.loop" that profiles (runtime/pprof) have for the loop's goroutine and the
// goroutines of RunBlocking, and in execution traces (runtime/trace). Names need not be unique. The
// default is no name.
//
// When Run returns, its goroutine has the labels of Run's context, as after pprof.Do.
func WithName(name string) Option {
	return Option{func(s *settings) error {
		s.name = loopName(name)
		return nil
	}}
}

// WithHost puts the loop into guest mode: instead of Run, the program calls Start once and then
// RunUntil, on a goroutine of its own. No goroutine and no thread belong to the loop, except one
// parked goroutine while descriptors are registered and PollFD was not called.
//
// wake is called when an idle loop gets something to do: a function, a due timer, a ready
// descriptor, or its end. It is called once for each change from idle to busy, even if the host has
// already noticed by itself. It must arrange for a call of RunUntil and return at once. It must not
// call RunUntil. It runs on the goroutine that made the work, which may hold locks, so it must not
// call methods of the loop. A panic in it is logged. wake may be nil for a host that uses PollFD or
// calls RunUntil regularly.
//
// A descriptor that was closed before its registration, while its file stays open elsewhere, wakes
// the host again and again; see RegisterFD.
//
// In guest mode the host waits for work, so WithWaitStrategy with another strategy than Block is
// ErrInvalidOption.
func WithHost(wake func()) Option {
	return Option{func(s *settings) error {
		if wake == nil {
			wake = func() {}
		}
		s.wakeHost = wake
		return nil
	}}
}
