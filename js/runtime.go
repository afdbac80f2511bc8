package js

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A Runtime is a JavaScript engine whose timers, promises and callbacks run on a loop. Make it with
// New. Any goroutine may call its methods unless their documentation says otherwise. They access
// the engine only on the loop.
type Runtime struct {
	// Immutable after New.

	loop     *wakeful.Loop
	vm       *vm.Runtime
	settings settings
	ctx      context.Context
	cancel   context.CancelCauseFunc
	out, err io.Writer
	logger   *slog.Logger
	files    *files.Files
	client   *http.Client // for fetch; nil if scripts may send no requests
	// socketClient is for WebSockets; nil if scripts may open none.
	socketClient *http.Client
	adopted      bool // the host has made the engine, see Adopt

	// Shared.

	// entered is set when the first callback starts. From then on the engine belongs to the loop.
	// The loop writes it. Methods that set up the runtime read it.
	entered atomic.Bool
	// isProgram is set by program before it starts, and read by the loop when an error is
	// uncaught. It stays set.
	isProgram atomic.Bool
	// holds counts what keeps Wait from returning without being in a queue: running work, held
	// keep-alives, and functions on their way to the loop.
	holds atomic.Int64
	// spare is for the next call, which takes it. The call that has used it puts it back.
	spare atomic.Pointer[caller]

	interrupts interrupts
	ending     ending
	workers    workers

	// Loop goroutine only.

	scripts    scripts
	meter      meter
	order      order
	phases     phases
	entries    entries
	ticks      ticks
	microtasks microtasks
	timers     timers
	immediates immediates
	polling    polling
	rejections rejections
	process    process
	idle       idle
	callee     callee
	modules    modules
	natives    natives
	locals     map[any]any // what built-in packages keep
	contexts   asyncContext
	flushing   bool // see begins
}

// ending is the state of a runtime's end.
type ending struct {
	once sync.Once
	done chan struct{}
	// stopped is set when no more callbacks may run. The goroutine that ends the runtime writes it
	// once. The loop reads it before each callback.
	stopped atomic.Bool
	closed  atomic.Bool // the loop has ended. Set before done is closed
	mu      sync.Mutex
	code    int
	err     error
}

// natives are functions and objects of the runtime that are used repeatedly.
type natives struct {
	hidden    bool        // see hideGoErrors
	run       vm.Callable // the trampoline, see order
	apply     vm.Value    // calls the current callback with its arguments
	then      vm.Callable // the original Promise.prototype.then
	microtask *vm.Object  // the thenable whose job runs one microtask
	// runMicrotasks is the method then of microtask. It is nil if jobs cannot be added to the
	// engine's queue.
	runMicrotasks func(vm.FunctionCall) vm.Value
	timeout       *vm.Object // the prototype of what setTimeout returns
	immediate     *vm.Object // the prototype of what setImmediate returns
}

// Errors of a runtime, in addition to those of package wakeful: ErrInvalidOption of New and
// NewPool, ErrNotOnLoop, ErrClosed, ErrNilFunc and ErrNilContext. They are returned alone or
// wrapped with a description. Match them with errors.Is.
var (
	// ErrEnded means that the runtime has ended: by Close, by process.exit, by an uncaught
	// exception, or with its loop.
	ErrEnded = errors.New("js: the runtime has ended; make another with New")
	// ErrNoTransformer means that a script uses TypeScript, JSX, ES modules or other syntax that
	// the engine does not parse, and that the program does not import package js/esbuild, which
	// translates them.
	ErrNoTransformer = errors.New(`TypeScript, JSX, ES modules and the newest syntax need a transformer: import _ "github.com/wakeful-go/wakeful/js/esbuild" in the Go program`)
	// ErrInterrupted is the cause of an exception that JavaScript cannot catch: Interrupt, or the
	// end of a context, has interrupted the script.
	ErrInterrupted = errors.New("js: the script was interrupted")
)

// New returns a runtime on a loop that has not ended. The loop may be running or not. Usually a
// loop has one runtime. Several runtimes on one loop take turns, each with its own queues of
// nextTicks and microtasks. Any goroutine may call New.
func New(loop *wakeful.Loop, options ...Option) (*Runtime, error) {
	r, err := made("New", loop, options)
	if err != nil {
		return nil, err
	}
	r.vm = profileOf(&r.settings).New(r)
	return r, r.start()
}

// made returns a runtime with its options.
func made(function string, loop *wakeful.Loop, options []Option) (*Runtime, error) {
	if loop == nil {
		return nil, invalid(function, "nil", "a runtime needs a loop: make one with wakeful.New")
	}
	s := defaults()
	for _, option := range options {
		err := errZeroOption
		if option.apply != nil {
			err = option.apply(&s)
		}
		if err != nil {
			if s.release != nil {
				s.release()
			}
			return nil, err
		}
	}
	logMissing(s.logger)
	return &Runtime{loop: loop, settings: s, logger: s.logger}, nil
}

// start connects a runtime to its loop and its engine.
func (r *Runtime) start() error {
	r.ending.done = make(chan struct{})
	r.scripts.init(r)
	r.ctx, r.cancel = context.WithCancelCause(context.Background())
	r.prepare()
	// Only work started by Go sees the loop's own context.
	err := r.loop.RunBlocking(context.Background(), func(ctx context.Context) (struct{}, error) {
		context.AfterFunc(ctx, func() { r.loopEnds(ctx) })
		return struct{}{}, nil
	}, func(struct{}, error) {})
	if err != nil {
		r.cancel(ErrEnded)
		return err
	}
	if err := r.install(); err != nil {
		r.end(1, err)
		return err
	}
	return nil
}

// loopEnds ends the runtime with its loop. If the context of the loop's Run has ended, it also
// interrupts a running script, because Run could not return otherwise. Shutdown runs the accepted
// scripts.
func (r *Runtime) loopEnds(ctx context.Context) {
	cause := context.Cause(ctx)
	if joined, ok := cause.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 1 {
		r.end(1, errors.Join(ErrEnded, cause))
		return
	}
	r.cancel(cause)
	go func() {
		<-r.loop.Done()
		r.ending.closed.Store(true)
		r.end(1, errors.Join(ErrEnded, cause))
	}()
}

// Loop returns the loop that the runtime runs on.
func (r *Runtime) Loop() *wakeful.Loop { return r.loop }

// Done returns a channel that is closed when the runtime has ended, for example by process.exit.
// After that no callback starts.
func (r *Runtime) Done() <-chan struct{} { return r.ending.done }

// Close ends the runtime at once, like process.exit but without its events. A running script is
// interrupted, no more callbacks start, and its timers are removed. The exit code is 1. The loop
// continues. Any goroutine may call Close any number of times.
func (r *Runtime) Close() error {
	r.end(1, ErrEnded)
	return nil
}
