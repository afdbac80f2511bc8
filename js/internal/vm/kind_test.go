package vm

import (
	"strings"
	"testing"
)

// TestKindOf: the engine's types have the names that are expected.
func TestKindOf(t *testing.T) {
	rt := New()
	run := runner(t, rt)
	if err := rt.Set("kind", func(call FunctionCall) Value { return rt.ToValue(KindOf(call.Argument(0))) }); err != nil {
		t.Fatal(err)
	}
	for want, values := range map[string]string{
		"":       "1, 'a', null, undefined",
		"Object": "{}, Math, globalThis, Promise.prototype, Object.create(new Map()), (function* () {})()",
		"Array":  "[], (() => { const a = []; a[1e6] = 1; return a })()", "Arguments": "(function () { return arguments })()",
		"Map": "new Map()", "Set": "new Set()", "WeakMap": "new WeakMap()", "WeakSet": "new WeakSet()", "Promise": "Promise.resolve()",
		"Proxy": "new Proxy({}, {}), new Proxy(() => 1, {})", "Function": "() => 1, async () => 1, class {}, isNaN.bind(1)",
		"Date": "new Date()", "RegExp": "/x/", "Error": "new TypeError()", "Number": "Object(1)", "String": "Object('')", "Boolean": "Object(true)",
		"BigInt": "Object(1n)", "Symbol": "Object(Symbol())", "ArrayBuffer": "new ArrayBuffer(1)", "DataView": "new DataView(new ArrayBuffer(1))",
		"Uint8Array": "new Uint8Array()", "Uint8ClampedArray": "new Uint8ClampedArray()", "Int8Array": "new Int8Array()",
		"Uint16Array": "new Uint16Array()", "Int16Array": "new Int16Array()", "Uint32Array": "new Uint32Array()", "Int32Array": "new Int32Array()",
		"Float32Array": "new Float32Array()", "Float64Array": "new Float64Array()", "BigInt64Array": "new BigInt64Array()", "BigUint64Array": "new BigUint64Array()",
	} {
		got := run("[" + values + "].map(kind).join()")
		if strings.Trim(strings.ReplaceAll(got, want, ""), ",") != "" || want != "" && !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", values, got, want)
		}
	}
}
