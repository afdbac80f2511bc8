//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

import (
	"testing"

	"github.com/wakeful-go/wakeful/sim"
)

// Each scenario does the same whenever a seed is run.
func TestReplay(t *testing.T) {
	for name, scenario := range map[string]func(*sim.World){
		"http": httpWorld, "lifecycle": lifecycle, "promises": promises, "shutdown": shutdown,
		"transfer": transfer, "group": movingGroup, "keyed": rebalances,
	} {
		t.Run(name, func(t *testing.T) { sim.Replay(t, 100, scenario) })
	}
}
