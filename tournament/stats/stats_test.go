package stats_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

func ExampleInterval() {
	// With six samples, the probability that all lie on one side of the true median is 2 * 0.5^6 =
	// 3 %. So their whole range is an interval at 97 %.
	e := stats.Interval([]float64{21, 19, 22, 20, 18, 40}, 0.95)
	fmt.Printf("%v, between %v and %v (%.1f %%)\n", e.Value, e.Low, e.High, 100*e.Confidence)
	// Output: 20.5, between 18 and 40 (96.9 %)
}

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// same compares two numbers, with NaN equal to itself.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func TestMedianByHand(t *testing.T) {
	for _, c := range []struct {
		xs   []float64
		want float64
	}{
		{nil, nan},
		{[]float64{7}, 7},
		{[]float64{3, 1}, 2},
		{[]float64{9, 1, 5}, 5},
		{[]float64{4, 1, 3, 2}, 2.5},
		{[]float64{1, 1, 1, 1000}, 1},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, math.MaxFloat64},
	} {
		before := slices.Clone(c.xs)
		if got := stats.Median(c.xs); !same(got, c.want) {
			t.Errorf("the median of %v is %v, want %v", c.xs, got, c.want)
		}
		if !slices.Equal(before, c.xs) {
			t.Errorf("%v was reordered", before)
		}
	}
}

// The order statistics below follow from the binomial distribution with p = 1/2:
// of n samples, the interval from the (k+1)th to the (n-m)th covers the median
// with 1 - P(X <= k) - P(X <= m).
func TestIntervalByHand(t *testing.T) {
	upTo := func(n int) (xs []float64) {
		for i := n; i >= 1; i-- {
			xs = append(xs, float64(i))
		}
		return xs
	}
	for _, c := range []struct {
		n                int
		value, low, high float64
		confidence       float64
	}{
		{0, nan, -inf, inf, 0},
		{1, 1, -inf, inf, 0},
		{5, 3, -inf, inf, 0},
		{6, 3.5, 1, 6, 1 - 2.0/64},
		{8, 4.5, 1, 7, 1 - (1.0+1+8)/256}, // asymmetric by one sample
		{9, 5, 2, 8, 1 - 2.0*(1+9)/512},
		{12, 6.5, 3, 10, 1 - 2.0*(1+12+66)/4096},
		{20, 10.5, 6, 15, 1 - 2.0*(1+20+190+1140+4845+15504)/1048576},
	} {
		e := stats.Interval(upTo(c.n), 0.95)
		if !same(e.Value, c.value) || e.Low != c.low || e.High != c.high || math.Abs(e.Confidence-c.confidence) > 1e-9 {
			t.Errorf("n = %d: got %+v, want %v in %v..%v at %v", c.n, e, c.value, c.low, c.high, c.confidence)
		}
		if e.Known() != (c.n > 0) || e.Bounded() != (c.n >= 6) {
			t.Errorf("n = %d: known is %v and bounded is %v", c.n, e.Known(), e.Bounded())
		}
	}
}

func TestMinSamples(t *testing.T) {
	for confidence, want := range map[float64]int{0.5: 2, 0.9: 5, 0.95: 6, 0.99: 8} {
		if got := stats.MinSamples(confidence); got != want {
			t.Errorf("an interval at %v takes %d samples, want %d", confidence, got, want)
		}
		xs := make([]float64, want)
		if !stats.Interval(xs, confidence).Bounded() || want > 2 && stats.Interval(xs[1:], confidence).Bounded() {
			t.Errorf("the intervals at %v do not begin with %d samples", confidence, want)
		}
	}
}

func positive() *rapid.Generator[float64] { return rapid.Float64Range(1e-3, 1e6) }

func samples(least, most int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(positive(), least, most)
}

func TestIntervalAgreesWithBenchstat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := samples(6, 40).Draw(t, "xs")
		e := stats.Interval(xs, 0.95)
		want := benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(xs), &benchmath.DefaultThresholds), 0.95)
		if math.Abs(e.Value-want.Center) > 1e-9*want.Center || e.Low != want.Lo || e.High != want.Hi {
			t.Fatalf("got %+v, want %+v", e, want)
		}
		if !(e.Low <= e.Value && e.Value <= e.High) || !slices.Contains(xs, e.Low) || !slices.Contains(xs, e.High) {
			t.Fatalf("%+v is not made of %v", e, xs)
		}
	})
}

func TestIntervalDoesNotDependOnTheOrderOrTheUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := samples(1, 30).Draw(t, "xs")
		e := stats.Interval(xs, 0.95)
		if got := stats.Interval(rapid.Permutation(xs).Draw(t, "order"), 0.95); got != e {
			t.Fatalf("in another order %+v becomes %+v", e, got)
		}
		scaled := make([]float64, len(xs))
		for i, x := range xs {
			scaled[i] = 8 * x // a power of two, so that scaling is exact
		}
		if got := stats.Interval(scaled, 0.95); got.Value != 8*e.Value || got.Low != 8*e.Low || got.High != 8*e.High {
			t.Fatalf("in another unit %+v becomes %+v", e, got)
		}
	})
}
