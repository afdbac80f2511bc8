package node

import (
	"os"
	"runtime"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// extendProcess adds to the global process values of the system, and properties that programs read
// without depending on their values.
func extendProcess(h host.Host) error {
	rt := h.VM()
	process := h.Require("process").ToObject(rt)
	if runtime.GOOS != "windows" && h.Open() {
		for _, id := range []struct {
			name string
			get  func() int
		}{{"getuid", os.Getuid}, {"geteuid", os.Geteuid}, {"getgid", os.Getgid}, {"getegid", os.Getegid}} {
			if err := process.Set(id.name, func(vm.FunctionCall) vm.Value { return rt.ToValue(id.get()) }); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"features", "config"} {
		if err := process.Set(name, rt.NewObject()); err != nil {
			return err
		}
	}
	return nil
}
