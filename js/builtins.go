package js

import (
	"sync"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/node"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// This file owns the built-in modules and globals of packages node and web. They are the same for
// all runtimes of a process; what a runtime has loaded is in its modules.

// registry is what the packages have registered. Immutable once made.
type registry struct {
	modules   map[string]func(host.Host) vm.Value
	globals   []builtinGlobal
	additions []vm.Addition
}

type builtinGlobal struct {
	name   string
	node   bool // only for scripts that may use Node's interfaces
	socket bool // only for scripts that may open WebSockets
	load   func(host.Host) vm.Value
}

var builtins func() *registry

func init() { // the modules use it
	builtins = sync.OnceValue(register)
}

func register() *registry {
	r := &registry{modules: map[string]func(host.Host) vm.Value{}}
	runtimeModules(r)
	web.Install(r)
	node.Install(r)
	return r
}

// Module adds a module.
func (g *registry) Module(name string, load func(host.Host) vm.Value) { g.modules[name] = load }

// Global adds a global.
func (g *registry) Global(name string, load func(host.Host) vm.Value) {
	g.globals = append(g.globals, builtinGlobal{name: name, load: load})
}

// NodeGlobal adds a global for scripts that may use Node's interfaces.
func (g *registry) NodeGlobal(name string, load func(host.Host) vm.Value) {
	g.globals = append(g.globals, builtinGlobal{name: name, node: true, load: load})
}

// SocketGlobal adds a global for scripts that may open WebSockets.
func (g *registry) SocketGlobal(name string, load func(host.Host) vm.Value) {
	g.globals = append(g.globals, builtinGlobal{name: name, socket: true, load: load})
}

// Complete completes a global of the engine.
func (g *registry) Complete(name string, with func(rt *vm.Runtime, global *vm.Object)) {
	g.additions = append(g.additions, vm.Addition{Name: name, To: with})
}
