package host

import (
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// accessDenied is the code of Node's errors for what its permissions do not allow.
const accessDenied = "ERR_ACCESS_DENIED"

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
