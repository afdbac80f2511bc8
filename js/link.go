package js

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the check, before the first ES module runs, that each name that is
// imported is exported by the module that it is imported from. In the code that
// the modules become such a name would be undefined, and nobody would hear of it. The
// check is esbuild's, which sees all the modules for it as one program. Modules that are
// no ES modules are left out: what they export is known when they have run.

// A graph is what an ES module imports, statically and through whatever modules.
type graph struct {
	sources map[string]string            // of the ES modules, and of what stands for built-ins
	imports map[string]map[string]string // by importer: specifiers, and what they are among the sources
}

// link checks what an ES module imports, unless it was checked with one that imports it.
func (r *Runtime) link(file, source string, u *unit) error {
	m := &r.modules
	if m.linked[file] {
		return nil
	}
	g := &graph{sources: map[string]string{}, imports: map[string]map[string]string{}}
	r.collect(g, file, source, u)
	for f := range g.imports {
		m.linked[f] = true
	}
	if len(g.sources) == 1 {
		return nil
	}
	return g.check(file)
}

// collect adds an ES module and what it imports. What cannot be found or read is left to
// whoever runs the module.
func (r *Runtime) collect(g *graph, file, source string, u *unit) {
	targets := map[string]string{}
	g.sources[file], g.imports[file] = source, targets
	for _, specifier := range u.imports {
		if name, ok := r.builtinName(specifier); ok {
			if exports, ok := r.standIn(name); ok {
				g.sources["node:"+name], targets[specifier] = exports, "node:"+name
			}
			continue
		}
		target, err := r.modules.resolve(specifier, filepath.Dir(file), file, importConditions)
		if err != nil || filepath.Ext(target) == ".json" {
			continue
		}
		if g.imports[target] == nil {
			code, err := os.ReadFile(target)
			if err != nil {
				continue
			}
			d, err := r.unitOf(target, string(code))
			if err != nil || !d.esm {
				continue
			}
			r.collect(g, target, string(code), d)
		}
		targets[specifier] = target
	}
}

// standIn returns the source of an ES module that exports the names that a built-in
// does. Inside JavaScript.
func (r *Runtime) standIn(name string) (source string, ok bool) {
	names := map[string]bool{"default": true}
	source = "let it;\nexport default it;\n"
	exception := r.vm.Try(func() {
		o, isObject := r.requireBuiltin(name).(*vm.Object)
		for ok = isObject; o != nil; o = o.Prototype() {
			for _, key := range o.GetOwnPropertyNames() {
				if !names[key] {
					names[key] = true
					source += fmt.Sprintf("export { it as %q };\n", key)
				}
			}
		}
	})
	return source, ok && exception == nil
}

// space is the namespace of the sources, for esbuild: it is not to look for files.
const space = "module"

// check has esbuild link the modules and returns its first complaint of a name.
func (g *graph) check(entry string) error {
	plugin := api.Plugin{Name: "graph", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{Path: entry, Namespace: space}, nil
			}
			if target, ok := g.imports[a.Importer][a.Path]; ok && a.Kind == api.ResolveJSImportStatement {
				return api.OnResolveResult{Path: target, Namespace: space}, nil
			}
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: space}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			source := g.sources[a.Path]
			return api.OnLoadResult{Contents: &source, Loader: loaderOf(a.Path)}, nil
		})
	}}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{entry}, Bundle: true, Write: false, Format: api.FormatESModule, Platform: api.PlatformNeutral,
		Outdir: string(filepath.Separator), LogLevel: api.LogLevelSilent, Plugins: []api.Plugin{plugin},
	})
	for _, m := range result.Errors {
		var target, name string
		if n, _ := fmt.Sscanf(m.Text, "No matching export in %q for import %q", &target, &name); n < 2 || m.Location == nil {
			continue
		}
		file := strings.TrimPrefix(m.Location.File, space+":")
		m.Text = fmt.Sprintf("The requested module '%s' does not provide an export named '%s'",
			g.specifier(file, strings.TrimPrefix(target, space+":")), name)
		return firstError([]api.Message{m}, file)
	}
	return nil
}

// specifier returns how an importer calls what it imports.
func (g *graph) specifier(importer, target string) string {
	for specifier, t := range g.imports[importer] {
		if t == target {
			return specifier
		}
	}
	return target
}
