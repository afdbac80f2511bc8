package js

import "github.com/wakeful-go/wakeful/js/internal/vm"

// This file owns the events of process. Its methods are those of the module events, which is loaded
// when a program first touches one of them.

// emitterMethods are the methods of an event emitter.
var emitterMethods = []string{
	"setMaxListeners", "getMaxListeners", "emit", "addListener", "on", "prependListener", "once", "prependOnceListener",
	"removeListener", "off", "removeAllListeners", "listeners", "rawListeners", "listenerCount", "eventNames",
}

// installEvents adds the methods of an emitter to the object process.
func (r *Runtime) installEvents(process *vm.Object) {
	prototype := func() *vm.Object {
		events := builtins().modules["events"](hostView{r}) // also if WithModule gives another one
		return events.ToObject(r.vm).Get("prototype").ToObject(r.vm)
	}
	for _, name := range emitterMethods {
		vm.Lazy(r.vm, process, name, false, func() vm.Value {
			methods := prototype()
			if r.settings.signals != nil && !r.process.watching {
				r.process.watching = true
				on := r.method(methods, "on")
				vm.Must(on(process, r.vm.ToValue("newListener"), r.function(r.listenerAdded)))
				vm.Must(on(process, r.vm.ToValue("removeListener"), r.function(r.listenerRemoved)))
			}
			return methods.Get(name)
		})
	}
}

// method returns a method, which a program may have replaced. It throws if that is no function.
func (r *Runtime) method(o *vm.Object, name string) vm.Callable {
	fn, ok := vm.AssertFunction(o.Get(name))
	if !ok {
		panic(r.newError("TypeError", name+" of an event emitter is not a function"))
	}
	return fn
}

// emit calls the listeners of an event of process and reports whether there were any. It throws what
// a listener throws. Inside JavaScript.
func (r *Runtime) emit(name string, args ...vm.Value) bool {
	process := r.process.object
	if process == nil || vm.IsNullish(process.Get("_events")) { // no listener was ever added
		return false
	}
	emit, ok := vm.AssertFunction(process.Get("emit"))
	return ok && vm.Must(emit(process, append([]vm.Value{r.vm.ToValue(name)}, args...)...)).ToBoolean()
}
