package stats_test

import (
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/stats"
)

// plainSequential computes the looks over all numbers of samples below the median, however improbable.
func plainSequential(confidence float64, samples ...int) (looks []stats.Look) {
	below, spent, n := []float64{1}, 0.0, 0
	for _, want := range samples {
		for ; n < want; n++ {
			next := make([]float64, len(below)+1)
			for s, p := range below {
				next[s] += p / 2
				next[s+1] += p / 2
			}
			below = next
		}
		allowed := (1 - confidence) * math.Sqrt(float64(n)/float64(samples[len(samples)-1]))
		look := stats.Look{Samples: n}
		for at := 0; at+1 <= n/2 && spent+below[at]+below[n-at] <= allowed; at++ {
			spent += below[at] + below[n-at]
			below[at], below[n-at] = 0, 0
			look.Rank = at + 1
		}
		look.Spent = spent
		looks = append(looks, look)
	}
	return looks
}

// Leaving out what is improbable changes no rank.
func TestSequentialIsThePlainOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var samples []int
		n := 0
		for range rapid.IntRange(0, 30).Draw(t, "looks") {
			n += rapid.IntRange(1, 40).Draw(t, "more")
			samples = append(samples, n)
		}
		samples = append(samples, n+rapid.IntRange(8, 500).Draw(t, "last"))
		confidence := rapid.SampledFrom([]float64{0.5, 0.9, 0.95, 0.99}).Draw(t, "confidence")
		d, err := stats.Sequential(confidence, samples...)
		if err != nil {
			t.Fatal(err)
		}
		got := d.Looks()
		for i, want := range plainSequential(confidence, samples...) {
			if got[i].Samples != want.Samples || got[i].Rank != want.Rank || math.Abs(got[i].Spent-want.Spent) > 1e-12 {
				t.Fatalf("look %d is %+v, want %+v", i, got[i], want)
			}
		}
	})
}

// A design with very many looks is followed in little memory. A distribution for each number of
// samples takes 1.6 GB in all.
func TestSequentialWithManyLooks(t *testing.T) {
	samples := make([]int, 20_000)
	for i := range samples {
		samples[i] = i + 1
	}
	for _, looks := range [][]int{samples, samples[len(samples)-1:]} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := stats.Sequential(stats.Confidence, looks...)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		// For many samples the rank is 1.96 standard deviations of sqrt(n)/2 from the middle with one
		// look, and further with many.
		last := d.Looks()[len(looks)-1]
		if off := float64(10_000-last.Rank) / (math.Sqrt(20_000) / 2); off < 1.9 || off > 4 || last.Spent > 0.05 || last.Spent < 0.04 {
			t.Errorf("%d looks: the last is %+v", len(looks), last)
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 64<<20 {
			t.Errorf("%d looks took %d MB", len(looks), bytes>>20)
		}
	}
}
