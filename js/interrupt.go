package js

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// interrupts make sure that an interrupt reaches the script that it is meant for. The
// engine keeps an interrupt that comes while nothing runs for whatever runs next; so the
// lock holds it back then.
type interrupts struct {
	mu      sync.Mutex
	running bool
	scripts []uint64 // of RunString and the like that have not returned, the innermost last
	last    uint64   // number given to a script
	target  uint64   // of the interrupt that was sent: a script, or 0 for whatever runs
	cause   error    // of the interrupt that was sent
	// sent says that the engine has been interrupted and nobody has handled it yet. It is
	// written under the lock. The loop also reads it without the lock, between callbacks
	// of Go: there it may come a callback late.
	sent atomic.Bool
}

// An interruption is what the engine is interrupted with.
type interruption struct{ cause error }

// Error is what the engine's error says.
func (i interruption) Error() string { return i.cause.Error() }

// Unwrap makes the engine's error match the cause.
func (i interruption) Unwrap() error { return i.cause }

// begin notes that JavaScript begins to run, unless the runtime has ended.
func (i *interrupts) begin(r *Runtime) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if r.ending.over.Load() {
		return false
	}
	i.running = true
	return true
}

func (i *interrupts) end(r *Runtime) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.running = r.order.depth > 0
	if !i.running && i.sent.Load() {
		i.sent.Store(false)
		r.vm.ClearInterrupt()
	}
}

// clear takes back an interrupt that was handled, and returns its cause. It returns nil if none
// was sent.
func (i *interrupts) clear(r *Runtime) (cause error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.sent.Load() {
		cause = i.cause
	}
	i.clearLocked(r)
	return cause
}

func (i *interrupts) clearLocked(r *Runtime) {
	if i.sent.Load() && !r.ending.over.Load() {
		i.sent.Store(false)
		r.vm.ClearInterrupt()
	}
}

// send interrupts what runs. If script is not 0, it does so only while that script has
// not returned, and all scripts that were called from it end with it.
func (i *interrupts) send(r *Runtime, script uint64, cause error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.running || script != 0 && !slices.Contains(i.scripts, script) {
		return
	}
	outer := script != 0 && (i.target == 0 || script < i.target)
	if i.sent.Load() && !outer {
		return // what was sent ends it as well
	}
	i.target, i.cause = script, cause
	r.vm.Interrupt(interruption{cause})
	i.sent.Store(true)
}

// enter gives a number to a script that begins, by which it can be interrupted.
func (i *interrupts) enter() (script uint64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.last++
	i.scripts = append(i.scripts, i.last)
	return i.last
}

// leave notes that the innermost script returns. An interrupt that came too late for it
// must not meet the one that has called it.
func (i *interrupts) leave(r *Runtime) {
	i.mu.Lock()
	defer i.mu.Unlock()
	script := i.scripts[len(i.scripts)-1]
	i.scripts = i.scripts[:len(i.scripts)-1]
	if i.target == script {
		i.clearLocked(r)
	}
}

// heard is called when the innermost script, which another one has called, was
// interrupted. The interrupt ends there, unless it was meant for one further out.
func (i *interrupts) heard(r *Runtime) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.target == 0 || i.target == i.scripts[len(i.scripts)-1] {
		i.clearLocked(r)
	}
}

// Interrupt ends the callback or script that runs now, if any, with an exception
// that JavaScript cannot catch and that matches ErrInterrupted and cause. The nextTicks,
// promise jobs and unhandled rejections that were waiting are dropped with it; timers,
// and everything else, go on. RunString and RunFile return it, also while they wait for
// what their script has queued. An interrupt of any other callback goes to the uncaught
// handler. Any goroutine may call it.
func (r *Runtime) Interrupt(cause error) {
	if cause == nil {
		cause = ErrInterrupted
	}
	r.interrupts.send(r, 0, cause)
}

// interrupted makes an error of an interrupt, with the place where the script was. It matches
// ErrInterrupted, or ErrEnded if the runtime has ended, the cause and the engine's error.
func (r *Runtime) interrupted(err *vm.InterruptedError) *Error {
	cause := ErrInterrupted
	if i, ok := err.Value().(interruption); ok {
		cause = i.cause
		if !errors.Is(cause, ErrInterrupted) && !errors.Is(cause, ErrEnded) {
			cause = fmt.Errorf("%w: %w", ErrInterrupted, cause)
		}
	}
	e := &Error{Message: cause.Error(), cause: errors.Join(cause, err)}
	frames := err.Stack()
	e.Stack = e.Message + r.frames(frames[:min(10, len(frames))])
	return e
}
