package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the possible differences between two runs, and which of them are differences of
// the machine and not of the code.

// Difference is one field in which two runs differ.
type Difference struct {
	What     string
	Was, Now string
}

// Differences are the differences between a run and the first one.
type Differences struct {
	// Machine: the machine of the measurement. Two machines with the same description count as one.
	// An unknown field differs from every value.
	Machine []Difference
	// Method: how the run measured.
	Method []Difference
	// Code: the measured code, which is the purpose of a comparison.
	Code []Difference
	// Drift names the controls that changed although nothing else did.
	Drift []string
}

// Comparable reports whether the code explains a difference of the figures.
func (d Differences) Comparable() bool {
	return len(d.Machine) == 0 && len(d.Method) == 0 && len(d.Drift) == 0
}

// memoryTolerance is how much the memory of one machine may differ between boots.
const memoryTolerance = 0.01

func differences(was, now *result.Document) Differences {
	var d Differences
	a, b := was.Environment, now.Environment
	field := func(to *[]Difference, what string, was, now any) {
		if was != now {
			*to = append(*to, Difference{what, shown(was), shown(now)})
		}
	}
	// known compares a field that identifies the machine. Two unknown values differ.
	known := func(what string, was, now any) {
		if shown(was) == unknown && shown(now) == unknown {
			d.Machine = append(d.Machine, Difference{what, unknown, unknown})
			return
		}
		field(&d.Machine, what, was, now)
	}
	known("CPU", a.CPU, b.CPU)
	known("cores", a.Cores, b.Cores)
	known("operating system", a.OS, b.OS)
	known("architecture", a.Arch, b.Arch)
	field(&d.Machine, "kernel", a.Kernel, b.Kernel)
	if math.Abs(float64(a.MemoryBytes)-float64(b.MemoryBytes)) > memoryTolerance*float64(max(a.MemoryBytes, b.MemoryBytes)) {
		field(&d.Machine, "memory", memory(a.MemoryBytes), memory(b.MemoryBytes))
	}
	field(&d.Machine, "frequency governor", a.Governor, b.Governor)
	field(&d.Machine, "container", a.Container, b.Container)
	field(&d.Machine, "CPU quota", a.CPUQuota, b.CPUQuota)

	field(&d.Method, "GOMAXPROCS", a.GOMAXPROCS, b.GOMAXPROCS)
	field(&d.Method, "mode", was.Mode, now.Mode)

	field(&d.Code, "commit", a.Commit, b.Commit)
	field(&d.Code, "uncommitted changes", a.Dirty, b.Dirty)
	field(&d.Code, "Go version", a.GoVersion, b.GoVersion)
	modules := slices.Collect(maps.Keys(a.Modules))
	for name := range b.Modules {
		modules = appendNew(modules, name)
	}
	slices.Sort(modules)
	for _, name := range modules {
		field(&d.Code, name, a.Modules[name], b.Modules[name])
	}
	return d
}

const unknown = "unknown"

// shown writes a field; the zero values of names and numbers mean unknown.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return unknown
		}
	case int:
		if v == 0 {
			return unknown
		}
	case float64:
		if v == 0 {
			return "none"
		}
	case bool:
		if v {
			return "yes"
		}
		return "no"
	}
	return fmt.Sprint(v)
}

func memory(bytes uint64) string { return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30)) }
