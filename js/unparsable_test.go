package js_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// unparsable is source on which the engine's parser panics.
var unparsable = []string{`let [...a(`, `let [...function`, `const [[...a?.b ?? c[]]`, `let [...x(1`, `class A { m() { let [...class`}

// TestUnparsableSource: source on which the engine's parser panics is a SyntaxError, wherever it
// comes from. The runtime and another one on the same loop go on.
func TestUnparsableSource(t *testing.T) {
	files := fstest.MapFS{}
	for i, source := range unparsable {
		for _, extension := range []string{"js", "mjs", "ts"} {
			files[fmt.Sprintf("%d.%s", i, extension)] = &fstest.MapFile{Data: []byte(source)}
		}
	}
	r := start(t, strict(t), js.WithFS(files), js.WithModules())
	p := newPool(t, js.PoolConfig{Min: 1, Max: 1})
	check := func(source string, err error) {
		t.Helper()
		thrown, ok := errors.AsType[*js.Error](err)
		if _, panicked := errors.AsType[*wakeful.PanicError](err); !ok || panicked || !strings.Contains(err.Error(), "SyntaxError") || strings.Contains(thrown.Stack, ".go:") {
			t.Errorf("%s: got %v, want a SyntaxError", source, err)
		}
		stillWorks(t, r, source)
	}
	for i, source := range unparsable {
		_, err := r.RunString(t.Context(), source)
		check(source, err)
		_, err = r.Eval(t.Context(), source)
		check(source, err)
		if _, err = p.Run(t.Context(), source); err == nil || !strings.Contains(err.Error(), "SyntaxError") {
			t.Errorf("handler %s: got %v, want a SyntaxError", source, err)
		}
		for _, extension := range []string{"js", "mjs", "ts"} {
			_, err := r.Eval(t.Context(), fmt.Sprintf(`import('/%d.%s')`, i, extension))
			check(source+" in a file ."+extension, err)
		}
	}
}

// TestUnparsableSourceOfEval: source on which the engine's parser panics is a SyntaxError, which a
// script can catch, in eval and in the constructors of functions.
func TestUnparsableSourceOfEval(t *testing.T) {
	if !js.Repairs() {
		t.Skip("NOT RUN: built with the tag wakeful_purego, with which the source of eval is not seen")
	}
	r := start(t, strict(t))
	for _, source := range unparsable {
		for _, compile := range []string{
			`eval(text)`, `(0, eval)(text)`, `new Function(text)`, `new Function('a', text)`, `(async () => {}).constructor(text)`,
			`(function* () {}).constructor(text)`, `[text].map(eval)`, `(() => { 'use strict'; eval(text) })()`, `eval('eval(text)')`,
		} {
			script := fmt.Sprintf(`{ const text = %q; try { %s; 'nothing thrown' } catch (e) { e instanceof SyntaxError ? e.name : e } }`, source, compile)
			if got, err := r.Eval(t.Context(), script); err != nil || got != "SyntaxError" {
				t.Errorf("%s: %v, %v", script, got, err)
			}
		}
		_, err := r.Eval(t.Context(), fmt.Sprintf("eval(%q)", source))
		if thrown, ok := errors.AsType[*js.Error](err); !ok || !strings.Contains(thrown.Stack, "at [eval]:1:") {
			t.Errorf("%s: %v, with the stack %s", source, err, stackText(thrown))
		}
		_, err = start(t).MainString(t.Context(), "main.js", fmt.Sprintf("setTimeout(() => eval(%q), 1)", source))
		if err == nil || !strings.Contains(err.Error(), "SyntaxError") {
			t.Errorf("%s in a timer: %v", source, err)
		}
		stillWorks(t, r, source)
	}
}

// TestLastCharacter: code may have the escape \u{10FFFF}, on which the engine's parser panics.
func TestLastCharacter(t *testing.T) {
	r := start(t, strict(t))
	for _, literal := range []string{`'\u{10FFFF}'`, `"\u{10ffff}"`, "`\\u{0010FFFF}`", "`${'\\u{10FFFF}'}`", `'a\\u{10FFFF}'.slice(1) && '\u{10FFFF}'`, `/^[\u{10FFFF}]$/u.exec('\u{10FFFF}')[0]`} {
		sources := []string{literal}
		if js.Repairs() {
			sources = append(sources, fmt.Sprintf(`eval(%q)`, literal), fmt.Sprintf(`(0, eval)(%q)`, literal), fmt.Sprintf(`new Function('return ' + %q)()`, literal))
		}
		for _, source := range sources {
			got, err := r.Eval(t.Context(), `(`+source+`).codePointAt(0).toString(16) + (`+source+`).length`)
			if err != nil || got != "10ffff2" {
				t.Errorf("%s: %v, %v", source, got, err)
			}
		}
	}
}
