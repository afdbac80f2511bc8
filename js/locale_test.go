package js_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// localeProgram prints for each call its result or the name of the exception.
const localeProgram = `
const show = (...call) => { try { console.log(JSON.stringify(call.pop()())) } catch (e) { console.log(e.name) } };
const us = 'en-US';
const fractions = [undefined, {}, { minimumFractionDigits: 2 }, { maximumFractionDigits: 0 }, { maximumFractionDigits: '1.9' }, { minimumFractionDigits: 5 },
	{ minimumFractionDigits: 1, maximumFractionDigits: 2 }, { minimumFractionDigits: 3, maximumFractionDigits: 1 }, { minimumFractionDigits: -1 },
	{ maximumFractionDigits: NaN }, { maximumFractionDigits: 101 }, { useGrouping: false }, { useGrouping: true }, { useGrouping: 'min2' }, { useGrouping: 'always' },
	{ useGrouping: 'no' }, { style: 'decimal' }, { unknown: 1 }, null, 5];
for (const o of fractions) {
	for (const x of [5, 1234567.891, -1234.5678, 0, -0, NaN, Infinity, -Infinity, 1e21, 0.0005, 1.0005, 2.5, 999.9995, -0.0001, 5e-324, 2 ** 53, new Number(1e4)])
		show(() => x.toLocaleString(us, o));
	for (const x of [0n, -12345n, 123456789012345678901234567890n, Object(1000n)]) show(() => x.toLocaleString(us, o));
}
for (const l of [undefined, null, 5, true, {}, [], us, 'EN-us', 'en', [us, 'de'], [5], '', 'x', 'en_US'])
	for (const x of [1234.5, 1234n, new Date(0)]) show(() => x.toLocaleString(l));
const dates = [new Date(2026, 0, 2, 15, 4, 5, 678), new Date(2026, 11, 31), new Date(2020, 1, 29, 12), new Date(2020, 1, 29, 0, 5, 6), new Date(NaN),
	new Date(-1e14), new Date(-8.64e15), new Date(8.64e15), new Date(-62198755200000), new Date(50, 0)];
for (const o of [undefined, {}, null, 5, { hour12: false }, { hour12: true }, { timeZone: 'UTC' }, { timeZone: 'utc' }, { timeZone: 'nowhere' }, { month: undefined }])
	for (const d of dates)
		for (const m of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) show(() => d[m](us, o));
const own = { toLocaleString(...all) { return all.length + JSON.stringify(all) } };
const cycle = [1]; cycle.push(cycle);
for (const list of [[1234.5, dates[0], 'x', null, undefined, [1e6, 2], 1n, own], [], cycle, new Uint32Array([1234, 5]), new Float64Array([1234.5678]), new BigInt64Array([12345n]),
	[{ toLocaleString: 1 }], Object.assign(Object.create(Array.prototype), { length: 1, 0: 1234 })]) {
	show(() => list.toLocaleString());
	show(() => list.toLocaleString(us, { minimumFractionDigits: 1 }));
}
const words = ['a', 'A', 'á', 'a\u0301', 'ä', 'b', 'B', 'e', 'é', 'z', '10', '9', 'a10', 'a9', '', 'ß', 'ss', 'co-op', 'coop', 'résumé', 'Resume', 'ñ', '日', '😀', ' ', '_', '-', '$', '.', 'a b', 'ab'];
for (const o of [undefined, {}, { numeric: true }, { sensitivity: 'base' }, { sensitivity: 'accent' }, { sensitivity: 'variant' }, { numeric: true, sensitivity: 'base' }, { sensitivity: 'no' }, null])
	show(() => words.map((a) => words.map((b) => '<=>'[a.localeCompare(b, us, o) + 1]).join('')).join(' '));
for (const f of [Number, BigInt, Date, Array]) show(() => { const m = f.prototype.toLocaleString; return [m.name, m.length, Object.getOwnPropertyDescriptor(f.prototype, 'toLocaleString').enumerable] });
show(() => ['a'.localeCompare('b', 'en'), ''.localeCompare.name, ''.localeCompare.length, 'undefined'.localeCompare()]);
for (const l of [undefined, 'en-US', 'de', 'tr', 'az', 'tr-TR', ['tr'], [], 5, null, '', 'el'])
	for (const s of ['Iiİı ABC ß', 'ΣΑΣ άέ', 'straße ﬁ', '']) show(() => [s.toLocaleLowerCase(l), s.toLocaleUpperCase(l)]);
for (const f of [() => Number.prototype.toLocaleString.call('5'), () => BigInt.prototype.toLocaleString.call(5), () => Date.prototype.toLocaleString.call(5),
	() => Array.prototype.toLocaleString.call(null), () => Uint8Array.prototype.toLocaleString.call({ length: 2 ** 53 }), () => String.prototype.localeCompare.call(null, 'a'), () => 'a'.localeCompare(Symbol())]) show(f);
`

// TestLocaleAsNode: supported calls print the same as in Node.
func TestLocaleAsNode(t *testing.T) {
	dir := files(t, map[string]string{"x.js": localeProgram})
	var out strings.Builder
	if code, err := start(t, js.WithStdout(&out)).Main(t.Context(), filepath.Join(dir, "x.js")); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v", code, err)
	}
	got := strings.Split(out.String(), "\n")
	for i, want := range []string{`"5"`, `"1,234,567.891"`, `"-1,234.568"`, `"0"`, `"-0"`, `"NaN"`, `"∞"`, `"-∞"`} {
		if got[i] != want {
			t.Errorf("line %d: %s, want %s", i, got[i], want)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: Node is not installed")
	}
	output, err := exec.Command(node, filepath.Join(dir, "x.js")).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(output), "\n")
	if len(got) != len(want) || len(want) < 700 {
		t.Fatalf("%d lines, %d of Node", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %s\nNode: %s", i, got[i], want[i])
		}
	}
}

// TestLocaleUnsupported: for an argument that Node supports and this runtime does not, the error
// lists what is supported.
func TestLocaleUnsupported(t *testing.T) {
	for source, want := range map[string]string{
		"(5).toLocaleString('de-DE')":                                     `only "en-US" is`,
		"5n.toLocaleString(['fr', 'en-US'])":                              `"fr" is not supported, only "en-US" is`,
		"(5).toLocaleString('en-US', {style: 'percent'})":                 "only minimumFractionDigits, maximumFractionDigits and useGrouping are",
		"[5].toLocaleString('en-US', {currency: 'EUR'})":                  "only minimumFractionDigits, maximumFractionDigits and useGrouping are",
		"new Date(0).toLocaleDateString('en-US', {dayPeriod: 'long'})":    "The option dayPeriod of Intl.DateTimeFormat is not supported",
		"new Date(0).toLocaleString('en-US', {calendar: 'chinese'})":      "has only the value gregory, not chinese",
		"'a'.localeCompare('b', 'sv')":                                    `only "en-US" is`,
		"'a'.localeCompare('b', 'en-US', {caseFirst: 'upper'})":           "only numeric and the sensitivities base, accent and variant are",
		"'a'.localeCompare('b', undefined, {sensitivity: 'case'})":        "only numeric and the sensitivities base, accent and variant are",
		"new Date(0).toLocaleString('en-US', {timeZone: 'Nowhere/City'})": "Invalid time zone specified: Nowhere/City",
	} {
		_, err := start(t).RunString(t.Context(), source)
		if err == nil || !strings.HasPrefix(err.Error(), "RangeError: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
}
