package peers

import (
	"context"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/eventloop"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var gojaNodejsEntry = contest.Entry{
	Name:    "goja_nodejs",
	Kind:    contest.Peer,
	Summary: "goja_nodejs's event loop, the one most Go programs that embed JavaScript use.",
	Can:     contest.Loops | contest.SubmitBeforeRun,
	New: func() (contest.Loop, error) {
		l := &gojaNodejsLoop{module: eventloop.NewEventLoop(eventloop.EnableConsole(false))}
		l.lifecycle = newLifecycle(l)
		return l, nil
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
	module *eventloop.EventLoop
	// last is the wrapping of the most recently submitted task value, written
	// and read by every Submit. A stale value costs an allocation, no more.
	last atomic.Pointer[wrapping]
	// ending is stored by Shutdown and Close before they ask the loop to stop;
	// Submit loads it to refuse.
	ending atomic.Bool
	lifecycle
	asked bool // the loop was asked to stop; with life held
}

// wrapping is a task value and the function that the module is given for it.
// The function keeps the task reachable, so its identity stays its own.
type wrapping struct {
	task identity
	fire func(*goja.Runtime)
}

func (l *gojaNodejsLoop) Submit(task func()) error {
	if l.ending.Load() {
		return l.refused()
	}
	wrapped := l.last.Load()
	if wrapped == nil || wrapped.task != identityOf(task) {
		wrapped = l.wrap(task)
		l.last.Store(wrapped)
	}
	if !l.module.RunOnLoop(wrapped.fire) {
		return l.refused()
	}
	return nil
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
		accepted := l.module.RunOnLoop(func(*goja.Runtime) {
			if l.discard.Load() {
				l.discarded++
				return
			}
			handler(value)
			l.executed++
		})
		if !accepted {
			return l.refused()
		}
		return nil
	}, nil
}

// Run runs the module's loop until Shutdown, Close or the end of ctx.
func (l *gojaNodejsLoop) Run(ctx context.Context) error {
	return l.run(ctx, func() {
		l.module.StartInForeground()
		// The module's loop has left its goroutine to us: Terminate refuses further
		// functions and runs, here, those that were accepted until then.
		l.module.Terminate()
	})
}

func (l *gojaNodejsLoop) refuse() { l.ending.Store(true) }

func (l *gojaNodejsLoop) drain() int { return 0 }

func (l *gojaNodejsLoop) empty() bool { return l.last.Load() == nil }

func (l *gojaNodejsLoop) abandon() { l.module.Terminate() }

// wake goes through the module's queue, because the module forgets a stop that comes before its start.
func (l *gojaNodejsLoop) wake() {
	if !l.asked {
		l.asked = true
		l.module.RunOnLoop(func(*goja.Runtime) { l.module.StopNoWait() })
	}
}
