package main

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// This file owns how much memory `wakeful run` takes before it collects garbage:
// the process is the program's, and so the command may choose.

const (
	// heapGrowth is how much the heap grows between two collections, in percent of
	// what is live. Go's default of 100 suits servers with large heaps; a script that
	// ends soon gains more from memory than from its collection, and at 800 the cost
	// of new pages has been larger than the gain.
	heapGrowth = 400
	// memoryShare of the machine's or the container's memory is what the process
	// keeps to by collecting more often, as long as it can.
	memoryShare = 0.75
)

// paceCollector sets both, unless the environment says how to collect: GOGC by
// itself leaves everything as it is, GOMEMLIMIT or AUTOMEMLIMIT the limit.
func paceCollector() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(heapGrowth)
	// An error means that the memory is not known, and then there is no limit.
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
