package observe

import "math"

// This file owns how durations are counted: in exponential buckets, each 2^(1/16) times as wide as
// the one before.

const (
	// steps is how many buckets double the duration.
	steps = 16
	// lowest and highest are the indices of the first and last bucket: the first ends above a
	// nanosecond, the last holds everything beyond 12 days.
	lowest, highest = -30 * steps, 20 * steps
	fraction        = 52 // bits of a float64's fraction
)

// bounds[j] is the fraction of 2^(j/16), below[f] how many of them are below all numbers whose
// fraction begins with the five bits f. Bounds are further apart than such cells are wide, so each
// cell holds one at most.
var (
	bounds [steps + 1]uint64
	below  [32]uint8
)

func init() {
	for j := range steps {
		bounds[j] = math.Float64bits(math.Exp2(float64(j)/steps)) & (1<<fraction - 1)
	}
	bounds[steps] = math.MaxUint64
	for f := range below {
		for bounds[below[f]] < uint64(f)<<(fraction-5) {
			below[f]++
		}
	}
}

// Index returns the bucket of a duration: the least i with seconds <= 2^(i/16).
func Index(seconds float64) int {
	bits := math.Float64bits(seconds)
	f := bits & (1<<fraction - 1)
	j := below[f>>(fraction-5)]
	if f > bounds[j] {
		j++
	}
	return int(bits>>fraction-1023)*steps + int(j)
}

// Counts is a histogram that is being filled. Add is called under a lock of the caller.
type Counts struct {
	Count   uint64
	Seconds float64 // the sum
	Max     float64 // seconds
	buckets [highest - lowest + 1]uint64
}

// Add counts n durations of as many seconds.
func (c *Counts) Add(seconds float64, n uint64) {
	seconds = max(seconds, 1e-9)
	c.buckets[min(max(Index(seconds), lowest), highest)-lowest] += n
	c.Count += n
	c.Seconds += seconds * float64(n)
	c.Max = max(c.Max, seconds)
}

// Each calls f for each bucket that is not empty, in ascending order.
func (c *Counts) Each(f func(index int, count uint64)) {
	for i, n := range c.buckets {
		if n > 0 {
			f(i+lowest, n)
		}
	}
}
