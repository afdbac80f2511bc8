package stats_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

func ExampleUnpairedRatio() {
	// These are two runs, so a disturbance of the first does not affect the second.
	before := []float64{10, 10, 11, 10, 10, 30, 10, 11}
	after := []float64{12, 13, 12, 12, 13, 12}
	r := stats.UnpairedRatio(after, before)
	fmt.Printf("%.2f, between %.2f and %.2f\n", r.Value, r.Low, r.High)
	// Output: 1.20, between 1.09 and 1.30
}

func TestUnpairedRatioByHand(t *testing.T) {
	six := []float64{1, 2, 3, 4, 5, 6}
	steady := []float64{4, 4, 4, 4, 4, 4, 4, 4}
	for _, c := range []struct {
		name             string
		num, den         []float64
		value, low, high float64
	}{
		{"nothing", nil, six, nan, -inf, inf},
		{"over nothing", six, nil, nan, -inf, inf},
		{"five samples", six[:5], steady, 0.75, -inf, inf},
		{"over five samples", steady, six[:5], 4 / 3.0, -inf, inf},
		{"of unlike numbers", []float64{2, 2, 2, 2, 2, 2}, steady, 0.5, 0.5, 0.5},
		{"over zero", six, make([]float64, 6), nan, -inf, inf},
	} {
		e := stats.UnpairedRatio(c.num, c.den)
		if !same(e.Value, c.value) || e.Low != c.low || e.High != c.high {
			t.Errorf("%s: got %+v, want %v in %v..%v", c.name, e, c.value, c.low, c.high)
		}
	}
}

// medians returns the medians of all draws of six from six values, sorted.
func medians(values []float64) []float64 {
	n := len(values)
	all := make([]float64, int(math.Pow(float64(n), float64(n))))
	drawn := make([]float64, n)
	for i := range all {
		for j, rest := 0, i; j < n; j++ {
			drawn[j] = values[rest%n]
			rest /= n
		}
		all[i] = stats.Median(drawn)
	}
	slices.Sort(all)
	return all
}

// weighted is a value with the number of its occurrences.
type weighted struct {
	value float64
	times float64
}

func counted(sorted []float64) []weighted {
	var all []weighted
	for _, v := range sorted {
		if n := len(all); n > 0 && all[n-1].value == v {
			all[n-1].times++
			continue
		}
		all = append(all, weighted{v, 1})
	}
	return all
}

func TestUnpairedRatioAgreesWithEveryDraw(t *testing.T) {
	num := []float64{101, 108, 97, 103, 122, 99}
	den := []float64{40, 44, 41, 39, 43, 47}
	var ratios []weighted
	total := 0.0
	for _, a := range counted(medians(num)) {
		for _, b := range counted(medians(den)) {
			ratios = append(ratios, weighted{a.value / b.value, a.times * b.times})
			total += a.times * b.times
		}
	}
	slices.SortFunc(ratios, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	at := func(share float64) float64 {
		sum := 0.0
		for _, r := range ratios {
			if sum += r.times; sum >= share*total {
				return r.value
			}
		}
		return inf
	}
	e := stats.UnpairedRatio(num, den)
	if e.Low < at(0.0125) || e.Low > at(0.05) || e.High > at(0.9875) || e.High < at(0.95) {
		t.Errorf("got %+v, want bounds in %v..%v and %v..%v", e, at(0.0125), at(0.05), at(0.95), at(0.9875))
	}
}

// Few pairs of runs of the same code are shown to differ.
func TestUnpairedRatioSeldomSeesADifferenceThatIsNotThere(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 7))
	const trials = 300
	seen := 0
	for range trials {
		sides := make([][]float64, 2)
		for i := range sides {
			for range 20 {
				sides[i] = append(sides[i], math.Exp(0.05*random.NormFloat64()))
			}
		}
		if e := stats.UnpairedRatio(sides[0], sides[1]); e.Low > 1 || e.High < 1 {
			seen++
		}
	}
	if seen > trials/10 {
		t.Errorf("%d of %d pairs of the same thing were told apart; at 95 %% about %d should be", seen, trials, trials/20)
	}
}
