package node_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestInspect(t *testing.T) {
	libtest.Compare(t, libtest.Lines(t, "testdata/inspect.txt"), "(v) => util.inspect(v)")
}

func TestInspectOptions(t *testing.T) {
	expressions := libtest.Lines(t, "testdata/inspect.txt")
	for name, show := range map[string]string{
		"colors":     "(v) => util.inspect(v, { colors: true })",
		"deep":       "(v) => util.inspect(v, { depth: null, compact: false, breakLength: 40 })",
		"sorted":     "(v) => util.inspect(v, { sorted: true, getters: true, maxArrayLength: 3, maxStringLength: 10 })",
		"one line":   "(v) => util.inspect(v, { breakLength: Infinity, compact: true })",
		"separators": "(v) => util.inspect(v, { numericSeparator: true, depth: 0 })",
	} {
		t.Run(name, func(t *testing.T) { libtest.Compare(t, expressions, show) })
	}
}

// The length of a deep object's text grows with the square of the depth. If each level copied the
// levels below it, these cases would take minutes and exceed the time limit of a comparison. The
// output is the length, both ends, and a sum over every 97th character.
func TestInspectDeep(t *testing.T) {
	const digest = `(v) => { let sum = 0; for (let i = 0; i < v.length; i += 97) sum = (sum * 31 + v.charCodeAt(i)) | 0;
		return [v.length, sum, v.slice(0, 200), v.slice(-200)].join("\n") }`
	expressions := []string{
		"(() => { const shared = { leaf: [1, 2, 3] }; let o = {}; for (let i = 0; i < 800; i++) { o = { o, i }; for (let k = 0; k < 3; k++) o['k' + k] = shared } return util.inspect(o, { depth: Infinity }) })()",
		"(() => { let o = []; for (let i = 0; i < 150; i++) o = [1, 2, o, 3, 4, 5, 6, 'seven']; return util.inspect(o, { depth: Infinity }) })()",
		"(() => { let o = []; for (let i = 0; i < 150; i++) o = [1, 2, o, 3, 4, 5, 6, 'seven']; return util.inspect(o, { depth: Infinity, colors: true }) })()",
		"(() => { let o = new Map(); for (let i = 0; i < 500; i++) o = new Map([[i, o], ['set', new Set([i, { i }])]]); return util.inspect(o, { depth: Infinity }) })()",
		"(() => { let o = {}; for (let i = 0; i < 150; i++) o = { o, text: 'line\\n'.repeat(5) }; return util.inspect(o, { depth: Infinity, compact: true }) })()",
		"(() => { let o = {}; for (let i = 0; i < 500; i++) o = { o, n: null, u: undefined }; return util.inspect(o, { depth: Infinity, compact: false }) })()",
		"(() => { const nodes = []; for (let i = 0; i < 40; i++) nodes.push({ i, links: [] }); for (let i = 0; i < 40; i++) for (let k = 1; k < 3; k++) nodes[i].links.push(nodes[(i * 7 + k * 11) % 40]); " +
			"return util.inspect(nodes[0], { depth: 14 }) })()",
		"(() => { let o = { z: 1 }; for (let i = 0; i < 60; i++) o = { z: o, a: { [util.inspect.custom]: (d, options) => 'custom ' + options.depth + '\\nline' }, m: { wide: '\\u4f60\\u0301'.repeat(50) } }; " +
			"return util.inspect(o, { depth: Infinity, sorted: (a, b) => b.length - a.length }) })()",
		"(() => { let o = { z: 1 }; for (let i = 0; i < 60; i++) o = { z: [o, o.x, '\\u4f60\\u0301'.repeat(20), 1, 2, 3, 4, 5], get x() { return i }, [Symbol('s')]: new Proxy([i], {}) }; " +
			"return util.inspect(o, { depth: Infinity, getters: true, showProxy: true, showHidden: true }) })()",
		"(() => { let e = new RangeError('first'); e.stack = 'RangeError: first'; for (let i = 0; i < 60; i++) { e = Object.assign(new Error('e' + i, { cause: e }), { i, list: [e.i, 1, 2, 3, 4, 5, 6] }); e.stack = 'Error: e' + i + '\\n    at here' } " +
			"return util.inspect(e, { depth: Infinity }) })()",
	}
	if testing.Short() { // half as deep is a quarter of the text
		halved := strings.NewReplacer("i < 800", "i < 400", "i < 500", "i < 250", "i < 150", "i < 75")
		for i, e := range expressions {
			expressions[i] = halved.Replace(e)
		}
	}
	libtest.Compare(t, expressions, digest)
}

// These outputs differ from Node's because the engine does not provide the information. The test
// fails when that changes.
func TestInspectDeviations(t *testing.T) {
	for expression, want := range map[string]string{
		"new Map([[1, 2]]).entries()": "Object [Map Iterator] {}",
		"new Set([1]).values()":       "Object [Set Iterator] {}",
		"(() => { function F() {} F.prototype = Object.create(null); return new F() })()": "Object <[Object: null prototype] {}> {}",
		"Object.setPrototypeOf(/x/g, null)":                                               "[RegExp: null prototype] /x/",
	} {
		result := libtest.Run(t, "console.log(require('util').inspect("+expression+"))")
		if got := strings.TrimSuffix(result.Stdout, "\n"); got != want {
			t.Errorf("%s: %s, want %s", expression, got, want)
		}
	}
}
