package web

import (
	"crypto/rand"
	"encoding/hex"

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
		"uuid": func(vm.FunctionCall) vm.Value { return rt.ToValue(uuid()) },
	}
}

// uuid returns a random UUID, version 4.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
