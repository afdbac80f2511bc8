package js

import (
	"fmt"
	"os"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// warn emits a process warning like process.emitWarning. Inside JavaScript.
func (r *Runtime) warn(kind, message, code string) {
	w := r.newError("Error", message)
	r.define(w, "name", kind)
	if code != "" {
		_ = w.Set("code", code)
	}
	r.tellWarning(w)
}

// tellWarning emits the event in a nextTick and prints the warning to stderr as Node does.
func (r *Runtime) tellWarning(w *vm.Object) {
	if r.process.exiting { // no nextTick runs any more
		return
	}
	r.begins()
	r.ticks.push(task{run: func() {
		if code := text(w.Get("code")); code != "" {
			fmt.Fprintf(r.err, "(wakeful:%d) [%s] %s: %s\n", os.Getpid(), code, text(w.Get("name")), text(w.Get("message")))
		} else {
			fmt.Fprintf(r.err, "(wakeful:%d) %s: %s\n", os.Getpid(), text(w.Get("name")), text(w.Get("message")))
		}
		if detail := text(w.Get("detail")); detail != "" {
			fmt.Fprintln(r.err, detail)
		}
		r.emit("warning", w)
	}})
}

// emitWarning is process.emitWarning. It takes a text with a type and a code, a text with options,
// or an error. As in Node, it does not convert arguments.
func (r *Runtime) emitWarning(c vm.FunctionCall) vm.Value {
	kind, code, detail := c.Argument(1), c.Argument(2), vm.Undefined()
	if options, ok := kind.(*vm.Object); ok {
		switch {
		case callable(options):
			kind, code = vm.Undefined(), vm.Undefined()
		case options.ClassName() != "Array":
			kind, code, detail = options.Get("type"), options.Get("code"), options.Get("detail")
			if kind != nil && !kind.ToBoolean() {
				kind = nil
			}
		}
	}
	if callable(code) {
		code = nil
	}
	for _, text := range []property{{"type", kind}, {"code", code}} {
		if v, _ := text.value.(vm.Value); v != nil && !vm.IsUndefined(v) && !vm.IsString(v) {
			panic(r.invalidArgument(text.name, "of type string", v))
		}
	}
	warning := c.Argument(0)
	if vm.IsString(warning) {
		w := r.newError("Error", warning.String())
		name := "Warning"
		if v := text(kind); v != "" {
			name = v
		}
		r.define(w, "name", name)
		if code != nil && !vm.IsUndefined(code) {
			_ = w.Set("code", code)
		}
		if detail != nil && vm.IsString(detail) {
			_ = w.Set("detail", detail)
		}
		warning = w
	}
	if !r.vm.InstanceOf(warning, vm.Intrinsic(r.vm, "Error")) {
		panic(r.invalidArgument("warning", "of type string or an instance of Error", warning))
	}
	w := warning.(*vm.Object)
	if text(w.Get("name")) == "DeprecationWarning" {
		if set := func(name string) bool { v := r.processObject().Get(name); return v != nil && v.ToBoolean() }; set("noDeprecation") {
			return vm.Undefined()
		} else if set("throwDeprecation") {
			r.ticks.push(task{run: func() { panic(w) }})
			return vm.Undefined()
		}
	}
	r.tellWarning(w)
	return vm.Undefined()
}
