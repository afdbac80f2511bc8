// Package esbuild lets package js run TypeScript, JSX and ES modules. Import it for its
// side effect:
//
//	import _ "github.com/wakeful-go/wakeful/js/esbuild"
//
// It translates, with the Go API of esbuild, everything that the engine does not parse.
// It is a package of its own because esbuild adds several megabytes to a program.
package esbuild

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/wakeful-go/wakeful/js/internal/transform"
)

func init() { transform.Register(transformer{}) }

// transformer implements transform.Transformer.
type transformer struct{}

// unsupported lists the syntax that the engine lacks. Top-level await is translated by
// asyncBody.
var unsupported = map[string]bool{
	"dynamic-import": false, "async-generator": false, "for-await": false, "hashbang": false,
	"regexp-set-notation": false, "regexp-match-indices": false, "using": false, "decorators": false,
	"import-assertions": false, "import-attributes": false, "class-static-blocks": false,
	"top-level-await": true,
}

// firstError returns the first message as an error.
func firstError(messages []api.Message, file string) error {
	m := messages[0]
	e := &transform.SyntaxError{Message: m.Text, File: file}
	if l := m.Location; l != nil {
		e.Row, e.Column, e.Line = l.Line, l.Column, l.LineText
	}
	return e
}

// loaderOf selects esbuild's loader by the file extension.
func loaderOf(file string) api.Loader {
	switch filepath.Ext(file) {
	case "": // code that Go gives, which the engine could not parse
		return api.LoaderTS
	case ".ts", ".mts", ".cts":
		return api.LoaderTS
	case ".tsx":
		return api.LoaderTSX
	case ".jsx":
		return api.LoaderJSX
	}
	return api.LoaderJS
}

// externals leaves the resolution of every import to the runtime.
var externals = api.Plugin{Name: "externals", Setup: func(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: a.Path, External: a.Kind != api.ResolveEntryPoint}, nil
	})
}}

// translated is the result of esbuild for one file.
type translated struct {
	code    string
	format  string // format of the source: "esm", "cjs", or "" if it is valid as both
	imports []string
}

// translate translates one file.
func translate(file, source string, format api.Format) (translated, []api.Message) {
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents: source, Sourcefile: file, ResolveDir: filepath.Dir(file), Loader: loaderOf(file),
		},
		Bundle: true, Metafile: true, Write: false, Format: format, Platform: api.PlatformNeutral,
		TreeShaking: api.TreeShakingFalse, Target: api.ES2022, Supported: unsupported, KeepNames: false,
		Define:    map[string]string{"import.meta": "$meta"},
		Sourcemap: api.SourceMapInline, SourceRoot: "", SourcesContent: api.SourcesContentExclude,
		Banner: map[string]string{"js": banner}, Outfile: filepath.Join(filepath.Dir(file), "out.js"), AbsWorkingDir: filepath.Dir(file),
		LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		Plugins: []api.Plugin{externals},
	})
	if len(result.Errors) > 0 {
		return translated{}, result.Errors
	}
	var meta struct {
		Inputs map[string]struct {
			Format  string
			Imports []struct{ Path, Kind string }
		}
	}
	t := translated{code: countColumnsFromOne(string(result.OutputFiles[0].Contents))}
	if json.Unmarshal([]byte(result.Metafile), &meta) == nil {
		for _, input := range meta.Inputs {
			t.format = input.Format
			for _, i := range input.Imports {
				if i.Kind == "import-statement" && i.Path != "<runtime>" {
					t.imports = append(t.imports, i.Path)
				}
			}
		}
	}
	return t, nil
}

// keepDeclarations translates an ES module that imports others once more. A bundle has var in the place
// of let, const and class. Modules that import each other would see undefined in the place of a
// ReferenceError.
func keepDeclarations(file, source, bundled string) string {
	result := api.Transform(source, api.TransformOptions{
		Sourcefile: filepath.Base(file), Loader: loaderOf(file), Format: api.FormatCommonJS, Platform: api.PlatformNeutral,
		TreeShaking: api.TreeShakingFalse, Target: api.ES2022, Supported: unsupported,
		Define:    map[string]string{"import.meta": "$meta"},
		Sourcemap: api.SourceMapInline, SourcesContent: api.SourcesContentExclude,
		Banner: banner, LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
	})
	if len(result.Errors) > 0 {
		return bundled
	}
	return countColumnsFromOne(string(result.Code))
}

// topLevelAwait is the beginning of esbuild's message about a top-level await, which CommonJS does
// not allow.
const topLevelAwait = "Top-level await"

// Module translates one file. It tries CommonJS first, because an ES module without top-level await
// can become a plain function.
func (transformer) Module(file, source string, async bool) (transform.Module, error) {
	var t translated
	var messages []api.Message
	m := transform.Module{Async: async}
	if !async {
		t, messages = translate(file, source, api.FormatCommonJS)
		if len(messages) > 0 && strings.HasPrefix(messages[0].Text, topLevelAwait) {
			m.Async = true
		}
	}
	if m.Async {
		t, messages = translate(file, source, api.FormatESModule)
	}
	if len(messages) > 0 {
		return transform.Module{}, firstError(messages, file)
	}
	m.ESM, m.Imports = m.Async || t.format == "esm", t.imports
	if m.ESM && !m.Async && len(t.imports) > 0 {
		t.code = keepDeclarations(file, source, t.code)
	}
	switch {
	case m.Async:
		m.Code = asyncBody(t.code)
	case m.ESM:
		code := replaceFirst(t.code, banner, esmWrapper+blockBegin)
		code = replaceFirst(code, toESM, "var __toESM = $toESM, $unused = ")
		m.Code = transform.BeforeMap(code, blockEnd)
	default:
		m.Code = transform.BeforeMap(replaceFirst(t.code, banner, wrapper), wrapperEnd)
	}
	return m, nil
}

// Script translates a script for the global scope.
func (transformer) Script(name, source string) (string, error) {
	result := api.Transform(source, api.TransformOptions{
		Sourcefile: name, Loader: loaderOf(name), Target: api.ES2022, Supported: unsupported,
		Sourcemap: api.SourceMapInline, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8,
	})
	if len(result.Errors) > 0 {
		return "", firstError(result.Errors, name)
	}
	return countColumnsFromOne(string(result.Code)), nil
}
