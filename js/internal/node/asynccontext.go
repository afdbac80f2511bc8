package node

import (
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// contextNatives are the Go functions of async_hooks: swap sets the context of the running callback
// and returns the one before, and current returns it.
func contextNatives(h host.Host) lib.Natives {
	return lib.Natives{
		"swap": func(call vm.FunctionCall) vm.Value { return h.SwapAsyncContext(call.Argument(0)) },
		"current": func(vm.FunctionCall) vm.Value {
			context := h.SwapAsyncContext(vm.Undefined())
			h.SwapAsyncContext(context)
			return context
		},
	}
}
