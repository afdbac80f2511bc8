package js

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what a host needs that calls the same runtime again and again: the end of
// everything that a call has started, and callbacks that come many times.

// WaitIdle waits until everything that the calls so far have started has finished: no timer or
// immediate that keeps the loop running is left, no work of Go, and no CallbackRegistration. It is
// the end of an iteration of a load script. Unlike Wait, it does not end the runtime, and no
// listener of beforeExit is called.
//
// WaitIdle returns the cause of ctx when ctx ends, and ErrEnded when the runtime or its loop ends.
// Any goroutine except the loop's may call it.
func (r *Runtime) WaitIdle(ctx context.Context) error {
	switch {
	case ctx == nil:
		return wakeful.ErrNilContext
	case r.loop.OnLoop():
		return fmt.Errorf("js: WaitIdle was called on the loop, and would wait for itself: %w", errWouldWait)
	}
	keep := r.loop.KeepAlive()
	defer keep.Release()
	reached := make(chan struct{})
	r.idle.waiters.Add(1)
	defer r.idle.waiters.Add(-1)
	err := r.loop.SubmitUnlimited(func() {
		r.idle.notify = append(r.idle.notify, reached)
		r.checkIdle()
	})
	if err != nil {
		return ErrEnded
	}
	select {
	case <-reached:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-r.ending.done:
		return r.endedError()
	case <-r.loop.Done():
		return ErrEnded
	}
}

// notifyIdle notifies the callers of WaitIdle if nothing is left. On the loop, outside callbacks.
func (r *Runtime) notifyIdle() {
	if len(r.idle.notify) == 0 || r.inside() || r.busy() {
		return
	}
	for _, reached := range r.idle.notify {
		close(reached)
	}
	r.idle.notify = nil
}

// ErrReleased is returned by CallbackRegistration.Do after Release.
var ErrReleased = errors.New("js: the callback registration was released; make another with RegisterCallback")

// A CallbackRegistration says that Go will call JavaScript later, any number of times, for instance
// for the messages of a connection. Until Release, the runtime is not idle: Wait and WaitIdle do
// not return, and a loop made WithAutoExit runs. Make it with Runtime.RegisterCallback.
type CallbackRegistration struct {
	runtime    *Runtime
	evaluation *evaluation
	keep       *wakeful.KeepAlive
	released   atomic.Bool
}

// RegisterCallback returns a registration of callbacks that will come from outside. Release it when
// no more will come. Any goroutine may call RegisterCallback. On the loop, in the function with
// which JavaScript subscribes to something, it comes before Wait could find nothing left to do, and
// the callbacks belong to the same call of Go as that function, like the timers that it sets. In
// a pool a registration outlasts the use, unless PoolConfig.Fresh is set: callbacks may come between
// uses and during later ones.
func (r *Runtime) RegisterCallback() *CallbackRegistration {
	r.holds.Add(1)
	h := &CallbackRegistration{runtime: r, keep: r.loop.KeepAlive()}
	if r.loop.OnLoop() {
		h.evaluation = r.meter.current
	}
	return h
}

// Do has fn called on the loop as one callback, with the engine, and returns without waiting for
// it. Calls of one goroutine run in their order. An exception that fn returns or panics with is
// uncaught, like that of any other callback. After Release, Do returns ErrReleased, and after the
// end of the runtime ErrEnded or wakeful.ErrClosed. No queue limit applies. Any goroutine may call
// Do.
func (h *CallbackRegistration) Do(fn func(*goja.Runtime) error) error {
	r := h.runtime
	switch {
	case fn == nil:
		return wakeful.ErrNilFunc
	case h.released.Load():
		return ErrReleased
	case r.ending.stopped.Load():
		return r.endedError()
	}
	r.holds.Add(1)
	err := r.loop.SubmitUnlimited(func() {
		r.holds.Add(-1)
		r.enterFor(h.evaluation, func() {
			if err := vm.Try(r.vm, func() error { return fn(r.vm) }); err != nil {
				r.ReportError(err)
			}
		})
	})
	if err != nil {
		r.holds.Add(-1)
	}
	return err
}

// Release ends the registration. Calls of Do that were accepted still run. Any goroutine may call
// Release any number of times.
func (h *CallbackRegistration) Release() {
	if h.released.Swap(true) {
		return
	}
	h.runtime.release()
	h.keep.Release()
}
