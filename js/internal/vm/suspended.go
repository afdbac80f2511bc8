package vm

import (
	"reflect"
	"sync"
	"unsafe"
)

// This file reads the exception that a finally block has suspended. A catch clause gets only the
// thrown value, and only errors know where they were made. The engine keeps the exception with its
// stack while a finally block runs.

// tryFrame mirrors the first fields of the engine's type tryFrame.
type tryFrame struct {
	exception *Exception
}

// tryFrameSize is the size of the engine's tryFrame in bytes, or 0 if it does not have the known
// fields.
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

// SuspendedException returns the exception that continues after the innermost running finally
// block.
// It returns nil if there is none, or if the engine's structures are unknown. Call it on the loop,
// inside JavaScript.
func SuspendedException(rt *Runtime) *Exception {
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
