package main

import (
	"context"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// barePool calls a handler in engines of a sync.Pool: without a loop, without timers, and without a
// look at what the handler has changed.
func (h pooledHandler) barePool(context.Context) (time.Duration, error) {
	type bare struct {
		engine  *goja.Runtime
		handler goja.Callable
	}
	setup, err := goja.Compile("setup", poolSetup, false)
	if err != nil {
		return 0, err
	}
	program, err := goja.Compile("handler", "("+h.source+")", false)
	if err != nil {
		return 0, err
	}
	pool := sync.Pool{New: func() any {
		engine := goja.New()
		if _, err := engine.RunProgram(setup); err != nil {
			return err
		}
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
		args := make([]goja.Value, len(h.args))
		for i, a := range h.args {
			args[i] = b.engine.ToValue(a)
		}
		v, err := b.handler(goja.Undefined(), args...)
		if err != nil {
			return 0, err
		}
		if got := v.Export(); got != h.returns {
			return 0, h.wrong(got)
		}
		pool.Put(b)
	}
	return time.Since(began), nil
}
