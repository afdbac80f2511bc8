package web

import (
	"crypto/rand"
	"uuid"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// cryptoNatives are the Go functions of crypto.
func cryptoNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"kind": lib.KindNative(rt),
		"fill": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			_, _ = rand.Read(b) // never returns an error
			return vm.Undefined()
		},
		"uuid": func(vm.FunctionCall) vm.Value { return rt.ToValue(uuid.NewV4().String()) },
	}
}
