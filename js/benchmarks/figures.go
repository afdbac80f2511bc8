package main

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the figures that have a bound of their own, because there is nothing to compare
// them with: what a runtime costs.

func figures() []rows.Row {
	all := []rows.Row{
		{Name: "new", What: "js.New on a loop", AtMost: 40e3, Expected: 60 * time.Millisecond, Prepare: alone(newTime)},
		{Name: "new-memory", What: "js.New on a loop, bytes allocated", Unit: rows.Bytes, AtMost: 25e3, Expected: 60 * time.Millisecond, Prepare: alone(newMemory)},
		{Name: "pool-over-call", What: "Pool.Run of add(a, b), more than the call over goja_nodejs", AtMost: 1e3, Expected: 60 * time.Millisecond, Prepare: alone(poolOver("add", 20, 22))},
		{Name: "pool-over-async", What: "Pool.Run of an async function, more than the call over goja_nodejs", AtMost: 15e3, Expected: 150 * time.Millisecond, Prepare: alone(poolOver("later", 7))},
	}
	all = slices.Concat(all, lateFigures(), firstUses(), sandboxFigures())
	return append(all,
		rows.Row{Name: "idle-time", What: "100,000 idle runtimes on 64 loops, to make them", AtMost: 30e9, Rounds: 1, Expected: 6 * time.Second, Prepare: alone(func(context.Context) (float64, error) {
			took, _, err := crowd()
			return float64(took), err
		})},
		rows.Row{Name: "idle-memory", What: "100,000 idle runtimes on 64 loops, memory of the process", Unit: rows.Bytes, AtMost: 4e9, Rounds: 1, Expected: 6 * time.Second, Prepare: alone(func(context.Context) (float64, error) {
			_, memory, err := crowd()
			return memory, err
		})},
	)
}

// running returns a loop that runs until end is called.
func running() (_ *wakeful.Loop, end func(), _ error) {
	loop, err := wakeful.New()
	if err != nil {
		return nil, nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(context.Background())
	}()
	return loop, func() {
		_ = loop.Close()
		<-ended
	}, nil
}

// onLoop calls fn with a loop that runs meanwhile.
func onLoop(fn func(loop *wakeful.Loop) error) error {
	loop, end, err := running()
	if err != nil {
		return err
	}
	defer end()
	return fn(loop)
}

const newRuntimes = 2000

// makeRuntimes makes and ends runtimes on a loop.
func makeRuntimes(n int) error {
	return onLoop(func(loop *wakeful.Loop) error {
		for range n {
			rt, err := js.New(loop)
			if err != nil {
				return err
			}
			if err := rt.Close(); err != nil {
				return err
			}
		}
		return nil
	})
}

func newTime(context.Context) (float64, error) {
	began := time.Now()
	err := makeRuntimes(newRuntimes)
	return float64(time.Since(began)) / newRuntimes, err
}

func newMemory(context.Context) (float64, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := makeRuntimes(newRuntimes)
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / newRuntimes, err
}

// crowd makes 100,000 runtimes on 64 loops and returns the time that it took and the memory that
// the process has from the system then.
func crowd() (took time.Duration, memory float64, err error) {
	const loops, runtimes = 64, 100_000
	all := make([]*wakeful.Loop, loops)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{}, loops)
	for i := range all {
		if all[i], err = wakeful.New(); err != nil {
			stop()
			return 0, 0, err
		}
		go func() {
			_ = all[i].Run(ctx)
			ended <- struct{}{}
		}()
	}
	began := time.Now()
	made := make([]*js.Runtime, runtimes)
	for i := range made {
		if made[i], err = js.New(all[i%loops]); err != nil {
			break
		}
	}
	took = time.Since(began)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	stop()
	for range all {
		<-ended
	}
	runtime.KeepAlive(made)
	return took, float64(m.Sys), err
}
