package js

import (
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the property stack of errors as JavaScript reads it. The format is Node's:
// positions in the source, at most Error.stackTraceLimit frames, and no frames of the runtime
// itself. The text is made at the first read.

// readStack sets the stack of an error to Node's format and returns the error.
func (r *Runtime) readStack(c vm.FunctionCall) vm.Value {
	o, ok := c.Argument(0).(*vm.Object)
	if !ok || o.ClassName() != "Error" {
		return c.Argument(0)
	}
	raw := o.Get("stack")
	if raw == nil || !vm.IsString(raw) || !strings.Contains(raw.String(), "\n\tat ") {
		return o
	}
	lines := strings.Split(r.tidyStack(raw.String()), "\n")
	limit := 10
	if v := vm.Intrinsic(r.vm, "Error").Get("stackTraceLimit"); v != nil && vm.IsNumber(v) {
		limit = int(max(0, min(v.ToInteger(), 1<<20)))
	}
	kept := lines[:0]
	for _, line := range lines {
		if strings.HasPrefix(line, "    at ") {
			if limit == 0 {
				continue
			}
			limit--
		}
		kept = append(kept, line)
	}
	stack := strings.Join(kept, "\n")
	if prepared, ok := lib.Prepare(r.vm, o, stack); ok {
		r.define(o, "stack", prepared)
		return o
	}
	r.define(o, "stack", stack)
	return o
}
