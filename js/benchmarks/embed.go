package main

import (
	"context"
	"net/http"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
	"github.com/wakeful-go/wakeful/tournament/rows"
)

// This file owns the rows of what a Go program asks of a runtime: to call a function, to run a line,
// to send requests. Both sides run the same scripts.

// embedSetup is the script that both sides have run. The functions of work return what they have
// computed.
const embedSetup = `function add(a, b) { return a + b }
	async function later(a) { await null; return a }
	const text = 'The quick brown fox, number 42, jumps over the lazy dog 17 times. '.repeat(20);
	const data = Array.from({ length: 100 }, (_, i) => ({ id: i, name: 'name ' + i, tags: ['a', 'b'], ok: i % 2 === 0 }));
	class Shape { #size; constructor(size) { this.#size = size } get size() { return this.#size } area() { return 0 } }
	class Square extends Shape { constructor(size) { super(size); this.name = 'square' } area() { return super.area() + this.size * this.size } }
	const work = {
		test() { let n = 0; for (let i = 0; i < 200; i++) if (/(\d+) times/.test(text)) n++; return n },
		replace() { let s; for (let i = 0; i < 50; i++) s = text.replace(/[aeiou]/g, '*'); return s.length },
		match() { let n = 0; for (let i = 0; i < 50; i++) n += text.match(/\w+/g).length; return n },
		split() { let n = 0; for (let i = 0; i < 50; i++) n += text.split(/[ ,.]+/).length; return n },
		stringify() { let n = 0; for (let i = 0; i < 50; i++) n += JSON.stringify(data).length; return n },
		sort() { let n = 0; for (let i = 0; i < 50; i++) n += data.map((d) => d.id * 7919 % 100).sort((a, b) => a - b)[3]; return n },
		classes() { let n = 0; for (let i = 0; i < 10000; i++) n += new Square(i % 10).area(); return n },
		arrays() { let n = 0; for (let i = 0; i < 200; i++) n += data.filter((d) => d.ok).map((d) => d.id).indexOf(50); return n },
		buffer() {
			const b = Buffer.alloc(64); let n = 0;
			for (let i = 0; i < 5000; i++) { b.writeUInt32LE(i, 8); b.writeUInt8(i & 255, 3); b.writeInt16BE(i & 1023, 20); n += b.readUInt32LE(8) }
			return n;
		},
		async fetchSequence(address) { for (let i = 0; i < 1000; i++) { if (await (await fetch(address)).text() !== 'a page') throw new Error('another page') } return 1000 },
		async fetchTogether(address) {
			let n = 0;
			const some = async () => { while (n < 1000) { n++; if (await (await fetch(address)).text() !== 'a page') throw new Error('another page') } };
			await Promise.all(Array.from({ length: 50 }, some));
			return n;
		},
	};`

// both are the two sides of a row, with the same functions.
type both struct {
	runtime *js.Runtime
	pool    *js.Pool
	plain   plain
	end     func()
}

func newBoth(client *http.Client) (b both, err error) {
	loop, end, err := running()
	if err != nil {
		return b, err
	}
	b.end = func() {
		if b.pool != nil {
			b.pool.Close()
		}
		if b.plain.loop != nil {
			b.plain.close()
		}
		end()
	}
	prepare := func(rt *js.Runtime) error {
		_, err := rt.RunString(context.Background(), embedSetup)
		return err
	}
	if b.runtime, err = js.New(loop, js.WithFullAccess(), js.WithFetch(client)); err == nil {
		err = prepare(b.runtime)
	}
	if err == nil {
		b.pool, err = js.NewPool(js.PoolConfig{Min: 1, Max: 1, Setup: prepare})
	}
	if err == nil {
		b.plain, err = newPlain(embedSetup)
	}
	if err == nil {
		err = b.plain.giveFetch(client)
	}
	if err != nil {
		b.end()
	}
	return b, err
}

// An asked is something that is asked of both sides, n times in a sample.
type asked struct {
	name, what string
	n          int
	atMost     float64
	expected   time.Duration // about what a sample takes
	function   string        // an expression in embedSetup
	args       []any
}

var asks = []asked{
	{name: "call", what: "CallFunction, of add(a, b)", n: 10_000, atMost: 1.5, expected: 20 * time.Millisecond, function: "add", args: []any{20, 22}},
	{name: "call-async", what: "CallFunction, of an async function", n: 5_000, atMost: 3, expected: 40 * time.Millisecond, function: "later", args: []any{7}},
	{name: "regexp-test", what: "regular expressions: test", n: 2, atMost: 1.15, expected: 10 * time.Millisecond, function: "work.test"},
	{name: "regexp-replace", what: "regular expressions: replace", n: 2, atMost: 1.15, expected: 20 * time.Millisecond, function: "work.replace"},
	{name: "regexp-match", what: "regular expressions: match", n: 2, atMost: 1.15, expected: 20 * time.Millisecond, function: "work.match"},
	{name: "regexp-split", what: "regular expressions: split", n: 2, atMost: 1.15, expected: 20 * time.Millisecond, function: "work.split"},
	{name: "stringify", what: "JSON.stringify of 100 objects, 50 times", n: 1, atMost: 1.1, expected: 15 * time.Millisecond, function: "work.stringify"},
	{name: "sort", what: "sort of 100 numbers, 50 times", n: 1, atMost: 1.1, expected: 10 * time.Millisecond, function: "work.sort"},
	{name: "classes", what: "10,000 objects of a class with a base class", n: 1, atMost: 1.1, expected: 20 * time.Millisecond, function: "work.classes"},
	{name: "arrays", what: "filter, map and indexOf, 200 times", n: 1, atMost: 1.1, expected: 15 * time.Millisecond, function: "work.arrays"},
	{name: "buffer-writes", what: "20,000 small writes and reads of a Buffer", n: 1, atMost: 1.3, expected: 15 * time.Millisecond, function: "work.buffer"},
	{name: "fetch", what: "fetch, 1,000 in sequence", n: 1, atMost: 1.3, expected: 100 * time.Millisecond, function: "work.fetchSequence"},
	{name: "fetch-50", what: "fetch, 1,000, 50 at a time", n: 1, atMost: 1.3, expected: 75 * time.Millisecond, function: "work.fetchTogether"},
}

func (a asked) prepare(ctx context.Context) (p pair, err error) {
	address, stop, client := pages()
	b, err := newBoth(client)
	if err != nil {
		stop()
		return p, err
	}
	if a.args == nil {
		a.args = []any{address}
	}
	if p, err = a.pair(ctx, b); err != nil {
		b.end()
		stop()
	}
	p.end = func() { b.end(); stop() }
	return p, err
}

// pair asks for the same on both sides.
func (a asked) pair(ctx context.Context, b both) (p pair, err error) {
	fn, err := b.runtime.RunString(ctx, a.function)
	if err != nil {
		return p, err
	}
	other, err := b.plain.function(a.function)
	if err != nil {
		return p, err
	}
	want, err := b.plain.callFunction(ctx, other, a.args...)
	if err != nil {
		return p, err
	}
	p.ours = repeat(a.n, is(want), func(ctx context.Context) (any, error) { return b.runtime.CallFunction(ctx, fn, a.args...) })
	p.theirs = repeat(a.n, is(want), func(ctx context.Context) (any, error) { return b.plain.callFunction(ctx, other, a.args...) })
	return p, nil
}

func embedRows() []rows.Row {
	var all []rows.Row
	for _, a := range asks {
		all = append(all, rows.Row{Name: a.name, What: a.what, AtMost: a.atMost, Expected: a.expected, Prepare: against("goja_nodejs", a.prepare)})
	}
	const line = `add(20, 22)`
	return append(all, rows.Row{Name: "eval", What: "Eval of " + line, AtMost: 2, Expected: 25 * time.Millisecond,
		Prepare: against("goja_nodejs", func(context.Context) (pair, error) {
			b, err := newBoth(nil)
			ours := func(ctx context.Context) (any, error) { return b.runtime.Eval(ctx, line) }
			theirs := func(ctx context.Context) (any, error) {
				return b.plain.call(ctx, func(vm *goja.Runtime) (goja.Value, error) { return vm.RunString(line) })
			}
			return pair{repeat(5000, is(int64(42)), ours), repeat(5000, is(int64(42)), theirs), b.end}, err
		})})
}

// poolOver returns how much longer Pool.Run of a function takes than the call by hand.
func poolOver(function string, args ...any) func(context.Context) (float64, error) {
	return func(ctx context.Context) (float64, error) {
		const n = 5000
		b, err := newBoth(nil)
		if err != nil {
			return 0, err
		}
		defer b.end()
		fn, err := b.plain.function(function)
		if err != nil {
			return 0, err
		}
		want, err := b.plain.callFunction(ctx, fn, args...)
		if err != nil {
			return 0, err
		}
		var took [2]time.Duration
		for i, one := range []func(context.Context) (any, error){
			func(ctx context.Context) (any, error) { return b.pool.Run(ctx, function, args...) },
			func(ctx context.Context) (any, error) { return b.plain.callFunction(ctx, fn, args...) },
		} {
			for range 2 { // the first one does not count
				if took[i], err = repeat(n, is(want), one)(ctx); err != nil {
					return 0, err
				}
			}
		}
		return float64(took[0]-took[1]) / n, nil
	}
}

// pages serves pageText, and returns a client with enough connections.
func pages() (address string, stop func(), client *http.Client) {
	host, end := served(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(pageText)) }))
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	return "http://" + host + "/a", func() { transport.CloseIdleConnections(); end() }, &http.Client{Transport: transport}
}
