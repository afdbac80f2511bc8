package js_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// A runtime without options has the language and what is pure. Each option adds one thing.
func TestSandboxOptions(t *testing.T) {
	files := fstest.MapFS{
		"data.txt":                       {Data: []byte("data")},
		"main.js":                        {Data: []byte("module.exports = 'main'")},
		"rules/a.js":                     {Data: []byte("module.exports = require('./b')")},
		"rules/b.js":                     {Data: []byte("module.exports = 'b'")},
		"rules/m.mjs":                    {Data: []byte("import b from './b.js'; export default b")},
		"other/c.js":                     {Data: []byte("module.exports = 'c'")},
		"node_modules/good/index.js":     {Data: []byte("module.exports = 'good ' + require('dep')")},
		"node_modules/dep/index.js":      {Data: []byte("module.exports = 'dep'")},
		"node_modules/@a/b/lib/index.js": {Data: []byte("module.exports = '@a/b'")},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("served")) }))
	t.Cleanup(server.Close)
	fetch := `fetch('` + server.URL + `').then(r => r.text()).catch(e => e.code ?? e.cause?.code)`
	nodes := `[typeof process, typeof Buffer, typeof global, typeof require].join()`
	for _, c := range []struct {
		name    string
		options []js.Option
		source  string
		want    string // the result, or a part of the error
	}{
		{"nothing: Node's globals", nil, nodes, "undefined,undefined,undefined,undefined"},
		{"nothing: pure interfaces", nil, `[setTimeout, setImmediate, queueMicrotask, console.log, URL, TextEncoder, AbortController, structuredClone, ReadableStream, Blob, Headers, atob, performance.now, crypto.randomUUID].every(f => typeof f === 'function') + ''`, "true"},
		{"nothing: fetch", nil, fetch, "ERR_ACCESS_DENIED"},
		{"nothing: import of a module of Node", nil, `import('util')`, "require is not defined"},
		{"nothing: import of a file", []js.Option{js.WithFS(files)}, `import('/main.js')`, "require is not defined"},
		{"WithNode: globals", []js.Option{js.WithNode()}, nodes, "object,function,object,function"},
		{"WithNode: a pure module", []js.Option{js.WithNode()}, `require('util').format('%d', 1)`, "1"},
		{"WithNode: os", []js.Option{js.WithNode()}, `require('os')`, "ERR_ACCESS_DENIED"},
		{"WithNode: os by name", []js.Option{js.WithNode("os")}, `typeof require('node:os').hostname()`, "string"},
		{"WithNode: another module than those named", []js.Option{js.WithNode("os")}, `require('util')`, "ERR_ACCESS_DENIED"},
		{"WithNode: no environment", []js.Option{js.WithNode()}, `JSON.stringify(process.env)`, "{}"},
		{"WithEnv", []js.Option{js.WithNode(), js.WithEnv(map[string]string{"A": "b"})}, `JSON.stringify(process.env)`, `{"A":"b"}`},
		{"WithNode: no files", []js.Option{js.WithNode()}, `require('fs').readFileSync('/data.txt', 'utf8')`, "ERR_ACCESS_DENIED"},
		{"WithFS", []js.Option{js.WithNode(), js.WithFS(files)}, `require('fs').readFileSync('data.txt', 'utf8')`, "data"},
		{"WithFS: writing", []js.Option{js.WithNode(), js.WithFS(files)}, `require('fs').writeFileSync('/data.txt', '')`, "EROFS"},
		{"WithFS: a folder", []js.Option{js.WithNode(), js.WithFS(files)}, `require('fs').readdirSync('/rules').join()`, "a.js,b.js,m.mjs"},
		{"WithFS: cwd", []js.Option{js.WithNode(), js.WithFS(files)}, `process.chdir('rules'); process.cwd() + require('fs').existsSync('a.js')`, "/rulestrue"},
		{"WithFS: modules need WithModules", []js.Option{js.WithNode(), js.WithFS(files)}, `require('/main.js')`, "ERR_ACCESS_DENIED"},
		{"WithModules", []js.Option{js.WithFS(files), js.WithModules()}, `require('/rules/a.js') + require('good')`, "bgood dep"},
		{"WithModules: ES modules", []js.Option{js.WithFS(files), js.WithModules()}, `import('/rules/m.mjs').then(m => m.default)`, "b"},
		{"WithModules: a path", []js.Option{js.WithFS(files), js.WithModules("/rules")}, `require('/rules/a.js')`, "b"},
		{"WithModules: another path", []js.Option{js.WithFS(files), js.WithModules("/rules")}, `require('/other/c.js')`, "ERR_ACCESS_DENIED"},
		{"WithModules: a path with the same beginning", []js.Option{js.WithFS(files), js.WithModules("/rule")}, `require('/rules/a.js')`, "ERR_ACCESS_DENIED"},
		{"WithModules: a package", []js.Option{js.WithFS(files), js.WithModules("good", "dep")}, `require('good')`, "good dep"},
		{"WithModules: what a package needs", []js.Option{js.WithFS(files), js.WithModules("good")}, `require('good')`, "ERR_ACCESS_DENIED"},
		{"WithModules: a package in a scope", []js.Option{js.WithFS(files), js.WithModules("@a/b")}, `require('@a/b/lib')`, "@a/b"},
		{"WithModules: a package below a path", []js.Option{js.WithFS(files), js.WithModules("/")}, `require('dep')`, "ERR_ACCESS_DENIED"},
		{"WithFetch", []js.Option{js.WithFetch(server.Client())}, fetch, "served"},
		{"WithFetch(nil)", []js.Option{js.WithFullAccess(), js.WithFetch(nil)}, fetch, "ERR_ACCESS_DENIED"},
		{"WithNode: a server", []js.Option{js.WithNode()}, `require('http').createServer().listen(0)`, "ERR_ACCESS_DENIED"},
		{"WithNode: a listener", []js.Option{js.WithNode()}, `require('net').createServer().listen(0)`, "ERR_ACCESS_DENIED"},
		{"WithNode: a connection", []js.Option{js.WithNode(), js.WithFetch(server.Client())}, `require('net').connect(1)`, "ERR_ACCESS_DENIED"},
		{"WithNode: a request", []js.Option{js.WithNode()}, `new Promise((done) => require('http').get('http://127.0.0.1:1/').on('error', (e) => done(e.code)))`, "ERR_ACCESS_DENIED"},
		{"WithFetch: a request of http", []js.Option{js.WithNode(), js.WithFetch(server.Client())}, `new Promise((done) => require('http').get('` + server.URL + `', (res) => res.on('data', (b) => done(String(b)))))`, "served"},
		{"WithNode: a signal", []js.Option{js.WithNode()}, `process.kill(1, 0)`, "ERR_ACCESS_DENIED"},
		{"WithFS: making folders", []js.Option{js.WithNode(), js.WithFS(files)}, `require('fs').mkdirSync('/new/folder', { recursive: true })`, "EROFS"},
		{"WithNode: making folders", []js.Option{js.WithNode()}, `require('fs').mkdirSync('/new/folder', { recursive: true })`, "ERR_ACCESS_DENIED"},
		{"WithNode: a watcher", []js.Option{js.WithNode(), js.WithFS(files)}, `require('fs').watch('/rules')`, "EACCES"},
		{"WithListen", []js.Option{js.WithNode(), js.WithListen(net.Listen)}, `new Promise((done) => { const s = require('http').createServer().listen(0, '127.0.0.1', () => { const a = s.address(); s.close(() => done(a.address)); }); })`, "127.0.0.1"},
		{"WithListen(nil)", []js.Option{js.WithFullAccess(), js.WithListen(nil)}, `require('http').createServer().listen(0)`, "ERR_ACCESS_DENIED"},
		{"Unrestricted: fetch", []js.Option{js.WithFullAccess()}, fetch, "served"},
		{"Unrestricted: Node's globals", []js.Option{js.WithFullAccess()}, nodes, "object,function,object,function"},
		{"Unrestricted: os", []js.Option{js.WithFullAccess()}, `typeof require('os').hostname()`, "string"},
		{"WithNode: _resolveFilename", []js.Option{js.WithNode()}, `const m = require('module'); ['/etc/passwd', '/no/such/file', '/'].map((f) => { try { return m._resolveFilename(f) } catch (e) { return e.code } }).join()`, "MODULE_NOT_FOUND,MODULE_NOT_FOUND,MODULE_NOT_FOUND"},
		{"WithFS: _resolveFilename", []js.Option{js.WithNode(), js.WithFS(files)}, `require('module')._resolveFilename('/main.js')`, "ERR_ACCESS_DENIED"},
		{"WithModules: _resolveFilename", []js.Option{js.WithNode(), js.WithFS(files), js.WithModules()}, `require('module')._resolveFilename('./a', { filename: '/rules/x.js' })`, "/rules/a.js"},
		{"WithNode: umask", []js.Option{js.WithNode()}, `process.umask(0o777) + ',' + process.umask(0)`, "18,511"},
		{"WithNode: a derivation of a key that takes long", []js.Option{js.WithNode()}, `require('crypto').pbkdf2Sync('p', 's', 2 ** 21, 32, 'sha256')`, "too long in a sandbox"},
		{"WithNode: one with a large result", []js.Option{js.WithNode()}, `require('crypto').pbkdf2Sync('p', 's', 2 ** 10, 2 ** 20, 'sha256')`, "too long in a sandbox"},
		{"WithNode: one on another goroutine", []js.Option{js.WithNode()}, `new Promise((done) => require('crypto').pbkdf2('p', 's', 2 ** 30, 32, 'sha256', (e) => done(e.message)))`, "this key derivation or key would take too long in a sandbox, which cannot interrupt it"},
		{"WithNode: scrypt", []js.Option{js.WithNode()}, `require('crypto').scryptSync('p', 's', 32, { N: 2 ** 14, r: 8, p: 16 })`, "too long in a sandbox"},
		{"WithNode: an RSA key", []js.Option{js.WithNode()}, `require('crypto').generateKeyPairSync('rsa', { modulusLength: 8192 })`, "too long in a sandbox"},
		{"WithNode: subtle", []js.Option{js.WithNode()}, `crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']).then((k) => crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations: 2 ** 30 }, k, 256)).catch((e) => e.message)`, "this key derivation or key would take too long in a sandbox, which cannot interrupt it"},
		{"WithNode: a derivation of a key", []js.Option{js.WithNode()}, `require('crypto').pbkdf2Sync('p', 's', 1000, 4, 'sha256').toString('hex').length + ''`, "8"},
		{"process.exit", []js.Option{js.WithNode()}, `process.exit(0)`, "ERR_ACCESS_DENIED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := bare(t, c.options...)
			got, err := r.Eval(t.Context(), c.source)
			text, _ := got.(string)
			if err != nil {
				text = err.Error()
				if thrown, ok := errors.AsType[*js.Error](err); ok && thrown.Value() != nil {
					_ = r.Set("thrown", thrown.Value())
					code, _ := r.CallFunction(t.Context(), mustValue(t, r, `(e) => String(e.code)`), thrown.Value())
					text += " " + code.(string)
				}
			}
			if err == nil && text != c.want || err != nil && !strings.Contains(text, c.want) {
				t.Errorf("got %v, %v (%s); want %s", got, err, text, c.want)
			}
		})
	}
}

// TestModulesDoNotTellWhichFilesExist: without the module fs, what WithModules does not name fails in
// the same way whether it exists or not.
func TestModulesDoNotTellWhichFilesExist(t *testing.T) {
	files := fstest.MapFS{
		"rules/a.js": {Data: []byte("module.exports = 'a'")}, "other/c.js": {Data: []byte("module.exports = 'c'")},
		"other/d/index.js": {Data: []byte("module.exports = 'd'")}, "node_modules/dep/index.js": {Data: []byte("module.exports = 'dep'")},
		"node_modules/good/index.js": {Data: []byte("module.exports = 'good'")}, "node_modules/@a/b/index.js": {Data: []byte("")},
	}
	for name, options := range map[string][]js.Option{
		"WithModules": {js.WithFS(files), js.WithModules("/rules", "good")},
		"WithModule":  {js.WithFS(files), js.WithModule("given", func(*goja.Runtime) (any, error) { return 1, nil })},
	} {
		r := bare(t, options...)
		fails := func(specifier string) string {
			t.Helper()
			got, err := r.Eval(t.Context(), fmt.Sprintf(`(async () => {
				const all = [];
				try { require(%[1]q) } catch (e) { all.push(e.code, e.message, e.resource) }
				try { await import(%[1]q) } catch (e) { all.push(e.code, e.message, e.resource) }
				return all.join('|').replaceAll(%[1]q, 'NAME')
			})()`, specifier))
			if err != nil {
				t.Fatal(err)
			}
			return got.(string)
		}
		for _, c := range [][]string{
			{"/other/c.js", "/other/c", "/other/d", "/other", "/other/", "/other/c.js/x", "/missing", "./other/c.js", "./missing", "/rules/../other/c.js", "/rules/../missing", "file:///other/c.js", "file:///missing"},
			{"dep", "missing", "dep/index.js", "dep/missing", "@a/b", "@a/missing", "missing/x"},
		} {
			want := fails(c[len(c)-1])
			for _, specifier := range c {
				if got := fails(specifier); got != want || !strings.Contains(got, "ERR_ACCESS_DENIED") {
					t.Errorf("%s: %s fails with\n%s\nwant, as for another,\n%s", name, specifier, got, want)
				}
			}
		}
		if name == "WithModules" {
			if got := fails("/rules/missing"); !strings.Contains(got, "MODULE_NOT_FOUND") {
				t.Errorf("a missing file of a directory that is named fails with %s", got)
			}
			if got, err := r.Eval(t.Context(), `require('/rules/a') + require('good')`); err != nil || got != "agood" {
				t.Errorf("what is named returned %v, %v", got, err)
			}
		}
	}
}

// mustValue returns the value of a script.
func mustValue(t *testing.T, r *js.Runtime, source string) js.Value {
	t.Helper()
	v, err := r.RunString(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// With WithExit scripts may end the runtime.
func TestExitWithPermission(t *testing.T) {
	code := make(chan int, 1)
	r := bare(t, js.WithNode(), js.WithExit(func(c int) { code <- c }))
	if _, err := r.Eval(t.Context(), `process.exit(5)`); !errors.Is(err, js.ErrEnded) {
		t.Errorf("got %v, want ErrEnded", err)
	}
	if c := <-code; c != 5 {
		t.Errorf("the exit code is %d", c)
	}
}

// RunFile needs files.
func TestFileWithoutFiles(t *testing.T) {
	r := bare(t)
	if _, err := r.EvalFile(t.Context(), "main.js"); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "WithFS") {
		t.Errorf("got %v, want fs.ErrPermission and what to do", err)
	}
	with := bare(t, js.WithFS(fstest.MapFS{"main.js": {Data: []byte("module.exports = Promise.resolve(7)")}}))
	if got, err := with.EvalFile(t.Context(), "main.js"); err != nil || got != int64(7) {
		t.Errorf("got %v, %v", got, err)
	}
}

// Invalid options are errors.
func TestInvalidSandboxOptions(t *testing.T) {
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, option := range map[string]js.Option{
		"WithFS": js.WithFS(nil), "WithRoot": js.WithRoot(nil), "WithModules": js.WithModules(""), "WithNode": js.WithNode("internal/fs"),
		"WithLimits": js.WithLimits(js.Limits{Timers: -1}),
	} {
		if _, err := js.New(loop, option); !errors.Is(err, wakeful.ErrInvalidOption) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := loop.Close(); err != nil {
		t.Error(err)
	}
}

// A failing script is an error for its caller and nothing else: not for the runtime, and not for
// others that wait.
func TestErrorsStayLocal(t *testing.T) {
	r := bare(t)
	innocent := make(chan error, 1)
	started := make(chan struct{})
	if err := r.Set("started", func() { close(started) }); err != nil {
		t.Fatal(err)
	}
	go func() {
		got, err := r.Eval(t.Context(), `new Promise(done => { globalThis.release = done; started() })`)
		if err == nil && got != "fine" {
			err = errors.New("it got something else")
		}
		innocent <- err
	}()
	<-started
	for name, source := range map[string]string{
		"an exception": `throw new Error('x')`, "a rejection": `Promise.reject(new Error('x'))`,
		"a rejection later":                  `new Promise((_, no) => setTimeout(() => no(new Error('x')), 1))`,
		"an exception in a timer":            `new Promise(() => setTimeout(() => { throw new Error('x') }, 1))`,
		"an exception in a timer of a timer": `new Promise(() => setTimeout(() => setTimeout(() => { throw new Error('x') }, 1), 1))`,
		"an exception in an immediate":       `new Promise(() => setImmediate(() => { throw new Error('x') }))`,
		"an exception in a microtask":        `new Promise(() => queueMicrotask(() => { throw new Error('x') }))`,
		"a rejection that nobody has":        `new Promise(() => { Promise.reject(new Error('x')) })`,
		"a rejection in a timer":             `new Promise(() => setTimeout(async () => { throw new Error('x') }, 1))`,
	} {
		_, err := r.Eval(t.Context(), source)
		if thrown, ok := errors.AsType[*js.Error](err); !ok || thrown.Message != "x" {
			t.Errorf("%s: got %v, want the error", name, err)
		}
	}
	if _, err := r.Eval(t.Context(), `setTimeout(() => { throw new Error('nobody waits') }, 0); release('fine')`); err != nil {
		t.Error(err)
	}
	if err := <-innocent; err != nil {
		t.Errorf("the other call got %v", err)
	}
	if _, err := r.Eval(t.Context(), `new Promise(done => setTimeout(done, 2))`); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// CallFunction calls a function with values of Go and waits for its promise.
func TestCallFunction(t *testing.T) {
	r := bare(t)
	add := mustValue(t, r, `async (a, b) => { await null; return a + b }`)
	if got, err := r.CallFunction(t.Context(), add, 1, 2); err != nil || got != int64(3) {
		t.Errorf("got %v, %v", got, err)
	}
	fails := mustValue(t, r, `async () => { throw new RangeError('far') }`)
	if _, err := r.CallFunction(t.Context(), fails); err == nil || err.Error() != "RangeError: far" {
		t.Errorf("got %v", err)
	}
	if _, err := r.CallFunction(t.Context(), mustValue(t, r, `({})`)); err == nil || !strings.Contains(err.Error(), "TypeError") {
		t.Errorf("got %v, want a TypeError", err)
	}
	if _, err := r.CallFunction(t.Context(), nil); err == nil {
		t.Error("no function: no error")
	}
}

// The files of WithPaths are those of its lists.
func TestPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"in", "out"} {
		if err := os.MkdirAll(dir+"/"+name, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+name+"/a.txt", []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir+"/out/a.txt", dir+"/in/link.txt"); err != nil {
		t.Skipf("NOT RUN: symbolic links cannot be made: %v", err)
	}
	r := bare(t, js.WithNode(), js.WithPaths([]string{dir + "/in", dir + "/out/single.txt"}, []string{dir + "/in/new.txt", dir + "/out/single.txt"}), js.WithEnv(map[string]string{"DIR": dir}))
	for source, want := range map[string]string{
		`fs.readFileSync(dir + '/in/a.txt', 'utf8')`:                                                                           "in",
		`fs.readFileSync(dir + '/out/a.txt', 'utf8')`:                                                                          "ERR_ACCESS_DENIED",
		`fs.readFileSync(dir + '/in/../out/a.txt', 'utf8')`:                                                                    "ERR_ACCESS_DENIED",
		`fs.readFileSync(dir + '/in/link.txt', 'utf8')`:                                                                        "ERR_ACCESS_DENIED",
		`fs.realpathSync(dir + '/in/link.txt')`:                                                                                "ERR_ACCESS_DENIED",
		`fs.writeFileSync(dir + '/in/a.txt', '')`:                                                                              "ERR_ACCESS_DENIED",
		`fs.writeFileSync(dir + '/in/new.txt', 'new'); fs.readFileSync(dir + '/in/new.txt', 'utf8')`:                           "new",
		`fs.symlinkSync(dir + '/out/a.txt', dir + '/in/new.txt')`:                                                              "ERR_ACCESS_DENIED",
		`fs.renameSync(dir + '/in/new.txt', dir + '/out/b.txt')`:                                                               "ERR_ACCESS_DENIED",
		`fs.readdirSync(dir + '/out').join()`:                                                                                  "ERR_ACCESS_DENIED",
		`fs.statSync(dir + '/out').size`:                                                                                       "ERR_ACCESS_DENIED",
		`fs.writeFileSync(dir + '/out/single.txt', 's'); fs.readFileSync(dir + '/out/single.txt', 'utf8')`:                     "s",
		`[process.permission.has('fs.read', dir + '/in/a.txt'), process.permission.has('fs.write', dir + '/in/a.txt')].join()`: "true,false",
	} {
		got, err := r.Eval(t.Context(), `(() => { const fs = require('fs'), dir = process.env.DIR; try { return (() => { `+lastReturned(source)+` })() } catch (e) { return e.code } })()`)
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %s", source, got, err, want)
		}
	}
}

// lastReturned puts a return before the last statement.
func lastReturned(source string) string {
	at := strings.LastIndex(source, "; ")
	if at < 0 {
		return "return " + source
	}
	return source[:at+2] + "return " + source[at+2:]
}
