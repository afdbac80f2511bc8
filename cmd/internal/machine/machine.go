// Package machine describes the computer, the limits and the build of a measurement. Unknown fields
// are empty: a result never guesses its origin.
package machine

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/load"
	"github.com/shirou/gopsutil/v4/mem"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// lookupLimit is the time limit for all queries to the operating system together.
const lookupLimit = 5 * time.Second

// Describe returns the current state of the machine. Call it before the measurement, because it
// includes the load.
func Describe() result.Environment {
	ctx, cancel := context.WithTimeout(context.Background(), lookupLimit)
	defer cancel()
	e := result.Environment{
		Cores:      runtime.NumCPU(),
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		GoVersion:  runtime.Version(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Governor:   governor(os.DirFS("/")),
		CPUQuota:   CPUQuota(),
	}
	if infos, err := cpu.InfoWithContext(ctx); err == nil && len(infos) > 0 {
		e.CPU = strings.Join(strings.Fields(infos[0].ModelName), " ")
		e.Virtualization = virtualization(infos[0].Flags)
	}
	if memory, err := mem.VirtualMemoryWithContext(ctx); err == nil {
		e.MemoryBytes = memory.Total
	}
	if kernel, err := host.KernelVersionWithContext(ctx); err == nil {
		e.Kernel = kernel
	}
	if system, role, err := host.VirtualizationWithContext(ctx); err == nil && role == "guest" {
		e.Container = system
	}
	if average, err := load.AvgWithContext(ctx); err == nil {
		e.LoadAtStart = average.Load1
	}
	e.Commit, e.Dirty, e.Modules = build(ctx)
	return e
}

// virtualization says whether the processor is a virtual machine's, by its flags. Systems without
// flags return "".
func virtualization(flags []string) string {
	switch {
	case slices.Contains(flags, "hypervisor"):
		return "virtual machine"
	case len(flags) > 0 && runtime.GOARCH == "amd64":
		return "none"
	}
	return ""
}
