package js

import (
	"context"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the calls that wait for the result of a script, and for its promise. Any goroutine
// except the loop's may call them. Everything else runs on the loop.

// outcome is the value or error of a settled promise.
type outcome struct {
	value any
	err   error
}

// Eval runs a script like RunString and waits for its result. It returns the value of the last
// statement as a Go value. If it is a promise, Eval returns what the promise was fulfilled with. An
// exception, or the rejection of that promise, is returned as an *Error and nothing else happens: the
// runtime continues. Eval returns early with the cause when ctx ends, and with ErrEnded or
// wakeful.ErrClosed when the runtime or the loop ends. Other errors are those of RunString. Any
// goroutine except the loop's may call Eval, because on the loop it would wait for itself.
func (r *Runtime) Eval(ctx context.Context, source string) (any, error) {
	program, err := compileScript("[eval]", source)
	if err != nil {
		return nil, err
	}
	return r.await(ctx, "Eval", func(*evaluation) (Value, error) { return r.vm.RunProgram(program) })
}

// EvalFile loads a file like RunFile and waits for it: first for the top-level await of an ES
// module, then for the exports if they are a promise. Errors and goroutines are as for Eval. A
// module is loaded once: later calls return the first result.
func (r *Runtime) EvalFile(ctx context.Context, path string) (any, error) {
	return r.await(ctx, "EvalFile", func(e *evaluation) (Value, error) {
		rec := r.loadMain(path)
		switch {
		case rec == nil:
			return vm.Undefined(), nil
		case rec.promise == nil:
			return r.exportsOf(rec.file), nil
		}
		return nil, r.then(rec.promise, func(vm.Value) error {
			return r.follow(r.exportsOf(rec.file), e)
		}, e)
	})
}

// CallFunction calls a function of JavaScript and waits for its result like Eval. The value of this
// is undefined. Arguments of Go are converted as ToValue does. fn is a function that RunString, Do
// or a call from JavaScript has given; if it is none, the error is a TypeError. Errors and
// goroutines are as for Eval.
func (r *Runtime) CallFunction(ctx context.Context, fn Value, args ...any) (any, error) {
	value, err, _ := r.awaitCall(ctx, call{name: "CallFunction", direct: true, begin: func(*evaluation) (Value, error) {
		return r.callFunction(fn, args)
	}})
	return value, err
}

// callFunction calls a function. Inside JavaScript, or as the direct part of a script.
func (r *Runtime) callFunction(fn Value, args []any) (Value, error) {
	var values []vm.Value
	if len(args) > 0 {
		values = make([]vm.Value, len(args))
		for i, argument := range args {
			values[i] = r.toValue(argument)
		}
	}
	if r.order.bare {
		if native := r.callee.of(fn); native != nil {
			return native(vm.FunctionCall{This: vm.Undefined(), Arguments: values}), nil
		}
	}
	callable, ok := vm.AssertFunction(fn)
	if !ok {
		panic(r.newError("TypeError", "CallFunction: "+display(fn)+" is not a function"))
	}
	return callable(vm.Undefined(), values...)
}

// A callee is the function that Go has called last, and how the engine calls it. Loop goroutine only.
type callee struct {
	fn     Value
	native func(vm.FunctionCall) vm.Value
}

// of returns how the engine calls a function, nil if fn is none.
func (c *callee) of(fn Value) func(vm.FunctionCall) vm.Value {
	o, ok := fn.(*vm.Object)
	if !ok {
		return nil
	}
	if known, ok := c.fn.(*vm.Object); !ok || known != o {
		native, _ := o.Export().(func(vm.FunctionCall) vm.Value)
		c.fn, c.native = o, native
	}
	return c.native
}

// await is awaitCall for the function begin.
func (r *Runtime) await(ctx context.Context, name string, begin func(*evaluation) (Value, error)) (any, error) {
	value, err, _ := r.awaitCall(ctx, call{name: name, begin: begin})
	return value, err
}

// A call is one that waits for a result.
type call struct {
	name string
	// begin is called on the loop as one callback. It returns the result, or nil if something sends
	// the outcome later.
	begin  func(e *evaluation) (Value, error)
	direct bool // begin calls a function with callFunction, and does nothing else
	// closed, if it is not nil, is the end of the pool.
	closed <-chan struct{}
}

// waiting is what a call needs, in one allocation.
type waiting struct {
	evaluation evaluation
	script     script
}

// awaitCall calls begin, and waits for the outcome. left says that what begin has started may go on.
func (r *Runtime) awaitCall(ctx context.Context, c call) (value any, err error, left bool) {
	if r.loop.OnLoop() {
		return nil, fmt.Errorf("js: %s was called on the loop, and would wait for itself: %w", c.name, errWouldWait), false
	}
	if ctx == nil {
		return nil, wakeful.ErrNilContext, false
	}
	w := &waiting{}
	e, s := &w.evaluation, &w.script
	s.caller = r.newCaller()
	e.ctx, e.settled, e.running = ctx, s.caller.outcome, true
	defer e.leave()
	ctx, cancel := r.limited(ctx)
	defer cancel()
	s.runtime, s.evaluation, s.ctx = r, e, ctx
	s.direct = c.direct && r.order.visible && vm.Repairs()
	s.begin, s.follows = c.begin, true
	o := s.wait(c.closed)
	return o.value, o.err, s.left
}

// follow sends the outcome of a value. For a promise it waits until the promise has settled.
func (r *Runtime) follow(value vm.Value, e *evaluation) error {
	p, ok := lib.As[*vm.Promise](value)
	if !ok {
		e.answer(r.exported(value))
		return nil
	}
	return r.then(p, func(v vm.Value) error {
		e.answer(r.exported(v))
		return nil
	}, e)
}

// then calls next when a promise is fulfilled, and sends the error when it is rejected. It uses the
// engine's original then, even if the program has replaced it.
func (r *Runtime) then(p *vm.Promise, next func(vm.Value) error, e *evaluation) error {
	_, err := r.originalThen()(r.vm.ToValue(p),
		r.vm.ToValue(func(c vm.FunctionCall) vm.Value {
			if err := next(c.Argument(0)); err != nil {
				e.answer(outcome{err: r.wrap(err)})
			}
			return vm.Undefined()
		}),
		r.vm.ToValue(func(c vm.FunctionCall) vm.Value {
			e.answer(outcome{err: r.thrown(c.Argument(0), nil, "")})
			return vm.Undefined()
		}))
	return err
}

// Export converts a value to a Go value, as Eval does with its result. Numbers become int64 or float64,
// arrays []any, other objects map[string]any, and typed arrays slices without a copy. Getters are
// called. It returns what one throws, and an error for a value that contains itself, that is nested more
// than 10,000 levels deep, or whose arrays have more than a million empty elements. Value.Export, which
// is the engine's, returns values that contain themselves. On the loop only: elsewhere the error
// matches wakeful.ErrNotOnLoop.
func (r *Runtime) Export(v Value) (any, error) {
	if err := r.offLoop("Export"); err != nil {
		return nil, err
	}
	o := r.exported(v)
	return o.value, o.err
}

// result converts a value to a Go value, without handling what getters throw.
func (r *Runtime) result(v vm.Value) (any, error) {
	value, err := vm.Export(r.vm, v)
	if err != nil {
		return nil, fmt.Errorf("js: %w", err)
	}
	return value, nil
}

// exported converts a value to a Go value. If a getter throws during that, the outcome is its
// error.
func (r *Runtime) exported(v vm.Value) (o outcome) {
	if _, ok := v.(*vm.Object); !ok {
		o.value, o.err = r.result(v) // no getter is called
		return o
	}
	err := vm.Try(r.vm, func() error {
		value, err := r.result(v)
		o.value = value
		return err
	})
	if err != nil {
		o = outcome{err: r.wrap(err)}
	}
	return o
}
