package node

import (
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// installStackTraces adds V8's extensions of Error that programs expect: captureStackTrace, which
// gives any object a stack, and stackTraceLimit, which can be read and written. The engine decides
// how many frames stacks have.
func installStackTraces(rt *vm.Runtime, class *vm.Object) {
	if !vm.IsNullish(class.Get("captureStackTrace")) {
		return
	}
	toString, _ := vm.AssertFunction(class.Get("prototype").ToObject(rt).Get("toString"))
	capture := lib.Function(rt, "captureStackTrace", 2, func(call vm.FunctionCall) vm.Value {
		object, ok := call.Argument(0).(*vm.Object)
		if !ok {
			panic(rt.NewTypeError("Invalid argument"))
		}
		made, err := rt.New(class)
		if err != nil {
			panic(err)
		}
		frames := strings.Split(lib.Stack(made.Get("stack").String()), "\n")[1:]
		// Omit the frames above the given function and its own frame. The engine does not know the
		// names of constructors.
		if fn, ok := call.Argument(1).(*vm.Object); ok {
			name, top := fn.Get("name").String(), 0
			for i, frame := range frames {
				if strings.HasPrefix(frame, "    at "+name+" (") {
					top = i + 1
					break
				}
			}
			if top == 0 && len(frames) > 1 && !strings.HasSuffix(frames[0], ")") {
				top = 1
			}
			frames = frames[top:]
		}
		head, err := toString(object)
		if err != nil {
			panic(err)
		}
		stack := strings.Join(append([]string{head.String()}, frames...), "\n")
		value, prepared := lib.Prepare(rt, object, stack)
		if !prepared {
			value = rt.ToValue(stack)
		}
		if err := object.DefineDataProperty("stack", value, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse); err != nil {
			panic(err)
		}
		return vm.Undefined()
	})
	_ = class.DefineDataProperty("captureStackTrace", capture, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
	_ = class.Set("stackTraceLimit", 10)
}
