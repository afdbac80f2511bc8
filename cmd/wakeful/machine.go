package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	"github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/load"
	"github.com/shirou/gopsutil/v4/mem"

	"github.com/wakeful-go/wakeful/internal/quota"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file describes the computer, the limits and the build of a measurement. Unknown fields are
// empty: a result never guesses its origin.

// lookupLimit is the time limit for all queries to the operating system together.
const lookupLimit = 5 * time.Second

// describeMachine returns the current state of the machine. Call it before the measurement, because it
// includes the load.
func describeMachine() result.Environment {
	ctx, cancel := context.WithTimeout(context.Background(), lookupLimit)
	defer cancel()
	e := result.Environment{
		Cores:      runtime.NumCPU(),
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		GoVersion:  runtime.Version(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Governor:   governor(),
		CPUQuota:   cpuQuota(),
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
	if info, ok := debug.ReadBuildInfo(); ok {
		e.Commit, e.Dirty = commitOfBuild(info)
		e.Modules = versions(info)
	}
	return e
}

// cpuQuota returns the number of cores that the process's control groups allow, or 0 without a
// limit.
func cpuQuota() float64 {
	if cpus := quota.CPUs(); !math.IsInf(cpus, 1) {
		return cpus
	}
	return 0
}

// governor returns the frequency governor of the first processor. Only Linux has the file.
func governor() string {
	text, err := os.ReadFile("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
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

// measuredModules are the modules whose version affects a figure.
var measuredModules = []string{"github.com/dop251/goja", "github.com/dop251/goja_nodejs"}

// commitOfBuild returns the commit of a program, and whether files differed from it. The go command
// writes them into programs that it builds from a package, and not into those of go run.
func commitOfBuild(info *debug.BuildInfo) (commit string, dirty bool) {
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	return commit, dirty
}

func versions(info *debug.BuildInfo) map[string]string {
	found := make(map[string]string)
	for _, dep := range info.Deps {
		if slices.Contains(measuredModules, dep.Path) {
			found[dep.Path] = dep.Version
		}
	}
	return found
}

// version is what --version says: the program's version, what it was built from, and with what.
func version() string {
	text := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		text = info.Main.Version
		commit, dirty := commitOfBuild(info)
		if commit != "" {
			text += ", commit " + commit
		}
		if dirty {
			text += " with changes"
		}
	}
	return fmt.Sprintf("%s, %s, %s/%s", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
