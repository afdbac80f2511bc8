package api

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/project/modules"
)

var update = flag.Bool("update", false, "write the files api.txt again")

const root = "../../.."

// TestAPI compares what each module exports with its api.txt.
func TestAPI(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the files api.txt list what linux/amd64 has")
	}
	imported, err := modules.Imported(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range imported {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			lines, err := Module(filepath.Join(root, module))
			if err != nil {
				t.Fatal(err)
			}
			if len(lines) == 0 {
				t.Fatal("the module exports nothing")
			}
			file := filepath.Join(root, module, "api.txt")
			if *update {
				text := strings.Join(lines, "\n") + "\n"
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			committed, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if report := changes(splitLines(committed), lines); report != "" {
				t.Errorf("what %s exports is not what its api.txt lists:\n%srun make api, and commit the file if this is intended", module, report)
			}
		})
	}
}

func splitLines(text []byte) []string {
	return strings.Split(string(bytes.TrimSpace(text)), "\n")
}

// changes says which lines are gone and which are new.
func changes(before, after []string) string {
	var report strings.Builder
	for _, line := range before {
		if !slices.Contains(after, line) {
			fmt.Fprintf(&report, "- %s\n", line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			fmt.Fprintf(&report, "+ %s\n", line)
		}
	}
	return report.String()
}

const source = `package p

import "io"

const Limit = 10
const hidden = 1

var ErrClosed error

type Option struct{ apply func() }
type Settings struct {
	Size int
	name string
}
type Source interface {
	Read(b []byte) (n int, err error)
	seal()
}
type Number interface{ ~int | ~float64 }
type Sum[T Number] struct{ total T }
type Alias = io.Reader
type Handler func(w io.Writer) error
type Embeds struct{ *Settings }

func New[T Number](options ...Option) *Sum[T] { return nil }
func (s *Sum[T]) Add(v T) {}
func (s Sum[T]) Map[U any](f func(T) U) U { return f(s.total) }
func (s *Settings) Clone() *Settings { return s }
func (s *Settings) reset() {}
func unexported() {}
`

const listed = `pkg p, const Limit untyped int = 10
pkg p, func New[T Number](options ...Option) *Sum[T]
pkg p, method (*Settings) Clone() *Settings
pkg p, method (*Sum[T Number]) Add(v T)
pkg p, method (Embeds) Clone() *Settings
pkg p, method (Sum[T Number]) Map[U any](f func(T) U) U
pkg p, type Alias = io.Reader
pkg p, type Embeds struct
pkg p, type Embeds struct, Settings *Settings
pkg p, type Handler func(w io.Writer) error
pkg p, type Number interface
pkg p, type Number interface, ~int | ~float64
pkg p, type Option struct
pkg p, type Settings struct
pkg p, type Settings struct, Size int
pkg p, type Source interface
pkg p, type Source interface, Read(b []byte) (n int, err error)
pkg p, type Source interface, unexported methods
pkg p, type Sum[T Number] struct
pkg p, var ErrClosed error`

func TestPackage(t *testing.T) {
	if got := strings.Join(linesOf(t, source), "\n"); got != listed {
		t.Errorf("the list is\n%s\nwant\n%s", got, listed)
	}
}

// TestChangesAreSeen changes one thing at a time and looks at what the comparison says.
func TestChangesAreSeen(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"hidden = 1", "hidden = 2", ""},
		{"func (s *Settings) reset() {}", "", ""},
		{"Limit = 10", "Limit = 11", "- pkg p, const Limit untyped int = 10\n+ pkg p, const Limit untyped int = 11\n"},
		{"func (s *Sum[T]) Add(v T) {}", "", "- pkg p, method (*Sum[T Number]) Add(v T)\n"},
		{"Map[U any]", "Map[U comparable]", "- pkg p, method (Sum[T Number]) Map[U any](f func(T) U) U\n+ pkg p, method (Sum[T Number]) Map[U comparable](f func(T) U) U\n"},
		{"name string", "Name string", "+ pkg p, type Settings struct, Name string\n"},
		{"Size int", "Size int64", "- pkg p, type Settings struct, Size int\n+ pkg p, type Settings struct, Size int64\n"},
		{"	seal()\n", "", "- pkg p, type Source interface, unexported methods\n"},
		{"func (s Sum[T]) Map", "func (s *Sum[T]) Map", "- pkg p, method (Sum[T Number]) Map[U any](f func(T) U) U\n+ pkg p, method (*Sum[T Number]) Map[U any](f func(T) U) U\n"},
	} {
		changed := strings.Replace(source, test.old, test.new, 1)
		if changed == source {
			t.Fatalf("%q is not in the source", test.old)
		}
		if got := changes(linesOf(t, source), linesOf(t, changed)); got != test.want {
			t.Errorf("%q becomes %q: the report is\n%swant\n%s", test.old, test.new, got, test.want)
		}
	}
}

func linesOf(t *testing.T, source string) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := (&types.Config{Importer: onlyIO{}}).Check("p", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Package(checked)
}

// onlyIO imports io as far as the source needs it.
type onlyIO struct{}

func (onlyIO) Import(path string) (*types.Package, error) {
	if path != "io" {
		return nil, fmt.Errorf("no package %s", path)
	}
	p := types.NewPackage("io", "io")
	for _, name := range []string{"Reader", "Writer"} {
		o := types.NewTypeName(token.NoPos, p, name, nil)
		types.NewNamed(o, types.NewInterfaceType(nil, nil).Complete(), nil)
		p.Scope().Insert(o)
	}
	p.MarkComplete()
	return p, nil
}
