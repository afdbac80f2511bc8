package host

import (
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// accessDenied is the code of Node's errors for what its permissions do not allow.
const accessDenied = "ERR_ACCESS_DENIED"

// Invoke calls a function of a built-in module. It panics with what the function throws. Inside
// JavaScript only.
func Invoke(h Host, module, name string, args ...vm.Value) vm.Value {
	fn, _ := vm.AssertFunction(h.Require(module).ToObject(h.VM()).Get(name))
	return vm.Must(fn(vm.Undefined(), args...))
}

// Deny throws the error of Denied.
func Deny(rt *vm.Runtime, permission, resource, option string) {
	panic(Denied(rt, &files.DeniedError{Permission: permission, Resource: resource, Option: option}))
}

// Denied makes the error that a script catches when it may not do something. Inside JavaScript
// only.
func Denied(rt *vm.Runtime, err *files.DeniedError) *vm.Object {
	made := vm.NewError(rt, "Error", err.Error())
	for _, p := range []struct{ name, value string }{
		{"code", accessDenied}, {"permission", err.Permission}, {"resource", err.Resource},
	} {
		if p.value != "" {
			_ = made.Set(p.name, p.value)
		}
	}
	_ = made.DefineDataProperty("value", vm.Hidden(rt, err), vm.FlagFalse, vm.FlagFalse, vm.FlagFalse)
	return made
}
