package js_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/js"
)

// A script answers the requests of package net/http.
func ExampleHandler() {
	rt, end := running()
	defer end()
	ctx := context.Background()
	app, err := rt.RunString(ctx, `({
		async fetch(request) {
			const { name } = await request.json();
			return Response.json({ hello: name });
		},
	})`)
	if err != nil {
		log.Fatal(err)
	}
	handler, err := rt.Handler(ctx, app) // a program would pass it to http.Server
	if err != nil {
		log.Fatal(err)
	}
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"name":"gopher"}`)))
	fmt.Println(response.Code, response.Body)
	// Output: 200 {"hello":"gopher"}
}

// A server that uses several processors has a runtime on each loop of a group. Requests take turns.
func ExampleRuntime_Handler() {
	ctx := context.Background()
	loops, err := group.New(2)
	if err != nil {
		log.Fatal(err)
	}
	go func() { _ = loops.Run(ctx) }()
	defer loops.Close()
	var handlers []http.Handler
	for i, loop := range loops.Loops() {
		rt, err := js.New(loop, js.WithGlobal("member", i))
		if err != nil {
			log.Fatal(err)
		}
		fn, err := rt.RunString(ctx, `() => new Response('member ' + member)`)
		if err != nil {
			log.Fatal(err)
		}
		handler, err := rt.Handler(ctx, fn)
		if err != nil {
			log.Fatal(err)
		}
		handlers = append(handlers, handler)
	}
	var requests atomic.Uint64
	server := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handlers[requests.Add(1)%uint64(len(handlers))].ServeHTTP(w, r)
	})
	for range 3 {
		response := httptest.NewRecorder()
		server.ServeHTTP(response, httptest.NewRequest(http.MethodGet, "/", nil))
		fmt.Println(response.Body)
	}
	// Output:
	// member 1
	// member 0
	// member 1
}

// The calls of a pool run in prepared runtimes, which keep what scripts leave in them.
func ExamplePool() {
	pool, err := js.NewPool(js.PoolConfig{Max: 4, Setup: func(rt *js.Runtime) error {
		_, err := rt.Eval(context.Background(), `var seen = 0; function count(n) { seen += n; return seen }`)
		return err
	}})
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	for range 2 {
		fmt.Println(pool.Run(context.Background(), "count", 3))
	}
	// Output:
	// 3 <nil>
	// 6 <nil>
}

// The options of a pool are those of each runtime, and its limits hold for each call.
func ExamplePoolConfig() {
	pool, err := js.NewPool(js.PoolConfig{
		Min: 1, Max: 2,
		Queue:   100,
		Options: []js.Option{js.WithLimits(js.Limits{Timers: 10})},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	_, err = pool.Run(context.Background(), `() => { for (;;) setTimeout(() => {}, 1000) }`)
	fmt.Println(errors.Is(err, js.ErrTimerLimit))
	fmt.Println(pool.Run(context.Background(), `(order) => order.total > 100`, map[string]any{"total": 120}))
	// Output:
	// true
	// true <nil>
}

// Metrics says how many runtimes there are and what became of the calls.
func ExamplePoolMetrics() {
	pool, err := js.NewPool(js.PoolConfig{Min: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Run(context.Background(), `() => { globalThis.left = 1 }`); err != nil {
		log.Fatal(err)
	}
	if _, err := pool.Run(context.Background(), `() => 1`); err != nil {
		log.Fatal(err)
	}
	m := pool.Metrics()
	fmt.Println(m.Runtimes, "runtime,", m.Uses, "calls,", m.Refused, "refused")
	// Output: 1 runtime, 2 calls, 0 refused
}
