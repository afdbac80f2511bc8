package main

// What the steps leave out, and why nothing is lost by it: each reason that
// steps.go gives is looked up in the sources.

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// starts returns the places in a file that start a goroutine, or that let two
// tests run at once.
func starts(t *testing.T, name, text string) (places []string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for node := range ast.Preorder(file) {
		if startsHere(node) {
			places = append(places, files.Position(node.Pos()).String())
		}
	}
	return places
}

// startsHere reports whether a statement or a call starts something.
func startsHere(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.GoStmt:
		return true
	case *ast.CallExpr:
		called, ok := node.Fun.(*ast.SelectorExpr)
		return ok && slices.Contains([]string{"Go", "Parallel", "AfterFunc"}, called.Sel.Name)
	}
	return false
}

// TestSequentialPackages: those that are run under one value of GOMAXPROCS only
// start nothing that another value could run in another order.
func TestSequentialPackages(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range sequential {
		names, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(p), "*.go"))
		if err != nil || len(names) == 0 {
			t.Errorf("%s: no Go files, %v", p, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, place := range starts(t, name, string(text)) {
				t.Errorf("%s is no sequential package: %s", p, place)
			}
		}
	}
	const planted = `package p
func f(t *testing.T, w *sync.WaitGroup) {
	t.Parallel()
	w.Go(f)
	go f(nil, nil)
	time.AfterFunc(1, f)
}`
	if places := starts(t, "planted.go", planted); len(places) != 4 {
		t.Errorf("of 4 ways to start something these are noticed: %q", places)
	}
}

// TestJudgingTests: the tests that are run under one value of GOMAXPROCS exist,
// in the package that is named and nowhere else, and start nothing.
func TestJudgingTests(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{} // test -> package
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !slices.Contains(judgingTests(), f.Name.Name) {
				continue
			}
			if other := found[f.Name.Name]; other != "" {
				t.Errorf("%s is in %s too: it would be left out there", f.Name.Name, other)
			}
			found[f.Name.Name] = filepath.ToSlash(below)
			if startsSomething(f) {
				t.Errorf("%s starts goroutines: it has to be run under every value of GOMAXPROCS", f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for in, names := range judging {
		for _, name := range names {
			if found[name] != in {
				t.Errorf("%s is in %q, want %s", name, found[name], in)
			}
		}
	}
}

func startsSomething(root ast.Node) bool {
	for node := range ast.Preorder(root) {
		if startsHere(node) {
			return true
		}
	}
	return false
}

// TestEveryValueOfGOMAXPROCS: each package of a module that is not sequential is
// run under each value, and a sequential one under one.
func TestEveryValueOfGOMAXPROCS(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	steps, err := plan("race", root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	modules, err := readModules(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		for _, p := range productPackages(filepath.Join(root, m)) {
			var under []string
			for _, s := range steps {
				if s.programs != nil && slices.Contains(s.programs.packages, p) {
					skips := slices.ContainsFunc(s.args, func(arg string) bool { return strings.HasPrefix(arg, "-test.skip=") })
					if full := s.env[0] == "GOMAXPROCS="+processorsOfSequential; skips == full {
						t.Errorf("%s: leaves tests out: %v", s.name, skips)
					}
					under = append(under, strings.TrimPrefix(s.env[0], "GOMAXPROCS="))
				}
			}
			want := processors
			if isSequential(p) {
				want = []string{processorsOfSequential}
			}
			if !slices.Equal(under, want) {
				t.Errorf("%s is run under the values %q of GOMAXPROCS, want %q", p, under, want)
			}
		}
	}
	if !slices.Contains(processors, processorsOfSequential) {
		t.Errorf("no pass has GOMAXPROCS=%s, under which the sequential packages are run", processorsOfSequential)
	}
}

// TestFallbackPackages: a file that a build tag chooses is in one of the packages
// that are tested with the tag.
func TestFallbackPackages(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fallbacks {
		if f.packages == nil {
			continue
		}
		module := filepath.Join(root, f.module)
		chosen := 0
		err := filepath.WalkDir(module, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for line := range bytes.Lines(text) {
				if !bytes.HasPrefix(line, []byte("//go:build ")) || !bytes.Contains(line, []byte(f.tag)) {
					continue
				}
				chosen++
				below, err := filepath.Rel(module, filepath.Dir(path))
				if err != nil || !slices.Contains(f.packages, "./"+filepath.ToSlash(below)) {
					t.Errorf("%s is chosen by the tag %s, and its package is not tested with it (%v)", path, f.tag, err)
				}
			}
			return nil
		})
		if err != nil || chosen == 0 {
			t.Errorf("%s: %d files are chosen by the tag %s, %v", f.module, chosen, f.tag, err)
		}
	}
}
