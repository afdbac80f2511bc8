package main

// This file owns the figures of the sandbox: times and memory that have bounds of their own.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

const handlerModule = "export const handle = o => ({...o, total: o.total + o.items.length})"

func sandboxFigures() []rows.Row {
	return []rows.Row{
		{Name: "sandbox-new", What: "an instance, a call with a small object, its end", AtMost: 200e3, Expected: 100 * time.Millisecond, Prepare: alone(perCall(func(ctx context.Context, p *sandbox.Program) error {
			i, err := p.Instance()
			if err != nil {
				return err
			}
			return errors.Join(isOrder(i.Call(ctx, "handle", small)), i.Close())
		}))},
		{Name: "sandbox-clone", What: "a call with a small object in fresh memory", AtMost: 60e3, Expected: 100 * time.Millisecond, Prepare: alone(perCall(func(ctx context.Context, p *sandbox.Program) error {
			return isOrder(p.Call(ctx, "handle", small))
		}))},
		{Name: "sandbox-idle", What: "an instance that has been called, memory", Unit: rows.Bytes, AtMost: 100e3, Expected: 100 * time.Millisecond, Prepare: alone(idleInstance)},
		{Name: "sandbox-tenants", What: "10,000 tenants, each a call a second in fresh memory, one loop, p99", AtMost: 20e6, Expected: 4 * time.Second, Prepare: alone(manyTenants)},
		{Name: "sandbox-ticker", What: "lateness of a timer of 1 ms beside for(;;) in another instance, p99", AtMost: 5e6, Expected: time.Second, Prepare: alone(besideEndless)},
	}
}

// withProgram gives a program in a sandbox of its own.
func withProgram(config sandbox.Config, source string, use func(*sandbox.Sandbox, *sandbox.Program) error) error {
	sb, p, err := compiled(config, source)
	if err != nil {
		return err
	}
	return errors.Join(use(sb, p), sb.Close())
}

func perCall(call func(context.Context, *sandbox.Program) error) func(context.Context) (float64, error) {
	const calls = 2000
	return func(ctx context.Context) (ns float64, err error) {
		err = withProgram(sandbox.Config{}, handlerModule, func(_ *sandbox.Sandbox, p *sandbox.Program) error {
			began := time.Now()
			for range calls {
				if err := call(ctx, p); err != nil {
					return err
				}
			}
			ns = float64(time.Since(began)) / calls
			return nil
		})
		return ns, err
	}
}

// resident returns the bytes that the process has in memory. Shared pages count in parts.
func resident() (float64, error) {
	runtime.GC()
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(text), "\nPss:")
	var kb float64
	_, err = fmt.Sscan(after, &kb)
	return kb * 1024, err
}

func idleInstance(ctx context.Context) (bytes float64, err error) {
	const count = 500
	err = withProgram(sandbox.Config{}, handlerModule, func(_ *sandbox.Sandbox, p *sandbox.Program) error {
		before, err := resident()
		var all []*sandbox.Instance
		for range count {
			i, bad := p.Instance()
			if bad != nil {
				return bad
			}
			all = append(all, i)
			err = errors.Join(err, isOrder(i.Call(ctx, "handle", small)))
		}
		after, bad := resident()
		bytes = (after - before) / count
		for _, i := range all {
			err = errors.Join(err, i.Close())
		}
		return errors.Join(err, bad)
	})
	return bytes, err
}

func p99(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[(len(times)-1)*99/100])
}

// manyTenants begins the calls at random times of each second, and measures from those times.
func manyTenants(ctx context.Context) (ns float64, err error) {
	const tenants, seconds = 10_000, 3
	err = withProgram(sandbox.Config{}, handlerModule, func(_ *sandbox.Sandbox, p *sandbox.Program) error {
		due := make([]time.Duration, 0, tenants*seconds)
		random := rand.New(rand.NewPCG(1, 2))
		for range tenants {
			at := time.Duration(random.Int64N(int64(time.Second)))
			for s := range seconds {
				due = append(due, at+time.Duration(s)*time.Second)
			}
		}
		slices.Sort(due)
		took := make([]time.Duration, len(due))
		failed := make([]error, len(due))
		var running sync.WaitGroup
		start := time.Now()
		for n, at := range due {
			time.Sleep(at - time.Since(start))
			running.Add(1)
			if err := p.CallAsync(ctx, "handle", func(v any, err error) {
				took[n], failed[n] = time.Since(start)-at, isOrder(v, err)
				running.Done()
			}, small); err != nil {
				return err
			}
		}
		running.Wait()
		ns = p99(took)
		return errors.Join(failed...)
	})
	return ns, err
}

func besideEndless(ctx context.Context) (ns float64, err error) {
	config := sandbox.Config{CPU: time.Hour, Wall: time.Hour}
	err = withProgram(config, "export const endless = () => { for (;;); }", func(sb *sandbox.Sandbox, p *sandbox.Program) error {
		endless, cancel := context.WithCancel(ctx)
		ended := make(chan struct{})
		if err := p.CallAsync(endless, "endless", func(any, error) { close(ended) }); err != nil {
			cancel()
			return err
		}
		v, err := sb.Eval(ctx, "ticker.js", `
			const late = []; let before = performance.now();
			for (let i = 0; i < 500; i++) {
				await new Promise(f => setTimeout(f, 1));
				const now = performance.now();
				late.push(Math.max(0, now - before - 1)); before = now;
			}
			late`)
		cancel()
		<-ended
		if err != nil {
			return err
		}
		var times []time.Duration
		for _, ms := range v.([]any) {
			times = append(times, time.Duration(ms.(float64)*float64(time.Millisecond)))
		}
		ns = p99(times)
		return nil
	})
	return ns, err
}
