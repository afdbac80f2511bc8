package telemetry

import (
	"math"
	"time"
)

// This file owns the histogram of a Snapshot. Its values are plain: anyone may read and copy them.

// perDoubling is the number of buckets in which a bound doubles.
const perDoubling = 16

// A Bucket of a Histogram counts durations in (2^((Index-1)/16), 2^(Index/16)] seconds. So each
// bound is 4.4 % above the one before. Native histograms of Prometheus with schema 4 have the same
// buckets and indexes. Exponential histograms of OpenTelemetry with scale 4 have the same buckets
// too, and each index is one less.
type Bucket struct {
	Index int
	Count uint64
}

// Lower returns the exclusive lower bound of the bucket.
func (b Bucket) Lower() time.Duration { return bound(b.Index - 1) }

// Upper returns the inclusive upper bound of the bucket.
func (b Bucket) Upper() time.Duration { return bound(b.Index) }

// bound returns the upper bound of the bucket with the given index.
func bound(index int) time.Duration {
	seconds := math.Exp2(float64(index) / perDoubling)
	if seconds >= math.MaxInt64/1e9 {
		return math.MaxInt64
	}
	return time.Duration(math.Round(seconds * 1e9))
}

// A Histogram is a distribution of durations in exponential buckets. The zero value is empty. A
// duration of zero or less counts as one nanosecond. A returned Histogram is never changed.
type Histogram struct {
	// Count is the number of durations, and Sum is their sum.
	Count uint64
	Sum   time.Duration
	// Max is the longest duration, exactly. In a difference (Sub) it is an upper bound.
	Max time.Duration
	// Buckets holds the buckets that are not empty, in ascending order of their index.
	Buckets []Bucket
}

// Mean returns the average, 0 for an empty histogram.
func (h Histogram) Mean() time.Duration {
	if h.Count == 0 {
		return 0
	}
	return h.Sum / time.Duration(h.Count)
}

// Percentile returns the duration that p percent of all durations do not exceed, with p from 0 to
// 100. The error is at most half a bucket, 2.2 %. It returns 0 for an empty histogram. A p outside
// of the range counts as its nearer end.
func (h Histogram) Percentile(p float64) time.Duration {
	if h.Count == 0 {
		return 0
	}
	p = min(100, max(0, p))
	rank := uint64(math.Ceil(p / 100 * float64(h.Count)))
	rank = min(h.Count, max(1, rank))
	for _, b := range h.Buckets {
		if b.Count < rank {
			rank -= b.Count
			continue
		}
		// The middle of a bucket on the logarithmic scale: the error is the same both ways.
		middle := math.Exp2((float64(b.Index)-0.5)/perDoubling) * 1e9
		return min(h.Max, time.Duration(math.Round(middle)))
	}
	return h.Max
}

// Sub returns the durations that h has counted since earlier, an earlier Histogram of the same
// source.
func (h Histogram) Sub(earlier Histogram) Histogram {
	d := Histogram{Count: h.Count - earlier.Count, Sum: h.Sum - earlier.Sum}
	before := map[int]uint64{}
	for _, b := range earlier.Buckets {
		before[b.Index] = b.Count
	}
	for _, b := range h.Buckets {
		if n := b.Count - before[b.Index]; n > 0 {
			d.Buckets = append(d.Buckets, Bucket{b.Index, n})
			d.Max = min(h.Max, b.Upper())
		}
	}
	return d
}
