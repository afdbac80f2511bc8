package differential

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// timeless are features whose programs do not depend on the clock, because they neither wait for a
// time nor measure one.
var timeless = map[string][]string{
	"immediates": {"immediate", "clearImmediates"},
	"ticks":      features["ticks"],
	"promises":   features["promises"],
	"combine":    features["combine"],
	"async":      features["async"],
	"generators": features["generators"],
	"throw":      {"throw", "try", "immediate", "tick", "microtask"},
	"reject":     {"reject", "reject", "async", "throw"},
	"process":    features["process"],
	"abort":      {"controller", "onAbort", "abort", "abortAny", "throwIfAborted"},
	"events":     features["events"],
	"sleeps":     {"sleepImmediate"},
}

// TestClockChangesNothing: programs in which time does not matter behave the same in Node with the
// preloaded clock and with the real one. The times in their traces are ignored.
func TestClockChangesNothing(t *testing.T) {
	programs(t, 30)
	faked := startNode(t)
	unfaked := startNodeWith(t, slices.DeleteFunc(slices.Clone(faked.env), func(v string) bool { return strings.HasPrefix(v, "LD_PRELOAD=") }))
	if len(unfaked.env) >= len(faked.env) || os.Getenv("LD_PRELOAD") != "" {
		t.Fatal("both have the same clock")
	}
	lines := 0
	rapid.Check(t, func(r *rapid.T) {
		source, _ := drawProgramOf(r, timeless).rendered()
		want, err := unfaked.run(source, true)
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		got, err := faked.run(source, true)
		if err != nil {
			r.Fatalf("%v\n%s", err, source)
		}
		want.trace, got.trace = withoutTimes(want.trace), withoutTimes(got.trace)
		if !got.equals(want) {
			r.Fatalf("the real clock on the left\n%s%s", source, beside(want, got))
		}
		lines += len(want.trace)
	})
	t.Logf("%d lines", lines)
}

// withoutTimes removes the time from each line.
func withoutTimes(trace []string) []string {
	bare := make([]string, len(trace))
	for i, line := range trace {
		_, bare[i], _ = strings.Cut(line, " ")
	}
	return bare
}
