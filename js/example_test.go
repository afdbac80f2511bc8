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

// A loop and a runtime; scripts come from any goroutine.
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

	value, err := rt.RunString(ctx, `new Promise(done => setTimeout(done, 1, 6 * 7))`)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := rt.Await(ctx, value)
	fmt.Println(answer, err)

	_ = loop.Shutdown(ctx)
	<-ended
	// Output: 42 <nil>
}

// A function of Go that blocks becomes an asynchronous one.
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
		return fmt.Sprintf("row %v", args[0]), nil // a database would be asked here
	})); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	ended := make(chan error)
	go func() { ended <- loop.Run(ctx) }()

	// Runs like `node`: until nothing is left to do.
	code, err := rt.MainString(ctx, "main.mjs", `
		const rows = await Promise.all([lookUp(1), lookUp(2)]);
		process.stdout.write(rows.join() + '\n');`)
	fmt.Println(code, err)

	_ = loop.Shutdown(ctx)
	<-ended
	// Output:
	// row 1,row 2
	// 0 <nil>
}

// running returns a runtime on a loop that runs, and what ends both.
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

// A script's exception is an error, with its name, its message and a stack.
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

// A promise that Go settles, from any goroutine.
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

// What Go sets is a global.
func ExampleRuntime_Set() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	// The runtime may run already, so the loop does it.
	err := rt.Do(ctx, func(*goja.Runtime) error {
		return rt.Set("greet", func(name string) string { return "Hello, " + name })
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rt.RunString(ctx, `greet('loop')`))
	// Output: Hello, loop <nil>
}

// A script that does not return ends with its context, and the runtime goes on.
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

// An engine belongs to its loop; who comes from elsewhere is told so.
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

// Several processors, several engines.
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
