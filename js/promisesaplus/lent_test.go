package promisesaplus

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/promise"
)

// lender wraps Go's promises for JavaScript. Package promise provides reactions, their order,
// adoption and settling. This file adds what only JavaScript has: thenables, and exceptions of any
// type.
type lender struct {
	t     *testing.T
	rt    *js.Runtime
	vm    *vm.Runtime
	known map[*vm.Object]*promise.Promise[vm.Value]
}

// thrown is an exception of JavaScript as the reason of a rejection in Go.
type thrown struct{ value vm.Value }

func (t *thrown) Error() string { return t.value.String() }

// lend returns an adapter for the suite. On the loop.
func lend(t *testing.T, rt *js.Runtime, engine *vm.Runtime) vm.Value {
	l := &lender{t: t, rt: rt, vm: engine, known: map[*vm.Object]*promise.Promise[vm.Value]{}}
	if err := promise.OnUnhandled(rt.Loop(), func([]promise.Unhandled) {}); err != nil {
		t.Fatal(err)
	}
	return l.object(map[string]any{"deferred": func(vm.FunctionCall) vm.Value {
		r := promise.WithResolvers[vm.Value](rt.Loop())
		resolve, reject := l.once(r)
		return l.object(map[string]any{"promise": l.wrap(r.Promise()), "resolve": resolve, "reject": reject})
	}})
}

func (l *lender) object(properties map[string]any) *vm.Object {
	o := l.vm.NewObject()
	for name, value := range properties {
		if err := o.Set(name, value); err != nil {
			l.t.Error(err)
		}
	}
	return o
}

// wrap returns a promise as an object with the method then.
func (l *lender) wrap(p *promise.Promise[vm.Value]) *vm.Object {
	o := l.object(map[string]any{"then": func(call vm.FunctionCall) vm.Value {
		onFulfilled, _ := vm.AssertFunction(call.Argument(0))
		onRejected, _ := vm.AssertFunction(call.Argument(1))
		return l.wrap(l.then(p, onFulfilled, onRejected))
	}})
	l.known[o] = p
	return o
}

// then is JavaScript's then, made from Handle.
func (l *lender) then(p *promise.Promise[vm.Value], onFulfilled, onRejected vm.Callable) *promise.Promise[vm.Value] {
	next := promise.WithResolvers[vm.Value](l.rt.Loop())
	p.Handle(func(value vm.Value, err error) (struct{}, error) {
		fn := onFulfilled
		if err != nil {
			fn, value = onRejected, l.reason(err)
		}
		switch {
		case fn != nil:
			return struct{}{}, l.rt.Do(context.Background(), func(*vm.Runtime) error {
				result, err := fn(vm.Undefined(), value)
				if err != nil {
					next.Reject(l.failure(err))
				} else {
					l.resolve(next, result)
				}
				return nil
			})
		case err != nil:
			next.Reject(err)
		default:
			next.Resolve(value)
		}
		return struct{}{}, nil
	})
	return next.Promise()
}

// resolve is the promise resolution procedure. Inside JavaScript.
func (l *lender) resolve(r *promise.Resolvers[vm.Value], x vm.Value) {
	o, ok := x.(*vm.Object)
	if !ok {
		r.Resolve(x)
		return
	}
	if p := l.known[o]; p != nil {
		r.ResolveWith(p)
		return
	}
	var then vm.Value
	if ex := l.vm.Try(func() { then = o.Get("then") }); ex != nil {
		r.Reject(l.failure(ex))
		return
	}
	call, ok := vm.AssertFunction(then)
	if !ok {
		r.Resolve(x)
		return
	}
	resolve, reject := l.once(r)
	if _, err := call(o, l.vm.ToValue(resolve), l.vm.ToValue(reject)); err != nil {
		reject(vm.FunctionCall{Arguments: []vm.Value{l.reason(l.failure(err))}})
	}
}

// once returns functions of which only the first call has an effect.
func (l *lender) once(r *promise.Resolvers[vm.Value]) (resolve, reject func(vm.FunctionCall) vm.Value) {
	called := false
	first := func(settle func(vm.Value)) func(vm.FunctionCall) vm.Value {
		return func(call vm.FunctionCall) vm.Value {
			if !called {
				called = true
				settle(call.Argument(0))
			}
			return vm.Undefined()
		}
	}
	return first(func(x vm.Value) { l.resolve(r, x) }), first(func(x vm.Value) { r.Reject(&thrown{x}) })
}

// failure converts the error of a call of JavaScript.
func (l *lender) failure(err error) error {
	if exception, ok := errors.AsType[*vm.Exception](err); ok {
		return &thrown{exception.Value()}
	}
	return err
}

// reason converts an error to a JavaScript value: the thrown value, or for errors of Go promises
// the error that JavaScript throws.
func (l *lender) reason(err error) vm.Value {
	if t, ok := errors.AsType[*thrown](err); ok {
		return t.value
	}
	if errors.Is(err, promise.ErrSelfResolution) {
		return l.vm.NewTypeError(err.Error())
	}
	return l.vm.ToValue(err.Error())
}
