//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

import (
	"os"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/sim"
)

// TestReplay runs each seed twice and compares the traces. WAKEFUL_SIM_REPLAYS sets the number of
// seeds.
func TestReplay(t *testing.T) {
	n := 50
	if testing.Short() {
		n = 20
	}
	if text := os.Getenv("WAKEFUL_SIM_REPLAYS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	var all atomic.Uint64
	sim.EachSeed(n, func(seed uint64) {
		first, _, failure := sim.Simulate(t, seed, everything)
		if failure != "" {
			t.Errorf("seed %d: %s", seed, failure)
			return
		}
		if second, _, _ := sim.Simulate(t, seed, everything); first != second {
			a, b := sim.Trace(t, seed, everything), sim.Trace(t, seed, everything)
			t.Errorf("seed %d: two runs differ%s", seed, sim.Difference(a, b))
		}
		all.Add(first * seed)
	})
	t.Logf("%d seeds were repeated; all traces together: %016x", n, all.Load())
}
