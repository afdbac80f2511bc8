package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"

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

// responseClass is the part of fetch that a program would write in JavaScript: the response, with its
// headers and the ways to read its body.
const responseClass = `(class Response {
	#body; #used = false;
	constructor(status, statusText, url, headers, body) { this.status = status; this.statusText = statusText; this.url = url; this.headers = new Map(headers); this.#body = body }
	get ok() { return this.status >= 200 && this.status < 300 }
	get bodyUsed() { return this.#used }
	async text() { if (this.#used) throw new TypeError('the body was read'); this.#used = true; return this.#body }
	async json() { return JSON.parse(await this.text()) }
})`

// giveFetch gives the loop's scripts a fetch.
func (p plain) giveFetch(client *http.Client) error {
	get := func(address string) (response *http.Response, body []byte, err error) {
		if response, err = client.Get(address); err != nil {
			return nil, nil, err
		}
		body, err = io.ReadAll(response.Body)
		return response, body, errors.Join(err, response.Body.Close())
	}
	_, err := p.call(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		class, err := vm.RunString(responseClass)
		if err != nil {
			return nil, err
		}
		return goja.Undefined(), vm.Set("fetch", func(c goja.FunctionCall) goja.Value {
			promise, resolve, reject := vm.NewPromise()
			address := c.Argument(0).String()
			go func() {
				response, body, err := get(address)
				p.loop.RunOnLoop(func(vm *goja.Runtime) {
					if err != nil {
						_ = reject(vm.NewGoError(err))
						return
					}
					var headers []any
					for name, values := range response.Header {
						headers = append(headers, vm.NewArray(strings.ToLower(name), strings.Join(values, ", ")))
					}
					made, err := vm.New(class, vm.ToValue(response.StatusCode), vm.ToValue(response.Status), vm.ToValue(address), vm.NewArray(headers...), vm.ToValue(string(body)))
					if err != nil {
						_ = reject(vm.NewGoError(err))
						return
					}
					_ = resolve(made)
				})
			}()
			return vm.ToValue(promise)
		})
	})
	return err
}
