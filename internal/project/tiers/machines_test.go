package main

import (
	"slices"
	"testing"
)

// TestMachines: make check runs every package's tests on machines that differ, and make nightly
// runs each on every machine.
func TestMachines(t *testing.T) {
	p := loaded(t)
	for tier, all := range map[string]bool{"check": false, "nightly": true} {
		s := find(t, p.steps(tier), "machines that differ")
		if len(s.packages) != len(p.packages) {
			t.Errorf("make %s: %d of %d packages", tier, len(s.packages), len(p.packages))
		}
		if got := slices.Contains(s.through, "-all"); got != all {
			t.Errorf("make %s: all machines for all packages: %v, want %v", tier, got, all)
		}
	}
}
