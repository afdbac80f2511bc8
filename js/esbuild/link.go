package esbuild

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/wakeful-go/wakeful/js/internal/transform"
)

// This file checks imported names.

// space is the namespace of the sources. It keeps esbuild from looking for files.
const space = "module"

// Link bundles the modules as one program and returns the first missing export.
func (transformer) Link(g *transform.Graph) error {
	plugin := api.Plugin{Name: "graph", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind == api.ResolveEntryPoint {
				return api.OnResolveResult{Path: g.Entry, Namespace: space}, nil
			}
			if target, ok := g.Imports[a.Importer][a.Path]; ok && a.Kind == api.ResolveJSImportStatement {
				return api.OnResolveResult{Path: target, Namespace: space}, nil
			}
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: space}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			source := g.Sources[a.Path]
			return api.OnLoadResult{Contents: &source, Loader: loaderOf(a.Path)}, nil
		})
	}}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{g.Entry}, Bundle: true, Write: false, Format: api.FormatESModule, Platform: api.PlatformNeutral,
		Outdir: string(filepath.Separator), LogLevel: api.LogLevelSilent, Plugins: []api.Plugin{plugin},
	})
	for _, m := range result.Errors {
		var target, name string
		if n, _ := fmt.Sscanf(m.Text, "No matching export in %q for import %q", &target, &name); n < 2 || m.Location == nil {
			continue
		}
		file := strings.TrimPrefix(m.Location.File, space+":")
		m.Text = fmt.Sprintf("The requested module '%s' does not provide an export named '%s'",
			specifier(g, file, strings.TrimPrefix(target, space+":")), name)
		return firstError([]api.Message{m}, file)
	}
	return nil
}

// specifier returns the specifier by which importer imports target.
func specifier(g *transform.Graph, importer, target string) string {
	for specifier, t := range g.Imports[importer] {
		if t == target {
			return specifier
		}
	}
	return target
}
