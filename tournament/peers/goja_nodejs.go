package peers

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/eventloop"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/goroutine"
)

var gojaNodejsEntry = contest.Entry{
	Name:    "goja_nodejs",
	Kind:    contest.Peer,
	Summary: "goja_nodejs's event loop, the one most Go programs that embed JavaScript use.",
	Can:     contest.Loops | contest.SubmitBeforeRun,
	New: func() (contest.Loop, error) {
		return &gojaNodejsLoop{
			loop:    eventloop.NewEventLoop(eventloop.EnableConsole(false)),
			stopped: make(chan struct{}),
		}, nil
	},
}

// gojaNodejsLoop is goja_nodejs's EventLoop behind the contract. A task goes
// through RunOnLoop, the method that the module has for functions from other
// goroutines.
//
// What is fair about it:
//   - RunOnLoop wants a func(*goja.Runtime). Somebody who uses the module itself
//     passes such a function straight away, so the wrapping function is made once
//     for each task value and used again while the same value is submitted; the
//     one allocation per Submit that remains is the module's own.
//   - The wrapping function adds one call, one load and one addition on the
//     loop's goroutine, Submit two loads and a comparison. Nothing is counted in
//     Submit.
//   - No JavaScript runs and no console is loaded; the runtime is made before
//     anything is timed.
//   - Panics in tasks end the process, as they do in the module.
type gojaNodejsLoop struct {
	loop *eventloop.EventLoop
	// last is the wrapping of the most recently submitted task value, written
	// and read by every Submit. A stale value costs an allocation, no more.
	last atomic.Pointer[wrapping]
	// ending is stored by Shutdown and Close before they ask the loop to stop;
	// Submit loads it to refuse.
	ending atomic.Bool
	// discard is stored by Close; the loop loads it for each task.
	discard  atomic.Bool
	rejected atomic.Uint64

	// Loop goroutine only, until stopped is closed.
	executed, discarded uint64

	stopped chan struct{}

	mu      sync.Mutex
	started bool
	ended   bool
	cause   error  // what Run returns
	owner   uint64 // the goroutine in Run
}

// wrapping is a task value and the function that the module is given for it.
// The function keeps the task reachable, so its identity stays its own.
type wrapping struct {
	task identity
	fire func(*goja.Runtime)
}

func (l *gojaNodejsLoop) Submit(task func()) error {
	if l.ending.Load() {
		return l.refuse()
	}
	wrapped := l.last.Load()
	if wrapped == nil || wrapped.task != identityOf(task) {
		wrapped = l.wrap(task)
		l.last.Store(wrapped)
	}
	if !l.loop.RunOnLoop(wrapped.fire) {
		return l.refuse()
	}
	return nil
}

func (l *gojaNodejsLoop) refuse() error {
	l.rejected.Add(1)
	return contest.ErrClosed
}

func (l *gojaNodejsLoop) wrap(task func()) *wrapping {
	return &wrapping{
		task: identityOf(task),
		fire: func(*goja.Runtime) {
			if l.discard.Load() {
				l.discarded++
				return
			}
			task()
			l.executed++
		},
	}
}

// Messages sends each value in a closure, as a user of the module does.
func (l *gojaNodejsLoop) Messages(handler func(uint64)) (func(uint64) error, error) {
	return func(value uint64) error {
		accepted := l.loop.RunOnLoop(func(*goja.Runtime) {
			if l.discard.Load() {
				l.discarded++
				return
			}
			handler(value)
			l.executed++
		})
		if !accepted {
			return l.refuse()
		}
		return nil
	}, nil
}

// SubmitPriority is not offered: the module has one lane.
func (l *gojaNodejsLoop) SubmitPriority(func()) error { return contest.ErrUnsupported }

// Run runs the module's loop until Shutdown, Close or the end of ctx, which
// discards as Close does. A loop that was closed before returns nil at once.
func (l *gojaNodejsLoop) Run(ctx context.Context) error {
	l.mu.Lock()
	if l.started {
		l.mu.Unlock()
		return errRanAlready
	}
	l.started, l.owner = true, goroutine.ID()
	over := l.ended
	l.mu.Unlock()
	if over {
		return nil
	}
	unhook := context.AfterFunc(ctx, func() { l.requestStop(true, ctx.Err()) })
	defer unhook()

	l.loop.StartInForeground()
	// The module's loop has left its goroutine to us: Terminate refuses further
	// functions and runs, here, those that were accepted until then.
	l.loop.Terminate()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	close(l.stopped)
	return l.cause
}

// Shutdown refuses further tasks and waits until the accepted ones have run;
// inside a task it does not wait. Before Run it leaves the accepted ones to a
// later Run, and without any ends the loop.
func (l *gojaNodejsLoop) Shutdown(ctx context.Context) error {
	if l.requestStop(false, nil) {
		return nil
	}
	return await(ctx, l.stopped)
}

// Close discards what has not started. It does not wait for a running task.
func (l *gojaNodejsLoop) Close() error {
	l.requestStop(true, nil)
	return nil
}

// requestStop asks the loop to stop, or makes one that was asked before discard. The
// request goes through the module's queue, because the module forgets a stop
// that comes before its start. It reports whether its caller is a task of the
// loop.
func (l *gojaNodejsLoop) requestStop(discard bool, cause error) (inside bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || discard && l.discard.Load() {
		return false
	}
	if discard {
		l.discard.Store(true)
		l.cause = cause
	}
	if !l.ending.Swap(true) {
		l.loop.RunOnLoop(func(*goja.Runtime) { l.loop.StopNoWait() })
	}
	if !l.started && (discard || l.last.Load() == nil) {
		// Nothing runs here: what there is, and who gets in now, is discarded.
		l.discard.Store(true)
		l.ended = true
		l.loop.Terminate()
		close(l.stopped)
		return false
	}
	return l.started && l.owner == goroutine.ID()
}

// Counts is valid once Run has returned.
func (l *gojaNodejsLoop) Counts() contest.Counts {
	return ended(l.executed, l.rejected.Load(), l.discarded)
}
