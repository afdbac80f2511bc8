package sim

import (
	"fmt"
	"strings"
	"testing"
)

// Simulate runs one seed and returns the trace's hash, the number of steps, and the failure.
func Simulate(t *testing.T, seed uint64, scenario func(*World)) (hash, steps uint64, message string) {
	o := simulate(t, seed, plan{}, false, scenario)
	if o.failure != nil {
		message = o.failure.message
	}
	return o.hash, o.steps, message
}

// Trace runs one seed and returns its trace.
func Trace(t *testing.T, seed uint64, scenario func(*World)) string {
	var b strings.Builder
	_ = simulate(t, seed, plan{}, true, scenario).trace.write(&b, fmt.Sprint(seed))
	return b.String()
}

// EachSeed calls run for the seeds 1 to n on all processors.
func EachSeed(n int, run func(seed uint64)) {
	eachSeed(n, func(seed uint64) bool { run(seed); return true })
}

// Difference describes the first line in which two traces differ.
func Difference(a, b string) string {
	one, two := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			return fmt.Sprintf(" in line %d:\n%s\n%s\nafter\n%s", i+1, one[i], two[i], strings.Join(one[max(0, i-12):i], "\n"))
		}
	}
	return fmt.Sprintf(" in length: %d and %d lines", len(one), len(two))
}

// FormatPlan reads a seed with its plan and writes it again.
func FormatPlan(text string) (string, error) {
	seed, p, err := parsePlan(text)
	if err != nil {
		return "", err
	}
	return p.format(seed), nil
}
