package report

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file owns which wait strategy a run of lanes recommends for its machine.

// The lanes of the three strategies.
const (
	blockLane    = "wakeful-block"
	adaptiveLane = "wakeful-adaptive"
	spinLane     = "wakeful-spin"
)

// Recommendation is a strategy with the figures that speak for it.
type Recommendation struct{ Strategy, Reason string }

// enough is how many processors spinning takes: one for the loop and one for who sends.
const enough = 2

// recommend compares the strategies at the gaps that have all of their figures. It says
// Block where a spinning loop has no processor of its own, and where spinning shows no
// gain; else Adaptive, with the longest gap at which it is ahead. It never says Spin: on
// a machine that the run cannot know to be kept free, a whole processor is the user's to
// give, so the reason has its price.
func (m *laneMatrix) recommend() *Recommendation {
	block := m.cell(blockLane, latency.Arrival, latency.Params{Gap: latency.FoundingGap})
	var gaps []time.Duration
	for _, gap := range m.gaps() {
		if m.measured(blockLane, gap) != nil && m.measured(adaptiveLane, gap) != nil {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	e := m.doc.Environment
	switch {
	case e.CPUQuota > 0 && e.CPUQuota < enough:
		return &Recommendation{"Block", fmt.Sprintf("The process may use %s processors. A loop that spins uses up this quota, and the system stops it until the next period. Adaptive does not spin here and costs the same as Block.",
			figures.Significant(e.CPUQuota))}
	case e.GOMAXPROCS > 0 && min(e.GOMAXPROCS, max(e.Cores, 1)) < enough:
		return &Recommendation{"Block", "There is one processor. A loop that spins takes it away from the sender of its next message. Adaptive does not spin here and costs the same as Block."}
	}
	var ahead time.Duration
	design := decide.Design(m.doc)
	for _, gap := range gaps {
		// The strategies are compared as contestants are: by a ratio for each round.
		if decide.Verdict(design, m.measured(adaptiveLane, gap), m.measured(blockLane, gap)) != stats.Ahead {
			break
		}
		ahead = gap
	}
	if ahead == 0 {
		text := fmt.Sprintf("With a message every %s, the shortest gap of this run, Adaptive is not shown to be faster.", latency.GapText(gaps[0]))
		if block != nil && len(block.Samples) > 0 {
			text += fmt.Sprintf(" A single message arrives %s after it was sent.", medianLatency(block))
		}
		return &Recommendation{"Block", text}
	}
	a, b := m.measured(adaptiveLane, ahead), m.measured(blockLane, ahead)
	text := fmt.Sprintf("With a message every %s or more often, it is faster than Block: its median is %s instead of %s. It uses %s instead of %s processor seconds per second.",
		latency.GapText(ahead), medianLatency(a), medianLatency(b), medianCores(a), medianCores(b))
	if next := nextGap(gaps, ahead); next != 0 {
		text += fmt.Sprintf(" With a message every %s, it is not shown to be faster, so Block is as good.", latency.GapText(next))
		if spin := m.measured(spinLane, next); spin != nil {
			text += fmt.Sprintf(" There only Spin is faster (%s instead of %s). It uses %s processor seconds per second: choose it if a core is free for it.",
				medianLatency(spin), medianLatency(m.measured(blockLane, next)), medianCores(spin))
		}
	}
	return &Recommendation{"Adaptive", text}
}

// measured is a lane's cell at a gap when it has a figure, else nil.
func (m *laneMatrix) measured(lane string, gap time.Duration) *result.Cell {
	cell := m.cell(lane, latency.Arrival, latency.Params{Gap: gap})
	if cell == nil || cell.Failed() || len(cell.Samples) == 0 {
		return nil
	}
	return cell
}

// nextGap is the next longer gap, 0 when there is none.
func nextGap(gaps []time.Duration, gap time.Duration) time.Duration {
	for _, g := range gaps {
		if g > gap {
			return g
		}
	}
	return 0
}

func medianLatency(cell *result.Cell) string { return figures.Value(stats.Median(cell.Values()), "ns") }

func medianCores(cell *result.Cell) string { return figures.Significant(stats.Median(cell.Cores())) }
