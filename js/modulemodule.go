package js

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the built-in module named module.

// builtinModules are the names that Node's module.builtinModules lists, without those of its
// internals that begin with an underscore.
var builtinModules = strings.Fields(`assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram
	diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os
	path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers
	stream/promises stream/web string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi
	worker_threads zlib`)

// moduleModule makes the exports of module. As in Node they are the function Module, which here
// makes plain records.
func (r *Runtime) moduleModule() vm.Value {
	module := r.function(func(c vm.FunctionCall) vm.Value {
		return r.setAll(r.vm.NewObject(), []property{{"id", c.Argument(0)}, {"exports", r.vm.NewObject()}, {"loaded", false}, {"children", r.vm.NewArray()}})
	}).(*vm.Object)
	_ = module.DefineDataProperty("name", r.vm.ToValue("Module"), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	names := slices.DeleteFunc(slices.Clone(builtinModules), func(name string) bool {
		_, ok := r.builtinName(name)
		return !ok
	})
	r.setAll(module, []property{
		{"builtinModules", lib.StringArray(r.vm, names)},
		{"createRequire", r.createRequire},
		{"isBuiltin", func(c vm.FunctionCall) vm.Value {
			name, ok := r.builtinName(c.Argument(0).String())
			return r.vm.ToValue(ok && (name == schemeOnly || slices.Contains(builtinModules, name)))
		}},
		{"Module", module},
		{"_cache", r.moduleCache()},
		{"_nodeModulePaths", func(c vm.FunctionCall) vm.Value { return r.vm.ToValue(nodeModulePaths(c.Argument(0).String())) }},
		{"_resolveFilename", func(c vm.FunctionCall) vm.Value {
			from := filepath.Join(r.cwd(), "[eval]")
			if parent, ok := c.Argument(1).(*vm.Object); ok {
				if name := parent.Get("filename"); name != nil && vm.IsString(name) {
					from = name.String()
				}
			}
			if _, ok := r.builtinName(c.Argument(0).String()); ok {
				return c.Argument(0)
			}
			return r.vm.ToValue(r.find(c.Argument(0).String(), from, requireConditions))
		}},
		{"globalPaths", r.vm.NewArray()},
		{"syncBuiltinESMExports", func(vm.FunctionCall) vm.Value { return vm.Undefined() }},
		{"findSourceMap", func(vm.FunctionCall) vm.Value { return vm.Undefined() }},
	})
	return module
}

// createRequire returns the require function of a file, which is a path or a file URL.
func (r *Runtime) createRequire(c vm.FunctionCall) vm.Value {
	given := c.Argument(0)
	file := given.String()
	if o, ok := given.(*vm.Object); ok {
		if href := o.Get("href"); href != nil && vm.IsString(href) {
			file = href.String()
		}
	}
	if strings.HasPrefix(file, "file:") {
		path, err := fileOfURL(file)
		if err != nil {
			panic(r.toError(err))
		}
		file = path
	} else if !filepath.IsAbs(file) {
		panic(r.codedError("TypeError", "ERR_INVALID_ARG_VALUE",
			"The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received "+host.Invoke(hostView{r}, "util", "inspect", given).String()))
	}
	return r.requireFor(file)
}

// nodeModulePaths returns the folders in which packages that a folder requires may be.
func nodeModulePaths(dir string) []string {
	paths := []string{}
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if filepath.Base(d) != "node_modules" {
			paths = append(paths, filepath.Join(d, "node_modules"))
		}
		if filepath.Dir(d) == d {
			return paths
		}
	}
}

// requireResolve returns the function require.resolve of a file, with its function paths.
func (r *Runtime) requireResolve(from string) vm.Value {
	request := func(c vm.FunctionCall) (specifier string, builtin bool) {
		if !vm.IsString(c.Argument(0)) {
			panic(r.invalidArgument("request", "of type string", c.Argument(0)))
		}
		specifier = c.Argument(0).String()
		_, builtin = r.builtinName(specifier)
		return specifier, builtin
	}
	resolve := r.member("resolve", func(c vm.FunctionCall) vm.Value {
		specifier, builtin := request(c)
		if builtin {
			return c.Argument(0)
		}
		_, known := r.builtinNamed(specifier)
		at := from
		if options, ok := c.Argument(1).(*vm.Object); ok {
			paths, _ := options.Get("paths").(*vm.Object)
			if paths != nil {
				at = ""
			}
			for i := 0; paths != nil; i++ {
				dir := paths.Get(strconv.Itoa(i))
				if dir == nil || vm.IsUndefined(dir) {
					break
				}
				at = filepath.Join(r.resolvePath(dir.String()), "[paths]")
				if _, err := r.modules.resolve(specifier, filepath.Dir(at), at, requireConditions); err == nil {
					break
				}
			}
		}
		if at == "" || !known && strings.HasPrefix(specifier, "node:") {
			panic(r.codedError("Error", moduleNotFound, "Cannot find module '"+specifier+"'"))
		}
		return r.vm.ToValue(r.find(specifier, at, requireConditions))
	}).(*vm.Object)
	_ = resolve.Set("paths", r.member("paths", func(c vm.FunctionCall) vm.Value {
		specifier, builtin := request(c)
		switch {
		case builtin:
			return vm.Null()
		case specifier == "." || specifier == ".." || strings.HasPrefix(specifier, "./") || strings.HasPrefix(specifier, "../"):
			return r.vm.NewArray(filepath.Dir(from))
		}
		return lib.StringArray(r.vm, nodeModulePaths(filepath.Dir(from)))
	}))
	return resolve
}
