package js

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/files"
)

// This file resolves specifiers to files with Node's algorithm, including "exports" and "imports"
// of package.json. TypeScript's extensions are tried after JavaScript's, and a missing ".js" file
// may be a ".ts" file.

// resolver finds files. Loop goroutine only.
type resolver struct {
	files    *files.Files
	packages map[string]*packageJSON // by directory; nil for a directory without one
}

// packageJSON has the fields of a package.json that the loader uses.
type packageJSON struct {
	dir     string
	Name    string          `json:"name"`
	Main    string          `json:"main"`
	Type    string          `json:"type"`
	Exports json.RawMessage `json:"exports"`
	Imports json.RawMessage `json:"imports"`
}

// A notFoundError names the missing module and the importing file, in Node's words.
type notFoundError struct {
	specifier, from, reason, code string
	path                          string // the path, for an import of a path
}

func (e *notFoundError) Error() string {
	reason := ""
	if e.reason != "" {
		reason = ": " + e.reason
	}
	switch {
	case e.code == moduleNotFound && e.from != "":
		return fmt.Sprintf("Cannot find module '%s'%s\nRequire stack:\n- %s", e.specifier, reason, e.from)
	case e.from == "":
		return fmt.Sprintf("Cannot find module '%s'%s", e.specifier, reason)
	case e.path == "":
		return fmt.Sprintf("Cannot find package '%s' imported from %s%s", e.specifier, e.from, reason)
	}
	return fmt.Sprintf("Cannot find module '%s' imported from %s%s", e.path, e.from, reason)
}

// The messages of require and import for a missing module.
const (
	moduleNotFound = "MODULE_NOT_FOUND"
	importNotFound = "ERR_MODULE_NOT_FOUND"
)

// notFoundCode selects the error code by the conditions.
func notFoundCode(conditions []string) string {
	if slices.Contains(conditions, "import") {
		return importNotFound
	}
	return moduleNotFound
}

var extensions = []string{".js", ".json", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts", ".jsx"}

// typescript maps an extension in an import to the extensions of TypeScript files that it may stand
// for.
var typescript = map[string][]string{".js": {".ts", ".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}, ".jsx": {".tsx"}}

// resolve returns the file that a specifier means in a file of directory dir. The conditions select
// among the exports of a package.
func (r *resolver) resolve(specifier, dir, from string, conditions []string) (string, error) {
	path := ""
	fail := func(reason string) error {
		return &notFoundError{specifier, from, reason, notFoundCode(conditions), path}
	}
	if strings.HasPrefix(specifier, "file:") {
		path, err := fileOfURL(specifier)
		if err != nil {
			return "", fail(err.Error())
		}
		specifier = path
	}
	switch {
	case specifier == "":
		return "", fail("the specifier is empty")
	case filepath.IsAbs(specifier) || specifier == "." || specifier == ".." ||
		strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../"):
		path = specifier
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, filepath.FromSlash(specifier))
		}
		onlyDir := strings.HasSuffix(specifier, "/") || specifier == "." || specifier == ".." || strings.HasSuffix(specifier, "/..")
		if file := r.fileOrDir(path, onlyDir); file != "" {
			return file, nil
		}
		return "", fail("")
	case specifier[0] == '#':
		p := r.scope(dir)
		if p == nil || p.Imports == nil {
			return "", fail("no package.json above it has imports")
		}
		target, err := matchMap(p.Imports, specifier, conditions)
		if err != nil {
			return "", fail(err.Error())
		}
		if !strings.HasPrefix(target, "./") {
			return r.resolve(target, p.dir, from, conditions)
		}
		if file := r.fileOrDir(filepath.Join(p.dir, target), false); file != "" {
			return file, nil
		}
		return "", fail("its package.json says " + target + ", which does not exist")
	}
	return r.bare(specifier, dir, from, conditions)
}

// bare resolves a package name, with or without a path.
func (r *resolver) bare(specifier, dir, from string, conditions []string) (string, error) {
	name, rest, _ := strings.Cut(specifier, "/")
	if strings.HasPrefix(name, "@") {
		second, more, _ := strings.Cut(rest, "/")
		name, rest = name+"/"+second, more
	}
	subpath := "."
	if rest != "" {
		subpath = "./" + rest
	}
	if p := r.scope(dir); p != nil && p.Name == name && p.Exports != nil {
		return r.exported(p, subpath, specifier, from, conditions)
	}
	for d := dir; ; d = filepath.Dir(d) {
		if filepath.Base(d) != "node_modules" {
			root := filepath.Join(d, "node_modules", filepath.FromSlash(name))
			if p := r.load(root); p != nil && p.Exports != nil {
				return r.exported(p, subpath, specifier, from, conditions)
			}
			if file := r.fileOrDir(filepath.Join(root, filepath.FromSlash(rest)), false); file != "" {
				return file, nil
			}
		}
		if filepath.Dir(d) == d {
			return "", &notFoundError{specifier, from, "", notFoundCode(conditions), ""}
		}
	}
}

// exported resolves a path in a package that has "exports".
func (r *resolver) exported(p *packageJSON, subpath, specifier, from string, conditions []string) (string, error) {
	exports := p.Exports
	if !keyed(exports) { // shorthand for the package itself
		exports = append(append([]byte(`{".":`), exports...), '}')
	}
	target, err := matchMap(exports, subpath, conditions)
	if err == nil && strings.HasPrefix(target, "./") {
		file := filepath.Join(p.dir, filepath.FromSlash(target))
		if r.isFile(file) {
			return r.realPath(file), nil
		}
		err = fmt.Errorf("its package.json says %s, which does not exist", target)
	}
	if err == nil {
		err = fmt.Errorf("%s is not a path in the package", target)
	}
	return "", &notFoundError{specifier, from, err.Error(), "ERR_PACKAGE_PATH_NOT_EXPORTED", ""}
}

// keyed reports whether exports is a map of paths rather than of conditions.
func keyed(exports json.RawMessage) bool {
	fields, err := orderedFields(exports)
	return err == nil && len(fields) > 0 && strings.HasPrefix(fields[0].key, ".")
}

type field struct {
	key   string
	value json.RawMessage
}

// orderedFields returns the fields of an object in order. The order decides between conditions.
func orderedFields(object json.RawMessage) ([]field, error) {
	d := json.NewDecoder(strings.NewReader(string(object)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("it is not a JSON object")
	}
	var fields []field
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		fields = append(fields, field{key.(string), value})
	}
	return fields, nil
}

// matchMap looks a path up in "exports" or "imports": an exact key, or the longest
// pattern with a star.
func matchMap(object json.RawMessage, path string, conditions []string) (string, error) {
	fields, err := orderedFields(object)
	if err != nil {
		return "", fmt.Errorf("package.json: %w", err)
	}
	best, star := -1, ""
	for i, f := range fields {
		if f.key == path && !strings.Contains(f.key, "*") {
			best, star = i, ""
			break
		}
		before, after, pattern := strings.Cut(f.key, "*")
		if pattern && len(path) >= len(f.key) && strings.HasPrefix(path, before) && strings.HasSuffix(path, after) &&
			(best < 0 || len(before) > len(strings.SplitN(fields[best].key, "*", 2)[0])) {
			best, star = i, path[len(before):len(path)-len(after)]
		}
	}
	if best >= 0 {
		if target := choose(fields[best].value, conditions); target != "" {
			return strings.ReplaceAll(target, "*", star), nil
		}
	}
	return "", fmt.Errorf("its package.json does not export %s", path)
}

// choose returns the target that the conditions select, or "" if there is none.
func choose(target json.RawMessage, conditions []string) string {
	var text string
	if json.Unmarshal(target, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(target, &list) == nil {
		for _, t := range list {
			if s := choose(t, conditions); s != "" {
				return s
			}
		}
		return ""
	}
	fields, _ := orderedFields(target)
	for _, f := range fields {
		if f.key == "default" || slices.Contains(conditions, f.key) {
			if s := choose(f.value, conditions); s != "" {
				return s
			}
		}
	}
	return ""
}

// fileOrDir returns the file that a path means, or "" if there is none.
func (r *resolver) fileOrDir(path string, onlyDir bool) string {
	if !onlyDir {
		if file := r.asFile(path); file != "" {
			return file
		}
	}
	if p := r.load(path); p != nil && p.Main != "" {
		main := filepath.Join(path, filepath.FromSlash(p.Main))
		if file := r.asFile(main); file != "" {
			return file
		}
		if file := r.asFile(filepath.Join(main, "index")); file != "" {
			return file
		}
	}
	if info, err := r.files.Stat(path); err == nil && info.IsDir() {
		return r.asFile(filepath.Join(path, "index"))
	}
	return ""
}

func (r *resolver) asFile(path string) string {
	if r.isFile(path) {
		return r.realPath(path)
	}
	for _, extension := range extensions {
		if r.isFile(path + extension) {
			return r.realPath(path + extension)
		}
	}
	extension := filepath.Ext(path)
	for _, other := range typescript[extension] {
		if file := strings.TrimSuffix(path, extension) + other; r.isFile(file) {
			return r.realPath(file)
		}
	}
	return ""
}

func (r *resolver) isFile(path string) bool {
	info, err := r.files.Stat(path)
	return err == nil && !info.IsDir()
}

func (r *resolver) realPath(path string) string {
	if resolved, err := r.files.RealPath(path); err == nil {
		return resolved
	}
	return path
}

// load returns the package.json of a directory, or nil if there is none.
func (r *resolver) load(dir string) *packageJSON {
	if p, ok := r.packages[dir]; ok {
		return p
	}
	if r.packages == nil {
		r.packages = map[string]*packageJSON{}
	}
	var p *packageJSON
	if text, err := r.files.ReadFile(filepath.Join(dir, "package.json")); err == nil {
		p = &packageJSON{dir: dir}
		if json.Unmarshal(text, p) != nil {
			p = &packageJSON{dir: dir} // treat an invalid one as empty
		}
	}
	r.packages[dir] = p
	return p
}

// scope returns the package.json that applies to a directory, or nil if there is none.
func (r *resolver) scope(dir string) *packageJSON {
	for filepath.Base(dir) != "node_modules" {
		if p := r.load(dir); p != nil {
			return p
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return nil
}

// fileOfURL returns the path of a file URL.
func fileOfURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil {
		return "", err
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), nil
}

// urlOfFile returns the URL of a path.
func urlOfFile(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
