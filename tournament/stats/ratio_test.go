package stats_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

func ExampleRatio() {
	// The machine was busy in the second half of the rounds. It slowed both sides down, so the
	// interval of their ratio stays narrow.
	num := []float64{50, 51, 49, 50, 100, 102, 98, 101}
	den := []float64{10, 10, 10, 10, 20, 20, 20, 20}
	r := stats.Ratio(num, den)
	fmt.Printf("%.2f, between %.2f and %.2f\n", r.Value, r.Low, r.High)
	// Output: 5.00, between 4.90 and 5.10
}

func TestRatioByHand(t *testing.T) {
	six := []float64{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		name             string
		num, den         []float64
		value, low, high float64
	}{
		{"nothing", nil, nil, nan, -inf, inf},
		{"not in pairs", six, six[1:], nan, -inf, inf},
		{"one round", []float64{6}, []float64{3}, 2, -inf, inf},
		{"five rounds", six[:5], six[:5], 1, -inf, inf},
		{"to itself", six, six, 1, 1, 1},
		{"steady", []float64{4, 4, 4, 4, 4, 4}, []float64{2, 2, 2, 2, 2, 2}, 2, 2, 2},
		{"over zero", six, []float64{0, 0, 0, 0, 0, 0}, nan, -inf, inf},
		{"zero over zero", make([]float64, 6), make([]float64, 6), nan, -inf, inf},
		{"zero", make([]float64, 6), six, 0, 0, 0},
		{"often over zero", six, []float64{0, 0, 0, 1, 1, 1}, nan, -inf, inf},
		{"once over zero", six, []float64{0, 1, 1, 1, 1, 1}, math.Sqrt(20), -inf, inf},
		{"the pairs count, not the medians", []float64{1, 2, 3, 40, 50, 60, 70}, []float64{1, 1, 1, 20, 20, 20, 20}, 2.5, 1, 3.5},
	} {
		e := stats.Ratio(c.num, c.den)
		if !same(e.Value, c.value) || e.Low != c.low || e.High != c.high {
			t.Errorf("%s: got %+v, want %v in %v..%v", c.name, e, c.value, c.low, c.high)
		}
	}
}

func TestRatioProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(6, 15).Draw(t, "rounds")
		num, den := samples(n, n).Draw(t, "num"), samples(n, n).Draw(t, "den")
		e := stats.Ratio(num, den)
		if e != stats.Ratio(num, den) {
			t.Fatal("the same samples give two intervals")
		}
		if !e.Bounded() || e.Low > e.Value || e.Value > e.High || e.Low <= 0 {
			t.Fatalf("%+v is no interval around its value", e)
		}
		doubled := make([]float64, n)
		for i := range num {
			doubled[i] = 2 * num[i]
		}
		if d := stats.Ratio(doubled, den); math.Abs(d.Value-2*e.Value) > 1e-9*e.Value || d.Low != 2*e.Low || d.High != 2*e.High {
			t.Fatalf("twice the numerator turns %+v into %+v", e, d)
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }
		if r := stats.Ratio(den, num); !near(1/r.Value, e.Value) || !near(1/r.High, e.Low) || !near(1/r.Low, e.High) {
			t.Fatalf("the other way round %+v becomes %+v", e, r)
		}
	})
}
