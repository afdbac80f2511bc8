package runner_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/stats"
)

// A world makes the samples of two contestants, of which the other takes ratio times
// what the own one takes. The noise is like that of the committed full run: the ratio of
// two samples of a round has a standard deviation of 0.23 in logarithms, a round of 0.15,
// and one sample in twenty was disturbed and took up to three times as long.
type world struct {
	random *rand.Rand
	ratio  float64
}

func (w *world) sample(round, median float64) float64 {
	v := median * round * math.Exp(0.163*w.random.NormFloat64())
	if w.random.Float64() < 0.05 {
		v *= 1 + 2*w.random.Float64()
	}
	return v
}

func (w *world) rounds(n int) (own, other []float64) {
	for range n {
		round := math.Exp(0.15 * w.random.NormFloat64())
		own, other = append(own, w.sample(round, 100)), append(other, w.sample(round, 100*w.ratio))
	}
	return own, other
}

// byOverlap is how rows were decided before: a fixed number of rounds, an interval of
// each side, and a tie where they overlap.
func byOverlap(own, other []float64) stats.Verdict {
	a, b := stats.Interval(own, stats.Confidence), stats.Interval(other, stats.Confidence)
	switch {
	case a.Low <= b.High && b.Low <= a.High:
		return stats.Tied
	case a.High < b.Low:
		return stats.Ahead
	}
	return stats.Behind
}

// sequentially is how they are decided now: at each look, until something is shown.
func sequentially(d stats.Design, own, other []float64) (stats.Verdict, int) {
	verdict, rounds := stats.NotShown, 0
	for _, look := range d.Looks() {
		rounds = look.Samples
		if verdict = stats.Judge(d.Ratio(other[:rounds], own[:rounds])); verdict != stats.NotShown {
			break
		}
	}
	return verdict, rounds
}

// naively is sequentially with the interval of a single look at every look.
func naively(d stats.Design, own, other []float64) stats.Verdict {
	for _, look := range d.Looks() {
		if v := stats.Judge(stats.Ratio(other[:look.Samples], own[:look.Samples])); v != stats.NotShown {
			return v
		}
	}
	return stats.NotShown
}

// The error rates of the design, and those of the ones that it replaced: a false tie is
// one of contestants that differ by more than 10 %, a false win one of equals, or of the
// wrong one. docs/decisions/tournament.md has the table that -v prints.
func TestErrorRates(t *testing.T) {
	runs := 2000
	if testing.Short() {
		runs = 500
	}
	const full = "full, 8 to 90 rounds"
	falseTies, falseWins := map[string]float64{}, map[string]float64{}
	for _, ratio := range []float64{1, 1.05, 1.12, 1.25, 1.5, 2} {
		w := &world{random: rand.New(rand.NewPCG(14, math.Float64bits(ratio))), ratio: ratio}
		counts := map[string]map[stats.Verdict]int{}
		rounds := map[string]int{}
		count := func(design string, v stats.Verdict, n int) {
			if counts[design] == nil {
				counts[design] = map[stats.Verdict]int{}
			}
			counts[design][v]++
			rounds[design] += n
		}
		for range runs {
			own, other := w.rounds(90)
			count("overlap, 9 rounds", byOverlap(own[:9], other[:9]), 9)
			count("overlap, 20 rounds", byOverlap(own[:20], other[:20]), 20)
			count("uncorrected, 8 to 90 rounds", naively(design(runner.Full), own, other), 0)
			v, n := sequentially(design(runner.Quick), own, other)
			count("quick, 8 to 27 rounds", v, n)
			v, n = sequentially(design(runner.Full), own, other)
			count(full, v, n)
		}
		for _, design := range []string{"overlap, 9 rounds", "overlap, 20 rounds", "uncorrected, 8 to 90 rounds", "quick, 8 to 27 rounds", full} {
			share := func(v stats.Verdict) float64 { return float64(counts[design][v]) / float64(runs) }
			wins := share(stats.Behind)
			if ratio == 1 {
				wins += share(stats.Ahead)
			}
			falseWins[design] = max(falseWins[design], wins)
			if ratio > stats.Margin {
				falseTies[design] = max(falseTies[design], share(stats.Tied))
			}
			t.Logf("ratio %.2f, %-28s ahead %5.1f %%  tied %5.1f %%  behind %5.1f %%  not shown %5.1f %%  %.1f rounds", ratio, design,
				100*share(stats.Ahead), 100*share(stats.Tied), 100*share(stats.Behind), 100*share(stats.NotShown), float64(rounds[design])/float64(runs))
		}
	}
	for design := range falseWins {
		t.Logf("at worst, %-28s false ties %5.1f %%, false wins %5.1f %%", design, 100*falseTies[design], 100*falseWins[design])
	}
	const stated = 1 - stats.Confidence
	for _, design := range []string{"quick, 8 to 27 rounds", full} {
		if falseTies[design] > stated || falseWins[design] > stated {
			t.Errorf("%s: %.3f false ties and %.3f false wins; %.2f are stated", design, falseTies[design], falseWins[design], stated)
		}
	}
	if falseTies["overlap, 9 rounds"] < 0.5 || falseWins["uncorrected, 8 to 90 rounds"] <= falseWins[full] {
		t.Error("the simulation does not tell the designs apart")
	}
}

// design is that of a document of a run in this mode.
func design(m runner.Mode) stats.Design { return decide.Design(&result.Document{Looks: m.Looks()}) }

func TestTheDesignOfAMode(t *testing.T) {
	for _, m := range []runner.Mode{runner.Quick, runner.Full} {
		looks := design(m).Looks()
		if len(looks) != len(m.Looks()) {
			t.Fatalf("%s has the looks %+v", m, looks)
		}
		for i, look := range looks {
			if look.Rank < 1 || look.Spent > 1-stats.Confidence {
				t.Errorf("%s: look %d is %+v", m, i, look)
			}
		}
	}
	if decide.Design(&result.Document{}).Looks() != nil || decide.Design(&result.Document{Looks: []int{3, 2}}).Looks() != nil {
		t.Error("what is no design has looks")
	}
}

func TestParseMode(t *testing.T) {
	for _, m := range []runner.Mode{runner.Quick, runner.Full} {
		if got, err := runner.ParseMode(string(m)); got != m || err != nil || m.Limit() <= 0 {
			t.Errorf("ParseMode(%q) = %q, %v", m, got, err)
		}
	}
	if _, err := runner.ParseMode("slow"); err == nil {
		t.Error(`there is a mode "slow"`)
	}
}
