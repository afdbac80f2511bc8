package sandbox

// Modules: what a script imports, from the host's file system, and the translation of sources.

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
)

// Files is a file system of texts by their path, for Config.Modules and CompileFS:
// Files{"main.js": "import './lib/sum.js'", "lib/sum.js": "..."}. It has no folders.
type Files map[string]string

// Open implements fs.FS.
func (f Files) Open(name string) (fs.File, error) {
	text, ok := f[name]
	if !ok || !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &textFile{*strings.NewReader(text), path.Base(name), int64(len(text))}, nil
}

// textFile is an open file of Files, and its own description.
type textFile struct {
	strings.Reader
	name string
	size int64
}

func (f *textFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f *textFile) Close() error               { return nil }
func (f *textFile) Name() string               { return f.name }
func (f *textFile) Size() int64                { return f.size }
func (f *textFile) Mode() fs.FileMode          { return 0o444 }
func (f *textFile) ModTime() time.Time         { return time.Time{} }
func (f *textFile) IsDir() bool                { return false }
func (f *textFile) Sys() any                   { return nil }

// modules are the sources of a program. Loop and coroutine, and those of other calls of the program.
type modules struct {
	files     fs.FS // nil: there are none
	translate func(name, source string) (string, error)
	limit     int64 // of a source, in bytes

	mu      sync.Mutex
	sources map[string]string // by name, before their translation
	maps    map[string]*sourceMap
	imports map[imported]bool
}

// imported is an import that was resolved.
type imported struct{ importer, specifier, name string }

func (s *Sandbox) newModules(files fs.FS) *modules {
	return &modules{files: files, translate: s.config.Translate, limit: s.config.Memory, sources: map[string]string{}, maps: map[string]*sourceMap{}, imports: map[imported]bool{}}
}

// add translates a source and remembers it for positions.
func (m *modules) add(name, source string) (string, error) {
	code := source
	var positions *sourceMap
	if m.translate != nil {
		var err error
		if code, err = translate(m.translate, name, source); err != nil {
			return "", &ScriptError{Name: "SyntaxError", Message: err.Error()}
		}
		positions = inlineMap(code)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sources[name] = source
	if positions != nil {
		m.maps[name] = positions
	}
	return code, nil
}

// translate is the host's function, of which a panic is an error.
func translate(f func(name, source string) (string, error), name, source string) (code string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the translation of %s panicked: %v", name, r)
		}
	}()
	return f(name, source)
}

func (m *modules) known(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, ok := m.sources[name]
	return ok
}

const (
	maxImports   = 10_000 // that are remembered for positions
	maxSpecifier = 1000
)

// resolve returns the name of the module that another one imports.
func (m *modules) resolve(importer, specifier string) (string, error) {
	if len(specifier) > maxSpecifier {
		return "", &ScriptError{Name: "Error", Message: fmt.Sprintf("the name of a module has %d bytes; at most %d are allowed", len(specifier), maxSpecifier)}
	}
	name := path.Clean(strings.TrimLeft(specifier, "/"))
	if strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../") {
		name = path.Join(path.Dir(importer), specifier)
	}
	for _, candidate := range candidates(name, m.translate != nil) {
		if m.known(candidate) || m.exists(candidate) {
			m.remember(imported{importer, specifier, candidate})
			return candidate, nil
		}
	}
	where := importer
	position := m.find(importer, `(?:from|import)\s*\(?\s*["']`+regexp.QuoteMeta(specifier)+`["']`)
	if position != "" {
		where = position
	}
	err := &ScriptError{Name: "Error", Message: fmt.Sprintf("there is no module %q, which %s imports", specifier, where)}
	if position != "" {
		err.Stack = "    at " + position + "\n"
	}
	return "", err
}

func (m *modules) remember(i imported) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.imports) < maxImports {
		m.imports[i] = true
	}
}

// candidates are the files that a name may mean. TypeScript names the file that its translation has.
func candidates(name string, translated bool) []string {
	all := []string{name}
	if !translated {
		return all
	}
	for _, extension := range [...][2]string{{".js", ".ts"}, {".mjs", ".mts"}, {".js", ".tsx"}, {".jsx", ".tsx"}} {
		if base, ok := strings.CutSuffix(name, extension[0]); ok {
			all = append(all, base+extension[1])
		}
	}
	if path.Ext(name) == "" {
		all = append(all, name+".ts", name+".tsx", name+".js", name+"/index.ts")
	}
	return all
}

func (m *modules) exists(name string) bool {
	if m.files == nil || !fs.ValidPath(name) {
		return false
	}
	info, err := fs.Stat(m.files, name)
	return err == nil && !info.IsDir()
}

// load returns the code of a module that resolve has named.
func (m *modules) load(name string, isJSON bool) (string, error) {
	source, err := m.read(name)
	if err != nil {
		return "", &ScriptError{Name: "Error", Message: err.Error()}
	}
	if isJSON {
		return source, nil
	}
	return m.add(name, source)
}

var errNoFiles = errors.New("there are no modules to import: see Config.Modules and CompileFS")

func (m *modules) read(name string) (string, error) {
	if m.files == nil {
		return "", errNoFiles
	}
	f, err := m.files.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(f, m.limit+1))
	if err == nil && int64(len(text)) > m.limit {
		err = fmt.Errorf("the module %s has more than %d bytes", name, m.limit)
	}
	return string(text), err
}

// find returns where in a source an expression matches, as name:line:column, or "".
func (m *modules) find(name, expression string) string {
	m.mu.Lock()
	source := m.sources[name]
	m.mu.Unlock()
	at := regexp.MustCompile(expression).FindStringIndex(source)
	if at == nil {
		return ""
	}
	before := source[:at[0]]
	line := strings.Count(before, "\n")
	column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
	return fmt.Sprintf("%s:%d:%d", name, line+1, column+1)
}

// missingExport is what the engine says of an import of a name that a module does not export. It does
// not say where.
var missingExport = regexp.MustCompile(`^Could not find export '(.*)' in module '(.*)'$`)

// locate gives errors the positions of sources before their translation, and of imports.
func (m *modules) locate(e *ScriptError) {
	seen := map[*ScriptError]bool{}
	for ok := e != nil; ok && !seen[e]; e, ok = e.Cause.(*ScriptError) {
		seen[e] = true
		if parts := missingExport.FindStringSubmatch(e.Message); parts != nil && e.Name == "SyntaxError" && len(e.Message) < 2*maxSpecifier {
			if position := m.importOf(parts[1], parts[2]); position != "" {
				e.Message += ", which " + position + " imports"
				e.Stack = "    at " + position + "\n"
				continue
			}
		}
		e.Stack = m.original(e.Stack)
	}
}

// importOf returns where a name of a module is imported.
func (m *modules) importOf(export, module string) string {
	m.mu.Lock()
	imports := maps.Clone(m.imports)
	m.mu.Unlock()
	for i := range imports {
		if i.name != module {
			continue
		}
		clause := `(?:import|export)\s*[^;"'()]*`
		if export != "default" {
			clause += `[^;"'()\w$]` + regexp.QuoteMeta(export) + `\b[^;"'()]*`
		}
		if at := m.find(i.importer, clause+`from\s*["']`+regexp.QuoteMeta(i.specifier)+`["']`); at != "" {
			return at
		}
	}
	return ""
}

// module answers the engine's questions for modules, on the coroutine.
func (c *call) module(id int, arguments []byte) ([]byte, bool) {
	values, err := codec.DecodeArguments(arguments)
	if err != nil || len(values) != 2 {
		return encoded(nil), true
	}
	name, _ := values[0].(string)
	var answer string
	if id == prelude.Resolve {
		specifier, _ := values[1].(string)
		answer, err = c.modules.resolve(name, specifier)
	} else {
		isJSON, _ := values[1].(bool)
		answer, err = c.modules.load(name, isJSON)
	}
	if script, ok := errors.AsType[*ScriptError](err); ok {
		return encodedError(script), true
	}
	return encoded(answer), false
}
