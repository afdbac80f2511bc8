package main

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/buffer"
	"github.com/dop251/goja_nodejs/eventloop"
)

// This file owns what most rows compare with: what a Go program would write by hand over goja and
// the loop of goja_nodejs.

// A plain is a loop of goja_nodejs that runs.
type plain struct {
	loop *eventloop.EventLoop
	vm   *goja.Runtime
}

// newPlain starts a loop and runs a script.
func newPlain(source string) (plain, error) {
	p := plain{loop: eventloop.NewEventLoop(eventloop.EnableConsole(false))}
	p.loop.Start()
	_, err := p.call(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		p.vm = vm
		buffer.Enable(vm)
		return vm.RunString(source)
	})
	return p, err
}

func (p plain) close() { p.loop.Stop() }

// call calls do on the loop and waits for its result, or for that of its promise, until ctx ends.
func (p plain) call(ctx context.Context, do func(vm *goja.Runtime) (goja.Value, error)) (any, error) {
	type result struct {
		value any
		err   error
	}
	settled := make(chan result, 1)
	p.loop.RunOnLoop(func(vm *goja.Runtime) {
		v, err := do(vm)
		if err != nil {
			settled <- result{err: err}
			return
		}
		value := v.Export()
		if _, ok := value.(*goja.Promise); !ok {
			settled <- result{value: value}
			return
		}
		then, _ := goja.AssertFunction(v.ToObject(vm).Get("then"))
		_, _ = then(v, vm.ToValue(func(c goja.FunctionCall) goja.Value {
			settled <- result{value: c.Argument(0).Export()}
			return goja.Undefined()
		}), vm.ToValue(func(c goja.FunctionCall) goja.Value {
			settled <- result{err: errors.New(c.Argument(0).String())}
			return goja.Undefined()
		}))
	})
	select {
	case r := <-settled:
		return r.value, r.err
	case <-ctx.Done():
		p.vm.Interrupt(context.Cause(ctx))
		return nil, context.Cause(ctx)
	}
}

// callFunction calls a function with arguments of Go.
func (p plain) callFunction(ctx context.Context, fn goja.Callable, args ...any) (any, error) {
	return p.call(ctx, func(vm *goja.Runtime) (goja.Value, error) {
		values := make([]goja.Value, len(args))
		for i, a := range args {
			values[i] = vm.ToValue(a)
		}
		return fn(goja.Undefined(), values...)
	})
}

// function returns the function that an expression has as its value.
func (p plain) function(expression string) (fn goja.Callable, err error) {
	_, err = p.call(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		v, err := vm.RunString(expression)
		if err != nil {
			return nil, err
		}
		fn, _ = goja.AssertFunction(v)
		return goja.Undefined(), nil
	})
	return fn, err
}

// giveFetch gives the loop's scripts a fetch with the status and the text of an answer.
func (p plain) giveFetch(client *http.Client) error {
	get := func(address string) (status int, body []byte, err error) {
		response, err := client.Get(address)
		if err != nil {
			return 0, nil, err
		}
		body, err = io.ReadAll(response.Body)
		return response.StatusCode, body, errors.Join(err, response.Body.Close())
	}
	_, err := p.call(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		return goja.Undefined(), vm.Set("fetch", func(c goja.FunctionCall) goja.Value {
			promise, resolve, reject := vm.NewPromise()
			address := c.Argument(0).String()
			go func() {
				status, body, err := get(address)
				p.loop.RunOnLoop(func(vm *goja.Runtime) {
					if err != nil {
						_ = reject(vm.NewGoError(err))
						return
					}
					answer := vm.NewObject()
					_ = errors.Join(answer.Set("status", status), answer.Set("text", func(goja.FunctionCall) goja.Value {
						promise, resolve, _ := vm.NewPromise()
						_ = resolve(string(body))
						return vm.ToValue(promise)
					}))
					_ = resolve(answer)
				})
			}()
			return vm.ToValue(promise)
		})
	})
	return err
}
