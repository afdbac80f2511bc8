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
		made := vm.Must(rt.New(class))
		raw := made.Get("stack").String()
		// Omit the frames above the given function and its own frame. The function may be a built-in
		// one, whose frames a program does not see.
		fn, given := call.Argument(1).(*vm.Object)
		found := false
		if given {
			if begin := strings.Index(raw, "\n\tat "+fn.Get("name").String()+" ("); begin >= 0 {
				if end := strings.IndexByte(raw[begin+1:], '\n'); end >= 0 {
					raw, found = "Error"+raw[begin+1+end:], true
				} else {
					raw, found = "Error", true
				}
			}
		}
		frames := strings.Split(lib.Stack(raw), "\n")[1:]
		// The engine does not know the names of constructors.
		if given && !found && len(frames) > 1 && !strings.HasSuffix(frames[0], ")") {
			frames = frames[1:]
		}
		head := vm.Must(toString(object))
		stack := strings.Join(append([]string{head.String()}, frames...), "\n")
		value, prepared := lib.Prepare(rt, object, stack)
		if !prepared {
			value = rt.ToValue(stack)
		}
		vm.Check(object.DefineDataProperty("stack", value, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse))
		return vm.Undefined()
	})
	_ = class.DefineDataProperty("captureStackTrace", capture, vm.FlagTrue, vm.FlagTrue, vm.FlagFalse)
	_ = class.Set("stackTraceLimit", 10)
}
