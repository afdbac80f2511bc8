package main

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// This file chooses how much memory `wakeful run` uses before it collects garbage. The command owns
// its process, so it may choose.

const (
	// heapGrowth is how much the heap grows between two collections, in percent of the live heap.
	// Go's default of 100 suits servers with large heaps. A short script gains more from fewer
	// collections. At 800 the cost of new pages was larger than the gain.
	heapGrowth = 400
	// memoryShare is the share of the machine's or container's memory that is the soft limit. Near
	// it, the collector runs more often.
	memoryShare = 0.75
)

// paceCollector sets heapGrowth and the memory limit unless the environment configures the
// collector. GOGC disables both, GOMEMLIMIT or AUTOMEMLIMIT disables only the limit.
func paceCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(heapGrowth)
	// An error means that the memory size is unknown. Then no limit is set.
	_, _ = memlimit.Set(memlimit.WithProvider(leastMemory), memlimit.WithRatio(memoryShare))
}

// leastMemory returns the memory of the container or of the machine, whichever is less.
func leastMemory() (uint64, error) {
	container, err := memlimit.FromCgroup()
	machine, errMachine := memlimit.FromSystem()
	if err != nil || errMachine == nil && machine < container {
		return machine, errMachine
	}
	return container, nil
}
