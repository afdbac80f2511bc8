package sim_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/sim"
)

func TestEverything(t *testing.T) { sim.Run(t, 20, everything) }
