package main

import (
	"context"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// barePool calls an empty function in engines of a sync.Pool: without a loop, without timers, and
// without a look at what the function has changed.
func barePool(context.Context) (time.Duration, error) {
	type bare struct {
		engine  *goja.Runtime
		handler goja.Callable
	}
	program, err := goja.Compile("handler", `(() => {})`, false)
	if err != nil {
		return 0, err
	}
	pool := sync.Pool{New: func() any {
		engine := goja.New()
		v, err := engine.RunProgram(program)
		if err != nil {
			return err
		}
		handler, _ := goja.AssertFunction(v)
		return &bare{engine, handler}
	}}
	began := time.Now()
	for range poolCalls {
		x := pool.Get()
		b, ok := x.(*bare)
		if !ok {
			return 0, x.(error)
		}
		if _, err := b.handler(goja.Undefined()); err != nil {
			return 0, err
		}
		pool.Put(b)
	}
	return time.Since(began), nil
}
