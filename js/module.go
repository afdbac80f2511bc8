package js

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/transform"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns modules: require, import and loading. An ES module becomes a function like a
// CommonJS module. A module with top-level await, or with an import of one, becomes an async
// function. Its importers await the promise.

// modules are the modules of a runtime.
type modules struct {
	resolver
	given  map[string]func() vm.Value // of WithModule
	loaded map[string]vm.Value        // exports of built-ins
	files  map[string]*record
	cache  *vm.Object // require.cache: by file, the object module
	main   *vm.Object
	// exports has an entry for each object that is the exports of a module. The entry keeps the
	// namespace of a module that is not an ES module.
	exports map[*vm.Object]*namespace
	units   map[string]*unit
	toESM   vm.Value
	convert vm.Callable
	running []*record       // modules whose code is running
	linked  map[string]bool // ES modules whose imports were checked
}

// A record is a loaded module.
type record struct {
	file    string
	object  *vm.Object // module
	unit    *unit
	promise *vm.Promise // the promise of an async module
}

type namespace struct {
	esm    *record
	object *vm.Object
}

// The conditions that select among the exports of a package.
var (
	requireConditions = []string{"node", "require", "module-sync"}
	importConditions  = []string{"node", "import", "module-sync"}
)

// namespaceOf makes the namespace of a module that is not an ES module. As in Node, its only export
// is the default export.
const namespaceOf = `(function () {
	'use strict';
	return function (exports) {
		const namespace = Object.create(null);
		if (exports !== null && (typeof exports === 'object' || typeof exports === 'function')) {
			for (const name of Object.keys(exports)) {
				if (name !== 'default') {
					Object.defineProperty(namespace, name, { get: () => exports[name], enumerable: true });
				}
			}
		}
		Object.defineProperty(namespace, 'default', { value: exports, enumerable: true });
		return namespace;
	};
})`

func (r *Runtime) installModules() {
	m := &r.modules
	m.resolver.files = r.files
	m.loaded, m.files = map[string]vm.Value{}, map[string]*record{}
	m.exports, m.units, m.linked = map[*vm.Object]*namespace{}, map[string]*unit{}, map[string]bool{}
	for _, module := range r.settings.given {
		if m.given == nil {
			m.given = map[string]func() vm.Value{}
		}
		m.given[module.name] = func() vm.Value {
			r.hideGoErrors()
			v, err := module.load(r.vm)
			if err != nil {
				panic(r.toError(err))
			}
			return r.toValue(v)
		}
	}
}

// runtimeModules registers the built-in modules of this package.
func runtimeModules(g *registry) {
	of := func(h host.Host) *Runtime { return h.(hostView).Runtime }
	g.Module("process", func(h host.Host) vm.Value { return of(h).processObject() })
	g.Module("timers", func(h host.Host) vm.Value { return of(h).timersModule() })
	g.Module("module", func(h host.Host) vm.Value { return of(h).moduleModule() })
}

// builtin returns what loads a built-in module, or nil if there is none by that name. Modules of
// WithModule come before others.
func (r *Runtime) builtin(name string) func() vm.Value {
	if load := r.modules.given[name]; load != nil {
		return load
	}
	if load := builtins().modules[name]; load != nil {
		return func() vm.Value { return load(hostView{r}) }
	}
	return nil
}

func (r *Runtime) timersModule() vm.Value {
	o, global := r.vm.NewObject(), vm.OwnGlobals(r.vm)
	for _, name := range []string{"setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"} {
		_ = o.Set(name, global.Get(name))
	}
	if r.builtin("timers/promises") != nil {
		vm.Lazy(r.vm, o, "promises", true, func() vm.Value { return r.requireBuiltin("timers/promises") })
	}
	return o
}

// builtinName returns the canonical name of a built-in module, and whether specifier is one.
func (r *Runtime) builtinName(specifier string) (string, bool) {
	name, ok := r.builtinNamed(specifier)
	return name, ok && r.mayRequire(name)
}

// builtinNamed is builtinName whether scripts may require the module or not.
func (r *Runtime) builtinNamed(specifier string) (string, bool) {
	name, schemed := strings.CutPrefix(specifier, "node:")
	if strings.HasPrefix(name, "internal/") || name == schemeOnly && !schemed && r.modules.given[name] == nil {
		return "", false
	}
	return name, r.builtin(name) != nil
}

// schemeOnly is the module that has its name only with node: before it, because there is an npm
// package of the same name.
const schemeOnly = "test"

// requireBuiltin returns the exports of a built-in. Inside JavaScript.
func (r *Runtime) requireBuiltin(name string) vm.Value {
	m := &r.modules
	if v, ok := m.loaded[name]; ok {
		return v
	}
	load := r.builtin(name)
	if load == nil {
		panic(r.codedError("Error", "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: "+name))
	}
	v := load()
	m.loaded[name] = v
	return v
}

func (r *Runtime) resolvePath(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.cwd(), path)
}

// find resolves a specifier in a file. It throws if it cannot. Inside JavaScript.
func (r *Runtime) find(specifier, from string, conditions []string) string {
	file, err := r.modules.resolve(specifier, filepath.Dir(from), from, conditions)
	if _, known := r.builtinNamed(specifier); err != nil && known {
		r.deny("Modules", specifier, "the Go program allows modules of Node with js.WithNode")
	}
	if err == nil {
		if err := r.mayLoad(file); err != nil {
			r.denyUnnamed(specifier, filepath.Dir(from))
			panic(r.fileError(err))
		}
	}
	if err != nil {
		r.denyUnnamed(specifier, filepath.Dir(from))
		missing, ok := errors.AsType[*notFoundError](err)
		switch {
		case strings.HasPrefix(specifier, "node:"):
			panic(r.codedError("Error", "ERR_UNKNOWN_BUILTIN_MODULE", "No such built-in module: "+specifier))
		case !ok || missing.code != moduleNotFound:
			code := importNotFound
			if ok {
				code = missing.code
			}
			panic(r.codedError("Error", code, err.Error()))
		}
		o := r.newError("Error", err.Error())
		_ = o.Set("code", moduleNotFound)
		_ = o.Set("requireStack", r.vm.NewArray(from))
		panic(o)
	}
	return file
}

// requireFor returns the function require of a file.
func (r *Runtime) requireFor(from string) *vm.Object {
	require := r.member("require", func(c vm.FunctionCall) vm.Value {
		id := c.Argument(0)
		if !vm.IsString(id) {
			panic(r.invalidArgument("id", "of type string", id))
		}
		specifier := id.String()
		if specifier == "" {
			panic(r.codedError("TypeError", "ERR_INVALID_ARG_VALUE", "The argument 'id' must be a non-empty string. Received ''"))
		}
		if name, ok := r.builtinName(specifier); ok {
			if given, ok := r.moduleCache().Get(specifier).(*vm.Object); ok { // the program has put it there
				return given.Get("exports")
			}
			return r.requireBuiltin(name)
		}
		file := r.find(specifier, from, requireConditions)
		rec := r.loadFile(file, false)
		if rec != nil && rec.promise != nil {
			panic(r.codedError("Error", "ERR_REQUIRE_ASYNC_MODULE",
				"require() cannot be used on an ES module with top-level await: use import() for "+file))
		}
		return r.exportsOf(file)
	}).(*vm.Object)
	_ = require.Set("resolve", r.requireResolve(from))
	_ = require.Set("cache", r.moduleCache())
	if r.modules.main != nil {
		_ = require.Set("main", r.modules.main)
	} else {
		_ = require.Set("main", vm.Undefined())
	}
	return require
}

func (r *Runtime) moduleCache() *vm.Object {
	if r.modules.cache == nil {
		r.modules.cache = r.vm.NewObject()
	}
	return r.modules.cache
}

// exportsOf returns the exports of a file from require.cache.
func (r *Runtime) exportsOf(file string) vm.Value {
	if o, ok := r.moduleCache().Get(file).(*vm.Object); ok {
		return o.Get("exports")
	}
	return vm.Undefined()
}

// loadFile loads a file unless require.cache has it. It returns nil for a module that the program
// itself has put there. Inside JavaScript.
func (r *Runtime) loadFile(file string, main bool) *record {
	m := &r.modules
	if o, ok := r.moduleCache().Get(file).(*vm.Object); ok {
		if rec := m.files[file]; rec != nil && rec.object == o {
			return rec
		}
		return nil
	}
	source, err := r.files.ReadFile(file)
	if err != nil {
		panic(r.toError(err))
	}
	return r.loadSource(file, string(source), main)
}

// loadSource loads a module with the given source.
func (r *Runtime) loadSource(file, source string, main bool) *record {
	m := &r.modules
	o := r.vm.NewObject()
	rec := &record{file: file, object: o}
	exports := r.vm.NewObject()
	id := file
	if main {
		id, m.main = ".", o
	}
	r.setAll(o, []property{
		{"id", id}, {"path", filepath.Dir(file)}, {"exports", exports}, {"filename", file},
		{"loaded", false}, {"children", r.vm.NewArray()}, {"paths", r.vm.NewArray()},
	})
	m.files[file] = rec
	_ = r.moduleCache().Set(file, o)
	finished := false
	defer func() {
		if !finished { // a failed load leaves no trace
			_ = r.moduleCache().Delete(file)
			delete(m.files, file)
		}
	}()
	if filepath.Ext(file) == ".json" {
		_ = o.Set("exports", r.parseJSON(file, source))
	} else {
		r.run(rec, source)
	}
	_ = o.Set("loaded", true)
	finished = true
	return rec
}

func (r *Runtime) parseJSON(file, source string) vm.Value {
	v, err := vm.ParseJSON(r.vm, r.vm.ToValue(strings.TrimPrefix(source, "\ufeff")))
	if err != nil {
		if exception, ok := errors.AsType[*vm.Exception](err); ok {
			panic(r.newError("SyntaxError", fmt.Sprintf("%s: %s", file, text(exception.Value().(*vm.Object).Get("message")))))
		}
		panic(err)
	}
	return v
}

// run runs the code of a module.
func (r *Runtime) run(rec *record, source string) {
	u, err := r.unitOf(rec.file, source)
	if err != nil {
		panic(r.syntaxValue(err))
	}
	if u.esm {
		err = r.link(rec.file, source, u)
		if err == nil && !u.async && r.importsAsync(rec.file, u, map[string]bool{}) {
			u, err = r.transformModule(rec.file, source, true)
		}
		if err != nil {
			panic(r.syntaxValue(err))
		}
	}
	rec.unit = u
	v := vm.Must(r.vm.RunProgram(u.program))
	fn, _ := vm.AssertFunction(v)
	exports := rec.object.Get("exports").(*vm.Object)
	args := []vm.Value{
		exports, nil, rec.object, r.vm.ToValue(rec.file), r.vm.ToValue(filepath.Dir(rec.file)),
	}
	this := vm.Value(exports)
	if u.esm {
		this = vm.Undefined()
		r.modules.exports[exports] = &namespace{esm: rec}
		args[1] = r.importFor(rec.file)
		args = append(args, r.importMeta(rec.file), r.esmConverter(), r.staticImport(rec.file), r.exporter(rec))
	} else {
		args[1] = r.requireFor(rec.file)
	}
	r.modules.running = append(r.modules.running, rec)
	result, err := fn(this, args...)
	r.modules.running = r.modules.running[:len(r.modules.running)-1]
	if err != nil {
		panic(err)
	}
	if u.esm {
		if o, ok := rec.object.Get("exports").(*vm.Object); ok {
			r.modules.exports[o] = &namespace{esm: rec}
		}
		if u.async {
			rec.promise, _ = result.Export().(*vm.Promise)
		}
	}
}

// syntaxValue returns the exception for source that does not compile.
func (r *Runtime) syntaxValue(err error) vm.Value {
	var wrong *transform.SyntaxError
	if !errors.As(err, &wrong) {
		o := r.newError("SyntaxError", err.Error())
		r.define(o, "value", vm.Hidden(r.vm, err)) // errors.Is finds ErrNoTransformer, see thrown
		return o
	}
	o := r.newError("SyntaxError", wrong.Message)
	_ = o.Set("stack", wrong.Stack())
	return o
}
