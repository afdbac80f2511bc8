package placement

// even is the difference of loads that is no reason to prefer a loop: measurements are not more
// precise.
const even = 0.02

// A Candidate is a loop that could get new work.
type Candidate struct {
	// Load is its load when it was last measured.
	Load float64
	// Placed is how often it was chosen since. What was placed there does not show in Load yet.
	Placed int64
}

// LessLoaded reports whether a should get new work rather than b. The one with the lower load is
// better. If their loads are about the same, the one that was chosen less often since the last
// measurement is.
//
// A caller that compares two candidates chosen at random gets "the power of two choices"
// (Mitzenmacher, 2001): the most loaded of n loops is far less loaded than with one random choice,
// for the cost of reading two loads. Taking the least loaded of all n would send everything to one
// loop between two measurements. With two choices, no loop gets more than 2/n of it.
func LessLoaded(a, b Candidate) bool {
	switch d := a.Load - b.Load; {
	case d < -even:
		return true
	case d > even:
		return false
	}
	return a.Placed < b.Placed
}

// Jump returns the bucket of a key, from 0 to buckets-1. buckets must be positive. When the number
// of buckets grows from n to m, a key stays or moves to one of the new buckets, and it moves with
// probability (m-n)/m, the least that keeps the buckets even. The key should be a hash.
//
// This is jump consistent hash: Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash
// Algorithm", 2014, arXiv:1406.2294.
func Jump(key uint64, buckets int) int {
	bucket, next := int64(-1), int64(0)
	for next < int64(buckets) {
		bucket = next
		key = key*2862933555777941757 + 1
		next = int64(float64(bucket+1) * (float64(1<<31) / float64(key>>33+1)))
	}
	return int(bucket)
}
