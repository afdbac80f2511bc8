package otelwakeful

import (
	"context"
	"fmt"
	"math"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the instruments with OpenTelemetry's names for Node.js.

// NodeJSStateKey is the attribute of nodejs.eventloop.time: active or idle.
const NodeJSStateKey = attribute.Key("nodejs.eventloop.state")

// nodeDelays are the gauges nodejs.eventloop.delay, in seconds.
var nodeDelays = []struct {
	name, description string
	of                func(telemetry.Histogram) float64
}{
	{"nodejs.eventloop.delay.min", "Event loop minimum delay.", shortest},
	{"nodejs.eventloop.delay.max", "Event loop maximum delay.", func(h telemetry.Histogram) float64 { return h.Max.Seconds() }},
	{"nodejs.eventloop.delay.mean", "Event loop mean delay.", func(h telemetry.Histogram) float64 { return h.Mean().Seconds() }},
	{"nodejs.eventloop.delay.stddev", "Event loop standard deviation delay.", deviation},
	{"nodejs.eventloop.delay.p50", "Event loop 50 percentile delay.", percentile(50)},
	{"nodejs.eventloop.delay.p90", "Event loop 90 percentile delay.", percentile(90)},
	{"nodejs.eventloop.delay.p99", "Event loop 99 percentile delay.", percentile(99)},
}

// RegisterNodeJS registers observable instruments for one loop that runs JavaScript, under the
// names of OpenTelemetry's semantic conventions for the event loop of Node.js. So dashboards for
// Node.js show it. Unregister the result to stop. Any goroutine may call it. The conventions have
// no attribute for a loop: register one loop per meter provider.
//
// Gauges cover the time since the previous collection. The delay is how late functions would have
// run while the loop was awake. If the loop was parked all that time, there are no gauges; Node's
// timer would have reported its own resolution. Percentiles are within 2.2 %. idle is parked and
// spinning. RegisterNodeJS returns an error that matches wakeful.ErrInvalidOption for a nil
// argument, and otherwise the meter's error.
func RegisterNodeJS(meter metric.Meter, watcher *telemetry.Watcher) (metric.Registration, error) {
	if meter == nil {
		return nil, errNilMeter
	}
	if watcher == nil {
		return nil, fmt.Errorf("%w: otelwakeful: the watcher is nil; make one with telemetry.Watch", wakeful.ErrInvalidOption)
	}
	m := instruments{meter: meter}
	var observeDelays []metric.Float64Observable
	for _, d := range nodeDelays {
		observeDelays = append(observeDelays, m.float64(meter.Float64ObservableGauge(d.name, metric.WithUnit("s"), metric.WithDescription(d.description))))
	}
	utilization := m.float64(meter.Float64ObservableGauge("nodejs.eventloop.utilization", metric.WithUnit("1"),
		metric.WithDescription("Event loop utilization.")))
	spent := m.float64(meter.Float64ObservableCounter("nodejs.eventloop.time", metric.WithUnit("s"),
		metric.WithDescription("Cumulative duration of time the event loop has been in each state.")))
	var before windows
	return m.register(func(_ context.Context, o metric.Observer) error {
		window := before.next([]telemetry.Snapshot{watcher.Snapshot()})[0]
		if delay := window.delay(); delay.Count > 0 {
			for i, d := range nodeDelays {
				o.ObserveFloat64(observeDelays[i], d.of(delay))
			}
		}
		o.ObserveFloat64(utilization, window.now.Utilization(window.before).Busy)
		metrics := window.now.Metrics
		o.ObserveFloat64(spent, metrics.Busy.Seconds(), metric.WithAttributes(NodeJSStateKey.String("active")))
		o.ObserveFloat64(spent, (metrics.Parked + metrics.Spinning).Seconds(), metric.WithAttributes(NodeJSStateKey.String("idle")))
		return nil
	})
}

func percentile(p float64) func(telemetry.Histogram) float64 {
	return func(h telemetry.Histogram) float64 { return h.Percentile(p).Seconds() }
}

// shortest returns the lower bound of the first bucket.
func shortest(h telemetry.Histogram) float64 { return h.Buckets[0].Lower().Seconds() }

// deviation takes the middle of each bucket as the value of its durations.
func deviation(h telemetry.Histogram) float64 {
	mean, sum := h.Mean().Seconds(), 0.0
	for _, b := range h.Buckets {
		d := math.Sqrt(b.Lower().Seconds()*b.Upper().Seconds()) - mean
		sum += d * d * float64(b.Count)
	}
	return math.Sqrt(sum / float64(h.Count))
}
