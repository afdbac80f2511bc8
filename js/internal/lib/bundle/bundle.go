// Package bundle makes the files of package lib's dist: one for each entry of src/web and src/node,
// with the npm packages that the entry requires. It needs node_modules, which npm ci makes. Only a
// test uses it.
package bundle

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// supported lists features of newer ECMAScript that the engine lacks. Everything else stays as
// written. Private names lowered to WeakMaps would be many times slower.
var supported = map[string]bool{
	"async-generator": false, "for-await": false, "decorators": false, "using": false, "import-meta": false, "dynamic-import": false,
	"regexp-set-notation": false, "regexp-match-indices": false, "top-level-await": false, "import-attributes": false,
}

// Files bundles all entries of package lib's folder and returns the contents of dist by name.
func Files(dir string) (map[string][]byte, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var entries []api.EntryPoint
	for _, part := range []string{"web", "node"} {
		found, err := filepath.Glob(filepath.Join(dir, "src", part, "*.js"))
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			name := part + "_" + strings.TrimSuffix(filepath.Base(path), ".js")
			entries = append(entries, api.EntryPoint{InputPath: path, OutputPath: name})
		}
	}
	files, packages := map[string][]byte{}, map[string]bool{}
	for _, entry := range entries {
		result := api.Build(api.BuildOptions{
			EntryPointsAdvanced: []api.EntryPoint{entry},
			AbsWorkingDir:       dir,
			Outdir:              filepath.Join(dir, "dist"),
			Bundle:              true,
			Metafile:            true,
			Format:              api.FormatCommonJS,
			Platform:            api.PlatformNeutral,
			MainFields:          []string{"main"},
			Target:              api.ESNext,
			Supported:           supported,
			Charset:             api.CharsetASCII,
			LegalComments:       api.LegalCommentsNone, // dist/LICENSES has all licences
			MinifySyntax:        true,
			Plugins:             []api.Plugin{modern(dir), modules, patches(dir)},
			Define:              map[string]string{"process.env.NODE_DEBUG": "undefined"},
		})
		if len(result.Errors) > 0 {
			messages := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
			return nil, fmt.Errorf("bundling %s: %s", entry.OutputPath, strings.Join(messages, ""))
		}
		for _, file := range result.OutputFiles {
			files[filepath.Base(file.Path)] = file.Contents
		}
		used, err := packagesOf(result.Metafile)
		if err != nil {
			return nil, err
		}
		for _, name := range used {
			packages[name] = true
		}
	}
	files["LICENSES"], err = licences(dir, packages)
	return files, err
}

// modules resolves required names. "npm:NAME" is an npm package. Any other name without a path is a
// built-in module, which the runtime resolves.
var modules = api.Plugin{Name: "modules", Setup: func(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: `^npm:`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		found := build.Resolve(strings.TrimPrefix(args.Path, "npm:"), api.ResolveOptions{
			Kind: args.Kind, ResolveDir: args.ResolveDir, PluginData: "npm", Importer: args.Importer,
		})
		return api.OnResolveResult{Path: found.Path, Errors: found.Errors}, nil
	})
	build.OnResolve(api.OnResolveOptions{Filter: `^[^./]`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		if args.PluginData == "npm" || args.Kind == api.ResolveEntryPoint {
			return api.OnResolveResult{}, nil
		}
		builtin := strings.TrimSuffix(strings.TrimPrefix(args.Path, "node:"), "/")
		if strings.HasPrefix(args.Path, "node:") || strings.HasPrefix(builtin, "internal/") || slices.Contains(builtins, builtin) {
			return api.OnResolveResult{Path: builtin, External: true}, nil
		}
		return api.OnResolveResult{}, nil
	})
}}

// modernized maps packages that polyfill old engines to small replacements. The engine needs no
// polyfills, and these packages would be most of a bundle.
var modernized = map[string]string{
	"object.assign/polyfill": "assign.js", "object-is/polyfill": "is.js", "object-is": "same.js", "is-nan": "nan.js", "call-bind/callBound": "bound.js", "qs": "qs.js",
	"process/": "process.js", "abort-controller": "abort.js",
}

// parts are files of readable-stream that the runtime replaces with its own. With the originals,
// its errors would differ from Node's.
var parts = map[string]string{
	"ours/errors": "stream_errors.js", "ours/util": "stream_util.js", "validators": "validators.js",
}

func modern(dir string) api.Plugin {
	return api.Plugin{Name: "modern", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^[^.]`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if file, ok := modernized[args.Path]; ok {
				return api.OnResolveResult{Path: filepath.Join(dir, "src", "modern", file)}, nil
			}
			return api.OnResolveResult{}, nil
		})
		build.OnResolve(api.OnResolveOptions{Filter: `^\.\.?/`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			if !strings.Contains(filepath.ToSlash(args.Importer), "/node_modules/readable-stream/lib/") {
				return api.OnResolveResult{}, nil
			}
			if file, ok := parts[strings.TrimLeft(args.Path, "./")]; ok {
				return api.OnResolveResult{Path: filepath.Join(dir, "src", "modern", file)}, nil
			}
			return api.OnResolveResult{}, nil
		})
	}}
}

// builtins are modules that npm packages require from Node and that the runtime provides.
var builtins = []string{"assert", "buffer", "events", "path", "process", "querystring", "stream", "string_decoder", "url", "util"}

// packagesOf returns the folders of the npm packages in a bundle.
func packagesOf(metafile string) ([]string, error) {
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	var names []string
	for path := range meta.Inputs {
		before, within, found := strings.CutLast(path, "node_modules/")
		if !found {
			continue
		}
		parts := strings.SplitN(within, "/", 3)
		name := parts[0]
		if strings.HasPrefix(name, "@") {
			name += "/" + parts[1]
		}
		names = append(names, before+"node_modules/"+name)
	}
	return names, nil
}

// licences returns the licences of packages, one after the other.
func licences(dir string, packages map[string]bool) ([]byte, error) {
	var out strings.Builder
	out.WriteString("The files in this folder contain code of these npm packages.\n")
	folders := make([]string, 0, len(packages))
	for folder := range packages {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	for _, folder := range folders {
		var info struct{ Name, Version string }
		manifest, err := os.ReadFile(filepath.Join(dir, folder, "package.json"))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(manifest, &info); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		found, err := filepath.Glob(filepath.Join(dir, folder, "[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("the npm package %s has no licence file", info.Name)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			return nil, err
		}
		kind := Kind(string(text))
		if kind == "" {
			return nil, fmt.Errorf("the npm package %s has a licence that is not known here: add it to Kind", info.Name)
		}
		fmt.Fprintf(&out, "\n==== %s %s (%s)\n\n%s\n", info.Name, info.Version, kind, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return []byte(out.String()), nil
}

// Kind names a licence by its text, or returns "" if it is unknown. It ignores package.json,
// because for @pkgjs/parseargs that says MIT and the text is Apache's.
func Kind(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case strings.HasPrefix(text, "Apache License Version 2.0"):
		return "Apache-2.0"
	case strings.Contains(text, "Permission is hereby granted, free of charge"):
		return "MIT"
	case strings.Contains(text, "Redistribution and use in source and binary forms") && strings.Contains(text, "Neither the name"):
		return "BSD-3-Clause"
	}
	return ""
}
