package js

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns promises between Go and JavaScript.

// errWouldWait is the error of calls on the loop that would wait for the loop.
var errWouldWait = errors.New("call it from another goroutine")

// A Deferred is a promise that Go settles.
type Deferred struct {
	runtime         *Runtime
	promise         *vm.Promise
	resolve, reject func(any) error
	settled         atomic.Bool
	evaluation      *evaluation     // that the code belongs to which has made it
	counted         bool            // as a pending operation
	stack           []vm.StackFrame // where JavaScript made it
}

// NewPromise returns a promise that Go settles, from any goroutine. Call it on the loop, for
// instance in a function that JavaScript calls. Elsewhere it returns wakeful.ErrNotOnLoop. A
// pending promise does not keep the program running: hold a CallbackRegistration, or use Async. It
// counts for Limits.PendingPromises until it is settled.
func (r *Runtime) NewPromise() (*Deferred, error) {
	if !r.loop.OnLoop() {
		return nil, fmt.Errorf("js: NewPromise: %w", wakeful.ErrNotOnLoop)
	}
	if err := r.admit(); err != nil {
		return nil, err
	}
	return r.counted(), nil
}

// counted returns a promise that counts as a pending operation.
func (r *Runtime) counted() *Deferred {
	d := r.deferred()
	d.counted = true
	r.meter.pending++
	return d
}

func (r *Runtime) deferred() *Deferred {
	d := &Deferred{runtime: r, evaluation: r.meter.current}
	if r.inside() {
		d.stack = r.vm.CaptureCallStack(callFrames, nil)
	}
	d.promise, d.resolve, d.reject = r.vm.NewPromise()
	return d
}

// Promise returns the promise for JavaScript. On the loop only.
func (d *Deferred) Promise() Value { return d.runtime.vm.ToValue(d.promise) }

// Resolve fulfills the promise, or makes it follow another one, and reports whether it was the
// first to settle it. A value of Go is converted on the loop. Any goroutine may call Resolve. On
// the loop it takes effect at once.
func (d *Deferred) Resolve(value any) bool {
	return d.settle(func() error { return d.resolve(d.runtime.ToValue(value)) })
}

// Reject rejects the promise and reports whether it was the first to settle it. An *Error becomes
// the value that was thrown. Any other error becomes an Error. Any goroutine may call Reject. On
// the loop it takes effect at once.
func (d *Deferred) Reject(err error) bool {
	return d.settle(func() error { return d.reject(d.placed(d.runtime.toError(err))) })
}

// callFrames is how many frames of the call of a Go function an error shows.
const callFrames = 10

// placed gives an error that was made outside of JavaScript the stack of the call.
func (d *Deferred) placed(v vm.Value) vm.Value {
	o, ok := v.(*vm.Object)
	if !ok || o.ClassName() != "Error" || len(d.stack) == 0 {
		return v
	}
	_ = d.runtime.vm.Try(func() {
		if stack := d.runtime.tidyStack(text(o.Get("stack"))); !hasFrames(stack) {
			d.runtime.define(o, "stack", stack+d.runtime.frames(d.stack))
		}
	})
	return v
}

func (d *Deferred) settle(do func() error) bool {
	if d.settled.Swap(true) {
		return false
	}
	settle := func() {
		if d.counted {
			d.runtime.meter.pending--
		}
		vm.Check(do())
	}
	if d.runtime.loop.OnLoop() {
		d.runtime.enterFor(d.evaluation, settle)
		return true
	}
	return d.runtime.submitFor(d.evaluation, settle)
}

// Async turns a Go function that may block into an asynchronous JavaScript function. Each call runs
// fn on another goroutine, with the arguments converted to Go values, and returns a promise of the
// result. The call keeps the program running. The context has the values of the context that Eval,
// CallFunction or RunString got, whose script has called the function, also by a timer or after
// another asynchronous function. It ends with that context while the caller waits, and with the
// runtime. Pass the result to Set, or store it in a property of an object that is set.
func (r *Runtime) Async(fn func(ctx context.Context, args []any) (any, error)) func(FunctionCall) Value {
	return vm.Guard(r.vm, func(c FunctionCall) Value {
		args := make([]any, len(c.Arguments))
		for i, a := range c.Arguments {
			var err error
			if args[i], err = vm.Export(r.vm, a); err != nil {
				panic(vm.NewError(r.vm, "TypeError", fmt.Sprintf("argument %d: %v", i+1, err)))
			}
		}
		ctx, stop := r.workContext()
		return r.vm.ToValue(r.async(func(*Deferred) (any, error) { return fn(ctx, args) }, stop))
	})
}

// async runs work on another goroutine and returns a promise of its result, which the work may settle
// earlier. When the work has ended, it calls done. On the loop.
func (r *Runtime) async(work func(*Deferred) (any, error), done func()) *vm.Promise {
	if err := r.admit(); err != nil {
		done()
		panic(r.toError(err))
	}
	d := r.counted()
	r.holds.Add(1)
	err := r.loop.RunBlocking(context.Background(), func(context.Context) (any, error) {
		defer done()
		return work(d)
	}, func(v any, err error) {
		if !r.ending.stopped.Load() {
			if err != nil {
				d.Reject(err)
			} else {
				d.Resolve(v)
			}
		}
		r.release()
	})
	if err != nil {
		done()
		r.release()
		d.Reject(err)
	}
	return d.promise
}

// Go runs work on another goroutine and calls done on the loop as one callback. On the loop.
func (v hostView) Go(work func(context.Context) (any, error), done func(any, error)) {
	r, e := v.Runtime, v.meter.current
	r.meter.pending++
	r.holds.Add(1)
	ctx, stop := r.workContext()
	err := r.loop.RunBlocking(context.Background(), func(context.Context) (any, error) {
		defer stop()
		return work(ctx)
	}, func(v any, err error) {
		r.meter.pending--
		if !r.ending.stopped.Load() {
			r.enterFor(e, func() { done(v, err) })
		}
		r.release()
	})
	if err != nil {
		stop()
		r.meter.pending--
		r.release()
		done(nil, err)
	}
}

// ToValue converts a Go value to a JavaScript value. On the loop only. Nothing is rounded: an
// integer beyond 2^53 becomes a BigInt, also in slices and maps. Fields becomes an object with
// ordered properties, []byte a Uint8Array with a copy, time.Time a Date, which has milliseconds and
// no zone, json.Number a string, and a *Deferred its promise. Give decimals as strings too. ToValue
// calls a func(*goja.Runtime) Value and returns its result.
//
// An error becomes what a Go function throws, as panic(rt.ToValue(err)). An *Error and the engine's
// exception become the value that was thrown. If the error has the method JSValue(*goja.Runtime)
// Value, it becomes the result. Any other error becomes an Error with its message. Scripts cannot
// reach the Go error, but errors.As finds it if the exception comes back to Go.
//
// The engine converts everything else: a map, a slice or a structure stays that of Go, and scripts
// see and change it. Their methods and exported fields are open to scripts, so give Fields or
// copies to scripts that should not change the original.
//
// ToValue panics with an error that matches wakeful.ErrNotOnLoop if another goroutine calls it after
// the first callback, because the engine would be damaged.
func (r *Runtime) ToValue(value any) Value {
	vm.Check(r.offLoop("ToValue"))
	return r.toValue(value)
}

// offLoop returns an error for a method that needs the engine, if the goroutine may not use it.
func (r *Runtime) offLoop(method string) error {
	if r.entered.Load() && !r.loop.OnLoop() {
		return fmt.Errorf("js: %s: %w", method, wakeful.ErrNotOnLoop)
	}
	return nil
}

// toValue is ToValue on the loop.
func (r *Runtime) toValue(value any) Value {
	switch v := value.(type) {
	case nil:
		return vm.Undefined()
	case func(*vm.Runtime) vm.Value:
		return v(r.vm)
	case *Deferred:
		return v.Promise()
	case error:
		return r.toError(v)
	}
	switch v := value.(type) {
	case string, bool, float64, Value:
		return r.vm.ToValue(value)
	case int:
		if fits(int64(v)) {
			return r.vm.ToValue(value)
		}
	}
	if v, ok := r.converted(value); ok {
		return v
	}
	r.hideGoErrors()
	return r.vm.ToValue(vm.Guarded(r.vm, exact(value, deepestExact)))
}

// toError is ToValue for an error.
func (r *Runtime) toError(err error) Value {
	var thrown *Error
	var exception *vm.Exception
	var self interface{ JSValue(*vm.Runtime) vm.Value }
	switch {
	case err == nil:
		return vm.Undefined()
	case errors.As(err, &self):
		return self.JSValue(r.vm)
	case errors.As(err, &thrown) && thrown.value != nil:
		return thrown.value
	case errors.As(err, &exception):
		return exception.Value()
	}
	message := err.Error()
	if _, ok := errors.AsType[*wakeful.PanicError](err); ok {
		message = vm.PanicMessage
	}
	o := r.newError("Error", message)
	// Scripts must not see the fields and methods of the error. Go finds it again, see thrown.
	r.define(o, "value", vm.Hidden(r.vm, err))
	return o
}

// keepAlive keeps Wait from returning, and a loop made WithAutoExit from ending, until release is
// called. Any goroutine may call both. Further calls of release do nothing.
func (r *Runtime) keepAlive() (release func()) {
	k := r.loop.KeepAlive()
	r.holds.Add(1)
	var once atomic.Bool
	return func() {
		if !once.Swap(true) {
			r.release()
			k.Release()
		}
	}
}
