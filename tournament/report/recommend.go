package report

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns which wait strategy a run of lanes recommends for its machine.

// The lanes of the three strategies.
const (
	blockLane    = "wakeful-block"
	adaptiveLane = "wakeful-adaptive"
	spinLane     = "wakeful-spin"
)

// recommendation is a strategy with the figures that speak for it.
type recommendation struct{ Strategy, Reason string }

// enough is how many processors spinning takes: one for the loop and one for who sends.
const enough = 2

// recommend compares the strategies at the gaps that have all of their figures. It says
// Block where a spinning loop has no processor of its own, and where spinning shows no
// gain; else Adaptive, with the longest gap at which it is ahead. It never says Spin: on
// a machine that the run cannot know to be kept free, a whole processor is the user's to
// give, so the reason has its price.
func (m *laneMatrix) recommend() *recommendation {
	var ahead, next, shortest time.Duration // the longest gap at which Adaptive is ahead, and the one after it
	design := decide.Design(m.doc)
	for _, gap := range m.gaps() {
		block, adaptive := m.measured(blockLane, gap), m.measured(adaptiveLane, gap)
		if block == nil || adaptive == nil {
			continue
		}
		if shortest == 0 {
			shortest = gap
		}
		// The strategies are compared as contestants are: by a ratio for each round.
		if decide.Verdict(design, adaptive, block) != stats.Ahead {
			next = gap
			break
		}
		ahead = gap
	}
	e := m.doc.Environment
	switch {
	case shortest == 0:
		return nil
	case e.CPUQuota > 0 && e.CPUQuota < enough, e.GOMAXPROCS > 0 && min(e.GOMAXPROCS, max(e.Cores, 1)) < enough:
		return &recommendation{"Block", "The process has less than two processors. " +
			"A loop that spins takes the only one from the sender, or uses up the quota. " +
			"Adaptive does not spin here and costs the same as Block."}
	case ahead == 0:
		return &recommendation{"Block", fmt.Sprintf("With a message every %s, the shortest gap of this run, Adaptive is not shown to be faster. "+
			"With Block, a message arrives %s after it was sent.",
			latency.GapText(shortest), medianLatency(m.measured(blockLane, shortest)))}
	}
	a, b := m.measured(adaptiveLane, ahead), m.measured(blockLane, ahead)
	text := fmt.Sprintf("With a message every %s or more often, it is faster than Block: its median is %s instead of %s. "+
		"It uses %s instead of %s processor seconds per second.",
		latency.GapText(ahead), medianLatency(a), medianLatency(b), medianCores(a), medianCores(b))
	if next != 0 {
		text += fmt.Sprintf(" With a message every %s, it is not shown to be faster, so Block is as good.", latency.GapText(next))
		if spin := m.measured(spinLane, next); spin != nil {
			text += fmt.Sprintf(" There only Spin is faster (%s instead of %s). "+
				"It uses %s processor seconds per second: choose it if a core is free for it.",
				medianLatency(spin), medianLatency(m.measured(blockLane, next)), medianCores(spin))
		}
	}
	return &recommendation{"Adaptive", text}
}
