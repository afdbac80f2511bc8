package node

import (
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// installStackTraces adds what programs expect of Error since V8 has it:
// captureStackTrace, which gives any object a stack, and stackTraceLimit, which is
// there to be read and written: stacks have as many frames as the engine gives them.
func installStackTraces(rt *vm.Runtime) error {
	class := rt.GlobalObject().Get("Error").ToObject(rt)
	if !vm.IsNullish(class.Get("captureStackTrace")) {
		return nil
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
		// What is above a function that is named, and the function, is left out. The
		// engines do not know the names of constructors.
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
		if err := object.DefineDataProperty("stack", rt.ToValue(stack), vm.FlagTrue, vm.FlagTrue, vm.FlagFalse); err != nil {
			panic(err)
		}
		return vm.Undefined()
	})
	if err := class.DefineDataProperty("captureStackTrace", capture, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse); err != nil {
		return err
	}
	return class.Set("stackTraceLimit", 10)
}
