package sim

// This file owns what a failure prints, and the search for a smaller case: fewer faults and an
// earlier failure. It leaves out kinds of faults, then the later occurrences of a kind, then single
// ones, as long as the world still fails in the same way.

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// lastLines is how much of the trace a failure prints.
const lastLines = 25

// report describes a failure.
func report(t *testing.T, seed uint64, p plan, o outcome, limit time.Duration, scenario func(*World)) string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %s: %v\n", p.format(seed), o.failure)
	fmt.Fprintf(&b, "  repeat it: %s\n", command(t, p.format(seed)))
	small, smallest, tries := p, o, 0
	if limit > 0 {
		small, smallest, tries = smaller(t, seed, p, o, limit, scenario)
	}
	if text := small.format(seed); text != p.format(seed) {
		fmt.Fprintf(&b, "  the smallest case of %d tried has %s: %v\n", tries, describeFaults(&smallest, &small), smallest.failure)
		fmt.Fprintf(&b, "  repeat that: %s\n", command(t, text))
	}
	fmt.Fprintf(&b, "  a drawing: add %s=sim.trace to the command, then: wakeful trace sim.trace > sim.html\n", envTrace)
	var lines strings.Builder
	if smallest.trace.write(&lines, small.format(seed)) == nil {
		all := strings.Split(strings.TrimSpace(lines.String()), "\n")
		fmt.Fprintf(&b, "  the end of its trace, of %d lines:\n    %s", len(all), strings.Join(all[max(0, len(all)-lastLines):], "\n    "))
	}
	return b.String()
}

// describeFaults counts the faults that a run has had.
func describeFaults(o *outcome, p *plan) string {
	var all []string
	for kind := faultReset; kind < faultCount; kind++ {
		n := 0
		for i := range o.faults[kind] {
			if p.allows(kind, i) {
				n++
			}
		}
		if n > 0 {
			all = append(all, fmt.Sprintf("%d %v", n, kind))
		}
	}
	if len(all) == 0 {
		return "no single faults"
	}
	return "faults: " + strings.Join(all, ", ")
}

// smaller looks for a smaller plan.
func smaller(t *testing.T, seed uint64, p plan, o outcome, limit time.Duration, scenario func(*World)) (plan, outcome, int) {
	until := time.Now().Add(limit)
	tries := 0
	attempt := func(change func(*plan)) bool {
		if time.Now().After(until) {
			return false
		}
		next := p.clone()
		change(&next)
		tries++
		got := simulate(t, seed, next, true, scenario)
		if got.failure == nil || !sameFailure(got.failure, o.failure) || got.failure.at > 2*o.failure.at+time.Minute {
			return false
		}
		p, o = next, got
		return true
	}
	for kind := fault(1); kind < faultCount; kind++ {
		if o.used[kind] && !p.off[kind] {
			attempt(func(p *plan) { p.off[kind] = true })
		}
	}
	for kind := faultReset; kind < faultCount; kind++ {
		if p.off[kind] {
			continue
		}
		// Those after the failure do not matter: find the least number that is enough.
		low, high := 0, o.faults[kind]
		for low < high {
			middle := (low + high) / 2
			if attempt(func(p *plan) { p.from[kind] = middle + 1 }) {
				high = middle
			} else {
				low = middle + 1
			}
		}
		for n := range min(high, 64) {
			if p.allows(kind, n) {
				attempt(func(p *plan) { p.skip(kind, n) })
			}
		}
	}
	return p, o, tries
}

// sameFailure reports whether two failures are of the same check. What comes after the name of a
// check has numbers that may differ.
func sameFailure(a, b *failure) bool {
	name := func(f *failure) string {
		before, _, _ := strings.Cut(f.message, ":")
		return before
	}
	return name(a) == name(b)
}
