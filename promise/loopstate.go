package promise

// This file owns the per-loop state of the package. The loop's goroutine owns the state
// of every promise. Other goroutines post functions to the loop, and read only atomic
// fields.

import (
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/ring"
)

// loopState is the state that the package keeps for one loop.
type loopState struct {
	// Immutable.

	loop *wakeful.Loop // nil: there is none, and reason says why
	step func()        // runs one reaction; the microtask of all of them
	// reason is the error for every operation if the loop is nil or had ended when the state was
	// made. Otherwise it is nil.
	reason error

	// Shared.

	debug atomic.Bool // capture where promises are made
	mu    sync.Mutex
	// open holds the promises that the end of the loop rejects. Under mu.
	open     registry
	places   places            // under mu
	listener func([]Unhandled) // under mu; nil: log

	// Loop goroutine only.

	queue     ring.Buffer[call] // one call for each step in the loop's microtask queue
	depth     int               // of nested calls of items
	ended     bool              // rejectOpen was called
	unhandled []*core
}

// loopStates are the states of loops.
var loopStates = wakeful.NewLoopLocal(func(l *wakeful.Loop) *loopState {
	h := &loopState{loop: l}
	h.step = h.runNext
	if _, err := l.OnShutdown(h.rejectOpen); err != nil {
		h.reason = ErrAbandoned
	}
	return h
})

// The states of nil loops and ended loops.
var (
	noLoop    = &loopState{reason: ErrNilLoop}
	noPromise = &loopState{reason: ErrNilPromise}
)

// stateOf returns the state of a loop. Any goroutine.
func stateOf(l *wakeful.Loop) *loopState {
	if l == nil {
		return noLoop
	}
	return loopStates.Get(l)
}

// onLoop reports whether the caller is one of the loop's callbacks.
func (h *loopState) onLoop() bool { return h.loop != nil && h.loop.OnLoop() }

// hasEnded reports whether the loop has ended or is nil.
func (h *loopState) hasEnded() bool {
	if h.reason != nil {
		return true
	}
	select {
	case <-h.loop.Done():
		return true
	default:
		return false
	}
}

// endReason returns the error for operations after the loop's end.
func (h *loopState) endReason() error {
	if h.reason != nil {
		return h.reason
	}
	return ErrAbandoned
}

// schedule queues the call of r, which waits for from. Loop only.
func (h *loopState) schedule(r reaction, from any) {
	if w, ok := r.(*reactionList); ok {
		h.scheduleAll(w, from)
		return
	}
	if i, ok := r.(*item); ok && h.depth < deepest {
		// An item runs no user code and needs no microtask. Items can be nested, so
		// depth bounds the use of the stack.
		h.depth++
		i.react(from)
		h.depth--
		return
	}
	if h.loop.QueueMicrotask(h.step) == nil {
		h.queue.Push(call{r, from})
	}
}

// scheduleAll is schedule for a reactionList.
func (h *loopState) scheduleAll(w *reactionList, from any) {
	items := w.split()
	if len(w.all) > 0 {
		h.queue.Push(call{w, from})
		for range w.all {
			h.loop.QueueMicrotask(h.step) //nolint:errcheck // accepted on the loop
		}
	}
	// Schedule these last, so that their results come after the other reactions to from.
	for _, i := range items {
		h.schedule(i, from)
	}
}

// deepest bounds nested calls of items.
const deepest = 64

// runNext runs the oldest reaction. The loop calls it once per reaction, as a microtask.
// So reactions keep their order with other microtasks, and the panic handler, the
// microtask budget and Close apply to each of them.
func (h *loopState) runNext() {
	c := next(&h.queue)
	c.r.react(c.from)
}

// rejectOpen rejects everything that is still pending. The loop calls it after its last
// callback. After Shutdown, the resulting microtasks still run, so that Finally works;
// after Close they do not.
func (h *loopState) rejectOpen() {
	h.ended = true
	h.report() // report rejections from the drain
	h.mu.Lock()
	all := h.open.close()
	h.mu.Unlock()
	for _, e := range all {
		e.loopEnded()
	}
}

// post submits fn to the loop, after everything that the calling goroutine has submitted. Queue
// limits do not apply to it, so no resolution is lost. If the loop is ending, it returns the
// reason. Any goroutine.
func (h *loopState) post(fn func()) error {
	if h.reason != nil {
		return h.reason
	}
	if h.loop.SubmitUnlimited(fn) != nil {
		return ErrAbandoned
	}
	return nil
}
