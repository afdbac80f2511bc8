package node

import (
	"fmt"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// utilNatives are what util calls.
func utilNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{"errorName": func(call vm.FunctionCall) vm.Value {
		number := int(call.Argument(0).ToInteger())
		if name, ok := lib.ErrnoName(number); ok {
			return rt.ToValue(name)
		}
		return rt.ToValue(fmt.Sprintf("Unknown system error %d", number))
	}}
}
