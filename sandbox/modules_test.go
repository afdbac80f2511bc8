package sandbox_test

// Modules: what scripts import, and the errors of imports.

import (
	"context"
	"errors"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/sandbox"
)

func TestImports(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{Modules: sandbox.Files{"shared/tax.js": "export const tax = n => n * 2"}})
	files := sandbox.Files{
		"acme/main.js": `import {twice} from './lib/twice.js'
			import data from '../data.json' with {type: 'json'}
			import {join} from 'node:path'
			export const name = 'main'
			export const all = () => [twice(data.n), join('a', 'b'), import.meta.url]
			export const later = async (name, options) => (await import(name, options)).default
			export const counted = async () => [(await import('/count.js')).next(), (await import('../count.js')).next()]`,
		"acme/lib/twice.js": "import {name} from '../main.js'\nexport const twice = n => name + 2 * n", // a circle
		"data.json":         `{"n": 4}`,
		"count.js":          "let n = 0; export const next = () => ++n",
		"e.js":              "export default await Promise.resolve('e')",
		"broken.json":       "{",
	}
	p, err := sb.CompileFS(files, "acme/main.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		function  string
		arguments []any
		want      any
		wrong     string
	}{
		{"all", nil, []any{"main8", "a/b", "file:///acme/main.js"}, ""},
		{"later", []any{"../e.js"}, "e", ""},
		{"later", []any{"e.js"}, "e", ""},
		{"later", []any{"/data.json", map[string]any{"with": map[string]any{"type": "json"}}}, map[string]any{"n": 4.0}, ""},
		{"counted", nil, []any{1.0, 2.0}, ""},
		{"counted", nil, []any{1.0, 2.0}, ""}, // in memory of its own
		{"later", []any{"./none.js"}, nil, `there is no module "./none.js", which acme/main.js imports`},
		{"later", []any{"../../e.js"}, nil, "there is no module"},
		{"later", []any{"https://example.com/e.js"}, nil, "there is no module"},
		{"later", []any{"shared/tax.js"}, nil, "there is no module"},
		{"later", []any{strings.Repeat("x", 5000)}, nil, "the name of a module has 5000 bytes"},
		{"later", []any{"node:fs"}, nil, "there is no built-in module node:fs"},
		{"later", []any{"/data.json"}, nil, `import it with { type: "json" }`},
		{"later", []any{"/data.json", map[string]any{"with": map[string]any{"type": "css"}}}, nil, `the import attribute type: "css" is unknown`},
		{"later", []any{"/broken.json", map[string]any{"with": map[string]any{"type": "json"}}}, nil, "the module broken.json is no JSON"},
	} {
		got, err := p.Call(t.Context(), test.function, test.arguments...)
		if (test.wrong == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), test.wrong) || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %.80v: %v, %v; want %v, %s", test.function, test.arguments, got, err, test.want, test.wrong)
		}
	}
	p, err = sb.Compile("acme/rules.js", "import {tax} from '../shared/tax.js'; export const f = () => tax(2)")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Call(t.Context(), "f"); err != nil || got != 4.0 {
		t.Error(got, err)
	}
	if got, err := sb.Eval(t.Context(), "x.js", "(await import('shared/tax.js')).tax(3)"); err != nil || got != 6.0 {
		t.Error(got, err)
	}
}

// TestModuleErrors has errors of modules that are being loaded, with their positions.
func TestModuleErrors(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{Memory: 16 << 20})
	for _, test := range []struct {
		main, other string
		message, at string
	}{
		{"\n  import {x} from './n.js'", "export const y = 1", "Could not find export 'x' in module 'n.js', which m.js:2:3 imports", "m.js:2:3"},
		{"export {default} from './n.js'", "", "Could not find export 'default' in module 'n.js', which m.js:1:1 imports", "m.js:1:1"},
		{"let ä; import './none.js'", "", `there is no module "./none.js", which m.js:1:8 imports`, "m.js:1:8"},
		{"import './n.js'", "\nlet a = ;", "unexpected token in expression: ';'", "n.js:2:9"},
		{"import './n.js'", "\n throw new Error('top')", "top", "n.js:2:12"},
		{"import './n.js'", "import './deep/none.js'", `there is no module "./deep/none.js", which n.js:1:1 imports`, "n.js:1:1"},
		{"import './n.js'", strings.Repeat(" ", 17<<20), "the module n.js has more than", ""},
		{"import 'node:net'", "", "there is no built-in module node:net, which m.js imports", ""},
	} {
		_, err := sb.CompileFS(sandbox.Files{"m.js": test.main, "n.js": test.other}, "m.js")
		var script *sandbox.ScriptError
		if !errors.As(err, &script) || !strings.Contains(script.Message, test.message) || !strings.Contains(script.Stack, test.at) {
			t.Errorf("%s: %v, want %s at %s", test.main, err, test.message, test.at)
			if script != nil {
				t.Log(script.Stack)
			}
		}
	}
	if _, err := sb.CompileFS(sandbox.Files{}, "m.js"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestFiles(t *testing.T) {
	files := sandbox.Files{"a.js": "1", "lib/b.js": "22"}
	text, err := fs.ReadFile(files, "lib/b.js")
	if err != nil || string(text) != "22" {
		t.Error(text, err)
	}
	for _, name := range []string{"", "/a.js", "lib", "../a.js", "none"} {
		if _, err := files.Open(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTranslate has a translator of its own, which replaces a word and gives the map for that.
func TestTranslate(t *testing.T) {
	t.Parallel()
	// The map says that the second line of the code is the first of the source, column by column.
	const comment = "\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIm0udHMiXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IjtBQUFBIn0="
	translate := func(name, source string) (string, error) {
		if strings.Contains(source, "wrong") {
			return "", errors.New(name + ":1:2: wrong")
		}
		if strings.Contains(source, "panic") {
			panic("oh")
		}
		return "// translated\n" + strings.ReplaceAll(source, ": number", "") + comment, nil
	}
	var lines []string
	sb := open(t, sandbox.Config{Translate: translate, Console: func(l sandbox.Line) { lines = append(lines, l.Text) }})
	p, err := sb.CompileFS(sandbox.Files{"m.ts": "import {f} from './n.js'; export const g = f, log = () => console.log(new Error('x').stack)", "n.ts": "export const f = (n: number) => { if (n > 1) throw new Error('large'); return n }"}, "m.ts")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Call(t.Context(), "g", 1); err != nil || got != 1.0 {
		t.Error(got, err)
	}
	var script *sandbox.ScriptError
	if _, err = p.Call(t.Context(), "g", 2); !errors.As(err, &script) || !strings.Contains(script.Stack, "n.ts:1:") {
		t.Error(err, script)
	}
	if _, err = p.Call(t.Context(), "log"); err != nil || len(lines) != 1 || !strings.Contains(lines[0], "m.ts:1:") {
		t.Error(err, lines)
	}
	for _, source := range []string{"wrong", "panic"} {
		if _, err := sb.Eval(t.Context(), "e.ts", source); !errors.As(err, &script) || script.Name != "SyntaxError" || !strings.Contains(script.Message, "e.ts") {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestFunc(t *testing.T) {
	t.Parallel()
	type point struct {
		X int `json:"x"`
		Y int `json:"y"`
	}
	type key struct{}
	var audit []sandbox.ToolCall
	sb := open(t, sandbox.Config{Audit: func(c sandbox.ToolCall) { audit = append(audit, c) }},
		sandbox.Func("geo.sum", func(_ context.Context, p point) (int, error) { return p.X + p.Y, nil }, sandbox.WithDescription("Adds.")),
		sandbox.Func("who", func(ctx context.Context, _ struct{}) (any, error) { return ctx.Value(key{}), nil }),
		sandbox.Func("fails", func(context.Context, struct{}) (int, error) { return 0, errors.New("no luck") }),
		sandbox.Func("named", func(context.Context, struct{}) (int, error) {
			return 0, &sandbox.ScriptError{Name: "NotFoundError", Message: "gone"}
		}),
		sandbox.Func("panics", func(context.Context, struct{}) (int, error) { panic("oh") }),
		sandbox.Func("odd", func(context.Context, struct{}) (chan int, error) { return make(chan int), nil }),
		sandbox.Func("twice", func(context.Context, struct{}) (int, error) { return 2, nil }, sandbox.WithMaxCalls(2)))
	ctx := context.WithValue(t.Context(), key{}, "caller")
	for _, test := range []struct {
		source string
		want   any
	}{
		{"geo.sum({x: 1, y: 2})", 3.0},
		{"[{x: 1}, {x: 2}].map(geo.sum)", []any{1.0, 2.0}},
		{"who()", "caller"},
		{"try { geo.sum({x: 'a'}) } catch (e) { `${e.name}: ${e.message}` }", "TypeError: geo.sum: x: got a string, want a whole number"},
		{"try { geo.sum(() => 1) } catch (e) { e.name }", "DataCloneError"},
		{"try { fails() } catch (e) { `${e}` }", "Error: no luck"},
		{"try { named() } catch (e) { `${e}` }", "NotFoundError: gone"},
		{"try { panics() } catch (e) { `${e}` }", "Error: panics panicked: oh"},
		{"try { odd() } catch (e) { `${e}` }", "Error: the result of odd: a chan int is no value of JavaScript"},
	} {
		got, err := sb.Eval(ctx, "test.js", test.source)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, %v; want %v", test.source, got, err, test.want)
		}
	}
	if len(audit) != 9 || // arguments that cannot be copied call nothing
		audit[0].Tool != "geo.sum" || audit[0].Result != 3 || audit[4].Err == nil {
		t.Errorf("%d %v", len(audit), audit)
	}
	if _, err := sb.Eval(ctx, "test.js", "for (;;) try { twice() } catch {}"); !errors.Is(err, sandbox.ErrToolCalls) {
		t.Error(err)
	}
	if _, err := sb.Compile("test.js", "fails()"); err == nil || !strings.Contains(err.Error(), "the module is being loaded") {
		t.Error(err)
	}
	if text := sb.Declarations(); !strings.Contains(text, "/** Adds. */\n\tfunction sum(input: Point): number;") {
		t.Error(text)
	}
	for _, option := range []sandbox.ToolOption{sandbox.WithTimeout(1), sandbox.WithMaxConcurrent(1)} {
		if _, err := sandbox.New(sandbox.Config{}, sandbox.Func("f", func(context.Context, int) (int, error) { return 0, nil }, option)); !errors.Is(err, sandbox.ErrInvalidConfig) {
			t.Error(err)
		}
	}
}

func TestNodeModules(t *testing.T) {
	t.Parallel()
	sb := open(t, sandbox.Config{})
	for _, test := range []struct {
		source string
		want   any
	}{
		{"const {EventEmitter, once} = await import('events'); const e = new EventEmitter(); const p = once(e, 'x'); e.emit('x', 1); await p", []any{1.0}},
		{"[Buffer.from('aGk=', 'base64').toString(), Buffer.from('äx').toString('hex'), Buffer.from('zz', 'hex').length, Buffer.from('é', 'latin1')[0], Buffer.from('ab', 'utf16le').length]", []any{"hi", "c3a478", 0.0, 233.0, 4.0}},
		{"[Buffer.from([1, 2]).toString('base64url'), Buffer.from('a-_b', 'base64url').toString('base64'), Buffer.byteLength('ä€'), Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.from([0xff, 0x41]).toString('ascii')]", []any{"AQI", "a+/b", 5.0, -1.0, "\x7fA"}},
		{"const b = (await import('buffer')).Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]); const at = b.writeInt16LE(-2, 0); b.writeDoubleBE(1.5); let code; try { b.readUInt8(8) } catch (e) { code = e.code } [at, b.readFloatBE(0), b.readUint16BE(0), b.readUIntBE(0, 3), code]", []any{2.0, 1.9375, 16376.0, 4192256.0, "ERR_OUT_OF_RANGE"}},
		{"const {isUtf8, isAscii} = await import('buffer'); [isUtf8(Buffer.from([0xff])), isUtf8(Buffer.from('ä')), isAscii(Buffer.from('ä')), isAscii(Buffer.from('a'))]", []any{false, true, false, true}},
		{"const u = await import('util'); [u.inspect({a: [1, new Map()]}), u.format('%s=%d', 'n', 1), u.isDeepStrictEqual([1], [1]), u.types.isDate(new Date())]", []any{"{ a: [ 1, Map(0) {} ] }", "n=1", true, true}},
		{"const u = await import('util'); await u.promisify((a, f) => f(null, a + 1))(1)", 2.0},
		{"const p = await import('node:path'); [p.join('a', '../b'), p.resolve('x'), p.win32.sep, p.posix === p.default]", []any{"b", "/x", "\\", true}},
		{"const {Readable, Transform, pipeline} = await import('stream'); const up = new Transform({transform(c, e, f) { f(null, String(c).toUpperCase()) }}); let all = ''; for await (const c of Readable.from(['a', 'b']).pipe(up)) all += c; all", "AB"},
		{"const {text} = await import('stream/consumers'); const {Readable} = await import('stream'); await text(Readable.from(['x', 'y']))", "xy"},
		{"const {pipeline} = await import('stream/promises'); const {Readable, Writable} = await import('stream'); let n = 0; await pipeline(Readable.from([1, 2]), new Writable({objectMode: true, write(c, e, f) { n += c; f() }})); n", 3.0},
		{"const a = await import('assert'); try { a.deepStrictEqual({a: 1}, {a: 2}) } catch (e) { e.code }", "ERR_ASSERTION"},
		{"const a = (await import('assert/strict')).default; try { a.equal(1, '1') } catch (e) { e.name }", "AssertionError"},
		{"const q = await import('querystring'); [q.parse('a=%20b&c=1&a=%zz').a, q.stringify({x: 'ä', y: [1, 2]}), q.unescape('%E2%82%AC')]", []any{[]any{" b", "%zz"}, "x=%C3%A4&y=1&y=2", "€"}},
		{"const u = await import('url'); [u.parse('http://x.y/z?q').host, u.domainToUnicode('xn--bcher-kva.de'), u.domainToASCII('bücher.de'), u.fileURLToPath('file:///a')]", []any{"x.y", "bücher.de", "xn--bcher-kva.de", "/a"}},
		{"const {setTimeout: wait} = await import('timers/promises'); await wait(1, 'x')", "x"},
		{"const {StringDecoder} = await import('string_decoder'); const d = new StringDecoder('utf8'); d.write(Buffer.from([0xe2, 0x82])) + d.write(Buffer.from([0xac]))", "€"},
		{"const {ReadableStream: R} = await import('stream/web'); R === ReadableStream", true},
		{"(await import('punycode')).default.toASCII('mañana.com')", "xn--maana-pta.com"},
		{"const {AsyncLocalStorage} = await import('async_hooks')", nil},
	} {
		got, err := sb.Eval(t.Context(), "test.js", test.source)
		if test.want == nil {
			if err == nil {
				t.Errorf("%s: %v, want an error", test.source, got)
			}
		} else if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %#v, %v; want %#v", test.source, got, err, test.want)
		}
	}
}
