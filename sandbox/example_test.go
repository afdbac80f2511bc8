package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

// A module is loaded once. Each call has fresh memory.
func Example() {
	sb, err := sandbox.New(sandbox.Config{Memory: 16 << 20, CPU: 100 * time.Millisecond, Wall: time.Second})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	program, err := sb.Compile("acme/rules.js", `
		let calls = 0;
		export const handle = order => ({ ...order, total: order.items.length * 10, calls: ++calls });`)
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		out, err := program.Call(context.Background(), "handle", map[string]any{"id": 7, "items": []string{"a", "b"}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(out)
	}
	// Output:
	// map[calls:1 id:7 items:[a b] total:20]
	// map[calls:1 id:7 items:[a b] total:20]
}

// A program of a language model calls the host's functions.
func ExampleTool() {
	type city struct {
		Name string `json:"name" doc:"As in the atlas."`
	}
	weather := func(_ context.Context, c city) (string, error) {
		if c.Name == "" {
			return "", errors.New("which city?")
		}
		return "rain in " + c.Name, nil
	}
	sb, err := sandbox.New(sandbox.Config{}, sandbox.Tool("weather", weather,
		sandbox.WithDescription("The weather of today."), sandbox.WithMaxCalls(10), sandbox.WithTimeout(time.Minute)))
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	out, err := sb.Eval(context.Background(), "model.js", `
		const all = await Promise.all(["Bonn", "Kiel"].map(name => weather({ name })));
		all.join(", ")`)
	fmt.Println(out, err)
	_, err = sb.Eval(context.Background(), "model.js", `await weather({ name: 7 })`)
	fmt.Println(err)
	// Output:
	// rain in Bonn, rain in Kiel <nil>
	// TypeError: weather: name: got a number, want a string
}

// A limit is an error that says where the script was.
func ExampleLimitError() {
	sb, err := sandbox.New(sandbox.Config{Memory: 8 << 20, CPU: 10 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	_, err = sb.Eval(context.Background(), "greedy.js", "const all = [];\nfor (;;)\n\tall.push(new Array(10_000).fill(0));")
	fmt.Println(errors.Is(err, sandbox.ErrMemory))
	// Output: true
}

// An instance keeps its memory between calls.
func ExampleProgram_Instance() {
	sb, err := sandbox.New(sandbox.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	program, err := sb.Compile("counter.js", `let n = 0; export const add = by => n += by`)
	if err != nil {
		log.Fatal(err)
	}
	session, err := program.Instance()
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for range 2 {
		n, err := session.Call(context.Background(), "add", 5)
		fmt.Println(n, err)
	}
	// Output:
	// 5 <nil>
	// 10 <nil>
}

// As converts a result to a type of Go.
func ExampleAs() {
	sb, err := sandbox.New(sandbox.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	v, err := sb.Eval(context.Background(), "values.js", `({ name: "pen", price: 2.5, since: new Date(0) })`)
	if err != nil {
		log.Fatal(err)
	}
	type item struct {
		Name  string    `json:"name"`
		Price float64   `json:"price"`
		Since time.Time `json:"since"`
	}
	it, err := sandbox.As[item](v)
	fmt.Println(it.Name, it.Price, it.Since.Year(), err)
	_, err = sandbox.As[struct {
		Price int `json:"price"`
	}](v)
	fmt.Println(err)
	// Output:
	// pen 2.5 1970 <nil>
	// price: got 2.5, want a whole number
}

func ExampleFunc() {
	prices := map[string]float64{"lamp": 20}
	sb, err := sandbox.New(sandbox.Config{}, sandbox.Func("price", func(_ context.Context, name string) (float64, error) { return prices[name], nil }))
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	fmt.Println(sb.Eval(context.Background(), "sum.js", "['lamp', 'lamp'].map(name => price(name)).reduce((a, b) => a + b)"))
	// Output: 40 <nil>
}

func ExampleFiles() {
	sb, err := sandbox.New(sandbox.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	program, err := sb.CompileFS(sandbox.Files{
		"main.js":    "import {tax} from './lib/tax.js'; import {inspect} from 'node:util'; export const f = n => inspect({tax: tax(n)})",
		"lib/tax.js": "import rates from '../rates.json' with {type: 'json'}; export const tax = n => n * rates.full",
		"rates.json": `{"full": 0.5}`,
	}, "main.js")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(program.Call(context.Background(), "f", 10))
	// Output: { tax: 5 } <nil>
}

func ExampleFetch() {
	sb, err := sandbox.New(sandbox.Config{Fetch: &sandbox.Fetch{Allow: []string{"api.example.com", "localhost"}, MaxBytes: 1 << 20}})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	for _, url := range []string{"https://example.org/", "http://localhost/"} { // the second one is in the list
		fmt.Println(sb.Eval(context.Background(), "fetch.js", "try { await fetch('"+url+"') } catch (e) { e.cause.message.replace('::1', '127.0.0.1').replace(/.*: (the script)/, '$1') }"))
	}
	// Output:
	// the script may not reach this address: example.org is not in the list of allowed hosts <nil>
	// the script may not reach this address: 127.0.0.1 is not public <nil>
}

func ExampleProcess() {
	sandbox.WorkerMain() // first in main
	sb, err := sandbox.New(sandbox.Config{Process: &sandbox.Process{Workers: 1}})
	if err != nil {
		log.Fatal(err)
	}
	defer sb.Close()
	fmt.Println(sb.Eval(context.Background(), "sum.js", "1 + 2"))
	// Output: 3 <nil>
}
