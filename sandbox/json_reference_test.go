package sandbox_test

// JSON.parse and JSON.stringify of the module's own C against the engine's, which a reviver or a
// replacer that changes nothing asks for.

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

const jsonCases = `
const show = (f) => { try { return [typeof f(), JSON.stringify(f(), (k, v) => Object.is(v, -0) ? 'minus zero' : v), keys(f())] } catch (e) { return e.name + ': ' + e.message } };
const keys = (v) => v && typeof v === 'object' ? Object.keys(v).map((k) => [k, Object.getOwnPropertyDescriptor(v, k).writable, keys(v[k])]) : Object.is(v, -0);
let seed = 1, count = 0;
const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
const names = ['a', 'b', 'id', 'price', '', '0', '10', '-1', '__proto__', 'toJSON2', 'ä', '\u0416', 'x"y', 'x\\', 'constructor', 'length'];
const strings = ['', 'a', 'word', 'two words', 'ä', 'ÿ', '\u0416', '\ud800', '😀', '\n\t\b\f\r', '"', '\\', '/', '\u0000\u001f', '\u007f', '\u2028', 'x'.repeat(100)];
const numbers = [0, -0, 1, -1, 0.5, 1e21, 1e-7, 123456789012345680000, 2147483647, -2147483648, 2147483648, 0.1, 1/3, 5e-324, 1.7976931348623157e308, NaN, Infinity, 9007199254740993, 1.15];
function value(depth) {
	switch (random(depth > 3 ? 6 : 10)) {
	case 0: return numbers[random(numbers.length)];
	case 1: return random(1e9) / 10 ** random(12);
	case 2: return strings[random(strings.length)];
	case 3: return [true, false, null, undefined][random(4)];
	case 4: return strings[random(strings.length)] + strings[random(strings.length)];
	case 5: return random(1000);
	case 6: case 7: return Array.from({length: random(5)}, () => value(depth + 1));
	}
	const shape = Array.from({length: random(5)}, () => names[random(names.length)]);
	const object = () => { const o = {}; for (const n of shape) Object.defineProperty(o, n, {value: value(depth + 1), writable: true, enumerable: random(20) > 0, configurable: true}); return o };
	return random(2) ? object() : [object(), object(), object()];
}
const same = (what, f, g) => { count++; const a = JSON.stringify(show(f), (k, v) => v), b = JSON.stringify(show(g), (k, v) => v); if (a !== b) throw new Error(what + ': ' + a + ' instead of ' + b) };
const parse = (text) => same('parse ' + text, () => JSON.parse(text), () => JSON.parse(text, (k, v) => v));
const stringify = (v) => same('stringify', () => JSON.stringify(v), () => JSON.stringify(v, (k, v) => v));
for (const text of ['', ' ', '-', '-0', '0', '00', '01', '1.', '.5', '1e', '1e5', '1E+2', '-1.5e-3', '1e400', '+1', '0x10', '123456789012345678', '0.1234567890123456789', '"', '"\\', '"\\u12', '"\\x"', '"a\nb"', 'tru', 'true', 'truex', 'null', 'nul', '[', '[1', '[1,', '[1,]', '[,]', '{', '{}', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', "{'a':1}", '{"a":1 "b":2}', ' [ 1 , 2 ] ', '\ufeff1', '1 2', '\v1', '//', '[1]]', '{"a\\"b":1}', '[{"a\\\\":1},{"a\\"b":2}]', '[{"a":1,"b":2},{"a":1},{"a":1,"b":2,"c":3},{"b":1,"a":2},{"a":1,"a":2}]', '[{"a":1},{"\\u0061":2}]', '[{"ä":1},{"ä":2}]', '{"__proto__":{"x":1}}', '{"__proto__":1,"__proto__":2}', '[{"1":1,"0":2},{"1":1,"0":2}]', '"\\ud83d\\ude00"', '"\\u00e4\\u0416"', '['.repeat(1e5), '9'.repeat(100), '0.' + '9'.repeat(100)]) parse(text);
for (let i = 0; i < ROUNDS; i++) {
	const v = value(0);
	stringify(v);
	let text = JSON.stringify(v, (k, v) => v, [undefined, ' ', '\t'][random(3)]);
	if (text === undefined) continue;
	parse(text);
	const at = random(text.length);
	parse(text.slice(0, at) + ['', '"', '\\', ',', '}', '1', '\n', 'ä', '\u0416', ' '][random(10)] + text.slice(at + random(3)));
	parse(('x' + text + '9').slice(1, 1 + random(text.length + 2)));
}
const circle = {}; circle.a = [circle]; stringify(circle);
const wide = {}; wide.a = wide.b = wide; stringify(wide);
const long = [1]; long.length = 3; stringify(long);
const deleted = {a: 1, b: 2, c: 3}; delete deleted.b; stringify(deleted);
const others = [new Date(0), new Map(), /x/, 1n, Symbol(), () => 1, new Proxy({a: 1}, {}), Object.create(null), Object.create({a: 1}), new String('x'), new Number(1), Object(false), {get a() { return 1 }}, {toJSON() { return 1 }}, [, 1], new Uint8Array(2), Object.assign([1], {toJSON: () => 2}), class {}, new (class { a = 1 })];
for (const o of others) { stringify(o); stringify([o]); stringify({o}) }
Object.prototype.toJSON = function() { return 7 }; stringify({a: 1}); stringify([1]); delete Object.prototype.toJSON;
Array.prototype.toJSON = function() { return 8 }; stringify({a: [1]}); delete Array.prototype.toJSON;
Object.setPrototypeOf(Array.prototype, {toJSON: () => 9}); stringify([1]); Object.setPrototypeOf(Array.prototype, Object.prototype);
Object.defineProperty(Object.prototype, 'a', {set() { throw 1 }, configurable: true}); parse('[{"a":1},{"a":2}]'); delete Object.prototype.a;
count`

func TestJSONIsTheEngines(t *testing.T) {
	t.Parallel()
	compareInScript(t, jsonCases, "5000", "1000")
}

// compareInScript runs a script that throws at a difference and returns how many comparisons it has made.
func compareInScript(t *testing.T, cases, rounds, short string) {
	t.Helper()
	if testing.Short() {
		rounds = short
	}
	sb := open(t, sandbox.Config{CPU: time.Minute, Wall: 5 * time.Minute})
	n, err := sb.Eval(t.Context(), "compare.js", "const ROUNDS = "+rounds+";"+cases)
	if err != nil {
		t.Fatal(err)
	}
	if n.(float64) < 4000 {
		t.Fatalf("only %v comparisons", n)
	}
	t.Logf("%v comparisons", n)
}
