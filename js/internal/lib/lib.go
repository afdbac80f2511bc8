// Package lib holds the built-in modules that are written in JavaScript. They are bundled from src
// and from npm packages into dist, embedded, and compiled at their first use. Each module is
// compiled once for all runtimes of a process.
package lib

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/regexps"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

//go:generate npm ci --ignore-scripts --no-audit --no-fund
//go:generate go test -run ^TestDistIsGenerated$ -count=1 . -update

//go:embed dist/*.js
var dist embed.FS

// Licences are the licences of the npm packages in dist. Each begins with a line "==== name".
//
//go:embed dist/LICENSES
var Licences string

// Natives are the Go functions that a module calls as native.NAME.
type Natives map[string]func(vm.FunctionCall) vm.Value

// programs are the compiled modules by name: func() (compiled, error).
var programs sync.Map

// A compiled module.
type compiled struct {
	program *vm.Program
	given   []string // the globals that it gets
	classes bool     // it gets native.webInterface
}

// load returns the module dist/NAME.js as a script, compiled. The value of the script is a function of
// exports, require, module, native, and those of process and the engine's original globals that the
// module mentions. Modules get process as an argument, because the global of that name exists only
// for scripts that may use Node's interfaces. Any goroutine may call it.
func load(name string) (compiled, error) {
	once, ok := programs.Load(name)
	if !ok {
		once, _ = programs.LoadOrStore(name, sync.OnceValues(func() (compiled, error) { return compile(name) }))
	}
	return once.(func() (compiled, error))()
}

func compile(name string) (compiled, error) {
	source, err := dist.ReadFile("dist/" + name + ".js")
	if err != nil {
		return compiled{}, err
	}
	var given []string
	for _, global := range append([]string{processName, globalName}, vm.IntrinsicNames...) {
		if mentions(string(source), global) {
			given = append(given, global)
		}
	}
	// The function's head is on the first line of the source, so that line numbers are those of
	// dist.
	parameters := strings.Join(append([]string{"exports", "require", "module", "native"}, given...), ", ")
	program, err := vm.CompileModule("node:internal/"+name, `(function (`+parameters+`) { "use strict"; `+string(source)+"\n})")
	return compiled{program, given, mentions(string(source), interfaceName)}, err
}

// interfaceName is the name of vm.WebInterface for modules: webInterface(Class, name, mixin).
const interfaceName = "webInterface"

const (
	processName = "process"
	globalName  = "globalThis"
)

// mentions reports whether a source has a word.
func mentions(source, word string) bool {
	for before, after := range regexps.Occurrences(source, word) {
		if (before == "" || !vm.PartOfName(before[len(before)-1])) && (after == "" || !vm.PartOfName(after[0])) {
			return true
		}
	}
	return false
}

// Load runs the module dist/NAME.js in the host's runtime and returns its exports. Its require is
// the host's and finds only built-in modules. Call it on the loop, inside JavaScript or outside. It
// panics if the module throws, which would be a fault of the module.
func Load(h host.Host, name string, natives Natives) vm.Value {
	c, err := load(name)
	if err != nil {
		panic(fmt.Errorf("js: the built-in module %s cannot be compiled: %w", name, err))
	}
	rt := h.VM()
	value := vm.Must(rt.RunProgram(c.program))
	function, ok := vm.AssertFunction(value)
	if !ok {
		panic(fmt.Errorf("js: the built-in module %s is no function", name))
	}
	native := &nativeFunctions{rt: rt, natives: natives, made: map[string]vm.Value{}}
	if c.classes {
		native.made[interfaceName] = vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value { return webInterface(rt, call) })
	}
	module, exports := rt.NewObject(), rt.NewObject()
	vm.Check(module.Set("exports", exports))
	require := func(call vm.FunctionCall) vm.Value { return h.Require(call.Argument(0).String()) }
	arguments := []vm.Value{exports, vm.NewFunction(rt, require), module, rt.NewDynamicObject(native)}
	for _, name := range c.given {
		switch name {
		case processName:
			arguments = append(arguments, h.Require(processName))
		case globalName:
			arguments = append(arguments, vm.OwnGlobals(rt))
		default:
			arguments = append(arguments, vm.Intrinsic(rt, name))
		}
	}
	vm.Must(function(vm.Undefined(), arguments...))
	return module.Get("exports")
}

// nativeFunctions is the object native of a module. It makes a function of JavaScript when the module
// first uses it: each takes about a kilobyte, and a program uses few. Loop goroutine only.
type nativeFunctions struct {
	vm.NoProperties // modules name what they use
	rt              *vm.Runtime
	natives         Natives
	made            map[string]vm.Value
}

// Get returns a function, or nil if there is none.
func (n *nativeFunctions) Get(name string) vm.Value {
	if v := n.made[name]; v != nil {
		return v
	}
	fn := n.natives[name]
	if fn == nil {
		return nil
	}
	v := vm.NewFunction(n.rt, fn)
	n.made[name] = v
	return v
}

// Set adds a function of JavaScript, which a package that is bundled with the module expects.
func (n *nativeFunctions) Set(name string, v vm.Value) bool {
	n.made[name] = v
	return true
}

// Has reports whether there is a function.
func (n *nativeFunctions) Has(name string) bool { return n.Get(name) != nil }

func webInterface(rt *vm.Runtime, call vm.FunctionCall) vm.Value {
	class := call.Argument(0).ToObject(rt)
	mixin, _ := call.Argument(2).(*vm.Object)
	vm.Check(vm.WebInterface(rt, class, call.Argument(1).String(), mixin))
	return class
}

// Function returns a Go function as a JavaScript function with a name and a length.
func Function(rt *vm.Runtime, name string, length int, fn func(vm.FunctionCall) vm.Value) *vm.Object {
	return vm.Named(rt, vm.NewFunction(rt, fn).(*vm.Object), name, length)
}
