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

// patched are the changes to npm packages: what they cannot know in a browser and
// the engine does. The bundled file says native where it means that.
var patched = []patch{
	// util.inspect: the state of promises, what is behind a proxy, the kinds of objects.
	{"node-inspect-extracted/dist/inspect.js", `getPromiseDetails:function(){return[c,void 0]}`, `getPromiseDetails:function(t){return native.promise(t,c,l)}`},
	{"node-inspect-extracted/dist/inspect.js", `getProxyDetails:a.getProxyDetails`, `getProxyDetails:native.proxy`},
	{"node-inspect-extracted/dist/inspect.js", `getOwnNonIndexProperties:function(t){`, `getOwnNonIndexProperties:native.ownKeys,unused:function(t){`},
	{"node-inspect-extracted/dist/inspect.js", `t.exports={isAsyncFunction:`, `t.exports=native.types||{isAsyncFunction:`},
	// The engine writes stacks in its own way.
	{"node-inspect-extracted/dist/inspect.js", `function Br(t){return t.stack?wt(t.stack):T(t)}`, `function Br(t){return t.stack?native.stack(wt(t.stack)):T(t)}`},
	// The engines have no Object.prototype.__lookupGetter__.
	{"node-inspect-extracted/dist/inspect.js", `t.prototype.__lookupGetter__(e)`, `native.getter(t.prototype,e)`},
	// Node tells why a pipeline was aborted.
	{"readable-stream/lib/internal/streams/pipeline.js", `finishImpl(new AbortError())`, `finishImpl(new AbortError(undefined,{cause:outerSignal?.reason}))`},
	{"node-inspect-extracted/dist/inspect.js", `t.constructor.prototype.__lookupGetter__("length").call(t)`, `native.getter(Uint8Array.prototype,"length").call(t)`},
}

// patches applies patched when files are loaded.
func patches(dir string) api.Plugin {
	return api.Plugin{Name: "patches", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `(inspect|pipeline)\.js$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
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
