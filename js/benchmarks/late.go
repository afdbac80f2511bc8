package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the figures of lateness: how long after the end of its context a call returns that
// hangs in a function of Go, which nothing can interrupt.

const lateCalls = 1000

// A hanging is a side whose function hang does not return before release is closed. In each call it
// says that it hangs.
type hanging struct{ hangs, release chan struct{} }

func (h *hanging) hang() {
	h.hangs <- struct{}{}
	<-h.release
}

// lateFigures has two figures for each way to call, both of the same 1,000 calls.
func lateFigures() []rows.Row {
	var all []rows.Row
	for _, way := range []struct {
		name, what string
		calls      func(*hanging, func(call func(context.Context) error) error) error
	}{
		{"eval", "Eval", lateOnRuntime(func(ctx context.Context, rt *js.Runtime, _ js.Value) error {
			_, err := rt.Eval(ctx, `hang()`)
			return err
		})},
		{"call", "CallFunction", lateOnRuntime(func(ctx context.Context, rt *js.Runtime, hang js.Value) error {
			_, err := rt.CallFunction(ctx, hang)
			return err
		})},
		{"pool", "Pool.Run, which sets its runtime aside", lateInPool},
	} {
		lates := sync.OnceValues(func() ([]float64, error) { return lates(way.calls) })
		for _, at := range []struct {
			name     string
			quantile float64
		}{{"p99", 0.99}, {"max", 1}} {
			all = append(all, rows.Row{
				Name: "late-" + way.name + "-" + at.name, What: "lateness of " + way.what + ", at the context's end in a function that hangs, " + at.name,
				AtMost: 10e6, Rounds: 1, Expected: lateCalls * 9 * time.Millisecond,
				Prepare: alone(func(context.Context) (float64, error) {
					sorted, err := lates()
					if err != nil {
						return 0, err
					}
					return sorted[int(at.quantile*float64(len(sorted)-1))], nil
				}),
			})
		}
	}
	return all
}

// lates returns how late the calls were, sorted.
func lates(calls func(*hanging, func(call func(context.Context) error) error) error) (sorted []float64, err error) {
	h := &hanging{hangs: make(chan struct{}), release: make(chan struct{})}
	err = calls(h, func(call func(context.Context) error) error {
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan time.Time, 1)
		go func() {
			<-h.hangs
			ended <- time.Now()
			cancel()
		}()
		if err := call(ctx); !errors.Is(err, context.Canceled) {
			return fmt.Errorf("the call returned %w", err)
		}
		sorted = append(sorted, float64(time.Since(<-ended)))
		return nil
	})
	slices.Sort(sorted)
	return sorted, err
}

// lateOnRuntime makes the calls on one runtime. Each function ends when its caller has returned.
func lateOnRuntime(call func(context.Context, *js.Runtime, js.Value) error) func(*hanging, func(func(context.Context) error) error) error {
	return func(h *hanging, measure func(func(context.Context) error) error) error {
		return onLoop(func(loop *wakeful.Loop) error {
			rt, err := js.New(loop, js.WithGlobal("hang", h.hang))
			if err != nil {
				return err
			}
			var hang js.Value
			if err := rt.Do(context.Background(), func(vm *goja.Runtime) error { hang = vm.Get("hang"); return nil }); err != nil {
				return err
			}
			for range lateCalls {
				err := measure(func(ctx context.Context) error { return call(ctx, rt, hang) })
				h.release <- struct{}{}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// lateInPool makes the calls in a pool of four runtimes. All functions hang until the end, so each call
// gets another runtime, and afterwards no place of the pool is lost.
func lateInPool(h *hanging, measure func(func(context.Context) error) error) error {
	pool, err := js.NewPool(js.PoolConfig{Min: 1, Max: 4, Queue: lateCalls, Options: []js.Option{js.WithGlobal("hang", h.hang)}})
	if err != nil {
		return err
	}
	defer pool.Close()
	defer close(h.release)
	for range lateCalls {
		if err := measure(func(ctx context.Context) error { _, err := pool.Run(ctx, "hang"); return err }); err != nil {
			return err
		}
	}
	var uses sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		uses.Go(func() { _, errs[i] = pool.Run(context.Background(), "() => 1") })
	}
	uses.Wait()
	// The pool gives the last runtimes some time before it sets them aside.
	for patience := time.Now().Add(time.Second); pool.Metrics().SetAside < lateCalls && time.Now().Before(patience); {
		time.Sleep(time.Millisecond)
	}
	if m := pool.Metrics(); m.SetAside != lateCalls {
		return fmt.Errorf("the pool has set %d runtimes aside, want %d", m.SetAside, lateCalls)
	}
	return errors.Join(errs...)
}
