package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

func ExampleSequential() {
	design, err := stats.Sequential(0.95, 8, 16, 32)
	if err != nil {
		panic(err)
	}
	for _, look := range design.Looks() {
		fmt.Printf("%d samples: from the %d. lowest to the %d. highest, %.1f %% spent\n", look.Samples, look.Rank, look.Rank, 100*look.Spent)
	}
	// Output:
	// 8 samples: from the 1. lowest to the 1. highest, 0.8 % spent
	// 16 samples: from the 4. lowest to the 4. highest, 2.6 % spent
	// 32 samples: from the 10. lowest to the 10. highest, 4.0 % spent
}

// By hand: all of 8 samples lie on one side of the median with probability 2/256. One look has the
// interval of a median.
func TestSequentialByHand(t *testing.T) {
	one, err := stats.Sequential(0.95, 9)
	if err != nil {
		t.Fatal(err)
	}
	if look := one.Looks()[0]; look.Rank != 2 || math.Abs(look.Spent-2.0*(1+9)/512) > 1e-12 {
		t.Errorf("one look at 9 samples is %+v", look)
	}
	// Of two looks, the second counts only errors that the first did not make. If 7 samples and
	// then the eighth are on the same side, the first look has missed already.
	two, err := stats.Sequential(0.9, 7, 8)
	if err != nil {
		t.Fatal(err)
	}
	if looks := two.Looks(); looks[0].Rank != 1 || math.Abs(looks[0].Spent-2.0/128) > 1e-12 || looks[1].Rank != 2 || math.Abs(looks[1].Spent-(2.0/128+2.0*7/256)) > 1e-12 {
		t.Errorf("two looks are %+v", looks)
	}
	for _, wrong := range [][]int{nil, {0}, {8, 8}, {9, 7}, {3}} {
		if _, err := stats.Sequential(0.95, wrong...); err == nil {
			t.Errorf("looks at %v make a design", wrong)
		}
	}
}

// All looks together miss the median with at most the stated probability, and not much less often.
func TestSequentialCovers(t *testing.T) {
	design, err := stats.Sequential(stats.Confidence, 8, 12, 18, 27, 40)
	if err != nil {
		t.Fatal(err)
	}
	looks := design.Looks()
	said := looks[len(looks)-1].Spent
	const runs = 20_000
	random := rand.New(rand.NewPCG(1935, 1983))
	missed := 0
	for range runs {
		xs := make([]float64, 40)
		for i := range xs {
			xs[i] = math.Exp(random.NormFloat64()) // its median is 1
		}
		for _, look := range looks {
			if e := design.Interval(xs[:look.Samples]); e.Low > 1 || e.High < 1 {
				missed++
				break
			}
		}
	}
	got := float64(missed) / runs
	if slack := 4 * math.Sqrt(said*(1-said)/runs); math.Abs(got-said) > slack || said > 0.05 || said < 0.03 {
		t.Errorf("%.4f of the runs missed the median, %.4f were said, at most 0.05 wanted", got, said)
	}
}

func TestSequentialProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var looks []int
		n := 0
		for range rapid.IntRange(1, 6).Draw(t, "looks") {
			n += rapid.IntRange(1, 20).Draw(t, "more")
			looks = append(looks, n)
		}
		looks = append(looks, n+8)
		d, err := stats.Sequential(0.95, looks...)
		if err != nil {
			t.Fatal(err)
		}
		last := stats.Look{}
		for _, look := range d.Looks() {
			if look.Rank < last.Rank || look.Spent < last.Spent || look.Spent > 0.05 {
				t.Fatalf("%+v follows %+v", look, last)
			}
			last = look
		}
		xs := samples(1, n+12).Draw(t, "xs")
		e := d.Interval(xs)
		if e.Bounded() != (len(xs) >= d.MinSamples()) || e.Low > e.Value || e.Value > e.High {
			t.Fatalf("%d samples, of %d at least: %+v", len(xs), d.MinSamples(), e)
		}
	})
}

func TestVerdicts(t *testing.T) {
	e := func(low, high float64) stats.Estimate {
		return stats.Estimate{Value: (low + high) / 2, Low: low, High: high}
	}
	for _, c := range []struct {
		lead stats.Estimate
		want stats.Verdict
	}{
		{e(0.95, 1.05), stats.Tied},
		{e(1.02, 1.08), stats.Tied}, // a difference, but not above the margin
		{e(1/1.1, 1.1), stats.Tied},
		{e(1.02, 1.2), stats.Ahead},
		{e(0.7, 0.99), stats.Behind},
		{e(0.67, 1.01), stats.NotShown}, // a row at 0.67 is not a tie
		{e(0.99, 1.11), stats.NotShown},
		{e(1, 3), stats.NotShown},
		{stats.Ratio([]float64{2}, []float64{1}), stats.NotShown},
	} {
		if got := stats.Judge(c.lead); got != c.want {
			t.Errorf("%+v is %v, want %v", c.lead, got, c.want)
		}
	}
	const (
		a, b, s, n = stats.Ahead, stats.Behind, stats.Tied, stats.NotShown
	)
	for _, c := range []struct {
		each []stats.Verdict
		want stats.Verdict
	}{{nil, n}, {[]stats.Verdict{a, a}, a}, {[]stats.Verdict{a, s}, s}, {[]stats.Verdict{a, s, n}, n}, {[]stats.Verdict{n, b, a}, b}} {
		if got := stats.Against(c.each); got != c.want {
			t.Errorf("%v together are %v, want %v", c.each, got, c.want)
		}
	}
}
