package js

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the translation, by esbuild, of what the engine does not parse:
// TypeScript, JSX, ES modules, async generators and for await. A file that the
// engine parses as it is never comes here, which keeps the start of plain programs
// short. Translated code carries a source map, which the engine's stacks follow.

// A unit is the code of one module, ready to be compiled.
type unit struct {
	program *vm.Program
	plain   bool // it is the source as it was, in a function
	esm     bool
	awaits  bool     // it has a top-level await of its own
	async   bool     // its function returns a promise
	imports []string // specifiers of its static imports
}

// The parameters of the function that a module's code becomes.
const (
	parameters  = "exports, require, module, __filename, __dirname"
	wrapper     = "(function (" + parameters + ") {"
	esmWrapper  = "(function (" + parameters + ", $meta, $toESM, $static, $exports) { 'use strict';"
	wrapperEnd  = "\n})"
	asyncBegin  = " return (async () => {"
	asyncEnd    = "\n})();})"
	esmBodyMark = "var __toESM = "
)

// unsupported is what the engines do not know of the newest language.
var unsupported = map[string]bool{
	"dynamic-import": false, "async-generator": false, "for-await": false, "hashbang": false,
	"regexp-set-notation": false, "regexp-match-indices": false, "using": false, "decorators": false,
	"import-assertions": false, "import-attributes": false, "class-static-blocks": false,
	"top-level-await": true,
}

// A syntaxError says where a source is wrong.
type syntaxError struct {
	message, file, line string
	row, column         int
}

func (e *syntaxError) Error() string {
	return fmt.Sprintf("%s (%s:%d:%d)", e.message, e.file, e.row, e.column+1)
}

// stack is what Node shows of it.
func (e *syntaxError) stack() string {
	return fmt.Sprintf("%s:%d\n%s\n%s^\n\nSyntaxError: %s", e.file, e.row, e.line, strings.Repeat(" ", max(0, e.column)), e.message)
}

func firstError(messages []api.Message, file string) error {
	m := messages[0]
	e := &syntaxError{message: m.Text, file: file}
	if l := m.Location; l != nil {
		e.row, e.column, e.line = l.Line, l.Column, l.LineText
	}
	return e
}

func loaderOf(file string) api.Loader {
	switch filepath.Ext(file) {
	case ".ts", ".mts", ".cts":
		return api.LoaderTS
	case ".tsx":
		return api.LoaderTSX
	case ".jsx":
		return api.LoaderJSX
	}
	return api.LoaderJS
}

// externals leaves every import to the runtime.
var externals = api.Plugin{Name: "externals", Setup: func(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: a.Path, External: a.Kind != api.ResolveEntryPoint}, nil
	})
}}

// translated is what esbuild makes of one file.
type translated struct {
	code    string
	format  string // of the source: "esm", "cjs", or "" if nothing tells
	imports []string
}

// translate has esbuild translate one file.
func translate(file, source string, format api.Format) (translated, []api.Message) {
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents: source, Sourcefile: file, ResolveDir: filepath.Dir(file), Loader: loaderOf(file),
		},
		Bundle: true, Metafile: true, Write: false, Format: format, Platform: api.PlatformNeutral,
		TreeShaking: api.TreeShakingFalse, Target: api.ES2022, Supported: unsupported, KeepNames: false,
		Define:    map[string]string{"import.meta": "$meta"},
		Sourcemap: api.SourceMapInline, SourceRoot: "", SourcesContent: api.SourcesContentExclude,
		Banner: map[string]string{"js": "/**/"}, Outfile: filepath.Join(filepath.Dir(file), "out.js"), AbsWorkingDir: filepath.Dir(file),
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
	t := translated{code: string(result.OutputFiles[0].Contents)}
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

// topLevelAwait is what esbuild says of a top-level await that CommonJS cannot have.
const topLevelAwait = "Top-level await"

// transform translates and compiles a module. With async, an ES module becomes an
// async function also if it has no top-level await itself.
func transform(file, source string, async bool) (*unit, error) {
	var t translated
	var messages []api.Message
	u := &unit{async: async}
	if !async {
		t, messages = translate(file, source, api.FormatCommonJS)
		if len(messages) > 0 && strings.HasPrefix(messages[0].Text, topLevelAwait) {
			u.awaits, u.async = true, true
		}
	}
	if u.async {
		t, messages = translate(file, source, api.FormatESModule)
	}
	if len(messages) > 0 {
		return nil, firstError(messages, file)
	}
	u.esm, u.imports = u.async || t.format == "esm", t.imports
	code := t.code
	switch {
	case u.async:
		code = asyncBody(code)
	case u.esm:
		code = replaceFirst(code, "/**/", esmWrapper)
		code = replaceFirst(code, esmBodyMark, "var __toESM = $toESM, $unused = ")
		code = beforeMap(code, wrapperEnd)
	default:
		code = beforeMap(replaceFirst(code, "/**/", wrapper), wrapperEnd)
	}
	var err error
	u.program, err = compile(file, code, true)
	return u, err
}

func replaceFirst(s, old, replacement string) string { return strings.Replace(s, old, replacement, 1) }

// beforeMap inserts text before the comment with the source map.
func beforeMap(code, text string) string {
	if i := strings.LastIndex(code, "//# sourceMappingURL="); i >= 0 {
		return code[:i] + strings.TrimPrefix(text, "\n") + "\n" + code[i:]
	}
	return code + text
}

// Statements of ES modules, as esbuild prints them.
var (
	importStatement = regexp.MustCompile(`(?m)^import (?:([^"';]+?) from )?"((?:[^"\\]|\\.)*)";$`)
	exportList      = regexp.MustCompile(`(?ms)^export \{\n(.*?)\n\};$`)
	exportStar      = regexp.MustCompile(`(?m)^export \* from "((?:[^"\\]|\\.)*)";$`)
	imported        = regexp.MustCompile(importStatement.String() + "|" + exportStar.String() + "|" + exportFrom.String())
	exportFrom      = regexp.MustCompile(`(?ms)^export \{([^}]*)\} from "((?:[^"\\]|\\.)*)";$`)
)

// asyncBody makes an async function of an ES module that esbuild has printed. The
// lines stay where they are, since the source map counts them.
func asyncBody(code string) string {
	var exports strings.Builder
	code = exportList.ReplaceAllStringFunc(code, func(s string) string {
		for name := range strings.SplitSeq(exportList.FindStringSubmatch(s)[1], "\n") {
			local, public, renamed := strings.Cut(strings.TrimSuffix(strings.TrimSpace(name), ","), " as ")
			if !renamed {
				public = local
			}
			fmt.Fprintf(&exports, "%s: () => %s, ", public, local)
		}
		return strings.Repeat("\n", strings.Count(s, "\n"))
	})
	// Imports come first, in their order, wherever they stand.
	var imports strings.Builder
	code = imported.ReplaceAllStringFunc(code, func(s string) string {
		if m := exportFrom.FindStringSubmatch(s); m != nil {
			fmt.Fprintf(&imports, ` { const $from = await $static("%s"); $exports({%s}); }`, m[2], reexported(m[1]))
		} else if m := exportStar.FindStringSubmatch(s); m != nil {
			fmt.Fprintf(&imports, ` $exports(await $static("%s"), true);`, m[1])
		} else {
			m := importStatement.FindStringSubmatch(s)
			imports.WriteString(" " + importing(m[1], m[2]))
		}
		return strings.Repeat("\n", strings.Count(s, "\n"))
	})
	code = replaceFirst(code, "/**/", esmWrapper+asyncBegin+" $exports({"+exports.String()+"});"+strings.ReplaceAll(imports.String(), "\n", " "))
	code = replaceFirst(code, esmBodyMark, "var __toESM = $toESM, $unused = ")
	return beforeMap(code, asyncEnd)
}

// importing returns the statement that stands for an import. A binding is what the
// other module exports when it has run.
func importing(bindings, specifier string) string {
	module := fmt.Sprintf(`await $static("%s")`, specifier)
	bindings = strings.TrimSpace(bindings)
	if bindings == "" {
		return module + ";"
	}
	var fields []string
	namespace := ""
	head, list, named := strings.Cut(bindings, "{")
	if named {
		for name := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(list), "}"), ",") {
			if public, local, renamed := strings.Cut(strings.TrimSpace(name), " as "); renamed {
				fields = append(fields, public+": "+local)
			} else if public != "" {
				fields = append(fields, public)
			}
		}
	}
	for name := range strings.SplitSeq(head, ",") {
		name = strings.TrimSpace(name)
		if ns, ok := strings.CutPrefix(name, "* as "); ok {
			namespace = ns
		} else if name != "" {
			fields = append(fields, "default: "+name)
		}
	}
	if namespace == "" {
		return fmt.Sprintf("const { %s } = %s;", strings.Join(fields, ", "), module)
	}
	statement := fmt.Sprintf("const %s = %s;", namespace, module)
	if len(fields) > 0 {
		statement += fmt.Sprintf(" const { %s } = %s;", strings.Join(fields, ", "), namespace)
	}
	return statement
}

func reexported(list string) string {
	var b strings.Builder
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		theirs, ours, renamed := strings.Cut(name, " as ")
		if !renamed {
			ours = theirs
		}
		fmt.Fprintf(&b, "%s: () => $from[%q], ", ours, strings.Trim(theirs, `"`))
	}
	return b.String()
}

// compile compiles code for the engine, with its source map if it has one.
func compile(name, code string, mapped bool) (*vm.Program, error) {
	var options []vm.ParserOption
	if !mapped {
		options = append(options, vm.WithoutSourceMaps())
	}
	ast, err := vm.Parse(name, code, options...)
	if err != nil {
		return nil, err
	}
	return vm.CompileAST(ast, false)
}

// dynamicImport finds what may be import(): one of the engines parses it, but has
// nobody to ask for the module.
var dynamicImport = regexp.MustCompile(`\bimport\s*\(`)

// compileScript compiles a script for the global scope, translated if it must be.
func (r *Runtime) compileScript(name, source string) (*vm.Program, error) {
	if loaderOf(name) == api.LoaderJS && !dynamicImport.MatchString(source) {
		program, err := compile(name, source, false)
		if err == nil {
			return program, nil
		}
	}
	result := api.Transform(source, api.TransformOptions{
		Sourcefile: name, Loader: loaderOf(name), Target: api.ES2022, Supported: unsupported,
		Sourcemap: api.SourceMapInline, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, Charset: api.CharsetUTF8,
	})
	if len(result.Errors) > 0 {
		return nil, r.syntaxError(firstError(result.Errors, name))
	}
	program, err := compile(name, string(result.Code), true)
	if err != nil {
		return nil, r.syntaxError(err)
	}
	return program, nil
}

// syntaxError makes an *Error of a source that cannot be compiled. It touches no
// engine, since scripts are compiled on the caller's goroutine.
func (r *Runtime) syntaxError(err error) error {
	e := &Error{Name: "SyntaxError", Message: err.Error(), cause: err}
	e.Stack = e.Error()
	if s, ok := errors.AsType[*syntaxError](err); ok {
		e.Message, e.Stack = s.message, s.stack()
	}
	return e
}

// isModuleFile reports whether the name alone makes a file an ES module.
func isModuleFile(file string) bool {
	return filepath.Ext(file) == ".mjs" || filepath.Ext(file) == ".mts"
}
