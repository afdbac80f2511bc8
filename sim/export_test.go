package sim

import (
	"fmt"
	"strings"
	"testing"
	"time"
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

// Differs runs one seed twice and returns how the traces differ.
func Differs(t *testing.T, seed uint64, scenario func(*World)) string {
	return difference(t, seed, scenario)
}

// LongestCallback changes how long a callback may take in real time.
func LongestCallback(d time.Duration) { longestCallback = d }

// MaxInstant lets a world fail after n turns without a step of time.
func MaxInstant(w *World, n int) { w.maxInstant = n }

// ParseSpan reads the value of WAKEFUL_SIM_SEEDS.
func ParseSpan(text string) (first, last uint64, err error) {
	all, err := parseSpan(text)
	return all.first, all.last, err
}

// FormatPlan reads a seed with its plan and writes it again.
func FormatPlan(text string) (string, error) {
	seed, p, err := parsePlan(text)
	if err != nil {
		return "", err
	}
	return p.format(seed), nil
}
