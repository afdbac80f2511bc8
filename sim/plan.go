package sim

// A plan says which faults a run leaves out. The minimizer makes plans, and a seed with a plan is
// written as "17" or "17,-jitter,-reset2+", where the last part leaves out the resets from the
// third on (they are numbered from 0), and "-reset1" the second one.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

type plan struct {
	off   [faultCount]bool         // kinds
	from  [faultCount]int          // occurrences from this number on, less one; 0 for none
	skips [faultCount]map[int]bool // single occurrences
}

func (p *plan) without(kind fault) bool { return p.off[kind] }

func (p *plan) allows(kind fault, n int) bool {
	return !p.off[kind] && (p.from[kind] == 0 || n < p.from[kind]-1) && !p.skips[kind][n]
}

// clone returns a copy that can be changed.
func (p *plan) clone() plan {
	c := *p
	for kind := range c.skips {
		c.skips[kind] = maps.Clone(c.skips[kind])
	}
	return c
}

func (p *plan) skip(kind fault, n int) {
	if p.skips[kind] == nil {
		p.skips[kind] = map[int]bool{}
	}
	p.skips[kind][n] = true
}

// format writes a seed and its plan.
func (p *plan) format(seed uint64) string {
	var b strings.Builder
	fmt.Fprint(&b, seed)
	for kind := fault(1); kind < faultCount; kind++ {
		switch {
		case p.off[kind]:
			fmt.Fprintf(&b, ",-%v", kind)
			continue
		case p.from[kind] > 0:
			fmt.Fprintf(&b, ",-%v%d+", kind, p.from[kind]-1)
		}
		for _, n := range slices.Sorted(maps.Keys(p.skips[kind])) {
			fmt.Fprintf(&b, ",-%v%d", kind, n)
		}
	}
	return b.String()
}

// parsePlan reads what format has written.
func parsePlan(text string) (seed uint64, p plan, err error) {
	parts := strings.Split(text, ",")
	if seed, err = strconv.ParseUint(parts[0], 10, 64); err != nil {
		return 0, p, fmt.Errorf("sim: the seed %q is not a number", parts[0])
	}
	for _, part := range parts[1:] {
		name := strings.TrimRight(strings.TrimPrefix(part, "-"), "0123456789+")
		kind := fault(slices.Index(faultNames[:], name))
		if !strings.HasPrefix(part, "-") || name == "" || kind >= faultCount {
			return 0, p, fmt.Errorf("sim: %q in the seed %q names no fault", part, text)
		}
		number, open := strings.CutSuffix(strings.TrimPrefix(part, "-"+name), "+")
		if number == "" {
			p.off[kind] = true
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			return 0, p, fmt.Errorf("sim: %q in the seed %q has no number", part, text)
		}
		if open {
			p.from[kind] = n + 1
		} else {
			p.skip(kind, n)
		}
	}
	return seed, p, nil
}
