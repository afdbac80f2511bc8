package decide

import (
	"math"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// cell makes a cell with these values, round by round.
func cell(contestant, workload string, values ...float64) result.Cell {
	c := result.Cell{Contestant: contestant, Workload: workload}
	for round, v := range values {
		c.Samples = append(c.Samples, result.Sample{Round: round, Value: v})
	}
	return c
}

func document(cells ...result.Cell) *result.Document {
	doc := &result.Document{Cells: cells}
	kinds := map[string]contest.Kind{"ours": contest.Champion, "ours-too": contest.Champion, "peer": contest.Peer, "design": contest.Design,
		"machine": contest.Control, "machine-too": contest.Control, "part": contest.Ablation}
	for _, c := range cells {
		if !slices.ContainsFunc(doc.Contestants, func(have result.Contestant) bool { return have.Name == c.Contestant }) {
			doc.Contestants = append(doc.Contestants, result.Contestant{Name: c.Contestant, Kind: string(kinds[c.Contestant])})
		}
	}
	return doc
}

func TestVerdicts(t *testing.T) {
	few := []float64{10, 11, 10, 9, 10}
	same := []float64{10, 11, 10, 9, 10, 10}
	slow := []float64{20, 20, 20, 20, 20, 20}
	none := make([]float64, 6)
	for _, c := range []struct {
		own, other []float64
		want       stats.Verdict
	}{
		{same, same, stats.Tied}, {same, slow, stats.Ahead}, {slow, same, stats.Behind}, {few, slow, stats.NotShown},
		{same, []float64{30, 5, 30, 5, 30, 5}, stats.NotShown},
		{none, none, stats.Tied}, {none, same, stats.Ahead}, {same, none, stats.Behind}, {none[:5], same, stats.NotShown},
		{[]float64{0, 0, 0, 1, 1, 1}, same, stats.NotShown}, {nil, same, stats.NotShown},
	} {
		a, b := cell("ours", "w", c.own...), cell("peer", "w", c.other...)
		if got := Verdict(stats.Design{}, &a, &b); got != c.want {
			t.Errorf("%v against %v is %v, want %v", c.own, c.other, got, c.want)
		}
	}
	failed := cell("peer", "w", slow...)
	failed.Failures = []result.Failure{{Reason: "it hung"}}
	own := cell("ours", "w", same...)
	if got := Verdict(stats.Design{}, &own, &failed); got != stats.NotShown {
		t.Errorf("against one that failed it is %v", got)
	}
	if got := Verdict(stats.Design{}, &own, nil); got != stats.NotShown {
		t.Errorf("against nobody it is %v", got)
	}
}

// OpenCells returns the undecided comparisons of the default strategy, the nearest to a decision
// first.
func TestOpen(t *testing.T) {
	steady := []float64{100, 101, 99, 100, 102, 98, 100, 101}
	times := func(by ...float64) []float64 {
		out := slices.Clone(steady)
		for i := range out {
			out[i] *= by[i%len(by)]
		}
		return out
	}
	doc := document(
		cell("ours", "a", steady...), cell("peer", "a", times(2)...), // decided
		cell("ours", "b", steady...), cell("peer", "b", times(0.9, 1.6)...), cell("design", "b", times(0.3, 3)...), // open, one more than the other
		cell("ours", "c", steady...), cell("ours-too", "c", times(0.5, 2)...), cell("machine", "c", times(0.5, 2)...), cell("part", "c", times(0.5, 2)...),
		cell("peer", "d", steady...), cell("design", "d", times(0.5, 2)...), // without the default strategy
	)
	doc.Looks = []int{8, 16}
	var keys []string
	for _, need := range OpenCells(doc) {
		keys = append(keys, need.Keys[1])
		if need.Keys[0] != "b/impl=ours" || need.Rounds <= 8 {
			t.Errorf("%+v is open", need)
		}
	}
	if want := []string{"b/impl=peer", "b/impl=design"}; !slices.Equal(keys, want) {
		t.Errorf("open are %v, want %v", keys, want)
	}
	rest := document(cell("peer", "d", steady...), cell("design", "d", times(0.8, 2)...))
	if open := OpenCells(rest); len(open) != 1 || open[0].Keys[0] != "d/impl=peer" {
		t.Errorf("without a champion %+v is open", open)
	}
}

func TestTakes(t *testing.T) {
	// The interval reaches to 1.2 twice over; the margin and 1 are log(1.1)/2 away at best.
	wide := stats.Estimate{Value: 1, Low: 1 / 1.2, High: 1.2}
	if got, want := RoundsNeeded(wide, 10), 10*math.Pow(math.Log(1.2)/math.Log(1.1), 2); math.Abs(got-want) > 1e-9 {
		t.Errorf("%v rounds, want %v", got, want)
	}
	if got := RoundsNeeded(stats.Ratio(nil, nil), 10); !math.IsInf(got, 1) {
		t.Errorf("without an interval %v rounds", got)
	}
}

func TestDrifting(t *testing.T) {
	fought := cell("ours", "row", 1, 1, 1, 1, 1, 1)
	steady := []float64{10, 11, 9, 10, 10, 10}
	spoiled := func(by float64) []float64 {
		out := slices.Clone(steady)
		out[4] *= by
		return out
	}
	for name, c := range map[string]struct {
		cells []result.Cell
		want  []int
	}{
		"steady":              {[]result.Cell{fought, cell("machine", "row", steady...)}, nil},
		"a slow round":        {[]result.Cell{fought, cell("machine", "row", spoiled(926)...)}, []int{4}},
		"a fast round":        {[]result.Cell{fought, cell("machine", "row", spoiled(0.7)...)}, []int{4}},
		"one control of two":  {[]result.Cell{fought, cell("machine", "row", spoiled(1.4)...), cell("machine-too", "row", steady...)}, nil},
		"both controls":       {[]result.Cell{fought, cell("machine", "row", spoiled(1.4)...), cell("machine-too", "row", spoiled(1.5)...)}, []int{4}},
		"a primitive":         {[]result.Cell{cell("machine", "row", spoiled(9)...)}, nil},
		"a contestant":        {[]result.Cell{fought, cell("peer", "row", spoiled(9)...)}, nil},
		"too few rounds":      {[]result.Cell{fought, cell("machine", "row", 1, 1, 9)}, nil},
		"half of it is other": {[]result.Cell{fought, cell("machine", "row", 1, 1, 1, 2, 2, 2)}, []int{0, 1, 2, 3, 4, 5}},
	} {
		var got []int
		for _, d := range Drifting(document(c.cells...)) {
			got = append(got, d.Round)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the rounds %v drift, want %v", name, got, c.want)
		}
	}
}
