package project

// The layers of files in the library's main package, as docs/architecture.md lists them: a file
// refers only to its own layer and to later ones.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var fileName = regexp.MustCompile("`([a-z_]+[.]go)`")

// fileLayers returns the number of the layer of each file in the table of page.
func fileLayers(page string) map[string]int {
	layers := map[string]int{}
	_, table, _ := strings.Cut(page, "| layer | files |")
	table, _, _ = strings.Cut(table, "\n\n")
	for n, row := range strings.Split(table, "\n") {
		for _, name := range fileName.FindAllStringSubmatch(row, -1) {
			layers[name[1]] = n
		}
	}
	return layers
}

// emptyImporter stands for all imports. References within a package are found without them.
type emptyImporter struct{}

func (emptyImporter) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, path[strings.LastIndex(path, "/")+1:])
	p.MarkComplete()
	return p, nil
}

// wrongReferences returns a complaint for each file without a layer, and for each reference to an
// earlier layer.
func wrongReferences(t *testing.T, layers map[string]int, sources map[string]string) (complaints []string, references int) {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		f, err := parser.ParseFile(set, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		if _, listed := layers[name]; !listed {
			complaints = append(complaints, fmt.Sprintf("%s is in no layer", name))
		}
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Errors are about names of other packages.
	config := types.Config{Importer: emptyImporter{}, Error: func(error) {}}
	pkg, _ := config.Check("p", set, files, &info)
	for name, object := range info.Uses {
		if object.Pkg() != pkg {
			continue
		}
		from, to := set.Position(name.Pos()).Filename, set.Position(object.Pos()).Filename
		if from == to {
			continue
		}
		references++
		if layers[from] > layers[to] {
			complaints = append(complaints, fmt.Sprintf("%s refers to %s of %s, which is in a layer before it", from, name.Name, to))
		}
	}
	slices.Sort(complaints)
	return slices.Compact(complaints), references
}

func TestFileLayers(t *testing.T) {
	tr := checkout(t)
	sources := map[string]string{}
	for _, file := range tr.files {
		if strings.HasSuffix(file, ".go") && !strings.Contains(file, "/") && !strings.HasSuffix(file, "_test.go") && file != "doc.go" {
			sources[file] = tr.read(t, file)
		}
	}
	layers := fileLayers(tr.read(t, "docs/architecture.md"))
	complaints, references := wrongReferences(t, layers, sources)
	for _, c := range complaints {
		t.Error(c)
	}
	for file := range layers {
		if _, exists := sources[file]; !exists {
			t.Errorf("docs/architecture.md lists %s, which does not exist", file)
		}
	}
	if references < 1000 {
		t.Errorf("%d references found: too few to be all of them", references)
	}
}

func TestFileLayersFindPlantedMistakes(t *testing.T) {
	layers := fileLayers("| layer | files |\n|---|---|\n| the loop | `loop.go` |\n| parts | `part.go` |\n\n| not a layer | `other.go` |\n")
	const loop, part = "package p\ntype Loop struct{ part part }\n", "package p\ntype part struct{ n int }\n"
	for sources, want := range map[[2]string]string{
		{loop, part}: "",
		{loop, part + "func (p *part) f(l *Loop) {}\n"}:                                           "part.go refers to Loop of loop.go, which is in a layer before it",
		{loop + "func (l *Loop) f() part { return l.part }\n", part + "var _ = new(part).n"}:      "",
		{loop + "func made() *int { return new(int) }\n", part + "func (p *part) g() { made() }"}: "part.go refers to made of loop.go, which is in a layer before it",
	} {
		complaints, _ := wrongReferences(t, layers, map[string]string{"loop.go": sources[0], "part.go": sources[1]})
		if got := strings.Join(complaints, "; "); got != want {
			t.Errorf("%q: %q, want %q", sources, got, want)
		}
	}
	complaints, _ := wrongReferences(t, layers, map[string]string{"other.go": "package p\n"})
	if len(complaints) != 1 {
		t.Errorf("a file without a layer: %q", complaints)
	}
}
