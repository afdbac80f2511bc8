package vm

import "testing"

// BenchmarkMethods is what the replaced methods cost where a program uses them in the ordinary
// way, against the engine's own.
func BenchmarkMethods(b *testing.B) {
	for _, c := range []struct{ name, source string }{
		{"indexOf", `for (let i = 0; i < 1000; i++) a.indexOf(7)`},
		{"slice", `for (let i = 0; i < 1000; i++) a.slice(1)`},
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
		for impl, rt := range map[string]*Runtime{"engine": newUncured(), "wakeful": New()} {
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
