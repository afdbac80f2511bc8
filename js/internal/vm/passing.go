package vm

import (
	"reflect"
	"sync"
	"unsafe"
)

// This file owns the look at the exception that a finally block has interrupted. A catch
// clause gets the thrown value alone, and only an error knows where it was made; the engine
// keeps the exception, with the stack, for as long as a finally block runs.

// tryFrame is the beginning of the engine's type of that name.
type tryFrame struct {
	exception *Exception
}

// tryFrameSize is the size of the engine's tryFrame in bytes, or 0 if its fields are not as
// they are known.
var tryFrameSize = sync.OnceValue(func() uintptr {
	if machineOffset() < 0 {
		return 0
	}
	machine, _ := reflect.TypeFor[Runtime]().FieldByName("vm")
	frames, ok := machine.Type.Elem().FieldByName("tryStack")
	if !ok || frames.Type.Kind() != reflect.Slice || frames.Type.Elem().Kind() != reflect.Struct {
		return 0
	}
	frame := frames.Type.Elem()
	if first := frame.Field(0); first.Name != "exception" || first.Type != reflect.TypeFor[*Exception]() {
		return 0
	}
	return frame.Size()
})

// PassingException returns the exception that goes on when the innermost finally block which
// runs is done, or nil if there is none or the engine's structures are not known. Call it
// on the loop, inside JavaScript.
func PassingException(rt *Runtime) *Exception {
	m, size := machineOf(rt), tryFrameSize()
	if m == nil || size == 0 {
		return nil
	}
	for i := m.tryStack.len - 1; i >= 0; i-- {
		frame := (*tryFrame)(unsafe.Add(m.tryStack.array, uintptr(i)*size))
		if frame.exception != nil {
			return frame.exception
		}
	}
	return nil
}
