package main

import (
	"context"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/eventloop"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// These benchmarks compare what a Go program asks of a runtime with the same over plain goja and the
// loop of goja_nodejs:
//
//	go test ./js/benchmarks -run '^$' -bench Embed -count 10

// A peer runs scripts on a loop of goja_nodejs.
type peer struct{ loop *eventloop.EventLoop }

// call calls a function on the loop and waits for its result, or for that of its promise.
func (p peer) call(do func(rt *goja.Runtime) (goja.Value, error)) (any, error) {
	type result struct {
		value any
		err   error
	}
	settled := make(chan result, 1)
	p.loop.RunOnLoop(func(rt *goja.Runtime) {
		v, err := do(rt)
		if err != nil {
			settled <- result{err: err}
			return
		}
		_, ok := v.Export().(*goja.Promise)
		if !ok {
			settled <- result{value: v.Export()}
			return
		}
		then, _ := goja.AssertFunction(v.ToObject(rt).Get("then"))
		_, _ = then(v, rt.ToValue(func(call goja.FunctionCall) goja.Value {
			settled <- result{value: call.Argument(0).Export()}
			return goja.Undefined()
		}))
	})
	r := <-settled
	return r.value, r.err
}

// pair has the two implementations of a benchmark, with the same functions defined.
type pair struct {
	runtime *js.Runtime
	pool    *js.Pool
	peer    peer
}

const embedSetup = `function add(a, b) { return a + b }
	async function later(a) { await null; return a }
	const text = 'The quick brown fox, number 42, jumps over the lazy dog 17 times. '.repeat(20);
	const data = Array.from({ length: 100 }, (_, i) => ({ id: i, name: 'name ' + i, tags: ['a', 'b'], ok: i % 2 === 0 }));
	const work = {
		test() { let n = 0; for (let i = 0; i < 200; i++) if (/(\d+) times/.test(text)) n++; return n },
		replace() { let s; for (let i = 0; i < 50; i++) s = text.replace(/[aeiou]/g, '*'); return s.length },
		match() { let n = 0; for (let i = 0; i < 50; i++) n += text.match(/\w+/g).length; return n },
		split() { let n = 0; for (let i = 0; i < 50; i++) n += text.split(/[ ,.]+/).length; return n },
		stringify() { let n = 0; for (let i = 0; i < 20; i++) n += JSON.stringify(data).length; return n },
		sort() { let n = 0; for (let i = 0; i < 20; i++) n += data.map((d) => d.id * 7919 % 100).sort((a, b) => a - b)[3]; return n },
		arrays() { let n = 0; for (let i = 0; i < 200; i++) n += data.filter((d) => d.ok).map((d) => d.id).indexOf(50); return n },
	};`

func newPair(b *testing.B) pair {
	b.Helper()
	loop, err := wakeful.New()
	if err != nil {
		b.Fatal(err)
	}
	rt, err := js.New(loop)
	if err != nil {
		b.Fatal(err)
	}
	go func() { _ = loop.Run(context.Background()) }()
	prepare := func(rt *js.Runtime) error {
		_, err := rt.RunString(context.Background(), embedSetup)
		return err
	}
	if err := prepare(rt); err != nil {
		b.Fatal(err)
	}
	pool, err := js.NewPool(js.PoolConfig{Min: 1, Max: 1, Setup: prepare})
	if err != nil {
		b.Fatal(err)
	}
	p := peer{eventloop.NewEventLoop(eventloop.EnableConsole(false))}
	p.loop.Start()
	if _, err := p.call(func(rt *goja.Runtime) (goja.Value, error) { return rt.RunString(embedSetup) }); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		pool.Close()
		_ = loop.Close()
		p.loop.Stop()
	})
	return pair{rt, pool, p}
}

func BenchmarkEmbed(b *testing.B) {
	ctx := context.Background()
	p := newPair(b)
	check := func(b *testing.B, got, want any, err error) {
		if err != nil || got != want {
			b.Fatalf("got %v (%T), %v, want %v", got, got, err, want)
		}
	}
	function := func(b *testing.B, name string) (ours goja.Value, theirs goja.Callable) {
		ours, err := p.runtime.RunString(ctx, name)
		if err != nil {
			b.Fatal(err)
		}
		_, err = p.peer.call(func(rt *goja.Runtime) (goja.Value, error) {
			v, err := rt.RunString(name)
			theirs, _ = goja.AssertFunction(v)
			return goja.Undefined(), err
		})
		if err != nil {
			b.Fatal(err)
		}
		return ours, theirs
	}
	for _, c := range []struct {
		name, function string
		args           []any
		want           any
	}{{"call", "add", []any{20, 22}, int64(42)}, {"async", "later", []any{7}, int64(7)}} {
		ours, theirs := function(b, c.function)
		b.Run("row="+c.name+"/impl=wakeful", func(b *testing.B) {
			for b.Loop() {
				got, err := p.runtime.CallFunction(ctx, ours, c.args...)
				check(b, got, c.want, err)
			}
		})
		b.Run("row="+c.name+"/impl=pool", func(b *testing.B) {
			for b.Loop() {
				got, err := p.pool.Run(ctx, c.function, c.args...)
				check(b, got, c.want, err)
			}
		})
		b.Run("row="+c.name+"/impl=plain", func(b *testing.B) {
			for b.Loop() {
				got, err := p.peer.call(func(rt *goja.Runtime) (goja.Value, error) {
					values := make([]goja.Value, len(c.args))
					for i, a := range c.args {
						values[i] = rt.ToValue(a)
					}
					return theirs(goja.Undefined(), values...)
				})
				check(b, got, c.want, err)
			}
		})
	}
	b.Run("row=eval/impl=wakeful", func(b *testing.B) {
		for b.Loop() {
			got, err := p.runtime.Eval(ctx, `add(20, 22)`)
			check(b, got, int64(42), err)
		}
	})
	b.Run("row=eval/impl=plain", func(b *testing.B) {
		for b.Loop() {
			got, err := p.peer.call(func(rt *goja.Runtime) (goja.Value, error) { return rt.RunString(`add(20, 22)`) })
			check(b, got, int64(42), err)
		}
	})
	for _, name := range []string{"test", "replace", "match", "split", "stringify", "sort", "arrays"} {
		ours, theirs := function(b, "work."+name)
		want, err := p.peer.call(func(*goja.Runtime) (goja.Value, error) { return theirs(goja.Undefined()) })
		if err != nil {
			b.Fatal(err)
		}
		b.Run("row="+name+"/impl=wakeful", func(b *testing.B) {
			for b.Loop() {
				got, err := p.runtime.CallFunction(ctx, ours)
				check(b, got, want, err)
			}
		})
		b.Run("row="+name+"/impl=plain", func(b *testing.B) {
			for b.Loop() {
				got, err := p.peer.call(func(*goja.Runtime) (goja.Value, error) { return theirs(goja.Undefined()) })
				check(b, got, want, err)
			}
		})
	}
	b.Run("row=new/impl=wakeful", func(b *testing.B) {
		for b.Loop() {
			rt, err := js.New(p.runtime.Loop())
			if err != nil {
				b.Fatal(err)
			}
			_ = rt.Close()
		}
	})
	b.Run("row=new/impl=plain", func(b *testing.B) {
		for b.Loop() {
			loop := eventloop.NewEventLoop()
			loop.Start()
			loop.Stop()
		}
	})
}
