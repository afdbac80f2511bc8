package js

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// interrupts makes sure that an interrupt reaches only its script. The engine would keep an
// interrupt that arrives while nothing runs, and apply it to the next script. So the lock delays it
// until it is clear what runs.
type interrupts struct {
	last    atomic.Uint64 // number given to a script; an inner one has a greater number
	mu      sync.Mutex
	running bool
	scripts []uint64 // of RunString and the like that have not returned, the innermost last
	entry   uint64   // number of times that JavaScript was entered from outside
	target  uint64   // of the interrupt that was sent: a script, or 0 for whatever runs
	cause   error    // of the interrupt that was sent
	// sent is set while an interrupt of the engine was sent and not handled. It is written
	// under the lock. The loop also reads it without the lock between callbacks of Go, and
	// may see it one callback late.
	sent atomic.Bool
}

// An interruption is the value with which the engine is interrupted.
type interruption struct{ cause error }

// Error returns the message of the engine's error.
func (i interruption) Error() string { return i.cause.Error() }

// Unwrap makes the engine's error match the cause.
func (i interruption) Unwrap() error { return i.cause }

// enterJavaScript records that JavaScript starts running. It returns false if the runtime has
// ended.
func (i *interrupts) enterJavaScript(r *Runtime) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if r.ending.stopped.Load() {
		return false
	}
	i.running = true
	if r.order.depth == 0 {
		i.entry++
	}
	return true
}

func (i *interrupts) leaveJavaScript(r *Runtime) {
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
	if i.sent.Load() && !r.ending.stopped.Load() {
		i.sent.Store(false)
		r.vm.ClearInterrupt()
	}
}

// send interrupts the running code. If script is not 0, it does so only while that script has not
// returned, and all scripts that it called end too.
func (i *interrupts) send(r *Runtime, script uint64, cause error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.running || script != 0 && !slices.Contains(i.scripts, script) {
		return
	}
	outer := script != 0 && (i.target == 0 || script < i.target)
	if i.sent.Load() && !outer {
		return // the interrupt that was sent ends it as well
	}
	i.target, i.cause = script, cause
	r.vm.Interrupt(interruption{cause})
	i.sent.Store(true)
}

// sendTo interrupts the code that runs since JavaScript was entered for the entry-th time.
func (i *interrupts) sendTo(r *Runtime, entry uint64, cause error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.running || entry != i.entry || i.sent.Load() {
		return
	}
	i.target, i.cause = 0, cause
	r.vm.Interrupt(interruption{cause})
	i.sent.Store(true)
}

// number returns the number of a new script.
func (i *interrupts) number() uint64 { return i.last.Add(1) }

// enter records that a script starts. From now on it can be interrupted.
func (i *interrupts) enter(script uint64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.scripts = append(i.scripts, script)
}

// leave records that the innermost script returns. An interrupt that came too late for it must not
// hit the script that called it.
func (i *interrupts) leave(r *Runtime) {
	i.mu.Lock()
	defer i.mu.Unlock()
	script := i.scripts[len(i.scripts)-1]
	i.scripts = i.scripts[:len(i.scripts)-1]
	if i.target == script {
		i.clearLocked(r)
	}
}

// endNested is called when a script was interrupted that another script has called. An interrupt of
// whatever runs ends there, as leave ends one of this script. One whose target is further out goes on.
func (i *interrupts) endNested(r *Runtime) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.target == 0 {
		i.clearLocked(r)
	}
}

// Interrupt ends the running callback or script, if any, with an exception that JavaScript cannot
// catch and that matches ErrInterrupted and cause. Waiting nextTicks, promise jobs and unhandled
// rejections are dropped. Timers and everything else continue. RunString and RunFile return the
// exception, even while they wait for work that their script has queued. For any other callback the
// uncaught handler gets it. Any goroutine may call Interrupt.
func (r *Runtime) Interrupt(cause error) {
	if cause == nil {
		cause = ErrInterrupted
	}
	r.interrupts.send(r, 0, cause)
}

// interrupted returns the error of an interrupt, with the position of the script. It matches the
// cause, the engine's error, and ErrInterrupted, or ErrEnded if the runtime has ended.
func (r *Runtime) interrupted(err *vm.InterruptedError) *Error {
	cause := ErrInterrupted
	if i, ok := err.Value().(interruption); ok {
		cause = i.cause
		if !errors.Is(cause, ErrInterrupted) && !errors.Is(cause, ErrEnded) {
			cause = fmt.Errorf("%w: %w", ErrInterrupted, cause)
		}
	}
	e := &Error{Message: cause.Error(), cause: errors.Join(cause, err), source: r.files.ReadFile}
	frames := err.Stack()
	e.Stack = e.Message + r.frames(frames[:min(10, len(frames))])
	return e
}
