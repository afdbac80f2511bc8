package js_test

import (
	"context"
	"fmt"
	"log"

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
