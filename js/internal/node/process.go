package node

import (
	"os"
	"runtime"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// ExtendProcess adds to the object process values of the system, and properties that programs read
// without depending on their values.
func ExtendProcess(h host.Host, process *vm.Object) {
	rt := h.VM()
	if runtime.GOOS != "windows" && h.Open() {
		for _, id := range []struct {
			name string
			get  func() int
		}{{"getuid", os.Getuid}, {"geteuid", os.Geteuid}, {"getgid", os.Getgid}, {"getegid", os.Getegid}} {
			_ = process.Set(id.name, func(vm.FunctionCall) vm.Value { return rt.ToValue(id.get()) })
		}
	}
	for _, name := range []string{"features", "config"} {
		_ = process.Set(name, rt.NewObject())
	}
}
