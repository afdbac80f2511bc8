package main

// How long the steps of a tier and the tests of its packages took.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// slowestShown is the number of packages, and of tests, that the end of a tier names.
const slowestShown = 3

// A timed is a step, or the tests of a package in one step.
type timed struct {
	name string
	took time.Duration
	// processor is the time on all processors, of a step; "" where the system does not tell.
	processor string
}

// times are all steps so far, in order, and all packages and tests in them.
type times struct{ steps, packages, tests []timed }

// print lists the steps, and the packages and tests that took longest. Building a test is part of its
// step and not of its package. A test on several machines counts once for each.
func (t *times) print(out io.Writer) {
	if len(t.steps) == 0 {
		return
	}
	fmt.Fprintln(out, "\nTime of each step, and on all processors:")
	for _, s := range t.steps {
		fmt.Fprintf(out, "  %8v  %8s  %s\n", s.took, cmp.Or(s.processor, "?"), s.name)
	}
	printSlowest(out, "Slowest packages, without building their tests:", t.packages)
	printSlowest(out, "Slowest tests:", t.tests)
}

func printSlowest(out io.Writer, title string, all []timed) {
	if len(all) == 0 {
		return
	}
	slowest := slices.SortedStableFunc(slices.Values(all), func(a, b timed) int { return cmp.Compare(b.took, a.took) })
	fmt.Fprintf(out, "\n%s\n", title)
	for _, p := range slowest[:min(len(slowest), slowestShown)] {
		fmt.Fprintf(out, "  %8v  %s\n", p.took, p.name)
	}
}
