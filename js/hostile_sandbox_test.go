package js_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/wakeful-go/wakeful/js"
)

// The scripts of testdata/sandbox try to reach what the options have not given: files outside of
// the root, the environment, the process, modules, what is hidden in values and errors of Go. Each
// file is a class of attacks, and its scripts begin with //// and a name. None may see or change a
// secret, and the runtime must be usable afterwards.

// secret is in everything that scripts must not see. The file has an unusual size, which must not
// be seen either.
const (
	secret     = "SECRET"
	secretSize = 7919
)

// secretError is an error of the Go program with something that scripts must not see.
type secretError struct{ Secret string }

func (e *secretError) Error() string  { return "the host has failed" }
func (e *secretError) Reveal() string { return e.Secret }

// hostUser is a value of the Go program.
type hostUser struct {
	Admin  bool
	secret string
}

// Name is a method that scripts may call.
func (u hostUser) Name() string {
	if u.Admin {
		return u.secret
	}
	return "guest"
}

// sandbox makes the files of a test: a root for scripts, with links that lead out, and a folder
// beside it.
func sandbox(t *testing.T) (root *os.Root, outside string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	outside = filepath.Join(dir, "outside")
	inside := filepath.Join(dir, "root")
	content := []byte(secret + "-FILE" + strings.Repeat("s", secretSize-len(secret)-5))
	for name, b := range map[string][]byte{
		filepath.Join(outside, "secret.txt"): content, filepath.Join(outside, "secret.js"): []byte("module.exports = '" + secret + "-MODULE'"),
		filepath.Join(outside, "secret.json"):                                   []byte(`"` + secret + `-JSON"`),
		filepath.Join(outside, "package", "index.js"):                           []byte("module.exports = '" + secret + "-PACKAGE'"),
		filepath.Join(dir, "node_modules", "secret", "index.js"):                []byte("module.exports = '" + secret + "-ABOVE'"),
		filepath.Join(inside, "data.txt"):                                       []byte("data"),
		filepath.Join(inside, "sub", "more.txt"):                                []byte("more"),
		filepath.Join(inside, "esm.mjs"):                                        []byte("export const resolve = import.meta.resolve"),
		filepath.Join(inside, "mapped.js"):                                      []byte("throw new Error('mapped')\n//# sourceMappingURL=../outside/secret.txt"),
		filepath.Join(inside, "node_modules", "escape-main", "package.json"):    []byte(`{"main": "../../../outside/secret.js"}`),
		filepath.Join(inside, "node_modules", "escape-exports", "package.json"): []byte(`{"exports": {"./x": "./../../../outside/secret.js", "./y/*": "./*"}}`),
		filepath.Join(inside, "node_modules", "escape-imports", "package.json"): []byte(`{"main": "i.js", "imports": {"#x": "./../../../outside/secret.js"}}`),
		filepath.Join(inside, "node_modules", "escape-imports", "i.js"):         []byte(`module.exports = require('#x')`),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"link.txt": "../outside/secret.txt", "link.json": "../outside/secret.json", "abs.txt": filepath.Join(outside, "secret.txt"),
		"up": "..", "loop": "loop", "node_modules/linked": filepath.Join(outside, "package"), "sub/up": "../../outside",
	} {
		if err := os.Symlink(target, filepath.Join(inside, filepath.FromSlash(link))); err != nil {
			t.Skipf("NOT RUN: symbolic links cannot be made: %v", err)
		}
	}
	root, err = os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root, outside
}

// host sets the values that the Go program gives.
func host(r *js.Runtime) func(*goja.Runtime) error {
	return func(rt *goja.Runtime) error {
		user := hostUser{secret: secret + "-FIELD"}
		failure := &secretError{secret + "-ERROR"}
		list := []any{1, 2, 3}
		h := rt.NewObject()
		for name, value := range map[string]any{
			"user": user, "list": list, "bytes": []byte{1, 2, 3},
			"add": func(c goja.FunctionCall) goja.Value {
				return rt.ToValue(c.Argument(0).ToFloat() + c.Argument(1).ToFloat())
			},
			"make":     func(goja.FunctionCall) goja.Value { return rt.NewObject() },
			"secretOf": func(goja.FunctionCall) goja.Value { return rt.ToValue("none") },
			"show":     func(c goja.FunctionCall) goja.Value { return rt.ToValue(c.Argument(0).String()) },
			"check": func(c goja.FunctionCall) goja.Value {
				fields, _ := c.Argument(0).Export().(map[string]any)
				if fields["admin"] == true {
					return rt.ToValue(secret + "-CHECK")
				}
				return rt.ToValue("no")
			},
			"isAdmin": func(goja.FunctionCall) goja.Value {
				if user.Admin {
					return rt.ToValue(secret + "-ADMIN")
				}
				return rt.ToValue("no")
			},
			"listLength": func(goja.FunctionCall) goja.Value { return rt.ToValue(len(list)) },
			"fail":       func(goja.FunctionCall) goja.Value { panic(r.ToValue(failure)) },
			"convert":    func(string) (string, error) { return "", failure },
			"later":      r.Async(func(context.Context, []any) (any, error) { return "later", nil }),
			"laterFails": r.Async(func(context.Context, []any) (any, error) { return nil, failure }),
			"echo":       r.Async(func(_ context.Context, args []any) (any, error) { return args, nil }),
			"calls": func(c goja.FunctionCall) goja.Value {
				fn, _ := goja.AssertFunction(c.Argument(0))
				v, err := fn(goja.Undefined())
				if err != nil {
					panic(err)
				}
				return v
			},
			"callsLater": func(c goja.FunctionCall) goja.Value {
				fn, _ := goja.AssertFunction(c.Argument(0))
				_ = r.Loop().AfterSubmitted(func() {
					_ = r.Do(context.Background(), func(*goja.Runtime) error { _, err := fn(goja.Undefined()); return err })
				})
				return nil
			},
		} {
			if err := h.Set(name, value); err != nil {
				return err
			}
		}
		if err := r.Set("panics", func(goja.FunctionCall) goja.Value { panic(secret + "-PANIC") }); err != nil {
			return err
		}
		return r.Set("host", h)
	}
}

// attack runs a script in a sandbox and reports what it has seen or changed.
func attack(t *testing.T, source string) {
	t.Helper()
	root, outside := sandbox(t)
	before := listing(t, outside)
	var out output
	r := bare(t, js.WithRoot(root), js.WithNode(), js.WithModules(), js.WithStdout(&out), js.WithStderr(&out), js.WithLogger(slog.New(slog.DiscardHandler)),
		js.WithLimits(js.Limits{CPU: 300 * time.Millisecond, Wall: time.Second, Timers: 100, PendingPromises: 100, Output: 1 << 20}))
	if err := r.Do(t.Context(), host(r)); err != nil {
		t.Fatal(err)
	}
	value, err := r.Eval(t.Context(), source)
	seen := out.String()
	if b, failed := json.Marshal(value); failed == nil {
		seen += string(b)
	}
	if s, ok := value.(string); ok {
		seen += s
	}
	if err != nil {
		seen += "\n" + err.Error()
		if thrown, ok := errors.AsType[*js.Error](err); ok {
			seen += "\n" + thrown.Stack + "\n" + thrown.Report()
		}
	}
	if bad := forbidden(outside).FindString(seen); bad != "" {
		t.Errorf("it has seen %q in\n%.2000s", bad, seen)
	}
	if after := listing(t, outside); before != after {
		t.Errorf("files outside have changed:\n%s\nwere\n%s", after, before)
	}
	// The host's callbacks run before this call, and an error in them must not end the runtime.
	if v, err := r.Eval(t.Context(), `1 + 1`); err != nil || v != int64(2) {
		t.Errorf("afterwards 1 + 1 is %v, %v (the script ended with %v)", v, err, err)
	}
}

// forbidden matches what scripts must not see: secrets, real paths, places in Go code.
func forbidden(outside string) *regexp.Regexp {
	return regexp.MustCompile(secret + `|` + regexp.QuoteMeta(filepath.Dir(outside)) + `|\.go:\d|\b` + fmt.Sprint(secretSize) + `\b`)
}

// listing describes the files of a folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(filepath.Dir(dir), func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		if info.Name() == "root" {
			return filepath.SkipDir
		}
		content, _ := os.ReadFile(path)
		fmt.Fprintln(&b, path, info.Mode(), info.Size(), len(content), info.ModTime().IsZero())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Scripts do not reach what the options have not given.
func TestHostileSandbox(t *testing.T) {
	t.Setenv("WAKEFUL_SECRET", secret+"-ENV")
	files, err := filepath.Glob("testdata/sandbox/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no scripts")
	}
	count := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		class := strings.TrimSuffix(filepath.Base(file), ".js")
		for _, script := range strings.Split(string(text), "//// ")[1:] {
			name, source, _ := strings.Cut(script, "\n")
			count++
			if sampled(count, 4, 1) {
				t.Run(class+"/"+name, func(t *testing.T) { attack(t, source) })
			}
		}
	}
	for i, path := range hostilePaths {
		for j, name := range slices.Sorted(maps.Keys(hostileOperations)) {
			count++
			if sampled(i+j, 4, 1) { // each path and each operation
				source := strings.ReplaceAll(hostileOperations[name], "PATH", path)
				t.Run("files/"+name+" "+path, func(t *testing.T) { attack(t, source) })
			}
		}
	}
	if count < 300 {
		t.Errorf("%d scripts, want 300", count)
	}
}

// hostilePaths are expressions for paths that lead out of the root, or seem to.
var hostilePaths = []string{
	`'/../outside/secret.txt'`, `'../outside/secret.txt'`, `'/link.txt'`, `'/abs.txt'`, `'/up/outside/secret.txt'`,
	`'/sub/up/secret.txt'`, `'/sub/../../outside/secret.txt'`, `'/data.txt/../../outside/secret.txt'`, `'/proc/self/environ'`,
	`'/etc/passwd'`, `new URL('file:///../outside/secret.txt')`, `new URL('file:///%2e%2e/outside/secret.txt')`,
	`Buffer.from('/link.txt')`, `'//../outside/secret.txt'`, `'/./up/./outside/secret.txt'`, `'/link.txt\0.txt'`,
}

// hostileOperations use a path in every way that fs has.
var hostileOperations = map[string]string{
	"readFileSync":     `require('fs').readFileSync(PATH, 'latin1')`,
	"readFile":         `require('fs/promises').readFile(PATH, 'latin1')`,
	"openSync":         `const fs = require('fs'), fd = fs.openSync(PATH), b = Buffer.alloc(100); fs.readSync(fd, b); b.toString('latin1')`,
	"FileHandle":       `require('fs/promises').open(PATH).then(async f => { const s = await f.readFile('latin1'); await f.close(); return s })`,
	"createReadStream": `(async () => { let s = ''; for await (const c of require('fs').createReadStream(PATH, 'latin1')) s += c; return s })()`,
	"statSync":         `require('fs').statSync(PATH).size`,
	"lstatSync":        `require('fs').lstatSync(PATH).size`,
	"readlinkSync":     `const target = require('fs').readlinkSync(PATH); require('fs').readFileSync(target, 'latin1')`,
	"realpathSync":     `require('fs').readFileSync(require('fs').realpathSync(PATH), 'latin1')`,
	"readdirSync":      `require('fs').readdirSync(PATH + '/..').concat(require('fs').readdirSync(PATH, { recursive: true })).filter(n => n.includes('secret')).map(() => 'SEC' + 'RET').join()`,
	"writeFileSync":    `require('fs').writeFileSync(PATH, 'overwritten')`,
	"appendFileSync":   `require('fs').appendFileSync(PATH, 'more')`,
	"truncateSync":     `require('fs').truncateSync(PATH, 0)`,
	"unlinkSync":       `const fs = require('fs'); fs.unlinkSync(PATH); fs.rmSync(PATH, { recursive: true, force: true })`,
	"renameSync":       `const fs = require('fs'); fs.renameSync(PATH, '/stolen'); fs.readFileSync('/stolen', 'latin1')`,
	"renameSync to":    `require('fs').renameSync('/data.txt', PATH)`,
	"copyFileSync":     `const fs = require('fs'); fs.copyFileSync(PATH, '/copy'); fs.readFileSync('/copy', 'latin1')`,
	"copyFileSync to":  `require('fs').copyFileSync('/data.txt', PATH)`,
	"linkSync":         `const fs = require('fs'); fs.linkSync(PATH, '/hard'); fs.readFileSync('/hard', 'latin1')`,
	"symlinkSync":      `const fs = require('fs'); fs.symlinkSync(PATH, '/soft'); fs.readFileSync('/soft', 'latin1')`,
	"mkdirSync":        `require('fs').mkdirSync(PATH + '/../new', { recursive: true })`,
	"mkdtempSync":      `require('fs').mkdtempSync(PATH + '-')`,
	"chmodSync":        `require('fs').chmodSync(PATH, 0o777)`,
	"utimesSync":       `require('fs').utimesSync(PATH, 0, 0)`,
	"require":          `require(String(PATH))`,
	"import":           `import(String(PATH)).then(m => JSON.stringify(m))`,
}
