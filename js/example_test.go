package js_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing/fstest"
	"time"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// A script calls a function of Go, waits on a timer, and returns a value to Go.
func Example() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	rt, err := js.New(loop, js.WithGlobal("greet", func(name string) string { return "Hello, " + name }))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	ended := make(chan error)
	go func() { ended <- loop.Run(ctx) }()

	greeting, err := rt.Eval(ctx, `new Promise((done) => setTimeout(() => done(greet('gopher')), 1))`)
	fmt.Println(greeting, err)

	_ = loop.Shutdown(ctx)
	<-ended
	// Output: Hello, gopher <nil>
}

// running returns a runtime on a running loop, and a function that ends both.
func running(options ...js.Option) (rt *js.Runtime, end func()) {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	if rt, err = js.New(loop, options...); err != nil {
		log.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- loop.Run(context.Background()) }()
	return rt, func() {
		_ = loop.Shutdown(context.Background())
		<-ended
	}
}

// RunString starts a program, and Wait waits until it has nothing left to do.
func ExampleRuntime() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	_, err := rt.RunString(ctx, `
		setTimeout(() => console.log('timer'), 1);
		Promise.resolve().then(() => console.log('microtask'));
		console.log('script')`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.Wait(ctx))
	// Output:
	// script
	// microtask
	// timer
	// 0 <nil>
}

// Async turns a Go function that blocks into an asynchronous JavaScript function.
func ExampleRuntime_Async() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	rt, err := js.New(loop)
	if err != nil {
		log.Fatal(err)
	}
	if err := rt.Set("lookUp", rt.Async(func(_ context.Context, args []any) (any, error) {
		return fmt.Sprintf("row %v", args[0]), nil // a program would query a database here
	})); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	ended := make(chan error)
	go func() { ended <- loop.Run(ctx) }()

	fmt.Println(rt.Eval(ctx, `Promise.all([lookUp(1), lookUp(2)]).then((rows) => rows.join())`))

	_ = loop.Shutdown(ctx)
	<-ended
	// Output: row 1,row 2 <nil>
}

// Set sets a global.
func ExampleRuntime_Set() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	// The runtime may already be running, so set it on the loop.
	err := rt.Do(ctx, func(*goja.Runtime) error {
		return rt.Set("greet", func(name string) string { return "Hello, " + name })
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.Eval(ctx, `greet('loop')`))
	// Output: Hello, loop <nil>
}

// The end of the context interrupts a script that does not return. The runtime continues.
func ExampleRuntime_Eval_interrupted() {
	rt, end := running()
	defer end()
	ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	_, err := rt.Eval(ctx, `for (;;) try { for (;;); } catch {}`)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	fmt.Println(rt.Eval(context.Background(), `'still here'`))
	// Output:
	// true
	// still here <nil>
}

// An engine belongs to its loop. Calls from other goroutines return an error.
func ExampleRuntime_Do() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	if _, err := rt.Eval(ctx, `var n = 1`); err != nil {
		log.Fatal(err)
	}
	fmt.Println(errors.Is(rt.Set("n", 2), wakeful.ErrNotOnLoop))
	err := rt.Do(ctx, func(vm *goja.Runtime) error { return vm.GlobalObject().Set("n", 2) })
	fmt.Println(err)
	fmt.Println(rt.Eval(ctx, `n`))
	// Output:
	// true
	// <nil>
	// 2 <nil>
}

// WaitIdle waits for what a call has left behind, and the runtime can be used again.
func ExampleRuntime_WaitIdle() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	if _, err := rt.Eval(ctx, `var visits = 0; function iteration() { setTimeout(() => visits++, 1) }`); err != nil {
		log.Fatal(err)
	}
	for range 3 {
		if _, err := rt.Eval(ctx, `iteration()`); err != nil {
			log.Fatal(err)
		}
		if err := rt.WaitIdle(ctx); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(rt.Eval(ctx, `visits`))
	// Output: 3 <nil>
}

// An exception of a script is an error with a name, a message and a stack.
func ExampleError() {
	files := fstest.MapFS{"config.js": {Data: []byte(`
		function read(text) { return JSON.parse(text).port ?? fail('no port') }
		function fail(why) { throw new RangeError(why) }
		read('{}')`)}}
	rt, end := running(js.WithFS(files))
	defer end()
	_, err := rt.EvalFile(context.Background(), "/config.js")
	if thrown, ok := errors.AsType[*js.Error](err); ok {
		fmt.Println(thrown.Name, thrown.Message)
		fmt.Println(thrown.Stack)
	}
	// Output:
	// RangeError no port
	// RangeError: no port
	//     at fail (/config.js:3:30)
	//     at read (/config.js:2:61)
	//     at /config.js:4:7
}

// A Go function returns a promise, and any goroutine settles it.
func ExampleDeferred() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	err := rt.Do(ctx, func(*goja.Runtime) error {
		return rt.Set("measure", func(js.FunctionCall) js.Value {
			measurement, err := rt.NewPromise()
			if err != nil {
				panic(rt.ToValue(err)) // an exception of JavaScript
			}
			go measurement.Resolve(21)
			return measurement.Promise()
		})
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.Eval(ctx, `measure().then((n) => n * 2)`))
	// Output: 42 <nil>
}

// A script subscribes to something outside, which calls back until it releases the registration.
func ExampleCallbackRegistration() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	err := rt.Do(ctx, func(vm *goja.Runtime) error {
		return rt.Set("subscribe", func(call js.FunctionCall) js.Value {
			listener, ok := goja.AssertFunction(call.Argument(0))
			if !ok {
				panic(vm.NewTypeError("the listener is not a function"))
			}
			callbacks := rt.RegisterCallback()
			go func() {
				defer callbacks.Release()
				for _, message := range []string{"first", "second"} {
					_ = callbacks.Do(func(vm *goja.Runtime) error {
						_, err := listener(goja.Undefined(), vm.ToValue(message))
						return err
					})
				}
			}()
			return goja.Undefined()
		})
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := rt.Eval(ctx, `subscribe((message) => console.log(message))`); err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.WaitIdle(ctx))
	// Output:
	// first
	// second
	// <nil>
}

// The properties of an object keep their order.
func ExampleFields() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	row := js.Fields{{Name: "id", Value: 7}, {Name: "customer", Value: "ada"}}
	show, err := rt.RunString(ctx, `(row) => JSON.stringify(row)`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.CallFunction(ctx, show, row))
	// Output: {"id":7,"customer":"ada"} <nil>
}

// A row of a database becomes an object with its columns.
func ExampleField() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	columns, values := []string{"total", "id"}, []any{int64(1<<53 + 1), int64(7)}
	var row js.Fields
	for i, column := range columns {
		row = append(row, js.Field{Name: column, Value: values[i]})
	}
	describe, err := rt.RunString(ctx, `(row) => Object.keys(row).join() + ': ' + typeof row.total`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.CallFunction(ctx, describe, row))
	// Output: total,id: bigint <nil>
}

// A function with this signature is called without conversion of its arguments.
func ExampleFunctionCall() {
	rt, end := running(js.WithGlobal("last", func(call js.FunctionCall) js.Value {
		return call.Argument(len(call.Arguments) - 1)
	}))
	defer end()
	fmt.Println(rt.Eval(context.Background(), `last('a', 'b', 'c')`))
	// Output: c <nil>
}

// RunString returns a value of JavaScript, here a function that Go calls.
func ExampleValue() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	var discount js.Value
	discount, err := rt.RunString(ctx, `async (order) => order.total > 100 ? 10 : 0`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.CallFunction(ctx, discount, map[string]any{"total": 120}))
	// Output: 10 <nil>
}

// A script that exceeds a limit is stopped.
func ExampleLimits() {
	rt, end := running(js.WithLimits(js.Limits{CPU: 10 * time.Millisecond}))
	defer end()
	_, err := rt.Eval(context.Background(), `for (;;);`)
	fmt.Println(err)
	fmt.Println(errors.Is(err, js.ErrLimit), errors.Is(err, js.ErrCPULimit))
	// Output:
	// js: the script was interrupted: js: a limit of the runtime is reached: CPU
	// true true
}

// Each option gives scripts one thing. Without options they reach nothing outside of the runtime.
func ExampleOption() {
	files := fstest.MapFS{"greeting.txt": {Data: []byte("Hello")}}
	for _, options := range [][]js.Option{
		nil,
		{js.WithNode()},
		{js.WithNode(), js.WithFS(files)},
	} {
		rt, end := running(options...)
		_, hasRequire := rt.Eval(context.Background(), `require`)
		text, _ := rt.Eval(context.Background(), `require('fs').readFileSync('/greeting.txt', 'utf8')`)
		fmt.Println(hasRequire == nil, text)
		end()
	}
	// Output:
	// false <nil>
	// true <nil>
	// true Hello
}

// A program that has an engine of its own gives it timers and promises.
func ExampleAdopt() {
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		log.Fatal(err)
	}
	engine := goja.New()
	if err := engine.Set("print", func(s string) { fmt.Println(s) }); err != nil {
		log.Fatal(err)
	}
	if _, err := js.Adopt(loop, engine); err != nil {
		log.Fatal(err)
	}
	if _, err := engine.RunString(`setTimeout(print, 1, 'later'); print('now')`); err != nil {
		log.Fatal(err)
	}
	if err := loop.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// now
	// later
}
