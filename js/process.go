package js

import (
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// process is the object of that name.
type process struct {
	object  *vm.Object
	emitter vm.Callable
	exiting bool
}

func (r *Runtime) installProcess() {
	p := r.vm.NewObject()
	r.process.object = p
	_ = p.Set("nextTick", r.nextTick)
	r.define(r.vm.GlobalObject(), "process", p)
}

func (r *Runtime) emit(event string, args ...vm.Value) bool { return false }

func (p *process) exit(r *Runtime, code int) {}

func (p *process) code(code int) int { return code }

// Warn emits a process warning.
func (r *Runtime) Warn(kind, message string) {}

type modules struct{}

func (r *Runtime) installModules() {}

func (r *Runtime) compileScript(name, source string) (*vm.Program, error) {
	return vm.Compile(name, source, false)
}

func (r *Runtime) lookIdle() {}
func (r *Runtime) wakeIdle() {}
