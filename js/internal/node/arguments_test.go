package node_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// Which arguments functions accept and refuse, in tables by subject.
func TestArguments(t *testing.T) {
	for _, name := range []string{"arguments", "url_legacy", "clone_platform"} {
		t.Run(name, func(t *testing.T) {
			libtest.CompareAsync(t, libtest.Lines(t, "testdata/"+name+".txt"), inspected)
		})
	}
}

// The printed warning has the text of its options.
func TestEmitWarning(t *testing.T) {
	libtest.Differ(t, []string{`
		process.on('warning', (w) => console.log(w.name, w.code, w.detail, w.message))
		process.emitWarning('m', { type: 'T', code: 'C', detail: 'D' })
		process.emitWarning('m', { type: '', detail: 5 })
		process.emitWarning('m', 'T', 'C')
		process.emitWarning('m', 'T', () => {})
		process.emitWarning('m', () => {}, 'C')
		process.emitWarning(Object.assign(new Error('e'), { name: 'N', code: 'C' }))`})
}

// Strings with a length given by the program have the same largest length as in Node. The messages
// of the engine's own errors differ.
func TestStringLengths(t *testing.T) {
	var expressions []string
	for _, method := range []string{"padStart", "padEnd", "repeat"} {
		for _, receiver := range []string{"''", "'x'", "'\\ud83d\\ude00'", "5", "null", "undefined", "Symbol()", "{ toString() { throw new Error('receiver') } }"} {
			for _, arguments := range []string{"2**40", "2**53", "2**29 - 23", "1e308", "Infinity", "-Infinity", "-1", "-0", "NaN", "3.7", "'4'", "10n", "Symbol()",
				"3, 'ab'", "3, null", "3, Symbol()", "2**40, ''", "2**40, Symbol()", "2**40, 'ab'", "0, Symbol()", "{ valueOf() { throw new Error('length') } }", ""} {
				expressions = append(expressions, fmt.Sprintf(
					"(() => { try { return String.prototype.%s.call(%s) } catch (e) { return [e.name, /^(Invalid string length|receiver|length)$/.test(e.message) && e.message] } })()",
					method, strings.TrimSuffix(receiver+", "+arguments, ", ")))
			}
		}
		expressions = append(expressions,
			"(() => { const seen = [], odd = (name, v) => ({ toString() { seen.push(name); return v }, valueOf() { seen.push(name + ' value'); return v } }); "+
				"const s = String.prototype."+method+".call(odd('this', 'x'), odd('length', 3), odd('fill', 'ab')); return [s, seen] })()",
			"(() => { const f = String.prototype."+method+"; return [f.name, f.length, 'prototype' in f, Object.getOwnPropertyDescriptor(String.prototype, '"+method+"').enumerable] })()")
	}
	libtest.Compare(t, expressions, inspected)
}
