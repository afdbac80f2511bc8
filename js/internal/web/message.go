package web

import (
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// messageNatives are the Go functions of MessagePort: post calls a function in a callback of its
// own, and keepAlive keeps the program running until the function that it returns is called.
func messageNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"post": func(call vm.FunctionCall) vm.Value {
			fn, _ := vm.AssertFunction(call.Argument(0))
			h.Submit(func() { h.Call(fn, vm.Undefined()) })
			return vm.Undefined()
		},
		"keepAlive": func(vm.FunctionCall) vm.Value {
			release := h.KeepAlive()
			return vm.NewFunction(rt, func(vm.FunctionCall) vm.Value {
				release()
				return vm.Undefined()
			})
		},
	}
}
