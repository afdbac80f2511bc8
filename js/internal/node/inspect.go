package node

import (
	"strconv"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// typesNatives gives util.types information that JavaScript cannot get.
func typesNatives(h host.Host) lib.Natives {
	return lib.Natives{"kind": lib.KindNative(h.VM())}
}

// inspectNatives gives util.inspect information that JavaScript cannot get.
func inspectNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		// promise returns [pending, undefined], [rejected, reason] or [undefined, value]. pending
		// and rejected are arguments.
		"promise": func(call vm.FunctionCall) vm.Value {
			promise, ok := lib.As[*vm.Promise](call.Argument(0))
			switch {
			case !ok || promise.State() == vm.PromisePending:
				return rt.NewArray(call.Argument(1), vm.Undefined())
			case promise.State() == vm.PromiseRejected:
				return rt.NewArray(call.Argument(2), promise.Result())
			default:
				return rt.NewArray(vm.Undefined(), promise.Result())
			}
		},
		"stack": func(call vm.FunctionCall) vm.Value { return rt.ToValue(lib.Stack(call.Argument(0).String())) },
		// proxy returns [target, handler] or only the target of a proxy, or undefined if the value
		// is not a proxy.
		"proxy": func(call vm.FunctionCall) vm.Value {
			proxy, ok := lib.As[vm.Proxy](call.Argument(0))
			if !ok {
				return vm.Undefined()
			}
			target, handler := orNull(proxy.Target()), orNull(proxy.Handler())
			if both := call.Argument(1); vm.IsUndefined(both) || both.ToBoolean() {
				return rt.NewArray(target, handler)
			}
			return target
		},
		// ownNonIndex returns the keys of an object that are not array indices.
		"ownNonIndex": func(call vm.FunctionCall) vm.Value {
			object := call.Argument(0).ToObject(rt)
			keys := object.GetOwnPropertyNames()
			if call.Argument(1).ToBoolean() {
				keys = object.Keys()
			}
			var rest []any
			for _, key := range keys {
				if !isIndex(key) {
					rest = append(rest, key)
				}
			}
			return rt.NewArray(rest...)
		},
	}
}

func orNull(object *vm.Object) vm.Value {
	if object == nil {
		return vm.Null()
	}
	return object
}

// isIndex reports whether a key is an array index: a number from 0 to 2^32-2 in canonical form.
func isIndex(key string) bool {
	if key == "" || key[0] < '0' || key[0] > '9' || key[0] == '0' && len(key) > 1 {
		return false
	}
	n, err := strconv.ParseUint(key, 10, 32)
	return err == nil && n != 1<<32-1
}
