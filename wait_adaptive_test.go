package wakeful_test

import (
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// spun plays so many waits with gaps in turn, in each of which the loop is woken
// after price if it has parked by then. It returns what was spent on spinning, how
// often work came while the loop spun, and how often the loop parked at once.
func spun(h *wakeful.History, waits int, price time.Duration, gaps ...time.Duration) (spent time.Duration, hits, parks int) {
	for n := range waits {
		gap, budget := gaps[n%len(gaps)], h.Budget()
		spent += min(gap, budget)
		switch {
		case gap < budget:
			hits++
		case budget == 0:
			parks++
			h.Woken(price)
		default:
			h.Woken(price)
		}
		h.Gap(gap)
	}
	return spent, hits, parks
}

func TestAdaptiveFollowsTheGaps(t *testing.T) {
	const us, ms = time.Microsecond, time.Millisecond
	const waits = 1000
	for _, test := range []struct {
		name  string
		price time.Duration
		gaps  []time.Duration
		// Bounds, after the history has settled.
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
			h := wakeful.NewHistory()
			spun(h, 100_000, test.price, test.gaps...)
			spent, hits, parks := spun(h, waits, test.price, test.gaps...)
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
func TestAdaptiveLearns(t *testing.T) {
	h := wakeful.NewHistory()
	if got := h.Budget(); got != 0 {
		t.Errorf("spins for %v before anything has arrived", got)
	}
	for phase, gap := range []time.Duration{5 * time.Microsecond, 10 * time.Millisecond, 5 * time.Microsecond} {
		n := 0
		for ; (h.Budget() > gap) != (gap < wakeful.Longest) || gap > wakeful.Longest && h.Budget() > 0; n++ {
			if n == 40 {
				t.Fatalf("phase %d: has not learnt from %d gaps of %v", phase, n, gap)
			}
			h.Gap(gap)
			h.Woken(90 * time.Microsecond)
		}
		for range 20 {
			h.Gap(gap)
			h.Budget()
		}
	}
}
