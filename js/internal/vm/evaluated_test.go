package vm_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// FuzzEvaluated: what eval and new Function compile does not panic in Go.
func FuzzEvaluated(f *testing.F) {
	if !vm.Repairs() {
		f.Skip("NOT RUN: built with the tag wakeful_purego, with which the source of eval is not seen")
	}
	for _, source := range []string{
		`'\u{10FFFF}'`, "`\\u{10ffff}${1}\\u{10FFFF}`", `/[\u{10FFFF}-\x]/u.test('\400\u')`, `class A extends B { #x = 1; static { this.#x } get y() { return super.y } }`,
		`async function* f({ a = 1, ...b } = {}, [c, , d = await 1] = []) { for await (const x of y) yield* z; label: for (;;) continue label }`,
		`try { throw 1n ** 2n } catch { } finally { switch (a?.b?.[c] ?? d) { case 0: default: break } }`, "tag`a${`b${c}`}\\u`", `new.target`, `import('x')`, `export default 1`,
		`var { [a]: b, "c": d, 1: e, ...f } = g, [h = 1, ...i] = j`, `({ get a() {}, set a(v) {}, async *b() {}, [c]() {}, __proto__: null })`, `a => ({}) => async b => await b`,
		`if (a) function f() {} else while (0) do ; while (0)`, `<!-- comment\n--> another`, `0x1p3 + 0b12 + 0o8 + 1_0_ + .e1 + 08.5 + 1n.x`, "'\\\r\n\u2028\\\u2029' + \"\\0\\8\\x4\\u00\"",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if program, err := vm.Compile("fuzz.js", source, false); err == nil && program == nil {
			t.Errorf("%q: no program and no error", source)
		}
		rt := vm.New()
		program, err := vm.Compile("eval.js", `(source) => { try { eval('throw 0;' + source) } catch (e) { return e === 0 || e instanceof SyntaxError || e instanceof ReferenceError } }`, false)
		if err != nil {
			t.Fatal(err)
		}
		v, err := rt.RunProgram(program)
		if err != nil {
			t.Fatal(err)
		}
		call, _ := vm.AssertFunction(v)
		err = vm.Try(rt, func() error {
			v, err = call(vm.Undefined(), rt.ToValue(source))
			return err
		})
		if err != nil || !v.ToBoolean() {
			t.Errorf("%q: %v, %v", source, v, err)
		}
	})
}

// TestFunctionOfMoreThanABody: the arguments of new Function are parameters and a body. What follows
// a body that closes the function is not evaluated.
func TestFunctionOfMoreThanABody(t *testing.T) {
	if !vm.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the source of eval is not seen")
	}
	const program = `
		var reached = 0, thrown = []
		const constructors = [Function, (async () => {}).constructor, (function* () {}).constructor]
		for (const make of constructors) {
			for (const args of [['}); reached++; (function () {'], ['a', '})(reached++, function () {'], ['}, reached++, function () {'],
				['a) { }); reached++; (function (', ''], ['} + reached++ + function () {'], ["\\n}); reached++\\n(function () {\\n"], ['}); throw 1; ({']]) {
				try { make(...args); thrown.push(make.name + ': ' + args) } catch (e) { if (!(e instanceof SyntaxError)) thrown.push(make.name + ': ' + e) }
			}
			for (const args of [[], [''], ['a', 'b = (function () { return 1 })', 'return function () { }'], ['return "})"'], ['({})'], ['a, {b}, ...c', '// })']])
				if (typeof make(...args) !== 'function') thrown.push(make.name + ': ' + args)
		}
		if (eval('(function anonymous() { return 1 })()') !== 1) thrown.push('eval')
		if (new Function('a', 'b', 'return a + b')(1, 2) !== 3) thrown.push('the sum')
		reached + ' ' + thrown`
	p, err := vm.Compile("function.js", program, false)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := vm.New().RunProgram(p); err != nil || v.String() != "0 " {
		t.Errorf("reached and not thrown: %v, %v; want 0 and nothing", v, err)
	}
}
