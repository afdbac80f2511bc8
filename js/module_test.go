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

// files writes files into a new directory and returns it.
func files(t *testing.T, all map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range all {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestModules(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string // main is the file that begins with "main"
		want  string
	}{
		{"require, with the cache and a cycle", map[string]string{
			"main.js": `const a = require('./a'); L([a.done, require('./a.js').n, require('./a') === a, require.main === module].join())`,
			"a.js":    `exports.n = 1; L(require('./b').seen); exports.done = true`,
			"b.js":    `exports.seen = require('./a').n`,
		}, "1 true,1,true,true"},
		{"JSON and directories", map[string]string{
			"main.js": `L(require('./data').x + require('./dir') + require('./pkg'))`, "data.json": `{"x": 1}`,
			"dir/index.js": `module.exports = 2`, "pkg/package.json": `{"main": "lib/it.js"}`, "pkg/lib/it.js": `module.exports = 3`,
		}, "6"},
		{"ES modules have live bindings", map[string]string{
			"main.mjs": `import { n, add } from './n.mjs'; import * as all from './n.mjs'; L(n); add(); L(n + all.n); L(typeof all.default)`,
			"n.mjs":    `export let n = 1; export const add = () => { n++ }; export default function () {}`,
		}, "1 4 function"},
		{"ES modules in a cycle", map[string]string{
			"main.mjs": `import { even } from './even.mjs'; L(even(10))`,
			"even.mjs": `import { odd } from './odd.mjs'; export function even(n) { return n === 0 || odd(n - 1) }`,
			"odd.mjs":  `import { even } from './even.mjs'; export function odd(n) { return n !== 0 && even(n - 1) }`,
		}, "true"},
		{"import of CommonJS and of built-ins", map[string]string{
			"main.mjs": `import d, { x } from './c.cjs'; import timers, { setTimeout as later } from 'node:timers'; L([d.x + x, later === globalThis.setTimeout, timers.setTimeout === later].join())`,
			"c.cjs":    `exports.x = 1`,
		}, "2,true,true"},
		{"top-level await, also in what is imported", map[string]string{
			"main.mjs": `L('main'); import { v } from './mid.mjs'; L(v); const late = await import('./late.mjs'); L(late.default + late.w)`,
			"mid.mjs":  `import { v as inner } from './deep.mjs'; export const v = inner + 1; L('mid')`,
			"deep.mjs": `L('deep'); export const v = await new Promise(r => setTimeout(r, 1, 41)); L('deeper')`,
			"late.mjs": `export const w = await 1; export default 'late'`,
		}, "deep deeper mid main 42 late1"},
		{"re-exports", map[string]string{
			"main.mjs": `import * as all from './all.mjs'; L(Object.keys(all).sort().join())`,
			"all.mjs":  `export * from './a.mjs'; export { a as b } from './a.mjs'; export * as ns from './a.mjs'; await 0;`,
			"a.mjs":    `export const a = 1; export default 2`,
		}, "a,b,ns"},
		{"import() of any module, and its failure", map[string]string{
			"main.js": `import('./m.mjs').then(m => L(m.x)).then(() => import('./missing.mjs')).catch(e => L(e.code))`,
			"m.mjs":   `export const x = 'dynamic'`,
		}, "dynamic MODULE_NOT_FOUND"},
		{"import.meta", map[string]string{
			"main.mjs": `L([import.meta.url.startsWith('file:///') && import.meta.url.endsWith('/main.mjs'), import.meta.resolve('./x.mjs') === new URL('./x.mjs', import.meta.url).href, import.meta.filename.endsWith('main.mjs')].join())`,
			"x.mjs":    ``,
		}, "true,true,true"},
		{"packages", map[string]string{
			"main.mjs":                        `import a from 'a'; import sub from 'a/sub'; import deep from 'a/files/x.js'; import o from '@o/p'; import own from '#own'; L([a, sub, deep, o, own].join())`,
			"package.json":                    `{"imports": {"#own": "./own.mjs"}}`,
			"own.mjs":                         `export default 'own'`,
			"node_modules/a/package.json":     `{"exports": {".": {"require": "./r.cjs", "import": "./i.mjs"}, "./sub": "./s.cjs", "./files/*": "./lib/*"}}`,
			"node_modules/a/i.mjs":            `export default 'import'`,
			"node_modules/a/r.cjs":            `module.exports = 'require'`,
			"node_modules/a/s.cjs":            `module.exports = 'sub'`,
			"node_modules/a/lib/x.js":         `module.exports = 'deep'`,
			"node_modules/@o/p/package.json":  `{"main": "it"}`,
			"node_modules/@o/p/it.js":         `module.exports = 'scoped'`,
			"node_modules/unrelated/index.js": `throw new Error('must not be loaded')`,
		}, "import,sub,deep,scoped,own"},
		{"TypeScript", map[string]string{
			"main.ts": `import { type T, f } from './f.js'; enum E { A = 1, B } class C { constructor(private x: number) {} get() { return this.x! } } const t: T = f<number>(E.B); L(t + new C(3).get())`,
			"f.ts":    `export type T = number; export const f = <X>(x: X): X => x`,
		}, "5"},
		{"newer syntax", map[string]string{
			"main.js": `async function* g() { yield 1; yield 2 } (async () => { for await (const x of g()) L(x); for await (const x of [Promise.resolve(3)]) L(x) })()`,
		}, "1 2 3"},
		{"type: module", map[string]string{
			"main.js": `import './a.js'; L(typeof module + typeof require)`, "a.js": `export {}; L(this === undefined)`, "package.json": `{"type": "module"}`,
		}, "true objectfunction"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := files(t, c.files)
			main := ""
			for name := range c.files {
				if strings.HasPrefix(name, "main.") {
					main = filepath.Join(dir, name)
				}
			}
			var trace []string
			r := start(t, js.WithGlobal("L", func(c js.FunctionCall) js.Value {
				trace = append(trace, c.Argument(0).String())
				return nil
			}), js.WithUncaught(func(e *js.Error) bool {
				t.Error(e.Report())
				return false
			}))
			if code, err := r.Main(t.Context(), main); code != 0 || err != nil {
				t.Errorf("exit code %d, %v", code, err)
			}
			if got := strings.Join(trace, " "); got != c.want {
				t.Errorf("ran %q, want %q", got, c.want)
			}
		})
	}
}

func TestModulesThatFail(t *testing.T) {
	dir := files(t, map[string]string{
		"missing.js": `require('./nowhere')`, "json.js": `require('./bad.json')`, "bad.json": `{`,
		"private.js": `require('p/secret')`, "node_modules/p/package.json": `{"exports": "./i.js"}`, "node_modules/p/i.js": ``,
		"syntax.ts": "const x: number = 1;\nlet y = = 2;", "awaits.js": `require('./a.mjs')`, "a.mjs": `await 1`,
		"throws.ts": "interface A {}\n\nexport const f = () => {\n  throw new Error('here');\n};\nf();",
	})
	for name, want := range map[string]string{
		"missing.js": "Cannot find module './nowhere'\nRequire stack:\n- " + filepath.Join(dir, "missing.js"), "json.js": "bad.json",
		"private.js": "does not export ./secret", "syntax.ts": "syntax.ts:2\nlet y = = 2;\n        ^",
		"awaits.js": "use import()", "throws.ts": "at f (" + filepath.Join(dir, "throws.ts") + ":4:", "none.js": "Cannot find module",
	} {
		r := start(t)
		_, err := r.RunFile(t.Context(), filepath.Join(dir, name))
		var thrown *js.Error
		if !errors.As(err, &thrown) || !strings.Contains(thrown.Stack, want) {
			t.Errorf("%s: got %+v, want a stack with %q", name, err, want)
		}
	}
}

func TestGoModule(t *testing.T) {
	loads := 0
	r := start(t, js.WithModule("host", func(*goja.Runtime) (any, error) {
		loads++
		return map[string]any{"answer": 42}, nil
	}))
	v, err := r.RunString(t.Context(), `require('host').answer + require('host').answer`)
	if err != nil || v.ToInteger() != 84 || loads != 1 {
		t.Errorf("got %v, %v after %d loads", v, err, loads)
	}
}
