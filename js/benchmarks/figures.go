package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/dop251/goja"
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// This file owns the figures that have a bound of their own, because there is nothing to compare
// them with: what a runtime costs.

// A figure is a line of the second table.
type figure struct {
	name, what string
	// unit is "ns" or "B".
	unit   string
	atMost float64
	// samples is how many are taken; 0 means as many as of the rows.
	samples int
	take    func(ctx context.Context) (float64, error)
}

func figures() []figure {
	all := []figure{
		{name: "new", what: "js.New on a loop", unit: "ns", atMost: 100e3, take: newTime},
		{name: "new-memory", what: "js.New on a loop, bytes allocated", unit: "B", atMost: 25e3, take: newMemory},
		{name: "pool-run", what: "Pool.Run of an empty handler", unit: "ns", atMost: 3e3, take: emptyHandler.time},
		{name: "pool-run-call", what: "Pool.Run of a handler that calls a function", unit: "ns", atMost: 3e3, take: callHandler.time},
	}
	for _, use := range []struct{ name, source string }{
		{"url", `new URL('https://example.org/a?b=c').searchParams.get('b')`}, {"fetch", `typeof fetch`},
		{"buffer", `Buffer.from('abc').toString('hex')`}, {"console", `console.log('abc')`},
	} {
		all = append(all, figure{
			name: "first-" + use.name, what: "first use of " + use.name + " in a runtime: " + use.source, unit: "ns", atMost: 1e6,
			take: func(ctx context.Context) (float64, error) { return firstUse(ctx, use.source) },
		})
	}
	return append(all,
		figure{name: "idle-time", what: "100,000 idle runtimes on 64 loops, to make them", unit: "ns", atMost: 30e9, samples: 1, take: idleTime},
		figure{name: "idle-memory", what: "100,000 idle runtimes on 64 loops, memory of the process", unit: "B", atMost: 4e9, samples: 1, take: idleMemory},
	)
}

// onLoop calls fn with a loop that runs meanwhile.
func onLoop(fn func(loop *wakeful.Loop) error) error {
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(ctx)
	}()
	defer func() {
		stop()
		<-ended
	}()
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

const poolCalls = 100_000

// poolSetup is what Setup runs in each runtime of a pool.
const poolSetup = `function twice(x) { return x + x }`

// A pooledHandler is a function that pools call.
type pooledHandler struct {
	source  string
	args    []any
	returns any
}

var (
	emptyHandler = pooledHandler{source: `() => {}`}
	// Handlers like this one only compute, so nothing is compared after them.
	ruleHandler = pooledHandler{source: `(order) => order.total > 100 && order.country === 'DE'`, args: []any{map[string]any{"total": 120, "country": "DE"}}, returns: true}
	callHandler = pooledHandler{source: `(x) => twice(x)`, args: []any{21}, returns: int64(42)}
)

func (h pooledHandler) wrong(got any) error {
	return fmt.Errorf("%s returned %v (%T), want %v", h.source, got, got, h.returns)
}

func (h pooledHandler) pool() (*js.Pool, error) {
	return js.NewPool(js.PoolConfig{Min: 1, Max: 1, Setup: func(rt *js.Runtime) error {
		_, err := rt.Eval(context.Background(), poolSetup)
		return err
	}})
}

// time is the time of a call of a pool with one runtime, by one caller.
func (h pooledHandler) time(ctx context.Context) (float64, error) {
	p, err := h.pool()
	if err != nil {
		return 0, err
	}
	defer p.Close()
	took, err := h.run(ctx, p)
	return float64(took) / poolCalls, err
}

func (h pooledHandler) run(ctx context.Context, p *js.Pool) (time.Duration, error) {
	before := p.Metrics().Uses
	began := time.Now()
	for range poolCalls {
		if got, err := p.Run(ctx, h.source, h.args...); err != nil {
			return 0, err
		} else if got != h.returns {
			return 0, h.wrong(got)
		}
	}
	took := time.Since(began)
	if m := p.Metrics(); m.Uses-before != poolCalls || m.Discarded != 0 {
		return 0, fmt.Errorf("the pool was used %d times and discarded %d runtimes", m.Uses-before, m.Discarded)
	}
	return took, nil
}

// firstUse is the time of a script in a runtime that has run nothing before. Another runtime of the
// process has run it.
func firstUse(ctx context.Context, source string) (ns float64, err error) {
	const runtimes = 20
	program, err := goja.Compile("first", source, false)
	if err != nil {
		return 0, err
	}
	var times []time.Duration
	err = onLoop(func(loop *wakeful.Loop) error {
		for range runtimes + 1 {
			rt, err := js.New(loop, js.Unrestricted(), js.WithStdout(nowhere{}))
			if err != nil {
				return err
			}
			err = rt.Do(ctx, func(vm *goja.Runtime) error {
				began := time.Now()
				_, err := vm.RunProgram(program)
				times = append(times, time.Since(began))
				return err
			})
			if err := errors.Join(err, rt.Close()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	times = times[1:]
	slices.Sort(times)
	return float64(times[len(times)/2]), nil
}

type nowhere struct{}

// Write drops the text.
func (nowhere) Write(b []byte) (int, error) { return len(b), nil }

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

// row compares a pool with one of bare engines.
func (h pooledHandler) row(name, what string, missed string) row {
	return row{
		name: name, what: "Pool.Run of " + what + ", 1e5 times", against: "a sync.Pool of bare engines", atMost: 2, missed: missed,
		prepare: func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
			p, err := h.pool()
			if err != nil {
				return nil, nil, nil, err
			}
			return func(ctx context.Context) (time.Duration, error) { return h.run(ctx, p) }, h.barePool, p.Close, nil
		},
	}
}

func poolRows() []row {
	return []row{
		emptyHandler.row("pool", "an empty handler", ""),
		ruleHandler.row("pool-rule", "a rule: "+ruleHandler.source, ""),
		callHandler.row("pool-call", "a handler that calls a function", "docs/decisions/javascript.md"),
	}
}

// measureFigures prints the second table. It reports whether all its bounds were kept.
func measureFigures(ctx context.Context, rounds int, only string) (kept bool, err error) {
	lines := newTable()
	lines.AppendHeader(table.Row{"figure", "what", "median", "bound", "kept"})
	kept = true
	for _, f := range figures() {
		if only != "" && f.name != only {
			continue
		}
		var samples []float64
		for range max(1, min(rounds, cmp.Or(f.samples, rounds))) {
			runtime.GC()
			v, err := f.take(ctx)
			if err != nil {
				return false, fmt.Errorf("figure %s: %w", f.name, err)
			}
			samples = append(samples, v)
		}
		slices.Sort(samples)
		verdict, got := "yes", samples[len(samples)/2]
		if got > f.atMost {
			verdict, kept = "NO", false
		}
		lines.AppendRow(table.Row{f.name, f.what, f.shown(got), "at most " + f.shown(f.atMost), verdict})
	}
	if lines.Length() > 0 {
		fmt.Println(lines.Render())
	}
	return kept, nil
}

func (f figure) shown(v float64) string {
	switch {
	case f.unit == "B" && v >= 1e8:
		return fmt.Sprintf("%.2f GB", v/1e9)
	case f.unit == "B":
		return fmt.Sprintf("%.1f KB", v/1e3)
	case v < 1e6:
		return fmt.Sprintf("%.1f us", v/1e3)
	}
	return shown(time.Duration(v))
}
