package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

func ExampleRatio() {
	// The machine was busy in the second half of the rounds. It slowed both
	// sides down, so their ratio stays narrow.
	num := []float64{50, 51, 49, 50, 100, 102, 98, 101}
	den := []float64{10, 10, 10, 10, 20, 20, 20, 20}
	r := stats.Ratio(num, den)
	fmt.Printf("%.2f, between %.2f and %.2f\n", r.Value, r.Low, r.High)
	// Output: 4.97, between 4.90 and 5.10
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
		{"often over zero", six, []float64{0, 0, 0, 1, 1, 1}, 7, -inf, inf},
	} {
		e := stats.Ratio(c.num, c.den)
		if !same(e.Value, c.value) || e.Low != c.low || e.High != c.high {
			t.Errorf("%s: got %+v, want %v in %v..%v", c.name, e, c.value, c.low, c.high)
		}
	}
}

// exact lists every draw of n rounds from n and returns the percentiles that the
// bootstrap estimates.
func exact(num, den []float64, tail float64) (low, high float64) {
	n := len(num)
	total := int(math.Pow(float64(n), float64(n)))
	ratios := make([]float64, total)
	nums, dens := make([]float64, n), make([]float64, n)
	for i := range ratios {
		for j, rest := 0, i; j < n; j++ {
			nums[j], dens[j] = num[rest%n], den[rest%n]
			rest /= n
		}
		ratios[i] = stats.Median(nums) / stats.Median(dens)
	}
	slices.Sort(ratios)
	return ratios[int(tail*float64(total))], ratios[total-1-int(tail*float64(total))]
}

func TestRatioAgreesWithEveryDraw(t *testing.T) {
	num := []float64{101, 108, 97, 103, 122, 99}
	den := []float64{40, 44, 41, 39, 43, 47}
	e := stats.Ratio(num, den)
	// The bootstrap sees a sample of the 46,656 draws. Between the percentiles
	// one half and twice as far out lies what it may find.
	outerLow, outerHigh := exact(num, den, 0.0125)
	innerLow, innerHigh := exact(num, den, 0.05)
	if e.Low < outerLow || e.Low > innerLow || e.High > outerHigh || e.High < innerHigh {
		t.Errorf("got %+v, want bounds in %v..%v and %v..%v", e, outerLow, innerLow, innerHigh, outerHigh)
	}
	if e.Value != 102.0/42.0 {
		t.Errorf("the ratio is %v, want 102/42", e.Value)
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
		if d := stats.Ratio(doubled, den); d.Value != 2*e.Value || d.Low != 2*e.Low || d.High != 2*e.High {
			t.Fatalf("twice the numerator turns %+v into %+v", e, d)
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }
		if r := stats.Ratio(den, num); !near(1/r.Value, e.Value) || !near(1/r.High, e.Low) || !near(1/r.Low, e.High) {
			t.Fatalf("the other way round %+v becomes %+v", e, r)
		}
	})
}
