package js

import (
	"path/filepath"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the functions that translated ES modules call.

// pendingModule stands for an ES module that has not finished. In the code that esbuild makes of
// import(), it is passed from require to the conversion to a namespace. The conversion returns a
// promise, which import() then follows.
type pendingModule struct {
	vm.NoProperties
	record *record
}

// eachImport calls visit with the files that an ES module statically imports. It skips what is no
// module of a file, and what cannot be found, read or compiled, because running the module reports that.
func (r *Runtime) eachImport(file string, u *unit, visit func(specifier, target, source string, d *unit)) {
	for _, specifier := range u.imports {
		if _, ok := r.builtinName(specifier); ok {
			continue
		}
		target, err := r.modules.resolve(specifier, filepath.Dir(file), file, importConditions)
		if err != nil || filepath.Ext(target) == ".json" || r.mayLoad(target) != nil {
			continue
		}
		source, err := r.files.ReadFile(target)
		if err != nil {
			continue
		}
		if d, err := r.unitOf(target, string(source)); err == nil {
			visit(specifier, target, string(source), d)
		}
	}
}

// importsAsync reports whether an ES module statically imports, directly or through other modules,
// a module with top-level await, also one that an import of it has made async.
func (r *Runtime) importsAsync(file string, u *unit, seen map[string]bool) (async bool) {
	if seen[file] {
		return false
	}
	seen[file] = true
	r.eachImport(file, u, func(_, target, _ string, d *unit) {
		if rec := r.modules.files[target]; rec != nil && rec.unit != nil {
			d = rec.unit
		}
		async = async || d.async || d.esm && r.importsAsync(target, d, seen)
	})
	return async
}

// importModule loads a module that an ES module imports.
func (r *Runtime) importModule(specifier, from string) (exports vm.Value, rec *record) {
	if name, ok := r.builtinName(specifier); ok {
		return r.requireBuiltin(name), nil
	}
	file := r.find(specifier, from, importConditions)
	rec = r.loadFile(file, false)
	return r.exportsOf(file), rec
}

// importFor returns the function that esbuild's code of an ES module calls as require for its
// imports.
func (r *Runtime) importFor(from string) vm.Value {
	return r.function(func(c vm.FunctionCall) vm.Value {
		exports, rec := r.importModule(c.Argument(0).String(), from)
		if rec != nil && rec.promise != nil {
			return r.vm.NewDynamicObject(&pendingModule{record: rec})
		}
		return exports
	})
}

// staticImport returns the function that an async ES module calls and awaits for each import.
func (r *Runtime) staticImport(from string) vm.Value {
	return r.function(func(c vm.FunctionCall) vm.Value {
		exports, rec := r.importModule(c.Argument(0).String(), from)
		if rec != nil && rec.promise != nil && rec.promise.State() != vm.PromiseFulfilled {
			return r.whenRun(rec)
		}
		return r.namespace(exports)
	})
}

// whenRun returns a promise of the namespace of an async module.
func (r *Runtime) whenRun(rec *record) vm.Value {
	p := r.vm.ToValue(rec.promise).(*vm.Object)
	return vm.Must(r.originalThen()(p, r.function(func(vm.FunctionCall) vm.Value { return r.namespace(r.exportsOf(rec.file)) })))
}

// namespace returns the namespace object for the exports of a module.
func (r *Runtime) namespace(exports vm.Value) vm.Value {
	o, ok := exports.(*vm.Object)
	if ok {
		if n := r.modules.exports[o]; n != nil {
			if n.esm != nil {
				return o
			}
			return n.object
		}
		for _, rec := range r.modules.running { // a cyclic import
			if rec.unit.esm && rec.object.Get("exports") == exports {
				return o
			}
		}
	}
	if r.modules.convert == nil {
		v := vm.Must(r.build(namespaceOf))
		r.modules.convert, _ = vm.AssertFunction(v)
	}
	v := vm.Must(r.modules.convert(vm.Undefined(), exports))
	if ok {
		r.modules.exports[o] = &namespace{object: v.(*vm.Object)}
	}
	return v
}

// esmConverter returns the replacement for esbuild's conversion of exports to a namespace.
func (r *Runtime) esmConverter() vm.Value {
	if r.modules.toESM == nil {
		r.modules.toESM = r.function(func(c vm.FunctionCall) vm.Value {
			if p, ok := lib.As[*pendingModule](c.Argument(0)); ok {
				return r.whenRun(p.record)
			}
			return r.namespace(c.Argument(0))
		})
	}
	return r.modules.toESM
}

// importMeta returns import.meta of a file.
func (r *Runtime) importMeta(file string) vm.Value {
	o := r.vm.NewObject()
	_ = o.SetPrototype(nil)
	_ = o.Set("dirname", filepath.Dir(file))
	_ = o.Set("filename", file)
	_ = o.Set("url", urlOfFile(file))
	_ = o.Set("resolve", r.function(func(c vm.FunctionCall) vm.Value {
		specifier := c.Argument(0).String()
		if name, ok := r.builtinName(specifier); ok {
			return r.vm.ToValue("node:" + name)
		}
		return r.vm.ToValue(urlOfFile(r.find(specifier, file, importConditions)))
	}))
	return o
}

// exporter returns the function with which an async ES module defines its exports. Its arguments
// are functions that return the bindings, or, with true, the namespace of another module.
func (r *Runtime) exporter(rec *record) vm.Value {
	return r.function(func(c vm.FunctionCall) vm.Value {
		from, ok := c.Argument(0).(*vm.Object)
		if !ok {
			return vm.Undefined()
		}
		all := c.Argument(1).ToBoolean()
		exports := rec.object.Get("exports").(*vm.Object)
		for _, name := range from.Keys() {
			var get any = from.Get(name)
			if all {
				if name == "default" || exports.Get(name) != nil {
					continue
				}
				get = func(vm.FunctionCall) vm.Value { return from.Get(name) }
			}
			vm.Check(exports.DefineAccessorProperty(name, r.vm.ToValue(get), nil, vm.FlagFalse, vm.FlagTrue))
		}
		return vm.Undefined()
	})
}
