package main

import (
	"context"
	"math"
	"os"
	"os/exec"
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
	e.Commit, e.Dirty, e.Modules = measuredBuild(ctx)
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
var measuredModules = []string{
	"github.com/dop251/goja",
	"github.com/dop251/goja_nodejs",
}

// ownModule is the path that identifies the project's own source tree.
const ownModule = "github.com/wakeful-go/wakeful"

// measuredBuild returns the commit, whether files differed from it, and the versions of the measured
// modules. It reads them from the program, where the go command wrote them. If there is no commit
// (go run, tests), it asks git.
func measuredBuild(ctx context.Context) (commit string, dirty bool, modules map[string]string) {
	info, ok := debug.ReadBuildInfo()
	if ok {
		commit, dirty = commitOfBuild(info)
		modules = versions(info)
	}
	if commit == "" {
		commit, dirty = commitOfCheckout(ctx)
	}
	return commit, dirty, modules
}

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
		for _, path := range measuredModules {
			if dep.Path == path {
				found[path] = dep.Version
			}
		}
	}
	return found
}

// commitOfCheckout runs git in the current folder if that is in the project's source tree. The
// commit of another project would be wrong.
func commitOfCheckout(ctx context.Context) (commit string, dirty bool) {
	list, err := output(ctx, "go", "list", "-m", "-f", "{{.Path}}")
	if err != nil || !strings.Contains(list, ownModule) {
		return "", false
	}
	commit, err = output(ctx, "git", "rev-parse", "HEAD")
	if err != nil {
		return "", false
	}
	status, err := output(ctx, "git", "status", "--porcelain", "--untracked-files=no")
	return commit, err != nil || status != ""
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	return strings.TrimSpace(string(out)), err
}
