package budget

import (
	"math"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// waited is a document of lanes in one row, each with its median and with what it
// burns for a message, in ns.
func waited(b Bound, lanes map[string][2]float64) *result.Document {
	doc := &result.Document{Workloads: []result.Workload{{Name: b.Workload, Unit: "cores"}}}
	for name, of := range lanes {
		doc.Contestants = append(doc.Contestants, result.Contestant{Name: name})
		cell := result.Cell{Contestant: name, Workload: b.Workload, Params: b.Params}
		for round := range 10 {
			jitter := 1 + float64(round-5)/1000
			cell.Samples = append(cell.Samples, result.Sample{Round: round, Value: of[0] * jitter, Ops: 100, CPUSeconds: 100 * of[1] * jitter / 1e9, WallSeconds: of[0] * jitter / 1e7})
		}
		doc.Cells = append(doc.Cells, cell)
	}
	return doc
}

func TestVerdictsAboutWaiting(t *testing.T) {
	row := Bound{Contestant: spin, Workload: latency.Arrival, Params: map[string]string{"gap": "50us"}, Against: block, AtMost: 2}
	cpu := row
	cpu.CPU = true
	best := row
	best.Against, best.Among = BestSpinning, []string{"go-channel-spin", "go-pipe-spin"}
	idle := Bound{Contestant: spin, Workload: latency.Idle, AtMost: 0.001, Below: true}
	for what, c := range map[string]struct {
		bound Bound
		lanes map[string][2]float64
		state State
		value float64
		rival string
	}{
		"the latency":           {row, map[string][2]float64{spin: {300, 1}, block: {100, 1}}, Broken, 3, block},
		"the processor time":    {cpu, map[string][2]float64{spin: {300, 1}, block: {100, 2}}, Kept, 0.5, block},
		"the best of some":      {best, map[string][2]float64{spin: {300, 1}, "go-channel-spin": {200, 1}, "go-pipe-spin": {900, 1}, "go-udp-spin": {1, 1}}, Kept, 1.5, "go-channel-spin"},
		"none of them":          {best, map[string][2]float64{spin: {300, 1}, block: {200, 1}}, NotRun, 0, BestSpinning},
		"little enough":         {idle, map[string][2]float64{spin: {0.0005, 1}}, Kept, 0.0005, ""},
		"too much for an idler": {idle, map[string][2]float64{spin: {0.002, 1}}, Broken, 0.002, ""},
	} {
		v := judged(waited(c.bound, c.lanes), c.bound)
		if v.State != c.state || v.Rival != c.rival || v.Measured.Known() && (v.Measured.Value < 0.99*c.value || v.Measured.Value > 1.01*c.value) || !v.Measured.Known() && c.value != 0 {
			t.Errorf("%s: %+v", what, v)
		}
		// 100 messages of 1 ns in 300/1e7 s, and of 2 ns in 100/1e7 s.
		if c.bound.CPU != (math.Abs(v.Cores-1./300) < 1e-9 && math.Abs(v.RivalCores-2./100) < 1e-9) {
			t.Errorf("%s: %v and %v processor seconds per second", what, v.Cores, v.RivalCores)
		}
	}
}

// What is measured for the bounds is what they ask for, once.
func TestLanesForTheBounds(t *testing.T) {
	cells := Lanes()
	has := func(lane string, b Bound) bool {
		return slices.ContainsFunc(cells, func(c latency.Cell) bool {
			return c.Lane == lane && c.Workload == b.Workload && result.FormatParams(c.Params.Map()) == result.FormatParams(b.Params)
		})
	}
	for _, b := range Waiting() {
		rivals := b.Among
		if rivals == nil && b.Against != "" {
			rivals = []string{b.Against}
		}
		for _, lane := range append(slices.Clone(rivals), b.Contestant) {
			if !has(lane, b) {
				t.Errorf("%s is judged without %s", b.Row(), lane)
			}
			if _, err := latency.Find(lane); err != nil {
				t.Error(err)
			}
		}
	}
	seen := map[string]bool{}
	for _, c := range cells {
		if seen[c.String()] {
			t.Errorf("%s is measured twice", c)
		}
		seen[c.String()] = true
	}
}
