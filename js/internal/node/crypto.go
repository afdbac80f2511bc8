package node

import (
	"crypto/rand"
	"crypto/subtle"
	"maps"

	"github.com/wakeful-go/wakeful/js/internal/digest"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// cryptoNatives are the Go functions of crypto.
func cryptoNatives(h host.Host) lib.Natives {
	rt := h.VM()
	natives := web.HashNatives(h)
	maps.Copy(natives, lib.Natives{
		"names": func(vm.FunctionCall) vm.Value { return rt.ToValue(digest.Names) },
		"fill": func(call vm.FunctionCall) vm.Value {
			_, _ = rand.Read(bytesOf(call.Argument(0), call.Argument(1), call.Argument(2))) // never returns an error
			return vm.Undefined()
		},
		"equal": func(call vm.FunctionCall) vm.Value {
			a, _ := lib.Bytes(call.Argument(0))
			b, _ := lib.Bytes(call.Argument(1))
			return rt.ToValue(subtle.ConstantTimeCompare(a, b) == 1)
		},
		// derive runs a key derivation at once, deriveLater on a worker, which calls the last
		// argument.
		"derive": func(call vm.FunctionCall) vm.Value {
			out, err := web.Derivation(h, call.Arguments)()
			if err != nil {
				panic(h.ToError(err))
			}
			return rt.ToValue(rt.NewArrayBuffer(out))
		},
		"deriveLater": func(call vm.FunctionCall) vm.Value {
			last := len(call.Arguments) - 1
			complete := call.Arguments[last] // the slice is the engine's stack, which changes
			work := web.Derivation(h, call.Arguments[:last])
			h.QueueWork(func() (any, error) { return work() }, func(result any, err error) (vm.Value, []vm.Value) {
				if err != nil {
					return complete, []vm.Value{h.ToError(err)}
				}
				out, _ := result.([]byte)
				return complete, []vm.Value{vm.Null(), rt.ToValue(rt.NewArrayBuffer(out))}
			})
			return vm.Undefined()
		},
		// later calls a function in a callback of its own.
		"later": func(call vm.FunctionCall) vm.Value {
			complete := call.Argument(0)
			h.QueueWork(func() (any, error) { return nil, nil }, func(any, error) (vm.Value, []vm.Value) { return complete, nil })
			return vm.Undefined()
		},
	})
	return natives
}

// bytesOf returns a part of the memory of a view: size bytes from offset.
func bytesOf(view, offset, size vm.Value) []byte {
	b, _ := lib.Bytes(view)
	from := min(max(int(offset.ToInteger()), 0), len(b))
	return b[from:min(max(from+int(size.ToInteger()), from), len(b))]
}
