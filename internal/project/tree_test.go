package project

// The tree: the files of the project, and its modules and packages. The checks of this package read
// files only through it.

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// self is the import path of the library; every other module's begins with it.
const self = "github.com/wakeful-go/wakeful"

// tree is a checkout.
type tree struct {
	root  string   // absolute
	files []string // slash-separated, relative to root, sorted
}

// checkout is the tree that contains the tests.
func checkout(t *testing.T) tree {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !exists(filepath.Join(dir, "go.work")) {
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("there is no go.work above this package: the tests about the project need the whole checkout")
		}
		dir = up
	}
	files, err := gitFiles(dir)
	if err != nil {
		t.Logf("not a git checkout (%v); looking at every file", err)
		files = walkFiles(t, dir)
	}
	return tree{dir, files}
}

// gitFiles lists the files that git tracks, and new files that it does not ignore.
func gitFiles(root string) ([]string, error) {
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var files []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name != "" && exists(filepath.Join(root, name)) { // a deleted file is listed until the next commit
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// walkFiles lists all files except those that are built or fetched.
func walkFiles(t *testing.T, root string) []string {
	t.Helper()
	built := []string{".git", "bin", "node_modules", "target"}
	var files []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(built, entry.Name()) || name == filepath.Join(root, "results") {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, name)
		files = append(files, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// read returns a file's text.
func (tr tree) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(tr.root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// texts returns the files that are text and have one of the suffixes (none: all).
func (tr tree) texts(t *testing.T, suffixes ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, name := range tr.files {
		if len(suffixes) > 0 && !slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) }) {
			continue
		}
		if text := tr.read(t, name); !bytes.Contains([]byte(text), []byte{0}) {
			texts[name] = text
		}
	}
	return texts
}

// source is a Go file for any platform and tags.
type source struct {
	file    string
	module  string // module path
	pkg     string // import path of its directory
	test    bool
	imports []string
	syntax  *ast.File
}

// sources parses every Go file of the tree.
func (tr tree) sources(t *testing.T) []source {
	t.Helper()
	modules := map[string]string{} // directory -> module path
	for name, text := range tr.texts(t, "go.mod") {
		for line := range strings.Lines(text) {
			if module, ok := strings.CutPrefix(line, "module "); ok {
				modules[path.Dir(name)] = strings.TrimSpace(module)
			}
		}
	}
	var all []source
	for name, text := range tr.texts(t, ".go") {
		syntax, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		dir := path.Dir(name)
		top := dir
		for modules[top] == "" {
			if top == "." {
				t.Fatalf("%s belongs to no module", name)
			}
			top = path.Dir(top)
		}
		below, err := filepath.Rel(top, dir)
		if err != nil {
			t.Fatal(err)
		}
		s := source{
			file: name, module: modules[top], pkg: path.Join(modules[top], filepath.ToSlash(below)),
			test: strings.HasSuffix(name, "_test.go"), syntax: syntax,
		}
		for _, spec := range syntax.Imports {
			s.imports = append(s.imports, strings.Trim(spec.Path.Value, "`\""))
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b source) int { return strings.Compare(a.file, b.file) })
	return all
}

// parse returns the syntax tree of a planted file.
func parse(t *testing.T, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "planted.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
