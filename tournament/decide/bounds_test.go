package decide

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// docOf is a document of one row with these values for each contestant.
func docOf(b Bound, values map[string]float64) *result.Document {
	kinds := map[string]contest.Kind{
		"wakeful": contest.Champion, "wakeful-spin": contest.Champion, "goja_nodejs": contest.Peer,
		"main": contest.Design, "control-channels": contest.Control,
	}
	doc := &result.Document{}
	for name, value := range values {
		doc.Contestants = append(doc.Contestants, result.Contestant{Name: name, Kind: string(kinds[name])})
		cell := result.Cell{Contestant: name, Workload: b.Workload, Params: maps.Clone(b.Params)}
		for round := range 10 {
			jitter := 1 + float64(round-5)/1000
			cell.Samples = append(cell.Samples, result.Sample{Round: round, Value: value * jitter, AllocsPerOp: value})
		}
		doc.Cells = append(doc.Cells, cell)
	}
	return doc
}

// judged is the verdict on one bound.
func judged(doc *result.Document, b Bound) BoundVerdict {
	return newJudge(doc).verdict(b)
}

func TestVerdictsOfBounds(t *testing.T) {
	params := map[string]string{"k": "v"}
	against := Bound{Contestant: "wakeful", Workload: "w", Params: params, Against: "goja_nodejs", AtMost: 0.5}
	equal := against
	equal.AtMost = 1
	allocations := Bound{Contestant: "wakeful", Workload: "w", Params: params, Allocations: true, AtMost: 0.01}
	for what, c := range map[string]struct {
		bound  Bound
		values map[string]float64
		state  State
		value  float64
	}{
		"well below":            {against, map[string]float64{"wakeful": 20, "goja_nodejs": 100}, Kept, 0.2},
		"exactly at the bound":  {against, map[string]float64{"wakeful": 50, "goja_nodejs": 100}, Kept, 0.5},
		"above":                 {against, map[string]float64{"wakeful": 51, "goja_nodejs": 100}, Broken, 0.51},
		"equal is at most one":  {equal, map[string]float64{"wakeful": 100, "goja_nodejs": 100}, Kept, 1},
		"hardly any allocation": {allocations, map[string]float64{"wakeful": 0.002}, Kept, 0.002},
		"an allocation":         {allocations, map[string]float64{"wakeful": 1}, Broken, 1},
	} {
		v := judged(docOf(c.bound, c.values), c.bound)
		if v.State != c.state || v.Reason != "" || v.Measured.Value < c.value*0.999 || v.Measured.Value > c.value*1.001 {
			t.Errorf("%s: %v, %+v", what, v.State, v)
		}
		if !v.Measured.Bounded() {
			t.Errorf("%s: ten samples have no interval: %+v", what, v.Measured)
		}
	}
}

// The interval decides, not the median alone.
func TestVerdictsByTheInterval(t *testing.T) {
	estimate := func(value, low, high float64) stats.Estimate {
		return stats.Estimate{Value: value, Low: low, High: high, Confidence: stats.Confidence}
	}
	for _, c := range []struct {
		limit float64
		of    stats.Estimate
		want  State
	}{
		{1, estimate(0.8, 0.7, 0.9), Kept},
		{1, estimate(0.8, 0.7, 1), Kept},
		{1, estimate(0.8, 0.7, 1.01), Inconclusive},
		{1, estimate(1.2, 1, 1.4), Inconclusive},
		{1, estimate(1.2, 0.9, 1.4), Inconclusive},
		{1, estimate(1.2, 1.01, 1.4), Broken},
		{1, estimate(0.1, math.Inf(-1), math.Inf(1)), Inconclusive},
		{1, estimate(math.NaN(), math.Inf(-1), math.Inf(1)), Inconclusive},
		{0.01, estimate(0, 0, 0.009), Kept},
		{0.01, estimate(0, 0, 1), Inconclusive},
		{0.01, estimate(1, 0.011, 1), Broken},
	} {
		if got := Within(c.of, c.limit); got != c.want {
			t.Errorf("at most %v, %v in %v..%v: %v, want %v", c.limit, c.of.Value, c.of.Low, c.of.High, got, c.want)
		}
	}
}

// What holds between two rows may not hold within either.
func TestABoundBetweenTwoRows(t *testing.T) {
	few, many := map[string]string{"n": "0"}, map[string]string{"n": "1000"}
	own := Bound{Contestant: "wakeful", Workload: "w", Params: many, Against: "wakeful", AgainstParams: few, AtMost: 1.1}
	other := own
	other.Against = "main"
	below := docOf(Bound{Workload: "w", Params: few}, map[string]float64{"wakeful": 100, "main": 50, "goja_nodejs": 40})
	doc := docOf(own, map[string]float64{"wakeful": 105, "main": 1000})
	doc.Cells = append(doc.Cells, below.Cells...)
	doc.Contestants = append(doc.Contestants, below.Contestants...)
	for what, c := range map[string]struct {
		bound Bound
		state State
		value float64
	}{
		"itself":  {own, Kept, 1.05},
		"another": {other, Broken, 2.1},
	} {
		v := judged(doc, c.bound)
		if v.State != c.state || v.Reason != "" || v.RivalRow != "n=0" || v.Measured.Value < c.value*0.999 || v.Measured.Value > c.value*1.001 {
			t.Errorf("%s: %+v", what, v)
		}
	}
	if v := judged(docOf(own, map[string]float64{"wakeful": 105}), own); v.State != NotRun || !strings.Contains(v.Reason, "impl=wakeful/n=0 was not measured") {
		t.Errorf("without the other row: %v, reason %q", v.State, v.Reason)
	}
}

// A bound that cannot be judged says why: a machine that cannot run a contestant
// breaks no promise, the project's own loop that fails does.
func TestABoundWithoutAFigure(t *testing.T) {
	bound := Bound{Contestant: "wakeful", Workload: "w", Against: "goja_nodejs", AtMost: 1}
	values := map[string]float64{"wakeful": 1, "goja_nodejs": 10}
	spoiled := func(name string, spoil func(*result.Cell)) *result.Document {
		doc := docOf(bound, values)
		for i := range doc.Cells {
			if doc.Cells[i].Contestant == name {
				spoil(&doc.Cells[i])
			}
		}
		return doc
	}
	failed := func(c *result.Cell) { c.Failures = []result.Failure{{Reason: "it hung"}} }
	missing := func(c *result.Cell) { c.Samples, c.Missing = nil, "no such thing" }
	for what, c := range map[string]struct {
		doc   *result.Document
		bound Bound
		state State
		want  string
	}{
		"nothing":          {&result.Document{}, bound, NotRun, "was not measured"},
		"no rival":         {docOf(bound, map[string]float64{"wakeful": 1}), bound, NotRun, "impl=goja_nodejs was not measured"},
		"mine failed":      {spoiled("wakeful", failed), bound, Broken, "it hung"},
		"theirs failed":    {spoiled("goja_nodejs", failed), bound, Inconclusive, "it hung"},
		"missing":          {spoiled("wakeful", missing), bound, NotRun, "no such thing"},
		"theirs missing":   {spoiled("goja_nodejs", missing), bound, NotRun, "no such thing"},
		"no common rounds": {spoiled("wakeful", func(c *result.Cell) { c.Samples = []result.Sample{{Round: 77, Value: 1}} }), bound, Inconclusive, "no round in common"},
	} {
		v := judged(c.doc, c.bound)
		if v.State != c.state || !strings.Contains(v.Reason, c.want) {
			t.Errorf("%s: %v, reason %q, want %v and %q", what, v.State, v.Reason, c.state, c.want)
		}
	}
}

func TestJudgeJudgesEveryBound(t *testing.T) {
	verdicts := JudgeBounds(&result.Document{}, Bounds())
	if n := Count(verdicts); len(verdicts) != len(Bounds()) || n[NotRun] != len(verdicts) {
		t.Errorf("%d verdicts on %d bounds: %v", len(verdicts), len(Bounds()), n)
	}
	goals := 0
	for _, b := range Bounds() {
		if b.Goal {
			goals++
		}
	}
	if goals == 0 || goals > len(Bounds())/3 {
		t.Errorf("%d of %d bounds are goals: most are promises", goals, len(Bounds()))
	}
}

func TestLimitsInWords(t *testing.T) {
	for want, b := range map[string]Bound{"at most 0.35": {AtMost: 0.35}, "at most 1": {AtMost: 1}, "at most 0.001": {AtMost: 0.001}} {
		if got := b.Limit(); got != want {
			t.Errorf("the limit is %q, want %q", got, want)
		}
	}
	for _, b := range Bounds() {
		if b.AtMost == 0 && b.Workload != "watched-idle" {
			t.Errorf("%s of %s has no limit", b.Row(), b.Contestant)
		}
	}
}

// The bounds on echoes that libuv's fewer system calls break are goals, the others promises.
func TestGoalsAgainstLibuv(t *testing.T) {
	var goals []string
	for _, b := range Bounds() {
		if b.Against == "libuv" && b.Goal {
			goals = append(goals, b.Params["connections"]+" "+b.Params["processors"])
		}
	}
	if want := []string{"1 apart", "1 shared", "100 apart"}; !slices.Equal(goals, want) {
		t.Errorf("goals %q, want %q", goals, want)
	}
}

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
	row := Bound{Contestant: "wakeful-spin", Workload: "arrival", Params: map[string]string{"gap": "50us"}, Against: "wakeful-block", AtMost: 2}
	cpu := row
	cpu.CPU = true
	idle := Bound{Contestant: "wakeful-spin", Workload: "idle", AtMost: 0.001}
	for what, c := range map[string]struct {
		bound Bound
		lanes map[string][2]float64
		state State
		value float64
	}{
		"the latency":           {row, map[string][2]float64{"wakeful-spin": {300, 1}, "wakeful-block": {100, 1}}, Broken, 3},
		"the processor time":    {cpu, map[string][2]float64{"wakeful-spin": {300, 1}, "wakeful-block": {100, 2}}, Kept, 0.5},
		"little enough":         {idle, map[string][2]float64{"wakeful-spin": {0.0005, 1}}, Kept, 0.0005},
		"too much for an idler": {idle, map[string][2]float64{"wakeful-spin": {0.002, 1}}, Broken, 0.002},
	} {
		v := judged(waited(c.bound, c.lanes), c.bound)
		if v.State != c.state || v.Measured.Known() && (v.Measured.Value < 0.99*c.value || v.Measured.Value > 1.01*c.value) || !v.Measured.Known() && c.value != 0 {
			t.Errorf("%s: %+v", what, v)
		}
		// 100 messages of 1 ns in 300/1e7 s, and of 2 ns in 100/1e7 s.
		if c.bound.CPU != (math.Abs(v.Cores-1./300) < 1e-9 && math.Abs(v.RivalCores-2./100) < 1e-9) {
			t.Errorf("%s: %v and %v processor seconds per second", what, v.Cores, v.RivalCores)
		}
	}
}
