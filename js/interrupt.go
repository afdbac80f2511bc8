package js

import (
	"errors"
	"fmt"
	"sync"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// interrupts make sure that an interrupt meets the script that it is meant for.
// The engine keeps an interrupt that comes while nothing runs for whatever runs
// next; so the lock holds it back then.
type interrupts struct {
	mu      sync.Mutex
	running bool
	run     uint64 // names the script of RunString or RunFile that runs, 0 for none
	runs    uint64
	sent    bool
}

// An interruption is what the engine is interrupted with.
type interruption struct{ cause error }

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
	if !i.running && i.sent {
		i.sent = false
		r.vm.ClearInterrupt()
	}
}

// clear takes an interrupt back that was heard.
func (i *interrupts) clear(r *Runtime) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.sent && !r.ending.over.Load() {
		i.sent = false
		r.vm.ClearInterrupt()
	}
}

// send interrupts what runs; if run is not 0, only that script.
func (i *interrupts) send(r *Runtime, run uint64, cause error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.running || run != 0 && run != i.run || i.sent {
		return
	}
	i.sent = true
	r.vm.Interrupt(interruption{cause})
}

// name begins a script that can be interrupted by its name.
func (i *interrupts) name() (run, before uint64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.runs++
	before, i.run = i.run, i.runs
	return i.run, before
}

// unname ends it.
func (i *interrupts) unname(r *Runtime, before uint64, heard bool) {
	i.mu.Lock()
	i.run = before
	i.mu.Unlock()
	if heard {
		i.clear(r)
	}
}

// Interrupt ends the callback or script that runs now, if any, with an exception
// that JavaScript cannot catch and that matches ErrInterrupted and cause. Promise
// jobs that were waiting are dropped with it; timers, and everything else, go on.
// RunString and RunFile return it, an interrupt of any other callback goes to the
// uncaught handler. Any goroutine may call it.
func (r *Runtime) Interrupt(cause error) {
	if cause == nil {
		cause = ErrInterrupted
	}
	r.interrupts.send(r, 0, cause)
}

// interrupted makes an error of an interrupt.
func (r *Runtime) interrupted(err *vm.InterruptedError) error {
	i, ok := err.Value().(interruption)
	switch {
	case !ok:
		return fmt.Errorf("%w: %w", ErrInterrupted, err)
	case errors.Is(i.cause, ErrInterrupted), errors.Is(i.cause, ErrEnded):
		return i.cause
	}
	return fmt.Errorf("%w: %w", ErrInterrupted, i.cause)
}
