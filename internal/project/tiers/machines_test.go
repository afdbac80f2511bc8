package main

import (
	"slices"
	"testing"
)

// TestMachines: make check runs the tests of every package of the product on machines that differ,
// and make nightly runs every package's on every machine.
func TestMachines(t *testing.T) {
	p := loaded(t)
	for tier, all := range map[string]bool{"check": false, "nightly": true} {
		s := find(t, p.steps(tier), "machines that differ")
		for _, one := range p.packages {
			if n := count(one.path, s); (n == 1) != (all || isProduct(one)) {
				t.Errorf("make %s: %s runs %d times", tier, one.path, n)
			}
		}
		if got := slices.Contains(s.through, "-all"); got != all {
			t.Errorf("make %s: all machines for all packages: %v, want %v", tier, got, all)
		}
	}
}
