// Command load runs a load script with virtual users, like k6: each has a runtime of its own, and
// calls the script's default function again and again. An iteration ends when everything that it
// has started has finished.
//
//	go run ./examples/load
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// script counts its requests, and the answers that are as expected.
const script = `
async function iteration() {
	const answer = await fetch(target + '/item');
	check(answer.status === 200 && (await answer.json()).ok);
	setTimeout(() => fetch(target + '/late').then((late) => check(late.status === 200)), 1);
}`

// A Result is what the users have done.
type Result struct{ Iterations, Passed, Failed int64 }

// Run runs the script with a number of virtual users on a few loops, each for a number of
// iterations.
func Run(ctx context.Context, target string, client *http.Client, users, loops, iterations int) (Result, error) {
	ctx, stop := context.WithCancel(ctx)
	var running, active sync.WaitGroup
	defer running.Wait()
	defer stop()
	all := make([]*wakeful.Loop, loops)
	for i := range all {
		loop, err := wakeful.New()
		if err != nil {
			return Result{}, err
		}
		all[i] = loop
		running.Go(func() { _ = loop.Run(ctx) })
	}
	var result struct{ iterations, passed, failed atomic.Int64 }
	check := js.WithGlobal("check", func(c js.FunctionCall) js.Value {
		if c.Argument(0).ToBoolean() {
			result.passed.Add(1)
		} else {
			result.failed.Add(1)
		}
		return nil
	})
	errs := make(chan error, users)
	for i := range users {
		rt, err := js.New(all[i%loops], js.WithFetch(client), js.WithGlobal("target", target), check)
		if err != nil {
			return Result{}, err
		}
		active.Go(func() {
			defer rt.Close()
			if _, err := rt.Eval(ctx, script); err != nil {
				errs <- err
				return
			}
			for range iterations {
				if _, err := rt.Eval(ctx, "iteration()"); err != nil {
					errs <- err
					return
				}
				if err := rt.WaitIdle(ctx); err != nil { // the end of the iteration
					errs <- err
					return
				}
				result.iterations.Add(1)
			}
		})
	}
	active.Wait()
	select {
	case err := <-errs:
		return Result{}, err
	default:
		return Result{result.iterations.Load(), result.passed.Load(), result.failed.Load()}, nil
	}
}

// server is the target of the example.
func server() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"ok":true}`)
	}))
}

func main() {
	target := server()
	result, err := Run(context.Background(), target.URL, target.Client(), 50, 2, 10)
	target.Close()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d iterations, %d checks passed, %d failed\n", result.Iterations, result.Passed, result.Failed)
}
