package spin_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/spin"
)

// spun plays so many waits with gaps in turn. A wait whose spin ends before its gap parks,
// and unparking takes parkCost. It returns the time spent spinning, how often work came
// within a spin, and how often a wait parked at once.
func spun(e *spin.Estimator, waits int, parkCost time.Duration, gaps ...time.Duration) (spent time.Duration, hits, parks int) {
	for n := range waits {
		gap, budget := gaps[n%len(gaps)], e.Spin()
		spent += min(gap, budget)
		switch {
		case gap < budget:
			hits++
		case budget == 0:
			parks++
			e.Woken(parkCost)
		default:
			e.Woken(parkCost)
		}
		e.Gap(gap)
	}
	return spent, hits, parks
}

func TestEstimatorFollowsTheGaps(t *testing.T) {
	const us, ms = time.Microsecond, time.Millisecond
	const waits = 1000
	for _, test := range []struct {
		name     string
		parkCost time.Duration
		gaps     []time.Duration
		// Bounds, after the estimator has settled.
		hits, parks [2]int
		most        time.Duration // spent per wait
	}{
		{"work all the time", 90 * us, []time.Duration{us}, [2]int{999, 1000}, [2]int{0, 1}, us},
		{"short gaps", 90 * us, []time.Duration{5 * us}, [2]int{999, 1000}, [2]int{0, 1}, 5 * us},
		{"gaps of half a wake-up: one in three parks", 90 * us, []time.Duration{50 * us}, [2]int{660, 670}, [2]int{330, 340}, 34 * us},
		{"gaps as long as a wake-up", 90 * us, []time.Duration{120 * us}, [2]int{0, 0}, [2]int{waits, waits}, 0},
		{"long gaps", 90 * us, []time.Duration{10 * ms}, [2]int{0, 0}, [2]int{waits, waits}, 0},
		{"hours", 90 * us, []time.Duration{24 * time.Hour}, [2]int{0, 0}, [2]int{waits, waits}, 0},
		{"cheap wake-ups", 300 * time.Nanosecond, []time.Duration{50 * us}, [2]int{0, 0}, [2]int{waits, waits}, 0},
		{"cheap wake-ups and short gaps, which it learns by trying", 2 * us, []time.Duration{5 * us}, [2]int{0, 0}, [2]int{waits, waits}, 0},
		{"cheap wake-ups and shorter gaps", 2 * us, []time.Duration{300 * time.Nanosecond}, [2]int{999, 1000}, [2]int{0, 1}, us},
		{"wake-ups of a busy machine count as what a spin may last", 10 * ms, []time.Duration{ms}, [2]int{0, 0}, [2]int{waits, waits}, 0},
		// One long gap in ten: nine spins hit, the tenth is given up early.
		{
			"bursts", 90 * us,
			[]time.Duration{5 * us, 5 * us, 5 * us, 5 * us, 5 * us, 5 * us, 5 * us, 5 * us, 5 * us, 10 * ms},
			[2]int{899, 900}, [2]int{0, 1}, 6 * us,
		},
		// One short gap in twenty does not make it spin.
		{
			"rarely short", 90 * us,
			[]time.Duration{50 * us, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms, ms},
			[2]int{0, 0}, [2]int{waits, waits}, 0,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := spin.NewEstimator()
			spun(e, 100_000, test.parkCost, test.gaps...)
			spent, hits, parks := spun(e, waits, test.parkCost, test.gaps...)
			if hits < test.hits[0] || hits > test.hits[1] {
				t.Errorf("%d of %d waits ended while spinning, want %v", hits, waits, test.hits)
			}
			if parks < test.parks[0] || parks > test.parks[1] {
				t.Errorf("%d of %d waits parked at once, want %v", parks, waits, test.parks)
			}
			if each := spent / waits; each > test.most {
				t.Errorf("%v spent on spinning per wait, want %v at most", each, test.most)
			}
		})
	}
}

// It learns within a few arrivals, either way.
func TestEstimatorLearns(t *testing.T) {
	e := spin.NewEstimator()
	if got := e.Spin(); got != 0 {
		t.Errorf("spins for %v before anything has arrived", got)
	}
	for phase, gap := range []time.Duration{5 * time.Microsecond, 10 * time.Millisecond, 5 * time.Microsecond} {
		n := 0
		for ; (e.Spin() > gap) != (gap < spin.MaxBudget) || gap > spin.MaxBudget && e.Spin() > 0; n++ {
			if n == 40 {
				t.Fatalf("phase %d: has not learnt from %d gaps of %v", phase, n, gap)
			}
			e.Gap(gap)
			e.Woken(90 * time.Microsecond)
		}
		for range 20 {
			e.Gap(gap)
			e.Spin()
		}
	}
}
