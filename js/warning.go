package js

import (
	"fmt"
	"os"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// Warn emits a process warning, as process.emitWarning does. Inside JavaScript.
func (r *Runtime) warn(kind, message, code string) {
	w := r.newError("Error", message)
	r.define(w, "name", kind)
	if code != "" {
		_ = w.Set("code", code)
	}
	r.tellWarning(w)
}

// tellWarning emits the event in a nextTick, and writes the warning to stderr as
// Node does.
func (r *Runtime) tellWarning(w *vm.Object) {
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

// emitWarning is process.emitWarning: of a text with a type and a code, or with
// options, or of an error.
func (r *Runtime) emitWarning(c vm.FunctionCall) vm.Value {
	kind, code, detail := "Warning", "", ""
	switch second := c.Argument(1).(type) {
	case *vm.Object:
		if v := text(second.Get("type")); v != "" {
			kind = v
		}
		code, detail = text(second.Get("code")), text(second.Get("detail"))
	default:
		if !vm.IsNullish(second) {
			kind = second.String()
		}
		if v := c.Argument(2); !vm.IsNullish(v) && vm.IsString(v) {
			code = v.String()
		}
	}
	w, ok := c.Argument(0).(*vm.Object)
	if !ok {
		if !vm.IsString(c.Argument(0)) {
			panic(r.invalidArgument("warning", "of type string or an instance of Error", c.Argument(0)))
		}
		w = r.newError("Error", c.Argument(0).String())
		r.define(w, "name", kind)
		if code != "" {
			_ = w.Set("code", code)
		}
		if detail != "" {
			_ = w.Set("detail", detail)
		}
	}
	r.tellWarning(w)
	return vm.Undefined()
}
