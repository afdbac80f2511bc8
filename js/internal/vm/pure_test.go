package vm

import (
	"fmt"
	"strings"
	"testing"
)

// TestPureFunctions: which functions only compute, and what these read.
func TestPureFunctions(t *testing.T) {
	for _, c := range []struct{ source, reads string }{
		{`() => {}`, ``}, {`() => 1`, ``}, {`function () {}`, ``}, {`function named(a) { return a }`, `0`}, {`() => { ; }`, ``}, {`(a) => a > 1 ? "x" : undefined`, `0`}, {`(undefined) => undefined`, `0`},
		{`(a) => a`, `0`}, {`(a, b) => b`, `1`}, {`function (a, a) { return a }`, `1`}, {`a => a // a comment`, `0`}, {`(a) => { return }`, ``},
		{`(order) => order.total > 100`, `0.total`}, {`(o) => o.a.b + o.a.b + o["a"]["c d"]`, `0.a.b 0.a.c d`}, {`(o) => o.x / 2 / 3`, `0.x`},
		{`(a, b) => { if (a > b) return "more"; else { return a === b ? null : -1 } }`, `0 1`}, {`(a) => { 'use strict'; return a }`, `0`},
		{"(a) => `${a} and ${1 + 2}`", `0`}, {`(a) => typeof a + void 0 + !a + ~a + +a`, `0`}, {`(a, b) => (a ?? b ?? true) && false || 0`, `0 1`},
		{`(a) => a ** 2 % 3 << 1 >> 1 >>> 1 & 1 | 1 ^ 1`, `0`}, {`(a) => a <= 1 && a >= 1 && a < 1 && a != 1 && a == 1 && a !== 1 && a - 1 * 1`, `0`},
	} {
		_, pure, err := CompileHandler("test", c.source)
		if err != nil || pure == nil {
			t.Errorf("%s: %v, %v; it only computes", c.source, pure, err)
			continue
		}
		var reads []string
		for _, r := range pure.Reads {
			reads = append(reads, strings.Join(append([]string{fmt.Sprint(r.Argument)}, r.Names...), "."))
		}
		if got := strings.Join(reads, " "); got != c.reads {
			t.Errorf("%s reads %q, want %q", c.source, got, c.reads)
		}
	}
	for _, source := range []string{
		// Calls, and what calls something.
		`() => f()`, `(f) => f()`, `(f) => new f`, "(f) => f`x`", `(o) => o.f()`, `(o) => o?.x`, `(o) => o[o.k]`, `(o, k) => o[k]`, `(o) => o[0]`, `() => 'x'.length`, `(a) => (a + 1).x`,
		`(a, b) => a in b`, `(a, b) => a instanceof b`, `(a) => [...a]`, `([a]) => a`, `({ a }) => a`, `(...a) => a`, `(a = f()) => a`, `(a = 1) => a`, `() => import('x')`,
		`(a) => { for (const x of a); }`, `(a) => { for (const x in a); }`, `(a) => { const { x } = a }`, `() => class { static x = f() }`, `(a) => ({ ...a })`, `() => ({ get x() { return 1 } })`,
		`() => { throw 1 }`, `() => { try { } finally { } }`, `() => null.x`, `(a) => a.#x`, `() => { using x = null }`,
		// Changes.
		`() => { x = 1 }`, `(a) => { a = 1 }`, `(a) => { a.x = 1 }`, `(a) => a++`, `(a) => --a.x`, `(a) => a.x ||= 1`, `(a) => delete a.x`, `(a) => { [a.x] = [1] }`, `() => { var x = 1 }`, `() => { function f() { } }`,
		// Globals, this, and what a handler is not given.
		`() => x`, `() => globalThis`, `() => undefined.x`, `() => Infinity`, `() => Math.PI`, `function () { return this }`, `function f() { return f }`, `function () { return arguments }`, `function () { return new.target }`, `() => eval`,
		// Objects, which a host would export with code.
		`() => ({})`, `() => []`, `() => /x/`, `() => () => 1`, `() => function () {}`, `() => class {}`,
		// Time and memory.
		`() => { for (;;); }`, `() => { while (true); }`, `() => { do { } while (1) }`, `() => 10n ** 10n`, `(a) => -1n`, `() => { l: { break l } }`, `(a) => { switch (a) { } }`, `() => { debugger }`,
		// Functions that are not called at once, and no functions.
		`async () => {}`, `async (a) => a`, `function* () {}`, `async function () {}`, `async function* () {}`, `1`, `add`, `(a, b)`, `[() => 1][0]`, `(() => 1) || 2`, `() => 1, f`, `f, () => 1`, `(() => () => 1)()`,
		`(a) => (1, a)`, `(a) => a` + strings.Repeat(` + a`, 2*deepestPure), `(a) => a` + strings.Repeat(`.a`, 2*deepestPure), `x) ; (add`,
	} {
		if _, pure, err := CompileHandler("test", source); pure != nil {
			t.Errorf("%s was taken for a function that only computes, %v", source, err)
		}
	}
}
