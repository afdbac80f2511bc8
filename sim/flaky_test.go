package sim_test

import (
	"github.com/wakeful-go/wakeful/sim"
	"os"
	"strconv"
	"testing"
)

func TestFlaky(t *testing.T) {
	s, _ := strconv.Atoi(os.Getenv("FSEED"))
	if s == 0 {
		t.Skip()
	}
	first := sim.Trace(t, uint64(s), everything)
	sim.EachSeed(400, func(uint64) {
		if second := sim.Trace(t, uint64(s), everything); second != first {
			t.Error(sim.Difference(first, second))
		}
	})
}
