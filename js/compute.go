package js

import (
	"fmt"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns uses of a pool whose handler only computes: a handler of operators, and of
// arguments that are plain data. vm.Pure says why such a handler can change nothing and call
// nothing. So nothing is compared after it, nothing is cancelled, the loop does not turn, and no
// interrupt is prepared.

// compiledHandler is a handler of a pool.
type compiledHandler struct {
	program *vm.Program
	pure    *vm.Pure // nil if it may do more than compute
}

// compileHandler compiles an expression.
func compileHandler(source string) (*compiledHandler, error) {
	program, pure, err := vm.CompileHandler("[handler]", source)
	if err != nil {
		return nil, (&Runtime{}).wrap(err)
	}
	return &compiledHandler{program, pure}, nil
}

// compute calls a handler that only computes. It returns false, and has done nothing, if the
// handler may do more, if it has not been made in this runtime, or if another goroutine is the host
// of the loop.
func (e *pooled) compute(h *compiledHandler, args []any) (value any, err error, computed bool) {
	if h.pure == nil || e.driver == nil || !arePlain(h.pure.Reads, args) || !e.driver.take() {
		return nil, nil, false
	}
	defer e.driver.giveUp()
	fn := e.handlers[h.program]
	if fn.raw == nil || e.snapshot == nil || e.rt.ending.stopped.Load() {
		return nil, nil, false
	}
	defer func() {
		if x := recover(); x != nil { // the engine has failed, or the list in vm.Pure is wrong
			err, computed = fmt.Errorf("js: the engine has failed in a handler: %w", vm.AsError(x)), true
		}
	}()
	var values []vm.Value
	if len(h.pure.Reads) > 0 {
		values = make([]vm.Value, len(args))
		for _, read := range h.pure.Reads { // what the function does not use stays undefined
			if i := read.Argument; i < len(args) && args[i] != nil && values[i] == nil { // as ToValue: nil is undefined
				values[i] = e.rt.vm.ToValue(args[i])
			}
		}
	}
	value, err = e.rt.result(fn.raw(vm.FunctionCall{This: vm.Undefined(), Arguments: values}))
	return value, err, true
}

// arePlain reports whether the values that a function reads are data, so that reading and using
// them calls nothing.
func arePlain(reads []vm.Read, args []any) bool {
	for i := range reads {
		read := &reads[i]
		var v any // an argument that is missing is undefined
		if read.Argument < len(args) {
			v = args[read.Argument]
		}
		for _, name := range read.Names {
			object, ok := v.(map[string]any)
			if !ok {
				return false
			}
			if v, ok = object[name]; !ok { // a prototype may have it
				return false
			}
		}
		if !isPlain(v) {
			return false
		}
	}
	return true
}

// isPlain reports whether a value becomes null, a boolean, a string or a number of JavaScript.
func isPlain(value any) bool {
	switch v := value.(type) {
	case nil, bool, string, float64, int32:
		return true
	case int:
		return isPlain(int64(v))
	case int64:
		return v <= maxSafeInteger && v >= -maxSafeInteger
	}
	return false
}
