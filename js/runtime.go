package js

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A Runtime is a JavaScript engine whose timers, promises and callbacks run on a
// loop. Make it with New. Its methods may be called from any goroutine unless
// they say otherwise; what they do with the engine, they do on the loop.
type Runtime struct {
	// Immutable after New.

	loop     *wakeful.Loop
	vm       *vm.Runtime
	settings settings
	ctx      context.Context
	cancel   context.CancelCauseFunc
	out, err io.Writer
	logger   *slog.Logger

	// Shared.

	// entered is set when the first callback begins: from then on the engine belongs
	// to the loop. Written by the loop; read by those who set up the runtime.
	entered atomic.Bool
	// holds counts what keeps Wait from returning and no queue shows: work under
	// way, held keep-alives, functions on their way to the loop.
	holds atomic.Int64

	interrupts interrupts
	ending     ending
	workers    workers

	// Loop goroutine only.

	order      order
	phases     phases
	ticks      ticks
	microtasks microtasks
	timers     timers
	immediates immediates
	polling    polling
	rejections rejections
	process    process
	idle       idle
	modules    modules
	natives    natives
}

// ending is how a runtime ends.
type ending struct {
	once sync.Once
	done chan struct{}
	// over is set when no callback may run any more. Written once, by whoever ends
	// the runtime; the loop reads it before each callback.
	over atomic.Bool
	mu   sync.Mutex
	code int
	err  error
}

// natives are functions of the runtime that it needs again and again.
type natives struct {
	run       vm.Callable // the trampoline, see order
	apply     vm.Value    // calls the current callback with its arguments
	then      vm.Callable // Promise.prototype.then, as it was before any program ran
	parse     vm.Callable // JSON.parse, likewise
	microtask *vm.Object  // the thenable whose job runs one microtask
	// runMicrotasks is then of microtask, or nil if jobs cannot be added to the engine's queue.
	runMicrotasks func(vm.FunctionCall) vm.Value
	timeout       *vm.Object // the prototype of what setTimeout returns
	immediate     *vm.Object // the prototype of what setImmediate returns
}

// Errors of a runtime. Match them with errors.Is.
var (
	// ErrEnded means that the runtime has ended: by Close, by process.exit, by an
	// uncaught exception, or with its loop.
	ErrEnded = errors.New("js: the runtime has ended")
	// ErrInvalidOption is returned by New for a value that an option cannot have.
	ErrInvalidOption = errors.New("js: invalid option")
	// ErrNoTransformer means that a script needs TypeScript, JSX, ES modules or other
	// syntax that the engine does not parse, and that the program does not import
	// package js/esbuild, which translates it.
	ErrNoTransformer = errors.New(`TypeScript, JSX, ES modules and the newest syntax need a transformer: import _ "github.com/wakeful-go/wakeful/js/esbuild" in the Go program`)
	// ErrInterrupted is the cause of an exception that JavaScript cannot catch: its
	// run was interrupted, by Interrupt or by the end of a context.
	ErrInterrupted = errors.New("js: the script was interrupted")
)

// New returns a runtime on a loop that has not ended. The loop may be running
// or not. One loop usually has one runtime; several on one loop take turns, each
// with its own queues of nextTicks and microtasks. Any goroutine may call New.
func New(loop *wakeful.Loop, options ...Option) (*Runtime, error) {
	if loop == nil {
		return nil, invalid("New", "nil", "a runtime needs a loop: make one with wakeful.New")
	}
	s := defaults()
	for _, option := range options {
		if option == nil {
			return nil, invalid("New", "nil", "an option is nil")
		}
		if err := option(&s); err != nil {
			return nil, err
		}
	}
	r := &Runtime{
		loop: loop, vm: vm.New(), settings: s, out: s.stdout, err: s.stderr, logger: s.logger,
	}
	r.ending.done = make(chan struct{})
	r.ctx, r.cancel = context.WithCancelCause(context.Background())
	// The loop's own context is seen by its work only.
	err := wakeful.Go(loop, func(ctx context.Context) (struct{}, error) {
		context.AfterFunc(ctx, func() { r.loopEnds(ctx) })
		return struct{}{}, nil
	}, func(struct{}, error) {})
	if err != nil {
		r.cancel(ErrEnded)
		return nil, err
	}
	if err := r.install(); err != nil {
		r.end(1, err)
		return nil, err
	}
	return r, nil
}

// loopEnds ends the runtime with its loop. When the context of the loop's Run is
// the reason, also a script that runs is interrupted: otherwise Run could not
// return. Shutdown lets what was accepted run.
func (r *Runtime) loopEnds(ctx context.Context) {
	cause := context.Cause(ctx)
	if joined, ok := cause.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 1 {
		r.end(1, errors.Join(ErrEnded, cause))
		return
	}
	r.cancel(cause)
	go func() {
		<-r.loop.Done()
		r.end(1, errors.Join(ErrEnded, cause))
	}()
}

// Loop returns the loop that the runtime runs on.
func (r *Runtime) Loop() *wakeful.Loop { return r.loop }

// Done returns a channel that is closed when the runtime has ended, as by
// process.exit, and no further callback begins.
func (r *Runtime) Done() <-chan struct{} { return r.ending.done }

// Close ends the runtime at once, as process.exit does but without its events: a
// script that runs is interrupted, no further callback begins, its timers are
// forgotten. The exit code is 1. The loop goes on. It may be called often and from anywhere.
func (r *Runtime) Close() error {
	r.end(1, ErrEnded)
	return nil
}
