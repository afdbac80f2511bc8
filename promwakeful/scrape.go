package promwakeful

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the conversion of telemetry's values to metrics.

// scrape receives the metrics of one loop.
type scrape struct {
	to    chan<- prometheus.Metric
	loop  string
	id    string
	since time.Time // when telemetry began to count
}

func id(s telemetry.Snapshot) string { return strconv.FormatUint(s.ID, 10) }

// labels makes labels valid UTF-8. Function names of scripts may be invalid.
func (s scrape) labels(more []string) []string {
	labels := append([]string{s.loop, s.id}, more...)
	for i, l := range labels {
		labels[i] = strings.ToValidUTF8(l, "\uFFFD")
	}
	return labels
}

func (s scrape) counter(d *prometheus.Desc, value float64, labels ...string) {
	s.constant(d, prometheus.CounterValue, value, labels)
}

func (s scrape) gauge(d *prometheus.Desc, value float64, labels ...string) {
	s.constant(d, prometheus.GaugeValue, value, labels)
}

func (s scrape) constant(d *prometheus.Desc, kind prometheus.ValueType, value float64, labels []string) {
	m, err := prometheus.NewConstMetric(d, kind, value, s.labels(labels)...)
	if err != nil {
		m = prometheus.NewInvalidMetric(d, err)
	}
	s.to <- m
}

// schema is the schema of native histograms whose buckets are those of telemetry: in both, the
// upper bound of bucket i is 2^(i/16) seconds.
const schema = 4

// histogram exports a distribution.
func (s scrape) histogram(d *prometheus.Desc, h telemetry.Histogram, labels ...string) {
	buckets := make(map[int]int64, len(h.Buckets))
	for _, b := range h.Buckets {
		buckets[b.Index] = int64(b.Count)
	}
	// A threshold of 0 puts only zeros into the zero bucket, and there are none.
	m, err := prometheus.NewConstNativeHistogram(d, h.Count, h.Sum.Seconds(), buckets, nil, 0, schema, 0, s.since, s.labels(labels)...)
	if err != nil {
		m = prometheus.NewInvalidMetric(d, err)
	}
	s.to <- m
}

// worstFunctions holds the longest duration of each function. A name may occur more than once: in
// several stalls, or for closures of one line.
type worstFunctions map[[2]string]time.Duration

func (w worstFunctions) add(name, file string, d time.Duration) {
	if name == "" {
		name = "unknown"
	}
	key := [2]string{strings.ToValidUTF8(name, "\uFFFD"), strings.ToValidUTF8(file, "\uFFFD")}
	w[key] = max(w[key], d)
}

// export exports the maxFunctions longest durations.
func (w worstFunctions) export(to scrape, d *prometheus.Desc) {
	keys := slices.SortedFunc(maps.Keys(w), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(w[b], w[a]), cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	for _, key := range keys[:min(len(keys), maxFunctions)] {
		to.gauge(d, w[key].Seconds(), key[0], key[1])
	}
}
