package main

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the figures that have a bound of their own, because there is nothing to compare
// them with: what a runtime costs.

// A figure is a row with one side.
type figure struct {
	name, what string
	// unit is one of package rows.
	unit   string
	atMost float64
	// samples is how many are taken; 0 means as many as of the rows.
	samples int
	// each is about what a sample takes.
	each time.Duration
	take func(ctx context.Context) (float64, error)
}

func figures() []figure {
	all := []figure{
		{name: "new", what: "js.New on a loop", unit: "ns", atMost: 40e3, each: 60 * time.Millisecond, take: newTime},
		{name: "new-memory", what: "js.New on a loop, bytes allocated", unit: "B", atMost: 25e3, each: 60 * time.Millisecond, take: newMemory},
		{name: "pool-over-call", what: "Pool.Run of add(a, b), more than the call over goja_nodejs", unit: "ns", atMost: 1e3, each: 60 * time.Millisecond, take: poolOver("add", 20, 22)},
		{name: "pool-over-async", what: "Pool.Run of an async function, more than the call over goja_nodejs", unit: "ns", atMost: 15e3, each: 150 * time.Millisecond, take: poolOver("later", 7)},
	}
	all = slices.Concat(all, lateFigures(), firstUses(), sandboxFigures())
	return append(all,
		figure{name: "idle-time", what: "100,000 idle runtimes on 64 loops, to make them", unit: "ns", atMost: 30e9, samples: 1, each: 6 * time.Second, take: idleTime},
		figure{name: "idle-memory", what: "100,000 idle runtimes on 64 loops, memory of the process", unit: "B", atMost: 4e9, samples: 1, each: 6 * time.Second, take: idleMemory},
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

func idleTime(context.Context) (float64, error) {
	took, _, err := crowd()
	return float64(took), err
}

func idleMemory(context.Context) (float64, error) {
	_, memory, err := crowd()
	return memory, err
}

// row returns the figure as package rows has it: a row with one side.
func (f figure) row() rows.Row {
	return rows.Row{
		Name: f.name, What: f.what, Unit: f.unit, AtMost: f.atMost, Rounds: f.samples, Expected: f.each,
		Prepare: func(context.Context) ([]rows.Side, func(), error) {
			take := func(ctx context.Context) (result.Sample, error) {
				v, err := f.take(ctx)
				return result.Sample{Value: v, Ops: 1}, err
			}
			return []rows.Side{{Name: "wakeful", Take: take}}, func() {}, nil
		},
	}
}
