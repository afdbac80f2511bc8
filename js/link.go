package js

import (
	"fmt"

	"github.com/wakeful-go/wakeful/js/internal/transform"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the check, before the first ES module runs, that every imported name is
// exported by the module that it is imported from. In translated code a missing name
// would silently be undefined. The transformer does the check: it sees all the modules as
// one program. CommonJS modules are left out, because their exports are known only after
// they have run.

// link checks the imports of an ES module, unless they were checked together with a module that
// imports it.
func (r *Runtime) link(file, source string, u *unit) error {
	m := &r.modules
	if m.linked[file] {
		return nil
	}
	g := &transform.Graph{Entry: file, Sources: map[string]string{}, Imports: map[string]map[string]string{}}
	r.collect(g, file, source, u)
	for f := range g.Imports {
		m.linked[f] = true
	}
	if len(g.Sources) == 1 {
		return nil
	}
	return transform.Registered().Link(g)
}

// collect adds an ES module and its imports.
func (r *Runtime) collect(g *transform.Graph, file, source string, u *unit) {
	targets := map[string]string{}
	g.Sources[file], g.Imports[file] = source, targets
	for _, specifier := range u.imports {
		if name, ok := r.builtinName(specifier); ok {
			if exports, ok := r.standIn(name); ok {
				g.Sources["node:"+name], targets[specifier] = exports, "node:"+name
			}
		}
	}
	r.eachImport(file, u, func(specifier, target, source string, d *unit) {
		if !d.esm {
			return
		}
		if g.Imports[target] == nil {
			r.collect(g, target, source, d)
		}
		targets[specifier] = target
	})
}

// standIn returns the source of an ES module with the same exports as a built-in module. Inside
// JavaScript.
func (r *Runtime) standIn(name string) (source string, ok bool) {
	names := map[string]bool{"default": true}
	source = "let it;\nexport default it;\n"
	exception := r.vm.Try(func() {
		o, isObject := r.requireBuiltin(name).(*vm.Object)
		for ok = isObject; o != nil; o = o.Prototype() {
			for _, key := range o.GetOwnPropertyNames() {
				if !names[key] {
					names[key] = true
					source += fmt.Sprintf("export { it as %q };\n", key)
				}
			}
		}
	})
	return source, ok && exception == nil
}
