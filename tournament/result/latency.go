package result

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// This file owns the form of a latency histogram: writing it into a document, reading it, and
// merging the histograms of several samples. Percentiles of several samples come from the merged
// histogram. An average of percentiles is not a percentile of anything.

// percentiles are the percentiles of every document, in ascending order.
var percentiles = []float64{50, 90, 99, 99.9, 100}

// keptDigits is the resolution of stored histograms, two significant digits. A third digit makes a
// document several times larger and adds little.
const keptDigits = 2

// The range and the resolution of HistogramOf: from a nanosecond to a minute, with three significant
// digits.
const (
	shortestLatency = 1
	longestLatency  = int64(time.Minute)
	latencyDigits   = 3
)

// HistogramOf returns the histogram of latencies in nanoseconds. A latency out of range counts as the
// shortest or the longest one: if the clock does not advance between two readings, the latency is 0.
func HistogramOf(latencies []int64) (*Histogram, error) {
	h := hdrhistogram.New(shortestLatency, longestLatency, latencyDigits)
	for _, ns := range latencies {
		if err := h.RecordValue(min(max(ns, shortestLatency), longestLatency)); err != nil {
			return nil, fmt.Errorf("recording a latency of %d ns: %w", ns, err)
		}
	}
	return NewHistogram(h)
}

// NewHistogram converts a recorded histogram of nanoseconds to its document form: the percentiles
// at the recorded resolution, the histogram itself in two significant digits. It fails if nothing
// was recorded, because a sample without latencies has no histogram.
func NewHistogram(h *hdrhistogram.Histogram) (*Histogram, error) {
	if h.TotalCount() == 0 {
		return nil, errors.New("the histogram is empty; leave Latency nil when nothing was recorded")
	}
	kept := h
	if h.SignificantFigures() > keptDigits {
		kept = hdrhistogram.New(h.LowestTrackableValue(), h.HighestTrackableValue(), keptDigits)
		if dropped := kept.Merge(h); dropped > 0 {
			return nil, fmt.Errorf("%d values of a latency histogram are beyond its own bounds", dropped)
		}
	}
	encoded, err := kept.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		return nil, fmt.Errorf("encoding a latency histogram: %w", err)
	}
	at := h.ValueAtPercentilesSlice(percentiles)
	return &Histogram{
		Encoded: string(encoded),
		Count:   h.TotalCount(),
		P50:     at[0], P90: at[1], P99: at[2], P999: at[3], Max: at[4],
	}, nil
}

// Decode returns the histogram in the sparse form of the HdrHistogram library. Its size depends on
// the recorded values and not on the range that a document claims. The caller owns the result.
func (h *Histogram) Decode() (*hdrhistogram.PackedHistogram, error) {
	decoded, err := hdrhistogram.DecodePacked([]byte(h.Encoded))
	if err != nil {
		return nil, fmt.Errorf("the latency histogram cannot be decoded: %w", err)
	}
	if decoded.TotalCount() == 0 {
		return nil, errors.New("the latency histogram is empty")
	}
	return decoded, nil
}

// MergeLatency adds the histograms of all samples. It returns nil without an error if no sample has
// one.
func MergeLatency(samples []Sample) (*hdrhistogram.PackedHistogram, error) {
	var sum *hdrhistogram.PackedHistogram
	for _, s := range samples {
		if s.Latency == nil {
			continue
		}
		h, err := s.Latency.Decode()
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = h
			continue
		}
		if dropped := sum.Merge(h); dropped > 0 {
			return nil, fmt.Errorf("the latency histograms of a cell have different ranges: %d values of round %d do not fit the others; record all of them with the same bounds", dropped, s.Round)
		}
	}
	return sum, nil
}

// stated returns the percentiles of the document form, in the order of percentiles.
func (h *Histogram) stated() []int64 {
	return []int64{h.P50, h.P90, h.P99, h.P999, h.Max}
}

// check compares the percentiles of the document with the histogram, within the histogram's
// resolution.
func (h *Histogram) check() error {
	stated := h.stated()
	for i, v := range stated {
		switch {
		case v < 0:
			return fmt.Errorf("%s is %d ns, and no latency is negative", percentileName(i), v)
		case i > 0 && v < stated[i-1]:
			return fmt.Errorf("%s (%d ns) is below %s (%d ns), which no distribution allows", percentileName(i), v, percentileName(i-1), stated[i-1])
		}
	}
	decoded, err := h.Decode()
	if err != nil {
		return err
	}
	if n := decoded.TotalCount(); n != h.Count {
		return fmt.Errorf("count is %d, but the histogram holds %d values", h.Count, n)
	}
	// A bucket's value is known to one part in 10^digits. The factor of two allows either end of a
	// bucket.
	resolution := 2 * math.Pow(10, -float64(decoded.SignificantFigures()))
	for i, v := range decoded.ValueAtPercentilesSlice(percentiles) {
		if diff := math.Abs(float64(v) - float64(stated[i])); diff > 1+resolution*float64(v) {
			return fmt.Errorf("%s is stated as %d ns, but the histogram has %d ns", percentileName(i), stated[i], v)
		}
	}
	return nil
}

func percentileName(i int) string {
	if percentiles[i] == 100 {
		return "the maximum"
	}
	return fmt.Sprintf("p%v", percentiles[i])
}
