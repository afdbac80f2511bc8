//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sim"
)

func TestReplay(t *testing.T) { sim.Replay(t, 100, everything) }

// A goroutine that the driver lets go on has the world for itself: in this seed it reads a socket and
// wakes a reader of another one at once. The race detector sees whether the driver waits.
func TestGrantedGoroutineIsAlone(t *testing.T) {
	if _, _, failure := sim.Simulate(t, 758, everything); failure != "" {
		t.Error(failure)
	}
}

// A scenario that something besides the seed decides is found, with the line in which two runs
// differ.
func TestDifferenceIsFound(t *testing.T) {
	var runs atomic.Int64
	got := sim.Differs(t, 1, func(w *sim.World) {
		n := runs.Add(1)
		l := w.Loop("one")
		_, _ = l.AfterFunc(time.Second, func() { w.Logf("run %d", n) })
		w.For(time.Minute)
	})
	for _, want := range []string{"run 1\n", "run 2\n", "Line 4 of the trace"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}
