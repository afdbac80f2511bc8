package sim

// This file owns Replay, which checks that a scenario is repeatable.

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// Replay runs each seed twice, and fails t if the traces of the two runs differ: then something
// besides the seed decides what the program does, and the seed of a failure may not repeat it. The
// message has the first line that differs, and those before it. With -short at most 20 seeds run, and 4
// under the race detector. The environment variable WAKEFUL_SIM_REPLAYS overrides both, like
// WAKEFUL_SIM_SEEDS for Run. If a scenario fails, so does t.
func Replay(t *testing.T, seeds Seeds, scenario func(*World)) {
	t.Helper()
	seedsToRun := seeds.span(t, shortReplays, envReplays)
	var all atomic.Uint64
	eachSeed(seedsToRun, func(seed uint64) bool {
		first := simulate(t, seed, plan{}, false, scenario)
		if first.failure != nil {
			t.Errorf("sim: seed %d: %v", seed, first.failure)
			return false
		}
		if second := simulate(t, seed, plan{}, false, scenario); first.hash != second.hash {
			t.Errorf("sim: two runs of seed %d differ: the program is not repeatable%s", seed, difference(t, seed, scenario))
			return false
		}
		all.Add(first.hash * seed)
		return true
	})
	t.Logf("the seeds %d to %d ran twice; the hash of all traces is %016x", seedsToRun.first, seedsToRun.last, all.Load())
}

// difference runs a seed until two of its traces differ, and describes the first line that does.
func difference(t *testing.T, seed uint64, scenario func(*World)) string {
	lines := func() []string {
		var b strings.Builder
		_ = simulate(t, seed, plan{}, true, scenario).trace.write(&b, fmt.Sprint(seed))
		return strings.Split(b.String(), "\n")
	}
	one := lines()
	for range 20 {
		two := lines()
		for i := range min(len(one), len(two)) {
			if one[i] != two[i] {
				return fmt.Sprintf(". Line %d of the trace is\n    %s\n  and in the other run\n    %s\n  after\n    %s",
					i+1, one[i], two[i], strings.Join(one[max(0, i-12):i], "\n    "))
			}
		}
		if len(one) != len(two) {
			return fmt.Sprintf(". One trace has %d lines and the other %d, of which the first are equal", len(one), len(two))
		}
	}
	return ". In further runs it did not happen"
}
