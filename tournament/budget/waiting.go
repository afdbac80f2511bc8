package budget

import (
	"maps"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// This file has the promises about waiting, which concern lanes of package latency: how late a loop
// gets a message, and its processor time meanwhile.

// Names of the loop's lanes.
const (
	block    = "wakeful-block"
	spin     = "wakeful-spin"
	adaptive = "wakeful-adaptive"
)

// idleShare is the largest processor time of an idle loop, in cores.
const idleShare = 0.001

// Waiting returns the promises about waiting. They compare processor time per message, because a
// faster lane gets more messages in a second. The verdict also has the processor time per second.
func Waiting() []Bound {
	arrival := func(contestant string, p latency.Params) Bound {
		return Bound{Contestant: contestant, Workload: latency.Arrival, Params: p.Map()}
	}
	gap := func(d time.Duration) latency.Params { return latency.Params{Gap: d} }
	var bounds []Bound
	against := func(b Bound, rival string, latencyAtMost, cpuAtMost float64) {
		b.Against = rival
		if latencyAtMost > 0 {
			b.AtMost = latencyAtMost
			bounds = append(bounds, b)
		}
		if cpuAtMost > 0 {
			b.CPU, b.AtMost = true, cpuAtMost
			bounds = append(bounds, b)
		}
	}
	for _, d := range []time.Duration{50 * time.Microsecond, latency.FoundingGap} {
		polled := arrival(spin, gap(d))
		polled.Among, polled.AtMost = latency.SpinningGo(), 1.2
		polled.Against, polled.Goal = BestSpinning, d == latency.FoundingGap
		bounds = append(bounds, polled)
		against(arrival(block, gap(d)), "go-channel-sleep", 1.2, 0)
	}
	for _, d := range []time.Duration{5 * time.Microsecond, 50 * time.Microsecond} {
		against(arrival(adaptive, gap(d)), block, 0.5, 2)
	}
	for _, d := range []time.Duration{10 * time.Millisecond, latency.FoundingGap} {
		against(arrival(adaptive, gap(d)), block, 0, 1.1)
	}
	for _, narrow := range latency.FewProcessors() {
		against(arrival(adaptive, narrow), block, 1.1, 1.1)
	}
	return append(bounds,
		Bound{Contestant: block, Workload: latency.Idle, AtMost: idleShare, Below: true},
		Bound{Contestant: adaptive, Workload: latency.Idle, AtMost: idleShare, Below: true},
		Bound{Contestant: spin, Workload: latency.Pauses, Against: block, AtMost: 1.2},
	)
}

// BestSpinning as Bound.Against: the best of the lanes that poll one of Go's
// primitives.
const BestSpinning = "best spinning Go lane"

// Lanes returns the cells needed for the bounds about waiting. The caller finds the reasons for
// missing cells.
func Lanes() []latency.Cell {
	var cells []latency.Cell
	for _, b := range Waiting() {
		names := []string{b.Contestant}
		switch {
		case b.Among != nil:
			names = append(names, b.Among...)
		case b.Against != "":
			names = append(names, b.Against)
		}
		for _, name := range names {
			params, err := latency.ParseParams(b.Params)
			if err != nil {
				panic(err) // Waiting wrote them
			}
			cell := latency.Cell{Lane: name, Workload: b.Workload, Params: params}
			if !slices.ContainsFunc(cells, func(have latency.Cell) bool {
				return have.Lane == name && have.Workload == b.Workload && maps.Equal(have.Params.Map(), b.Params)
			}) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// quantity returns the value of a sample that the bound is about.
func (b Bound) quantity(s result.Sample) float64 {
	switch {
	case b.Allocations:
		return s.AllocsPerOp
	case b.CPU:
		return s.CPUSeconds / float64(max(s.Ops, 1))
	}
	return s.Value
}

// cores is the median of the processor seconds per second of a cell's samples.
func cores(cell *result.Cell) float64 {
	var all []float64
	for _, s := range cell.Samples {
		if s.WallSeconds > 0 {
			all = append(all, s.CPUSeconds/s.WallSeconds)
		}
	}
	return stats.Median(all)
}

// paired returns the bound's quantity in the rounds in which both cells have a sample.
func (b Bound) paired(mine, theirs *result.Cell) (as, bs []float64) {
	byRound := make(map[int]float64, len(theirs.Samples))
	for _, s := range theirs.Samples {
		byRound[s.Round] = b.quantity(s)
	}
	for _, s := range mine.Samples {
		if v, ok := byRound[s.Round]; ok {
			as, bs = append(as, b.quantity(s)), append(bs, v)
		}
	}
	return as, bs
}
