package js

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wakeful-go/wakeful/js/internal/transform"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file compiles source. Source that the engine parses is compiled directly. Other source is
// translated first. Plain source never needs the transformer, so plain programs start quickly.
// Translated code has a source map, which stack traces follow.

// A unit is the compiled code of one module.
type unit struct {
	program *vm.Program
	plain   bool // the source was compiled untranslated, in a wrapper function
	// wide holds the lines of an untranslated source with characters beyond ASCII.
	wide    []string
	esm     bool
	async   bool     // its function returns a promise
	imports []string // specifiers of its static imports
}

const (
	wrapper    = "(function (" + transform.Parameters + ") {"
	wrapperEnd = "\n})"
)

// unitOf returns the compiled code of a module file.
func (r *Runtime) unitOf(file, source string) (*unit, error) {
	if u := r.modules.units[file]; u != nil {
		return u, nil
	}
	u, err := r.compileModule(file, source)
	if err != nil {
		return nil, err
	}
	r.modules.units[file] = u
	return u, nil
}

func (r *Runtime) compileModule(file, source string) (*unit, error) {
	source = strings.TrimPrefix(source, "\ufeff")
	if strings.HasPrefix(source, "#!") {
		source = "//" + source
	}
	plain := !dynamicImport.MatchString(source)
	switch filepath.Ext(file) {
	case ".mjs", ".mts", ".ts", ".tsx", ".cts", ".jsx":
		plain = false
	case ".cjs":
	default:
		if p := r.modules.scope(filepath.Dir(file)); p != nil && p.Type == "module" {
			plain = false
		}
	}
	var unparsed error
	if plain {
		mapped := strings.Contains(source, "//# sourceMappingURL=") &&
			!strings.Contains(file, string(filepath.Separator)+"node_modules"+string(filepath.Separator))
		var readMap func(url string) ([]byte, error)
		if mapped {
			readMap = r.mapsOf(file)
		}
		program, err := compile(file, transform.BeforeMap(wrapper+source, wrapperEnd), readMap)
		if err == nil {
			u := &unit{program: program, plain: !mapped}
			if u.plain && strings.IndexFunc(source, func(c rune) bool { return c > unicode.MaxASCII }) >= 0 {
				u.wide = strings.Split(source, "\n")
			}
			return u, nil
		}
		unparsed = err
	}
	if transform.Registered() == nil {
		return nil, withoutTransformer(file, wrapper, source, unparsed)
	}
	u, err := r.transformModule(file, source, false)
	if err == nil && !plain && isModuleFile(file) {
		u.esm = true
	}
	return u, err
}

// transformModule translates and compiles a module. With async, an ES module becomes an async
// function even without top-level await. The program must have a transformer.
func (r *Runtime) transformModule(file, source string, async bool) (*unit, error) {
	m, err := transform.Registered().Module(file, transform.WithMap(source, r.mapsOf(file)), async)
	if err != nil {
		return nil, err
	}
	u := &unit{esm: m.ESM, async: m.Async, imports: m.Imports}
	u.program, err = compile(file, m.Code, ownMap)
	return u, err
}

// compile compiles code for the engine. readMap is nil for code without a source map.
func compile(name, code string, readMap func(url string) ([]byte, error)) (*vm.Program, error) {
	ast, err := vm.Parse(name, code, readMap)
	if err != nil {
		return nil, err
	}
	return vm.CompileAST(ast, false)
}

// ownMap is the readMap of translated code, which contains its source map.
func ownMap(string) ([]byte, error) {
	return nil, errors.New("translated code contains its source map")
}

// mapsOf returns the readMap of a file. It reads source maps from the files that scripts see.
func (r *Runtime) mapsOf(file string) func(url string) ([]byte, error) {
	return func(address string) ([]byte, error) {
		u, err := url.Parse(address)
		if err != nil {
			return nil, err
		}
		if u.Scheme != "" && u.Scheme != "file" {
			return nil, fmt.Errorf("%s: a source map must be a file", address)
		}
		path := filepath.FromSlash(u.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		return r.files.ReadFile(path)
	}
}

// dynamicImport matches a possible import(). The engine parses it but cannot run it.
var dynamicImport = regexp.MustCompile(`\bimport\s*\(`)

// isPlainJavaScript reports whether the file extension is not one of TypeScript or JSX.
func isPlainJavaScript(file string) bool {
	return !slices.Contains([]string{".ts", ".mts", ".cts", ".tsx", ".jsx"}, filepath.Ext(file))
}

// compileScript compiles a script for the global scope.
func compileScript(name, source string) (*vm.Program, error) {
	plainJavaScript := isPlainJavaScript(name) && !dynamicImport.MatchString(source)
	var unparsed error
	if plainJavaScript {
		program, err := compile(name, source, nil)
		if err == nil {
			return program, nil
		}
		unparsed = err
	}
	t := transform.Registered()
	if t == nil {
		return nil, syntaxError(withoutTransformer(name, "", source, unparsed))
	}
	code, err := t.Script(name, transform.WithMap(source, nil))
	if err != nil {
		return nil, syntaxError(err)
	}
	program, err := compile(name, code, ownMap)
	if err != nil {
		return nil, syntaxError(err)
	}
	return program, nil
}

// syntaxError returns an *Error for source that does not compile. It does not access the engine,
// because scripts are compiled on the caller's goroutine.
func syntaxError(err error) error {
	e := &Error{Name: "SyntaxError", Message: err.Error(), cause: err}
	e.Stack = e.Error()
	if s, ok := errors.AsType[*transform.SyntaxError](err); ok {
		e.Message, e.Stack = s.Message, s.Stack()
	}
	return e
}

// isModuleFile reports whether the file name alone makes it an ES module.
func isModuleFile(file string) bool {
	return filepath.Ext(file) == ".mjs" || filepath.Ext(file) == ".mts"
}
