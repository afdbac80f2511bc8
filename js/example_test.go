package js_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// Any goroutine can run scripts on a runtime.
func Example() {
	loop, err := wakeful.New()
	if err != nil {
		log.Fatal(err)
	}
	rt, err := js.New(loop)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	ended := make(chan error)
	go func() { ended <- loop.Run(ctx) }()

	answer, err := rt.Eval(ctx, `new Promise(done => setTimeout(done, 1, 6 * 7))`)
	fmt.Println(answer, err)

	_ = loop.Shutdown(ctx)
	<-ended
	// Output: 42 <nil>
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

	// MainString runs until nothing is left to do, like `node`.
	code, err := rt.MainString(ctx, "main.mjs", `
		const rows = await Promise.all([lookUp(1), lookUp(2)]);
		console.log(rows.join());`)
	fmt.Println(code, err)

	_ = loop.Shutdown(ctx)
	<-ended
	// Output:
	// row 1,row 2
	// 0 <nil>
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

// An exception of a script is an error with a name, a message and a stack.
func ExampleRuntime_RunScript() {
	rt, end := running()
	defer end()
	_, err := rt.RunScript(context.Background(), "config.js", `
		function read(text) { return JSON.parse(text).port ?? fail('no port') }
		function fail(why) { throw new RangeError(why) }
		read('{}')`)
	if thrown, ok := errors.AsType[*js.Error](err); ok {
		fmt.Println(thrown.Name, thrown.Message)
		fmt.Println(thrown.Stack)
	}
	// Output:
	// RangeError no port
	// RangeError: no port
	//     at fail (config.js:3:30)
	//     at read (config.js:2:61)
	//     at config.js:4:7
}

// Any goroutine can settle a promise of Go.
func ExampleRuntime_Promise() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	value, err := rt.RunString(ctx, `(promise) => promise.then(n => n * 2)`)
	if err != nil {
		log.Fatal(err)
	}
	var deferred *js.Deferred
	var doubled js.Value
	err = rt.Do(ctx, func(vm *goja.Runtime) error {
		if deferred, err = rt.Promise(); err != nil {
			return err
		}
		var double func(js.Value) js.Value
		if err := vm.ExportTo(value, &double); err != nil {
			return err
		}
		doubled = double(deferred.Value())
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	go deferred.Resolve(21)
	fmt.Println(rt.Await(ctx, doubled))
	// Output: 42 <nil>
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
	fmt.Println(rt.RunString(ctx, `greet('loop')`))
	// Output: Hello, loop <nil>
}

// The end of the context interrupts a script that does not return. The runtime continues.
func ExampleRuntime_RunString_interrupted() {
	rt, end := running()
	defer end()
	ctx, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	_, err := rt.RunString(ctx, `for (;;) try { for (;;); } catch {}`)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	fmt.Println(rt.RunString(context.Background(), `'still here'`))
	// Output:
	// true
	// still here <nil>
}

// An engine belongs to its loop. Calls from other goroutines return an error.
func ExampleRuntime_Do() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	if _, err := rt.RunString(ctx, `var n = 1`); err != nil {
		log.Fatal(err)
	}
	fmt.Println(errors.Is(rt.Set("n", 2), wakeful.ErrNotOnLoop))
	err := rt.Do(ctx, func(vm *goja.Runtime) error { return vm.GlobalObject().Set("n", 2) })
	fmt.Println(err)
	fmt.Println(rt.RunString(ctx, `n`))
	// Output:
	// true
	// <nil>
	// 2 <nil>
}

// A group uses several processors with several engines.
func ExampleGroup() {
	group, err := js.NewGroup(2, func(loop *wakeful.Loop) (*js.Runtime, error) {
		return js.New(loop, js.WithGlobal("base", 40))
	})
	if err != nil {
		log.Fatal(err)
	}
	defer group.Close()
	value, err := group.RunString(context.Background(), `base + 2`)
	fmt.Println(value, err)
	// Output: 42 <nil>
}
