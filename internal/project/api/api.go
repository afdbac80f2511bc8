// Package api lists what the packages of a module export, a line for each identifier, as the files
// api.txt keep it. A line that disappears breaks programs that use it.
//
// The types come from the export data that the compiler writes, so the list needs no parser. It is
// that of the platform on which it is made.
package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/internal/project/programs"
)

// Module returns the lines of the module whose directory is dir, sorted within each package. Commands
// and packages below internal have none.
func Module(dir string) ([]string, error) {
	packages, err := compiled(dir)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var lines []string
	for _, p := range packages {
		if p.DepOnly || p.Name == "main" || slices.Contains(strings.Split(p.ImportPath, "/"), "internal") {
			continue
		}
		imported, err := imports.Import(p.ImportPath)
		if err != nil {
			return nil, err
		}
		lines = append(lines, Package(imported)...)
	}
	return lines, nil
}

// compiledPackage is a package as go list prints it.
type compiledPackage struct {
	ImportPath, Name, Export string
	DepOnly                  bool // only imported by the packages that were asked for
}

// compiled compiles the packages of a module and lists them with their dependencies.
func compiled(dir string) ([]compiledPackage, error) {
	out, err := programs.Output(dir, nil, "go", "list", "-export", "-deps", "-json=ImportPath,Name,Export,DepOnly", "./...")
	if err != nil {
		return nil, err
	}
	var packages []compiledPackage
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p compiledPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// Package returns the lines of one package, sorted. Types of the package itself have no package name
// before them.
func Package(p *types.Package) []string {
	l := &list{path: p.Path(), within: types.RelativeTo(p)}
	scope := p.Scope()
	for _, name := range scope.Names() {
		if o := scope.Lookup(name); o.Exported() {
			l.object(o)
		}
	}
	slices.Sort(l.lines)
	return l.lines
}

type list struct {
	path   string
	within types.Qualifier
	lines  []string
}

func (l *list) add(format string, args ...any) {
	l.lines = append(l.lines, "pkg "+l.path+", "+fmt.Sprintf(format, args...))
}

func (l *list) object(o types.Object) {
	switch o := o.(type) {
	case *types.Const:
		l.add("const %s %s = %s", o.Name(), l.text(o.Type()), o.Val().ExactString())
	case *types.Var:
		l.add("var %s %s", o.Name(), l.text(o.Type()))
	case *types.Func:
		l.add("func %s%s", o.Name(), l.signature(o))
	case *types.TypeName:
		l.typeName(o)
	}
}

func (l *list) typeName(o *types.TypeName) {
	if o.IsAlias() {
		l.add("type %s = %s", o.Name(), l.text(types.Unalias(o.Type())))
		return
	}
	named := o.Type().(*types.Named)
	name := o.Name() + l.parameters(named.TypeParams())
	switch under := named.Underlying().(type) {
	case *types.Struct:
		l.add("type %s struct", name)
		for field := range under.Fields() {
			if field.Exported() {
				l.add("type %s struct, %s %s", name, field.Name(), l.text(field.Type()))
			}
		}
	case *types.Interface:
		l.add("type %s interface", name)
		for method := range under.Methods() {
			if method.Exported() {
				l.add("type %s interface, %s%s", name, method.Name(), l.signature(method))
			} else {
				l.add("type %s interface, unexported methods", name)
			}
		}
		for embedded := range under.EmbeddedTypes() {
			if _, union := embedded.(*types.Union); union {
				l.add("type %s interface, %s", name, l.text(embedded))
			}
		}
	default:
		l.add("type %s %s", name, l.text(under))
	}
	if !types.IsInterface(named) {
		l.methods(named)
	}
}

// methods lists the methods of a type and of a pointer to it, also those of embedded fields.
func (l *list) methods(named *types.Named) {
	pointer := types.NewPointer(named)
	ofValue := types.NewMethodSet(named)
	for selection := range types.NewMethodSet(pointer).Methods() {
		method := selection.Obj().(*types.Func)
		if !method.Exported() {
			continue
		}
		receiver := types.Type(pointer)
		if ofValue.Lookup(method.Pkg(), method.Name()) != nil {
			receiver = named
		}
		l.add("method (%s) %s%s", l.text(receiver), method.Name(), l.signature(method))
	}
}

// signature returns the parameters and results of a function, with its own type parameters.
func (l *list) signature(f *types.Func) string {
	signature := f.Signature()
	return l.parameters(signature.TypeParams()) + strings.TrimPrefix(l.text(types.NewSignatureType(nil, nil, nil, signature.Params(), signature.Results(), signature.Variadic())), "func")
}

// parameters returns type parameters with their constraints, in brackets.
func (l *list) parameters(of *types.TypeParamList) string {
	if of.Len() == 0 {
		return ""
	}
	var each []string
	for p := range of.TypeParams() {
		each = append(each, p.Obj().Name()+" "+l.text(p.Constraint()))
	}
	return "[" + strings.Join(each, ", ") + "]"
}

func (l *list) text(t types.Type) string { return types.TypeString(t, l.within) }
