package main

// This file owns the rows of the sandbox: calls and scripts in an instance of package sandbox, as
// ratios to plain goja, which a program calls on the goroutine that waits for the result.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/sandbox"
)

// order is what tenants' functions get.
type order struct {
	ID    string   `json:"id"`
	Items []string `json:"items"`
	Total float64  `json:"total"`
}

var small = order{"a1", []string{"x", "y"}, 3}

const orderSource = `
globalThis.handle = o => ({...o, total: o.total + o.items.length});
globalThis.ask = n => { let sum = 0; for (let i = 0; i < n; i++) sum += price(i); return sum; };
globalThis.wait = async o => { const got = await later(o); return {...got, total: got.total + got.items.length}; };
`

func sandboxRows(octane string) []row {
	rows := []row{
		{name: "sandbox-call", what: "an instance's function with a small object, 2e4 calls", against: "goja on the same goroutine", atMost: 3, each: 250 * time.Millisecond,
			prepare: sandboxCalls("handle", 20_000)},
		{name: "sandbox-tool", what: "a function that awaits a tool and uses its result, 1e4 calls", against: "goja, a goroutine and a channel", atMost: 2, each: 250 * time.Millisecond,
			prepare: sandboxCalls("wait", 10_000)},
		{name: "sandbox-function", what: "a script that calls a function of the host 1e5 times", against: "goja, a function of its own kind", atMost: 8, each: 150 * time.Millisecond,
			prepare: sandboxFunction(100_000)},
	}
	for _, s := range sandboxScripts {
		rows = append(rows, s.row())
	}
	for _, s := range octaneScripts {
		s.file = filepath.Join(octane, s.name+".js")
		s.absent = octane == ""
		rows = append(rows, s.row())
	}
	return rows
}

func isOrder(v any, err error) error {
	if err == nil && v.(map[string]any)["id"] != small.ID {
		err = fmt.Errorf("the function returned %v", v)
	}
	return err
}

// opened is a sandbox for trusted scripts: its limits are out of the way.
func opened(source string, tools ...sandbox.Function) (*sandbox.Sandbox, *sandbox.Program, error) {
	sb, err := sandbox.New(sandbox.Config{CPU: time.Hour, Wall: time.Hour, Memory: 256 << 20}, tools...)
	if err != nil {
		return nil, nil, err
	}
	p, err := sb.Compile("benchmark.js", source)
	if err != nil {
		return nil, nil, errors.Join(err, sb.Close())
	}
	return sb, p, nil
}

func sandboxCalls(function string, calls int) func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
	return func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
		sb, p, err := opened(orderSource+"export const handle = globalThis.handle, wait = globalThis.wait",
			sandbox.Tool("later", func(_ context.Context, in order) (order, error) { return in, nil }))
		if err != nil {
			return nil, nil, nil, err
		}
		cleanup = func() { _ = sb.Close() }
		i, err := p.Instance()
		if err != nil {
			cleanup()
			return nil, nil, nil, err
		}
		ours = func(ctx context.Context) (time.Duration, error) {
			began := time.Now()
			for range calls {
				if err := isOrder(i.Call(ctx, function, small)); err != nil {
					return 0, err
				}
			}
			return time.Since(began), nil
		}
		g, err := newGojaTenant()
		if err != nil {
			cleanup()
			return nil, nil, nil, err
		}
		return ours, func(context.Context) (time.Duration, error) { return g.calls(function, calls) }, cleanup, nil
	}
}

func price(n float64) float64 { return n + 1 }

// sandboxFunction compares functions of the host that return at once.
func sandboxFunction(calls int) func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
	return func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
		sb, p, err := opened(orderSource+"export const ask = globalThis.ask",
			sandbox.Func("price", func(_ context.Context, n float64) (float64, error) { return price(n), nil }))
		if err != nil {
			return nil, nil, nil, err
		}
		i, err := p.Instance()
		if err != nil {
			return nil, nil, nil, errors.Join(err, sb.Close())
		}
		engine := goja.New()
		if err = engine.Set("price", func(call goja.FunctionCall) goja.Value { return engine.ToValue(price(call.Argument(0).ToFloat())) }); err == nil {
			_, err = engine.RunString(orderSource)
		}
		if err != nil {
			return nil, nil, nil, errors.Join(err, sb.Close())
		}
		ask, _ := goja.AssertFunction(engine.Get("ask"))
		sum := float64(calls) * float64(calls+1) / 2
		check := func(v any, err error) (any, error) { return v == sum, err }
		return timed(func(ctx context.Context) (any, error) { return check(i.Call(ctx, "ask", calls)) }),
			timed(func(context.Context) (any, error) {
				v, err := ask(goja.Undefined(), engine.ToValue(calls))
				if err != nil {
					return nil, err
				}
				return check(v.ToFloat(), nil)
			}), func() { _ = sb.Close() }, nil
	}
}

// gojaTenant is what a program writes around goja: the function later starts a goroutine, and the
// goroutine of the engine settles the promise.
type gojaTenant struct {
	engine *goja.Runtime
	tasks  chan func()
}

func newGojaTenant() (*gojaTenant, error) {
	g := &gojaTenant{goja.New(), make(chan func(), 1)}
	g.engine.SetFieldNameMapper(goja.TagFieldNameMapper("json", true))
	err := g.engine.Set("later", func(call goja.FunctionCall) goja.Value {
		var in order
		if err := g.engine.ExportTo(call.Argument(0), &in); err != nil {
			panic(g.engine.NewGoError(err))
		}
		promise, resolve, _ := g.engine.NewPromise()
		go func() {
			g.tasks <- func() { _ = resolve(g.engine.ToValue(in)) }
		}()
		return g.engine.ToValue(promise)
	})
	if err == nil {
		_, err = g.engine.RunString(orderSource)
	}
	return g, err
}

func (g *gojaTenant) calls(name string, calls int) (time.Duration, error) {
	function, ok := goja.AssertFunction(g.engine.Get(name))
	if !ok {
		return 0, fmt.Errorf("%s is no function", name)
	}
	began := time.Now()
	for range calls {
		v, err := function(goja.Undefined(), g.engine.ToValue(small))
		if err != nil {
			return 0, err
		}
		result := v.Export()
		if p, ok := result.(*goja.Promise); ok {
			for p.State() == goja.PromiseStatePending {
				(<-g.tasks)()
			}
			result = p.Result().Export()
		}
		if err := isOrder(result, nil); err != nil {
			return 0, err
		}
	}
	return time.Since(began), nil
}

// A sandboxScript defines the global function run. Run(n) does the same n times and returns true.
type sandboxScript struct {
	name, what   string
	many         int
	atMost       float64
	missed       string
	source, file string
	absent       bool
}

// octaneShim is what the scripts of Octane call. Their functions are run as they come.
const octaneShim = `
var suite;
function BenchmarkSuite(name, references, benchmarks) { suite = benchmarks; }
function Benchmark(name, warm, fixed, iterations, run, setup, end) { this.run = run; this.setup = setup || (() => {}); this.end = end || (() => {}); }
`

const octaneRun = `
globalThis.run = (n) => {
	for (const b of suite) { b.setup(); for (let i = 0; i < n; i++) b.run(); b.end(); }
	return true;
}
`

func (s sandboxScript) row() row {
	name := "sandbox-" + s.name
	return row{name: name, what: s.what, against: "goja", atMost: s.atMost, missed: s.missed, each: 300 * time.Millisecond,
		prepare: func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
			source := s.source
			if s.absent {
				return nil, nil, nil, missing("give the folder of Octane's scripts with -octane")
			}
			if s.file != "" {
				text, err := os.ReadFile(s.file)
				if err != nil {
					return nil, nil, nil, err
				}
				source = octaneShim + string(text) + octaneRun
			}
			sb, p, err := opened("(0, eval)(" + quoted(source) + "); export const run = globalThis.run")
			if err != nil {
				return nil, nil, nil, err
			}
			i, err := p.Instance()
			if err != nil {
				return nil, nil, nil, errors.Join(err, sb.Close())
			}
			engine := goja.New()
			if _, err := engine.RunString(source); err != nil {
				return nil, nil, nil, errors.Join(err, sb.Close())
			}
			run, _ := goja.AssertFunction(engine.Get("run"))
			return timed(func(ctx context.Context) (any, error) { return i.Call(ctx, "run", s.many) }),
				timed(func(context.Context) (any, error) {
					v, err := run(goja.Undefined(), engine.ToValue(s.many))
					if err != nil {
						return nil, err
					}
					return v.Export(), nil
				}), func() { _ = sb.Close() }, nil
		}}
}

func quoted(source string) string {
	text, _ := json.Marshal(source) // of a string, which has no errors
	return string(text)
}

func timed(run func(context.Context) (any, error)) side {
	return func(ctx context.Context) (time.Duration, error) {
		began := time.Now()
		v, err := run(ctx)
		if err == nil && v != true {
			err = fmt.Errorf("the script returned %v", v)
		}
		return time.Since(began), err
	}
}
