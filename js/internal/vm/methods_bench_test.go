package vm

import (
	"errors"
	"fmt"
	"testing"
)

// BenchmarkMethods compares the replaced methods with the engine's own in ordinary use.
func BenchmarkMethods(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"indexOf", `for (let i = 0; i < 1000; i++) a.indexOf(7)`},
		{"slice", `for (let i = 0; i < 1000; i++) a.slice(1)`},
		{"forEach", `for (let i = 0; i < 1000; i++) a.forEach((v) => v)`},
		{"concat", `for (let i = 0; i < 1000; i++) a.concat(a)`},
		{"splice", `for (let i = 0; i < 1000; i++) a.splice(2, 1, 3)`},
		{"sort", `for (let i = 0; i < 1000; i++) a.sort()`},
		{"apply", `for (let i = 0; i < 1000; i++) f.apply(null, a)`},
		{"resolve", `for (let i = 0; i < 1000; i++) Promise.resolve(i)`},
		{"map", `for (let i = 0; i < 1000; i++) a.map((v) => v)`},
		{"join", `for (let i = 0; i < 1000; i++) a.join()`},
		{"forof", `for (let i = 0; i < 1000; i++) for (const v of a);`},
		{"flat", `for (let i = 0; i < 1000; i++) a.flat()`},
		{"flatMap", `for (let i = 0; i < 1000; i++) a.flatMap((v) => v)`},
		{"from", `for (let i = 0; i < 1000; i++) Array.from({ length: 8 }, (_, k) => k)`},
		{"call", `for (let i = 0; i < 1000; i++) f.call(null, i)`},
		{"bind", `for (let i = 0; i < 1000; i++) f.bind(null, i)`},
		{"proxy", `for (let i = 0; i < 1000; i++) new Proxy({}, {})`},
		{"stringify", `for (let i = 0; i < 1000; i++) JSON.stringify(o)`},
		{"slicearguments", `for (let i = 0; i < 1000; i++) g(1, 2, 3)`},
	} {
		program, err := Compile("bench", c.source, false)
		if err != nil {
			b.Fatal(err)
		}
		for impl, rt := range map[string]*Runtime{"engine": newUncorrected(), "wakeful": New()} {
			if _, err := rt.RunString(`const a = [1, 2, 3, 4, 5, 6, 7, 8], o = { id: 1, name: 'abc', tags: ['a', 'b'], nested: { x: 1.5, y: null } };
				const f = (n) => n; function g() { return Array.prototype.slice.call(arguments, 1) }`); err != nil {
				b.Fatal(err)
			}
			b.Run("method="+c.name+"/impl="+impl, func(b *testing.B) {
				for b.Loop() {
					if _, err := rt.RunProgram(program); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkUnwind is what it costs to leave a number of calls through the engine when an
// interrupt comes. Through a function that is guarded it grows with the number, through a getter
// with its square.
func BenchmarkUnwind(b *testing.B) {
	for _, c := range []struct{ through, source string }{
		{"forEach", `(function f() { if (n--) [0].forEach(f); else { interrupt(); for (;;); } })()`},
		{"call", `(function f() { if (n--) f.call(); else { interrupt(); for (;;); } })()`},
		{"getter", `({ get a() { if (n--) return this.a; interrupt(); for (;;); } }).a`},
	} {
		for _, n := range []int{250, 500, 1000} {
			rt := New()
			rt.SetMaxCallStackSize(10_000)
			if err := rt.Set("interrupt", func() { rt.Interrupt("enough") }); err != nil {
				b.Fatal(err)
			}
			program, err := Compile("bench", c.source, false)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("through=%s/calls=%d", c.through, n), func(b *testing.B) {
				for b.Loop() {
					if err := rt.Set("n", n); err != nil {
						b.Fatal(err)
					}
					err := Try(rt, func() error { _, err := rt.RunProgram(program); return err })
					if _, ok := errors.AsType[*InterruptedError](err); !ok {
						b.Fatalf("it was not interrupted: %v", err)
					}
					rt.ClearInterrupt()
				}
			})
		}
	}
}
