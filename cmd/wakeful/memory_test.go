package main

import (
	"math"
	"os"
	"runtime/debug"
	"testing"
)

// TestPaceCollector: settings of the collector in the environment are kept.
func TestPaceCollector(t *testing.T) {
	memory, err := leastMemory()
	if err != nil {
		t.Skip("NOT RUN: the memory of this machine is not known: ", err)
	}
	share := int64(float64(memory) * memoryShare)
	for _, c := range []struct {
		gogc, limit, auto string
		wantPercent       int
		wantLimit         int64
	}{
		{wantPercent: heapGrowth, wantLimit: share},
		{gogc: "77", wantPercent: 77, wantLimit: math.MaxInt64},
		{limit: "1GiB", wantPercent: heapGrowth, wantLimit: math.MaxInt64},
		{auto: "off", wantPercent: heapGrowth, wantLimit: math.MaxInt64},
	} {
		// Set the state in which a process with this environment would start, except for the
		// limit's value, which Go sets at process start.
		percent, limit := debug.SetGCPercent(77), debug.SetMemoryLimit(math.MaxInt64)
		t.Run("GOGC="+c.gogc+" GOMEMLIMIT="+c.limit+" AUTOMEMLIMIT="+c.auto, func(t *testing.T) {
			for name, value := range map[string]string{"GOGC": c.gogc, "GOMEMLIMIT": c.limit, "AUTOMEMLIMIT": c.auto} {
				t.Setenv(name, value)
				if value == "" {
					if err := os.Unsetenv(name); err != nil {
						t.Fatal(err)
					}
				}
			}
			paceCollector()
			if got := debug.SetMemoryLimit(-1); got != c.wantLimit {
				t.Errorf("the limit is %d, want %d", got, c.wantLimit)
			}
			if got := debug.SetGCPercent(77); got != c.wantPercent {
				t.Errorf("the heap grows by %d %%, want %d", got, c.wantPercent)
			}
		})
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
