// Package promwakeful exports the loops that package telemetry watches to Prometheus.
//
//	watcher, err := telemetry.Watch(loop, telemetry.WithStallLimit(100*time.Millisecond, nil))
//	...
//	prometheus.MustRegister(promwakeful.NewCollector())
//
// A scrape takes a telemetry.Snapshot of each watched loop, which takes microseconds and wakes no
// loop. Between scrapes the collector does nothing.
//
// The labels loop and id are the loop's name and its number in the process, because two loops may
// have the same name. Delays and durations are native histograms with telemetry's buckets. The text
// format has no native histograms, so only their count and sum appear there. So scrape with
// protobuf, which Prometheus does when native histograms are enabled (scrape_native_histograms).
//
// dashboard.json is a Grafana dashboard.
package promwakeful
