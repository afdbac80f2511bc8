package sandbox_test

// What scripts have, and that it does what it says.

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox"
	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

func TestLibrary(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	for _, test := range []struct {
		source string
		want   any
	}{
		{"new TextDecoder().decode(new TextEncoder().encode('aä€😀'))", "aä€😀"},
		{"new TextDecoder().decode(new Uint8Array([0x61, 0xff, 0xe2, 0x82]))", "a\ufffd\ufffd"},
		{"const d = new TextDecoder(); d.decode(new Uint8Array([0xe2, 0x82]), {stream: true}) + d.decode(new Uint8Array([0xac, 0x21]))", "€!"},
		{"try { new TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([0xff])) } catch (e) { e.code }", "ERR_ENCODING_INVALID_ENCODED_DATA"},
		{"new TextDecoder('utf-16le').decode(new Uint8Array([0x3d, 0xd8, 0, 0xde]))", "😀"},
		{"try { new TextDecoder('shift_jis') } catch (e) { e.code }", "ERR_ENCODING_NOT_SUPPORTED"},
		{"new URL('../b?x=1#y', 'https://user@EXAMPLE.com:443/a/c').href", "https://user@example.com/b?x=1#y"},
		{"const u = new URL('http://a/'); u.searchParams.append('q', 'ä +'); u.pathname = '/p q'; u.href", "http://a/p%20q?q=%C3%A4+%2B"},
		{"[...new URLSearchParams('a=1&b=%20+c&b=%zz')].join('|')", "a,1|b,  c|b,%zz"},
		{"new URL('http://0x7f.1/').hostname", "127.0.0.1"},
		{"try { new URL('nonsense') } catch (e) { e.code }", "ERR_INVALID_URL"},
		{"const o = {d: new Date(5), m: new Map([[1, new Set(['x'])]])}; o.self = o; const c = structuredClone(o); [c.self === c, c !== o, c.d.getTime(), c.m.get(1).has('x')]", []any{true, true, 5.0, true}},
		{"try { structuredClone(() => 1) } catch (e) { e.name }", "DataCloneError"},
		{"const c = new AbortController(); let got; c.signal.addEventListener('abort', e => got = e.type); c.abort(); [got, c.signal.aborted, c.signal.reason.name]", []any{"abort", true, "AbortError"}},
		{"await new Promise(f => AbortSignal.timeout(2).onabort = () => f('timeout'))", "timeout"},
		{"atob(btoa('hi')) + typeof performance.now()", "hinumber"},
		{"const r = crypto.getRandomValues(new Uint8Array(8)); r.length + crypto.randomUUID().length", 44.0},
		{"await new Blob(['a', new Uint8Array([98])]).text()", "ab"},
		{"let s = ''; for await (const c of new ReadableStream({start(c) { c.enqueue('x'); c.enqueue('y'); c.close() }})) s += c; s", "xy"},
		{"Object.getOwnPropertyNames(globalThis).filter(n => ['process', 'require', 'std', 'os', 'print', 'scriptArgs', 'fetch', 'WebAssembly'].includes(n))", []any{}},
		{"Object.keys(globalThis)", []any{}},
		{"[typeof Intl, typeof Temporal, new Date(0).getTimezoneOffset()]", []any{"undefined", "undefined", 0.0}},
	} {
		got, err := sb.Eval(t.Context(), "test.js", test.source)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %#v, %v; want %#v", test.source, got, err, test.want)
		}
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	var lines []sandbox.Line
	sb := open(t, sandbox.Config{Console: func(l sandbox.Line) { lines = append(lines, l) }})
	_, err := sb.Eval(t.Context(), "print.js", `
		console.log('%s is %d', 'a', 1, {b: [1, 2], c: new Map([['x', 1n]])});
		console.error(new Error('e').message);
		console.group('g'); console.info('inner'); console.groupEnd();
		console.assert(1 === 2, 'wrong'); console.count(); console.count('default');
		console.log(Promise.resolve(1), new Proxy([], {}), class A {}, Symbol('s'), new Uint8Array(2));`)
	if err != nil {
		t.Fatal(err)
	}
	want := []sandbox.Line{
		{"print.js", "log", "a is 1 { b: [ 1, 2 ], c: Map(1) { 'x' => 1n } }"},
		{"print.js", "error", "e"},
		{"print.js", "log", "g"},
		{"print.js", "info", "  inner"},
		{"print.js", "warn", "Assertion failed: wrong"},
		{"print.js", "log", "default: 1"},
		{"print.js", "log", "default: 2"},
		{"print.js", "log", "Promise { 1 } [] [class A] Symbol(s) Uint8Array(2) [ 0, 0 ]"},
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%q\nwant %q", lines, want)
	}
}

// FuzzConsole prints any text and any value with each method of console.
func FuzzConsole(f *testing.F) {
	const output = 4000
	printed := 0
	sb := open(f, sandbox.Config{Output: output, Console: func(l sandbox.Line) { printed += len(l.Text) }})
	p, err := sb.Compile("print.js", "export const names = () => Object.keys(console), print = (method, ...values) => { console[method](...values) }")
	if err != nil {
		f.Fatal(err)
	}
	names, err := p.Call(f.Context(), "names")
	methods, _ := names.([]any)
	if err != nil || len(methods) < 10 {
		f.Fatal(names, err)
	}
	for n := range methods {
		f.Add(uint8(n), "%s %d %o %c %%", []byte("\x0b\x06\x01a\x04\x02\x0c"))
		f.Add(uint8(n), "label", []byte("\x0d\x01\x06\x01x\x09\x02\x01\x12\x00"))
	}
	f.Fuzz(func(t *testing.T, method uint8, format string, data []byte) {
		v, err := codec.Decode(data)
		if err != nil {
			v = data
		}
		printed = 0
		_, err = p.Call(t.Context(), "print", methods[int(method)%len(methods)], format, v)
		var script *sandbox.ScriptError
		if err != nil && !errors.Is(err, sandbox.ErrOutput) && !errors.As(err, &script) && !strings.Contains(err.Error(), "the arguments of print") {
			t.Error(err)
		}
		if printed > output {
			t.Errorf("%d bytes were printed", printed)
		}
	})
}

// TestOrder is the order of Node, as its documentation of the event loop has it.
func TestOrder(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	got, err := sb.Eval(t.Context(), "order.js", `
		const order = [], say = text => () => order.push(text);
		let n = 0, done;
		const repeat = () => { order.push('interval'); if (++n === 2) { clearInterval(interval); done() } };
		let interval;
		setTimeout(() => {
			order.push('t1'); Promise.resolve().then(say('t1 microtask'));
			setImmediate(() => { order.push('immediate of t1'); interval = setInterval(repeat, 1) });
		}, 1);
		setTimeout(say('t2'), 1);
		setTimeout(say('t0'), 0);
		const cleared = setTimeout(say('cleared'), 1); clearTimeout(cleared);
		queueMicrotask(say('m1'));
		Promise.resolve().then(say('p1')).then(say('p2'));
		queueMicrotask(say('m2'));
		(async () => { order.push('async'); await null; order.push('awaited') })();
		order.push('script');
		await new Promise(f => done = f);
		order`)
	want := []any{"async", "script", "m1", "p1", "m2", "awaited", "p2", "t1", "t1 microtask", "t2", "t0", "immediate of t1", "interval", "interval"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v\nwant %v", got, err, want)
	}
}

func TestRandomNumbersDiffer(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	p, err := sb.Compile("random.js", `export const f = () => Math.random(), g = () => crypto.randomUUID()`)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"f", "g"} {
		seen := map[any]bool{}
		for range 20 {
			v, err := p.Call(t.Context(), name)
			if err != nil || seen[v] {
				t.Fatalf("%s: %v for the second time, or %v", name, v, err)
			}
			seen[v] = true
		}
	}
}
