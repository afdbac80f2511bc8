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
	"github.com/wakeful-go/wakeful/tournament/rows"
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
globalThis.wait = async o => { const got = await later(o); return {...got, total: got.total + got.items.length}; };
`

func sandboxRows() []rows.Row {
	all := []rows.Row{
		{Name: "sandbox-call", What: "an instance's function with a small object, 2e4 calls", AtMost: 3, Expected: 125 * time.Millisecond,
			Prepare: against("goja on the same goroutine", sandboxCalls("handle", 20_000, gojaAlone))},
		{Name: "sandbox-tool", What: "a function that awaits a tool and uses its result, 1e4 calls", AtMost: 2, Expected: 250 * time.Millisecond,
			Prepare: against("goja_nodejs's loop, a goroutine for each tool", sandboxCalls("wait", 10_000, gojaOnLoop))},
		{Name: "sandbox-tool-alone", What: "the same", Expected: 250 * time.Millisecond,
			Prepare: against("goja without a loop, on the goroutine that waits", sandboxCalls("wait", 10_000, gojaAlone))},
		{Name: "sandbox-neighbours", What: "p99 of calls that await a tool, beside hostile calls, one in a hundred", AtMost: 2, Missed: "docs/decisions/sandbox.md", Expected: time.Second,
			Prepare: against("the same calls alone", besideHostile)},
	}
	for _, s := range append(sandboxScripts, octaneScripts...) {
		all = append(all, rows.Row{Name: "sandbox-" + s.name, What: s.what, AtMost: s.atMost, Expected: 150 * time.Millisecond, Prepare: against("goja", s.prepare)})
	}
	return all
}

func isOrder(v any, err error) error {
	if err == nil && v.(map[string]any)["id"] != small.ID {
		err = fmt.Errorf("the function returned %v", v)
	}
	return err
}

// later is the tool that tenants' functions await.
var later = sandbox.Tool("later", func(_ context.Context, in order) (order, error) { return in, nil })

// compiled returns a program in a sandbox of its own.
func compiled(config sandbox.Config, source string, functions ...sandbox.Function) (*sandbox.Sandbox, *sandbox.Program, error) {
	sb, err := sandbox.New(config, functions...)
	if err != nil {
		return nil, nil, err
	}
	p, err := sb.Compile("benchmark.js", source)
	if err != nil {
		return nil, nil, errors.Join(err, sb.Close())
	}
	return sb, p, nil
}

// trusted returns an instance of a program whose limits are out of the way.
func trusted(source string, functions ...sandbox.Function) (*sandbox.Instance, func(), error) {
	sb, p, err := compiled(sandbox.Config{CPU: time.Hour, Wall: time.Hour, Memory: 256 << 20}, source, functions...)
	if err != nil {
		return nil, nil, err
	}
	i, err := p.Instance()
	if err != nil {
		return nil, nil, errors.Join(err, sb.Close())
	}
	return i, func() { _ = sb.Close() }, nil
}

// sandboxCalls compares calls of an instance with those of a program around goja.
func sandboxCalls(function string, calls int, goja func(string) (func(context.Context) (any, error), func(), error)) func(context.Context) (pair, error) {
	return func(context.Context) (pair, error) {
		i, end, err := trusted(orderSource+"export const handle = globalThis.handle, wait = globalThis.wait", later)
		if err != nil {
			return pair{}, err
		}
		other, endOther, err := goja(function)
		if err != nil {
			end()
			return pair{}, err
		}
		return pair{
			repeat(calls, isOrder, func(ctx context.Context) (any, error) { return i.Call(ctx, function, small) }),
			repeat(calls, isOrder, other),
			func() { endOther(); end() },
		}, nil
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

// A sandboxScript defines the global function run. Run(n) does the same n times and returns true. It
// may call price, a function of the host that adds one.
type sandboxScript struct {
	name, what string
	many       int
	atMost     float64
	source     string // empty for one of octaneSources
}

func (s sandboxScript) prepare(context.Context) (pair, error) {
	source := s.source
	if source == "" {
		all, err := octaneSources()
		if err != nil {
			return pair{}, err
		}
		source = all[s.name]
	}
	engine := goja.New()
	err := engine.Set("price", func(call goja.FunctionCall) goja.Value { return engine.ToValue(call.Argument(0).ToFloat() + 1) })
	if err == nil {
		_, err = engine.RunString(source)
	}
	if err != nil {
		return pair{}, err
	}
	run, _ := goja.AssertFunction(engine.Get("run"))
	i, end, err := trusted("(0, eval)("+quoted(source)+"); export const run = globalThis.run",
		sandbox.Func("price", func(_ context.Context, n float64) (float64, error) { return n + 1, nil }))
	if err != nil {
		return pair{}, err
	}
	ours := func(ctx context.Context) (any, error) { return i.Call(ctx, "run", s.many) }
	theirs := func(context.Context) (any, error) {
		v, err := run(goja.Undefined(), engine.ToValue(s.many))
		if err != nil {
			return nil, err
		}
		return v.Export(), nil
	}
	return pair{repeat(1, is(true), ours), repeat(1, is(true), theirs), end}, nil
}

func quoted(source string) string {
	text, _ := json.Marshal(source) // of a string, which has no errors
	return string(text)
}
