package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// patch replaces a passage of an npm package that must occur in it exactly once.
type patch struct{ file, old, now string }

// patched are changes to npm packages for information that a browser does not have and this engine
// does. In the bundled file, native provides it.
var patched = []patch{
	// util.inspect: the state of promises, the target of a proxy, and the kinds of objects.
	{"node-inspect-extracted/dist/inspect.js", `getPromiseDetails:function(){return[c,void 0]}`, `getPromiseDetails:function(t){return native.promise(t,c,l)}`},
	{"node-inspect-extracted/dist/inspect.js", `getProxyDetails:a.getProxyDetails`, `getProxyDetails:native.proxy`},
	{"node-inspect-extracted/dist/inspect.js", `getOwnNonIndexProperties:function(t){`, `getOwnNonIndexProperties:native.ownKeys,unused:function(t){`},
	{"node-inspect-extracted/dist/inspect.js", `t.exports={isAsyncFunction:`, `t.exports=native.types||{isAsyncFunction:`},
	// Escape sequences may end with ST.
	{"node-inspect-extracted/dist/inspect.js", `?\\u0007)|(`, `?(?:\\u0007|\\u001B\\u005C|\\u009C))|(`},
	// The engine has its own format of stacks.
	{"node-inspect-extracted/dist/inspect.js", `function Br(t){return t.stack?wt(t.stack):T(t)}`, `function Br(t){return t.stack?native.stack(wt(t.stack)):T(t)}`},
	// The engine has no Object.prototype.__lookupGetter__.
	{"node-inspect-extracted/dist/inspect.js", `t.prototype.__lookupGetter__(e)`, `native.getter(t.prototype,e)`},
	// The engine copies both operands of a concatenation. So the text of a deep object is assembled
	// at the end.
	{"node-inspect-extracted/dist/inspect.js", `Ir(r,t,0)}vr.custom`, `native.text(Ir(r,t,0))}vr.custom`},
	{"node-inspect-extracted/dist/inspect.js", `return"".concat(c,":").concat(p).concat(l)}function cn(`, `return native.rope(t,["".concat(c,":").concat(p),l])}function cn(`},
	{"node-inspect-extracted/dist/inspect.js", `"".concat(Ir(e,s,n)," => ").concat(Ir(e,g,n))`, `native.rope(e,[Ir(e,s,n)," => ",Ir(e,g,n)])`},
	{"node-inspect-extracted/dist/inspect.js", `return"".concat(r?"".concat(r," "):"").concat(n[0]).concat(u,"  ")+"".concat(se(e,",".concat(u,"  "))).concat(u).concat(n[1])`,
		`return native.rope(t,["".concat(r?"".concat(r," "):"").concat(n[0]).concat(u,"  ")],e,",".concat(u,"  "),"".concat(u).concat(n[1]))`},
	{"node-inspect-extracted/dist/inspect.js", `return"".concat(n[0]).concat(f).concat(se(e,",\n".concat(p,"  "))," ").concat(n[1])`,
		`return native.rope(t,["".concat(n[0]).concat(f)],e,",\n".concat(p,"  ")," ".concat(n[1]))`},
	{"node-inspect-extracted/dist/inspect.js", `o+=ge(e[i]).length`, `o+=native.measure(e[i],ge)`},
	{"node-inspect-extracted/dist/inspect.js", `ir(e[i],t.colors);c[i]=l`, `native.measure(e[i],ir,t.colors);c[i]=l`},
	{"node-inspect-extracted/dist/inspect.js", `t.breakLength<ir(l,t.colors)`, `t.breakLength<native.measure(l,ir,t.colors)`},
	// The texts of errors of arguments and results are Node's.
	{"assert/build/internal/errors.js", "function (name, expected, actual) {", "function (name, expected, actual) {\n  return native.invalidArgument(name, expected, actual);"},
	{"assert/build/internal/errors.js", `type = "instance of "`, `type = "an instance of "`},
	{"assert/build/internal/errors.js", "  } else {\n    type = \"type \".concat(_typeof(value));\n  }\n  return \"Expected ", "  } else {\n    type = value == null ? value : \"type \".concat(_typeof(value));\n  }\n  return \"Expected "},
	// Errors of the web's streams with Node's codes.
	{"web-streams-polyfill/dist/ponyfill.js", `new TypeError("This stream has already been locked for exclusive reading by another reader");W(this,e)`,
		`native.coded("ERR_INVALID_STATE","This stream has already been locked for exclusive reading by another reader");W(this,e)`},
	{"web-streams-polyfill/dist/ponyfill.js", `new TypeError("The object is not iterable")`, `native.coded("ERR_ARG_NOT_ITERABLE","The object is not iterable")`},
	// Without an encoding, objects are written without one.
	{"readable-stream/lib/internal/streams/writable.js", "cb = encoding\n    encoding = state.defaultEncoding", "cb = encoding\n    encoding = state.objectMode ? null : state.defaultEncoding"}, //nolint:dupword // two statements
	{"readable-stream/lib/internal/streams/writable.js", "if (!encoding) encoding = state.defaultEncoding\n    else if", "if (!encoding) encoding = state.objectMode ? encoding : state.defaultEncoding\n    else if"},
	// Node's callbacks of write and end get null.
	{"readable-stream/lib/internal/streams/writable.js", "state.pendingcb--\n    cb()", "state.pendingcb--\n    cb(null)"},
	// What waits for the end of construct goes on in the tick in which construct has ended.
	{"readable-stream/lib/internal/streams/destroy.js", "process.nextTick(emitConstructNT, stream)", "stream.emit(kConstruct)"},
	// A write without a callback has no tick of its own, and finish comes in a tick after the last
	// callback.
	{"readable-stream/lib/internal/streams/writable.js", "if (state.afterWriteTickInfo !== null &&",
		`const needDrain = state.needDrain && state.length === 0
      if (cb === nop) {
        if (!state.afterWritePending && (needDrain || state.objectMode)) {
          state.afterWritePending = true
          process.nextTick(afterWrite, stream, state, 1, cb)
        } else {
          state.pendingcb--
          if (state.ending) finishMaybe(stream, state, true)
        }
      } else if (state.afterWriteTickInfo !== null &&`},
	{"readable-stream/lib/internal/streams/writable.js", "process.nextTick(afterWriteTick, state.afterWriteTickInfo)",
		"process.nextTick(afterWriteTick, state.afterWriteTickInfo)\n        state.afterWritePending = true"},
	{"readable-stream/lib/internal/streams/writable.js", "function afterWrite(stream, state, count, cb) {",
		"function afterWrite(stream, state, count, cb) {\n  state.afterWritePending = false"},
	{"readable-stream/lib/internal/streams/writable.js", "errorBuffer(state)\n  }\n  finishMaybe(stream, state)",
		"errorBuffer(state)\n  }\n  if (state.ending) finishMaybe(stream, state, true)"},
	{"readable-stream/lib/internal/streams/writable.js", "onfinishCallbacks[i]()", "onfinishCallbacks[i](null)"},
	{"readable-stream/lib/internal/streams/writable.js", "if (err || state.finished) {\n      process.nextTick(cb, err)",
		"if (err || state.errored || state.finished) {\n      process.nextTick(cb, err ?? state.errored)"},
	// An unknown default encoding is an error.
	{"readable-stream/lib/internal/streams/writable.js", "(options && options.defaultEncoding) || 'utf8'", "native.encoding((options && options.defaultEncoding) || 'utf8')"},
	{"readable-stream/lib/internal/streams/readable.js", "(options && options.defaultEncoding) || 'utf8'", "native.encoding((options && options.defaultEncoding) || 'utf8')"},
	// Node gives the reason why a pipeline was aborted.
	{"readable-stream/lib/internal/streams/pipeline.js", `finishImpl(new AbortError())`, `finishImpl(new AbortError(undefined,{cause:outerSignal?.reason}))`},
	// url.parse and related functions as in Node: a file's URL has three slashes, another host does
	// not get the credentials of the base, and hosts are recognised as in Node.
	{"url/url.js", "gopher: true,\n", "gopher: true, ws: true, wss: true, 'ws:': true, 'wss:': true,\n"},
	{"url/url.js", `if (!relative.host && !hostlessProtocol`, `if (!relative.host && relative.protocol !== 'file:' && !hostlessProtocol`},
	{"url/url.js", `if (this.slashes || (!protocol || slashedProtocol[protocol]) && host !== false) {`,
		`if (!this.slashes && !host && protocol === 'file:') { host = '//'; } else if (this.slashes || slashedProtocol[protocol] && host) {`},
	{"url/url.js", `result.host = relative.host || relative.host === '' ?`,
		`if (typeof relative.host === 'string' && relative.host !== result.host) { result.auth = null; }
    if (typeof relative.host === 'string') { result.port = relative.port; }
    result.host = relative.host || relative.host === '' ?`},
	{"url/url.js", `hostnamePartPattern = /^[+a-z0-9A-Z_-]{0,63}$/`, `hostnamePartPattern = /^[^/\\#?:]*$/`},
	{"url/url.js", `this.hostname = punycode.toASCII(this.hostname);`,
		`if (this.hostname) { this.hostname = native.toASCII(this.hostname); if (!this.hostname || /[\0\t\n\r #%/:<>?@[\\\]^|]/.test(this.hostname)) { throw native.invalidURL(url); } }`},
	{"url/url.js", `hostnamePartStart = /^([+a-z0-9A-Z_-]{0,63})(.*)$/`, `hostnamePartStart = /^([^/\\#?:]*)(.*)$/`},
	// A URL without a query has no search, and its parsed query has no prototype.
	{"url/url.js", "this.search = '';\n        this.query = {};", "this.search = null;\n        this.query = { __proto__: null };"},
	{"url/url.js", "this.search = '';\n    this.query = {};", "this.search = null;\n    this.query = { __proto__: null };"},
	// A relative path of Windows begins at the current directory, as in Node.
	{"path-browserify-win32/index.js", `path === undefined ||`, `(path = process.cwd()) === '' || resolvedDevice.length > 0 &&`},
	{"node-inspect-extracted/dist/inspect.js", `t.constructor.prototype.__lookupGetter__("length").call(t)`, `native.getter(Uint8Array.prototype,"length").call(t)`},
}

// patches applies patched when files are loaded.
func patches(dir string) api.Plugin {
	return api.Plugin{Name: "patches", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `(inspect|pipeline|destroy|url|win32.index|writable|readable|ponyfill|internal.errors)\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			name, err := filepath.Rel(filepath.Join(dir, "node_modules"), args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			var text string
			for _, p := range patched {
				if p.file != filepath.ToSlash(name) {
					continue
				}
				if text == "" {
					content, err := os.ReadFile(args.Path)
					if err != nil {
						return api.OnLoadResult{}, err
					}
					text = string(content)
				}
				if n := strings.Count(text, p.old); n != 1 {
					return api.OnLoadResult{}, fmt.Errorf("%s: %q occurs %d times, a patch needs it once", p.file, p.old, n)
				}
				text = strings.Replace(text, p.old, p.now, 1)
			}
			if text == "" {
				return api.OnLoadResult{}, nil
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS, ResolveDir: filepath.Dir(args.Path)}, nil
		})
	}}
}
