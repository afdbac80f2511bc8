package sandbox_test

// Scripts that try to run for ever, to take all memory, or to end the process: those of package js,
// and some more. Each must end, with a result or an error, and the sandbox must work after it.

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

// moreHostile are scripts against what this engine has and the one of package js has not.
var moreHostile = []string{
	// Memory, in many shapes.
	"new ArrayBuffer(2 ** 32)", "new ArrayBuffer(8, {maxByteLength: 2 ** 30}).resize(2 ** 30)", "'x'.repeat(2 ** 28)", "'x'.padStart(2 ** 28)",
	"new Array(2 ** 32 - 1).fill(0)", "Array.from({length: 2 ** 32})", "[].concat(...Array(1e6).fill(Array(1e3)))",
	"let a = [0]; for (;;) a = a.concat(a)", "let s = 'x'; for (;;) s += s", "let s = 'x'; for (;;) s = s.replace(/x/g, 'xx')",
	"const m = new Map(); for (let i = 0; ; i++) m.set(i, m)", "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
	"const f = []; for (;;) f.push(() => f)", "const l = []; for (;;) l.push(Symbol())", "for (const l = []; ;) l.push(new Promise(() => {}))",
	"1n << 10000000n", "2n ** 10000000n", "let n = 3n; for (;;) n *= n", "BigInt('9'.repeat(1e6))", "(123456789n ** 200000n).toString()",
	"JSON.parse('['.repeat(1e6))", "JSON.parse('[' + '0,'.repeat(5e6) + '0]')", "JSON.stringify(Array(1e7).fill('xx'))",
	"structuredClone(Array(1e7).fill({}))", "new Uint8Array(6e7).sort((a, b) => b - a)", "new Float64Array(7e6).fill(1).toSorted()",
	// The parser.
	"eval('('.repeat(1e6))", "eval('['.repeat(1e5) + ']'.repeat(1e5))", "eval('{'.repeat(1e6))", "eval('a' + '.a'.repeat(1e6))",
	"eval('-'.repeat(1e6) + '1')", "eval('x=>'.repeat(1e5) + '1')", "eval('`${'.repeat(1e5))", "eval('if(1)'.repeat(1e5) + ';')",
	"eval('var ' + Array.from({length: 1e6}, (_, i) => 'a' + i))", "eval('1' + '+1'.repeat(1e6))", "new Function('a,'.repeat(1e6), '')",
	"eval('\"' + 'x'.repeat(3e7) + '\"')", "eval('class A { ' + 'a(){}'.repeat(1e6) + '}')", "eval('switch(1){' + 'case 1:'.repeat(1e6) + '}')",
	// Regular expressions.
	"/(a*)*b/.test('a'.repeat(1e4))", "/(?:a|a)*b/.test('a'.repeat(100))", "/^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(1e3))",
	"/(x+x+)+y/.exec('x'.repeat(1e5))", "new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('')", "new RegExp('a{0,65535}'.repeat(1000)).test('a'.repeat(1e6))",
	"new RegExp('[' + '\\\\u0000-\\\\uffff'.repeat(1e5) + ']', 'u').test('x')", "'a'.repeat(1e6).replace(/(?<=(a*))b?/g, '$1')", "new RegExp('(?:' + 'a|'.repeat(1e5) + 'b)*c').test('b'.repeat(1e5))",
	"/(?=(a+))\\1b/.test('a'.repeat(1e6))", "'x'.repeat(1e7).split(/(?:)/u)", "/\\p{L}*\\P{L}/u.test('ä'.repeat(1e6))",
	// Built-in functions that run long.
	"Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)", "Array.prototype.join.call({length: 2 ** 32})", "[...{*[Symbol.iterator]() { for (;;) yield 1 }}]",
	"Array(2 ** 32 - 2).lastIndexOf(1)", "new Array(1e8).sort()", "Array.from({length: 1e7}, (_, i) => i).sort(() => Math.random() - 0.5)", "'x'.repeat(1e7).localeCompare('x'.repeat(1e7) + 'y')",
	"'abc'.repeat(1e7).normalize('NFKD')", "'a'.repeat(1e7).toUpperCase().toLowerCase().split('')", "Object.assign({}, 'x'.repeat(1e7))", "new Set('ab'.repeat(1e7))",
	"for (const i = {next: Math.max, [Symbol.iterator]() { return this }}; ;) new Set(i)", "Promise.all({*[Symbol.iterator]() { for (;;) yield 1 }})", "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)",
	"Reflect.ownKeys(new Proxy({}, {ownKeys: () => Array.from({length: 1e7}, (_, i) => '' + i)}))", "new Date(NaN, ...Array(1e6))", "Math.max(...Array(1e7))", "String.fromCharCode.apply(null, Array(1e7).fill(65))",
	// Nesting in the engine.
	"const p = {}; p.toString = () => p + ''; p + ''", "let f = () => {}; for (let i = 0; i < 1e5; i++) f = f.bind(); f()", "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x",
	"let o = {}; for (let i = 0; i < 1e6; i++) o = Object.create(o); o.x", "const p = new Proxy({}, {getPrototypeOf() { return p }}); p instanceof Object", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; String(a)", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)",
	"let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)", "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; structuredClone(a)", "let e; for (let i = 0; i < 1e5; i++) e = new Error('x', {cause: e}); throw e", "class A { constructor() { return Reflect.construct(A, [], A) } } new A()",
	"const o = {get x() { return this.x }}; o.x", "const o = {toJSON() { return JSON.stringify(this) }}; JSON.stringify(o)", "async function f() { await f() } await f()", "function* g() { yield* g() } [...g()]", "Function.prototype.call.call.call.call(function f() { f.call() })",
	// Jobs and timers.
	"(function f() { queueMicrotask(f) })()", "(function f() { setImmediate(f) })(); await new Promise(() => {})", "setInterval(() => { for (;;); }, 1); await new Promise(() => {})", "for (;;) setTimeout(() => {}, 1e6)", "for (;;) setImmediate(() => {})", "for (;;) queueMicrotask(() => {})",
	"for (let i = 0; i < 1e5; i++) Promise.reject(i)", "const w = new FinalizationRegistry(() => { for (;;); }); for (;;) w.register({}, 1)", "await {then(f) { f(this) }}", "for (;;) await 1", "setTimeout(function f() { setTimeout(f, 0); for (let i = 0; i < 1e6; i++); }); await new Promise(() => {})",
	// The way out.
	"let a = []; for (let i = 0; i < 1e4; i++) a = [a]; a", "const o = {}; for (let i = 0; i < 1e6; i++) o[i] = o; o", "new Array(2 ** 32 - 1)", "'\\ud800'.repeat(1e6)", "({get x() { for (;;); }})", "({get x() { throw new Error('x') }})", "({get x() { delete this.y; return 1 }, y: 1})", "new Proxy([], {})", "Symbol()", "() => 1", "new Map([[{}, new Map()]])", "throw new Proxy(new Error('x'), {get() { for (;;); }})", "throw {get message() { throw this }}", "throw Symbol('x')", "throw null",
	"const e = new Error('x'); Object.defineProperty(e, 'stack', {get() { return 'x'.repeat(1e8) }}); throw e", "const e = new Error('x'); e.cause = e; throw e", "console.log('x'.repeat(1e8))", "for (;;) console.log('x')", "const a = [1, 2]; Object.defineProperty(a, 0, {get() { a.length = 1e9; return 1 }}); a", "new DataView(new ArrayBuffer(8, {maxByteLength: 16}), 4)",
	"const b = new ArrayBuffer(8), v = new Uint8Array(b); structuredClone(b, {transfer: [b]}); v", "class A extends Map { get size() { return -1 } forEach() { for (;;); } } new A([[1, 2]])", "Map.prototype.forEach = () => { for (;;); }; new Map([[1, 2]])", "Object.prototype.__defineSetter__('x', () => { for (;;); }); ({y: 1})", "Array.prototype.push = Reflect.apply = JSON.stringify = null; [1]",
	// The globals.
	"globalThis.Promise = globalThis.Object = globalThis.Error = undefined; await 1", "delete globalThis.setTimeout; for (const k of Reflect.ownKeys(globalThis)) delete globalThis[k]; 1", "Promise.prototype.then = function() { return this }; await 1", "Object.freeze(Object.prototype); Object.freeze(globalThis); 1", "Object.setPrototypeOf(globalThis, new Proxy({}, {has() { for (;;); }})); y",
	"await import('fs')", "await import('./x.js')", "import.meta", "require('fs')", "new URL('http://' + 'a.'.repeat(1e5))", "new TextDecoder().decode(new Uint8Array(3e7).fill(255))", "new TextEncoder().encodeInto('x'.repeat(1e7), new Uint8Array(1e7))", "btoa('x'.repeat(3e7))", "crypto.getRandomValues(new Uint8Array(65537))", "while (true) crypto.randomUUID()", "await new Blob(Array(1e5).fill('x'.repeat(1e3))).text()",
}

// hostileOfJS returns the literal scripts in the tests of package js.
func hostileOfJS(t testing.TB) []string {
	t.Helper()
	files, _ := filepath.Glob("../js/hostile*_test.go")
	if len(files) == 0 {
		t.Skip("NOT RUN: the tests of package js are not here")
	}
	var all []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if pair, ok := n.(*ast.KeyValueExpr); ok {
				if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "source" {
					if literal, ok := pair.Value.(*ast.BasicLit); ok {
						source, _ := strconv.Unquote(literal.Value)
						all = append(all, source)
					}
				}
			}
			return true
		})
	}
	scripts, _ := filepath.Glob("../js/testdata/sandbox/*.js")
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq("\n"+string(text), "\n//// ") {
			if _, script, ok := strings.Cut(part, "\n"); ok {
				all = append(all, script)
			}
		}
	}
	return all
}

// hostileEvery is how many scripts are left out for one that runs in a short test.
const hostileEvery = 6

// hostileSandbox is for scripts of all kinds.
func hostileSandbox(t testing.TB) *sandbox.Sandbox {
	echo := func(_ context.Context, v any) (any, error) { return v, nil }
	return open(t, sandbox.Config{CPU: 100 * time.Millisecond, Wall: 150 * time.Millisecond, Modules: hostileModules}, sandbox.Tool("echo", echo), sandbox.Func("twice", echo))
}

// evalHostile runs a script. It returns how it has ended, or an error for an end that may not be.
func evalHostile(ctx context.Context, sb *sandbox.Sandbox, source string) (outcome string, took time.Duration, bad error) {
	start := time.Now()
	_, err := sb.Eval(ctx, "hostile.js", "globalThis.enter = () => {}; globalThis.process = undefined;\n"+source)
	took = time.Since(start)
	var limit *sandbox.LimitError
	var script *sandbox.ScriptError
	switch {
	case errors.As(err, &limit):
		return limit.Limit.Error(), took, nil
	case errors.As(err, &script):
		return "error of the script", took, nil
	case err == nil:
		return "result", took, nil
	case errors.Is(err, sandbox.ErrNeverSettles):
		return "never settles", took, nil
	}
	return "", took, err
}

func runHostile(t *testing.T, all []string) {
	t.Parallel()
	if testing.Short() && os.Getenv("WAKEFUL_SCRIPTS") != "all" {
		var some []string
		for i := 0; i < len(all); i += hostileEvery {
			some = append(some, all[i])
		}
		all = some
	}
	sb := hostileSandbox(t)
	outcomes := map[string]int{}
	var times []time.Duration
	for _, source := range all {
		outcome, took, err := evalHostile(t.Context(), sb, source)
		times = append(times, took)
		outcomes[outcome]++
		if err != nil {
			t.Errorf("%.200s: %v", source, err)
		}
		if took > 160*time.Millisecond {
			t.Logf("%v, %s: %.150s", took, outcome, source)
		}
	}
	if v, err := sb.Eval(t.Context(), "after.js", "6 * 7"); v != 42.0 || err != nil {
		t.Errorf("afterwards: %v, %v", v, err)
	}
	slices.Sort(times)
	t.Logf("%d scripts, median %v, the longest %v: %v", len(all), times[len(times)/2], times[len(times)-1], outcomes)
}

func TestHostileScriptsOfJS(t *testing.T) { runHostile(t, hostileOfJS(t)) }

func TestHostileScripts(t *testing.T) { runHostile(t, moreHostile) }

func TestHostileScriptsByKind(t *testing.T) {
	for kind, scripts := range hostileByKind {
		t.Run(kind, func(t *testing.T) { runHostile(t, scripts) })
	}
}

// BenchmarkHostile runs all hostile scripts once. It reports the latest end, how many ended later than
// 200 ms, and how much the memory of the process grew at most, with the limit of 64 MB.
func BenchmarkHostile(b *testing.B) {
	all := slices.Concat(hostileOfJS(b), moreHostile, slices.Concat(slices.Collect(maps.Values(hostileByKind))...))
	sb := hostileSandbox(b)
	for b.Loop() {
		var late, longest float64
		runtime.GC()
		before := statusOf(b, "VmRSS:")
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // VmHWM becomes VmRSS
			b.Skip("NOT RUN: the kernel does not measure the peak: ", err)
		}
		peak := before
		for _, source := range all {
			_, took, err := evalHostile(b.Context(), sb, source)
			if err != nil {
				b.Errorf("%.200s: %v", source, err)
			}
			if took > 200*time.Millisecond {
				late++
			}
			longest = max(longest, float64(took)/1e6)
			if now := statusOf(b, "VmHWM:"); now > peak {
				peak = now
				b.Logf("%.0f MB: %.120s", (peak-before)/1e6, source)
			}
		}
		b.ReportMetric(float64(len(all)), "scripts")
		b.ReportMetric(late, "late")
		b.ReportMetric(longest, "longest-ms")
		b.ReportMetric((peak-before)/(64<<20), "peak/limit")
	}
}

// statusOf returns a size of the process, in bytes.
func statusOf(b *testing.B, name string) float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("NOT RUN: ", err)
	}
	_, after, _ := strings.Cut(string(text), "\n"+name)
	var kb float64
	if _, err := fmt.Sscan(after, &kb); err != nil {
		b.Fatal(err)
	}
	return kb * 1024
}
