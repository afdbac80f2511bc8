package js_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/wakeful-go/wakeful/js"
)

// exporting are modules with exports.
var exporting = map[string]string{
	"a.mjs":         `export const a = 1; export default function () {}; export { b as c } from './deep/b.mjs'; export * from './deep/star.mjs'`,
	"deep/b.mjs":    `import { a } from '../a.mjs'; export let b = 2; export const later = () => a`,
	"deep/star.mjs": `export const star = 3`,
	"common.cjs":    `exports.x = 1; exports['no' + 'where'] = undefined`,
	"types.ts":      `export type T = number; export interface I { n: T } export enum E { A = 1 }`,
	"all.ts":        `export { T, I } from './types.ts'; export * from './types.ts'`,
	"chain.mjs":     `import { nope } from './deep/star.mjs'; await null`,
	"data.json":     `{"x": 1}`,
}

// TestImportsOfMissingNames: a module that imports a missing name runs no code, and the error
// names the module and the name.
func TestImportsOfMissingNames(t *testing.T) {
	for source, want := range map[string]string{
		`import { nope } from './a.mjs'`:              `main.mjs:1 import { nope } from './a.mjs' ^ SyntaxError: The requested module './a.mjs' does not provide an export named 'nope'`,
		`import { a, c, star, nope } from './a.mjs'`:  `'./a.mjs' does not provide an export named 'nope'`,
		`import nope from './deep/b.mjs'`:             `'./deep/b.mjs' does not provide an export named 'default'`,
		`export { nope } from './a.mjs'`:              `'./a.mjs' does not provide an export named 'nope'`,
		`import './chain.mjs'`:                        `chain.mjs:1 import { nope } from './deep/star.mjs'; await null ^ SyntaxError: The requested module './deep/star.mjs'`,
		`await 0; import { nope } from './a.mjs'`:     `'./a.mjs' does not provide an export named 'nope'`,
		`import { nope } from 'node:fs'`:              `'node:fs' does not provide an export named 'nope'`,
		`import { answer, nope } from 'host'`:         `'host' does not provide an export named 'nope'`,
		`import { E, nope } from './all.ts'; L(nope)`: `'./all.ts' does not provide an export named 'nope'`,
		`import { nope } from './nowhere.mjs'`:        `Cannot find module`,
	} {
		stack, ran := importing(t, source+"\nL('ran')")
		if stack = strings.Join(strings.Fields(stack), " "); !strings.Contains(stack, want) || ran != "" {
			t.Errorf("%s: got %q after %q, want %q", source, stack, ran, want)
		}
	}
}

// TestImportsOfExportedNames: reexported names, names of modules that are not ES modules, and
// types can be imported.
func TestImportsOfExportedNames(t *testing.T) {
	for source, want := range map[string]string{
		`import d, { a, c, star as s } from './a.mjs'; import * as all from './a.mjs'; L([typeof d, a, c, s, all.nope].join())`: "function,1,2,3,",
		`await import('./chain.mjs').catch(e => L(e.message))`:                                                                  "The requested module './deep/star.mjs' does not provide an export named 'nope'",
		`import { later } from './deep/b.mjs'; L(later())`:                                                                      "1",
		`import common, { x, nowhere } from './common.cjs'; L([common.x, x, nowhere].join())`:                                   "1,1,",
		`import data from './data.json'; L(data.x)`:                                                                             "1",
		`import { T, I, E } from './all.ts'; const t: T = E.A; const i: I = { n: t }; L(i.n)`:                                   "1",
		`import fs, { readFileSync } from 'fs'; import Events, { once } from 'node:events'; import { answer } from 'host'; L([fs.readFileSync === readFileSync, once === Events.once, answer].join())`: "true,true,42",
	} {
		if stack, ran := importing(t, source); ran != want || stack != "" {
			t.Errorf("%s: got %q after %q, want %q", source, stack, ran, want)
		}
	}
}

// importing runs a module beside the modules of exporting, and returns the stack of its error and
// its output.
func importing(t *testing.T, source string) (stack, ran string) {
	t.Helper()
	dir := files(t, exporting)
	main := "main.mjs"
	if strings.Contains(source, "all.ts") {
		main = "main.ts"
	}
	if err := os.WriteFile(filepath.Join(dir, main), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, js.WithGlobal("L", func(c js.FunctionCall) js.Value {
		ran += c.Argument(0).String()
		return nil
	}), js.WithModule("host", func(*goja.Runtime) (any, error) { return map[string]any{"answer": 42}, nil }))
	_, err := r.EvalFile(t.Context(), filepath.Join(dir, main))
	if thrown, ok := errors.AsType[*js.Error](err); ok {
		return thrown.Stack, ran
	}
	if err != nil {
		t.Errorf("%s: %v", source, err)
	}
	return "", ran
}

// TestCallsTooDeep: a script whose calls are nested too deep ends with the same error as in Node,
// and the runtime continues.
func TestCallsTooDeep(t *testing.T) {
	r := start(t)
	_, err := r.RunString(t.Context(), `function deeper() { deeper() }
try { deeper() } catch {}`)
	var thrown *js.Error
	if !errors.As(err, &thrown) || thrown.Error() != "RangeError: Maximum call stack size exceeded" || strings.Count(thrown.Stack, "at deeper (") != 10 {
		t.Errorf("got %+v", err)
	}
	if v, err := r.RunString(t.Context(), `1 + 1`); err != nil || v.ToInteger() != 2 {
		t.Errorf("afterwards %v, %v", v, err)
	}
}
