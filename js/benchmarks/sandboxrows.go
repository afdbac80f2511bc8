package main

// This file owns the rows of the sandbox: calls and scripts in an instance of package sandbox, as
// ratios to plain goja, which a program calls on the goroutine that waits for the result.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

func sandboxRows() []row {
	rows := []row{
		{name: "sandbox-call", what: "an instance's function with a small object, 2e4 calls", against: "goja on the same goroutine", atMost: 3, each: 250 * time.Millisecond,
			prepare: sandboxCalls("handle", 20_000, gojaAlone)},
		{name: "sandbox-tool", what: "a function that awaits a tool and uses its result, 1e4 calls", against: "goja_nodejs's loop, a goroutine for each tool", atMost: 2, each: 500 * time.Millisecond,
			prepare: sandboxCalls("wait", 10_000, gojaOnLoop)},
		{name: "sandbox-tool-alone", what: "the same", against: "goja without a loop, on the goroutine that waits", each: 500 * time.Millisecond,
			prepare: sandboxCalls("wait", 10_000, gojaAlone)},
		{name: "sandbox-neighbours", what: "p99 of calls that await a tool, beside hostile calls, one in a hundred", against: "the same calls alone", atMost: 2, missed: "docs/decisions/sandbox.md", each: 2 * time.Second,
			prepare: besideHostile},
		{name: "sandbox-function", what: "a script that calls a function of the host 1e5 times", against: "goja, a function of its own kind", atMost: 8, each: 150 * time.Millisecond,
			prepare: sandboxFunction(100_000)},
	}
	for _, s := range sandboxScripts {
		rows = append(rows, s.row())
	}
	for _, s := range octaneScripts {
		s.octane = true
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

// calling is a side that calls a function with a small object.
func calling(calls int, call func(context.Context) (any, error)) side {
	return func(ctx context.Context) (time.Duration, error) {
		began := time.Now()
		for range calls {
			if err := isOrder(call(ctx)); err != nil {
				return 0, err
			}
		}
		return time.Since(began), nil
	}
}

// sandboxCalls compares calls of an instance with those of a program around goja.
func sandboxCalls(function string, calls int, goja func(string) (func(context.Context) (any, error), func(), error)) func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
	return func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
		sb, p, err := opened(orderSource+"export const handle = globalThis.handle, wait = globalThis.wait",
			sandbox.Tool("later", func(_ context.Context, in order) (order, error) { return in, nil }))
		if err != nil {
			return nil, nil, nil, err
		}
		i, err := p.Instance()
		if err != nil {
			return nil, nil, nil, errors.Join(err, sb.Close())
		}
		other, end, err := goja(function)
		if err != nil {
			return nil, nil, nil, errors.Join(err, sb.Close())
		}
		return calling(calls, func(ctx context.Context) (any, error) { return i.Call(ctx, function, small) }), calling(calls, other), func() {
			end()
			_ = sb.Close()
		}, nil
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

// giveLater gives an engine the function later, which starts a goroutine. Post runs a function on the
// goroutine of the engine.
func giveLater(engine *goja.Runtime, post func(func())) error {
	engine.SetFieldNameMapper(goja.TagFieldNameMapper("json", true))
	return engine.Set("later", func(call goja.FunctionCall) goja.Value {
		var in order
		if err := engine.ExportTo(call.Argument(0), &in); err != nil {
			panic(engine.NewGoError(err))
		}
		promise, resolve, _ := engine.NewPromise()
		go func() {
			out := in
			post(func() { _ = resolve(engine.ToValue(out)) })
		}()
		return engine.ToValue(promise)
	})
}

// gojaOnLoop is what a program writes that serves several callers, timers and tools at the same time:
// the engine is on a loop, to which the tool's goroutine posts its result.
func gojaOnLoop(function string) (call func(context.Context) (any, error), end func(), err error) {
	p, err := newPlain("")
	if err != nil {
		return nil, nil, err
	}
	_, err = p.call(context.Background(), func(vm *goja.Runtime) (goja.Value, error) {
		if err := giveLater(vm, func(f func()) { p.loop.RunOnLoop(func(*goja.Runtime) { f() }) }); err != nil {
			return nil, err
		}
		return vm.RunString(orderSource)
	})
	if err == nil {
		var fn goja.Callable
		if fn, err = p.function(function); err == nil {
			return func(ctx context.Context) (any, error) { return p.callFunction(ctx, fn, small) }, p.close, nil
		}
	}
	p.close()
	return nil, nil, err
}

// gojaAlone is the least that a program can write: the engine is on the goroutine that wants the result.
// It serves one caller, and has no timers.
func gojaAlone(function string) (call func(context.Context) (any, error), end func(), err error) {
	engine, tasks := goja.New(), make(chan func(), 1)
	if err := giveLater(engine, func(f func()) { tasks <- f }); err != nil {
		return nil, nil, err
	}
	if _, err := engine.RunString(orderSource); err != nil {
		return nil, nil, err
	}
	fn, ok := goja.AssertFunction(engine.Get(function))
	if !ok {
		return nil, nil, fmt.Errorf("%s is no function", function)
	}
	return func(context.Context) (any, error) {
		v, err := fn(goja.Undefined(), engine.ToValue(small))
		if err != nil {
			return nil, err
		}
		result := v.Export()
		if p, ok := result.(*goja.Promise); ok {
			for p.State() == goja.PromiseStatePending {
				(<-tasks)()
			}
			result = p.Result().Export()
		}
		return result, nil
	}, func() {}, nil
}

// A sandboxScript defines the global function run. Run(n) does the same n times and returns true.
type sandboxScript struct {
	name, what string
	many       int
	atMost     float64
	missed     string
	source     string
	octane     bool // the source is octaneSources'
}

func (s sandboxScript) row() row {
	name := "sandbox-" + s.name
	return row{name: name, what: s.what, against: "goja", atMost: s.atMost, missed: s.missed, each: 300 * time.Millisecond,
		prepare: func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
			source := s.source
			if s.octane {
				all, err := octaneSources()
				if err != nil {
					return nil, nil, nil, err
				}
				source = all[s.name]
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
