package otelwakeful

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the instruments of wakeful.loop.

// The attributes of the instruments wakeful.loop.
const (
	// LoopNameKey is the loop's name. LoopIDKey is its number in the process, because two loops may
	// have the same name.
	LoopNameKey = attribute.Key("wakeful.loop.name")
	LoopIDKey   = attribute.Key("wakeful.loop.id")
	// LoopStateKey is the state that the time was spent in: busy, spinning or parked.
	LoopStateKey = attribute.Key("wakeful.loop.state")
)

// counters are the monotonic instruments.
var counters = []struct {
	name, unit, description string
	of                      func(telemetry.Snapshot) uint64
}{
	{"wakeful.loop.functions.submitted", "{function}", "Functions, messages and pieces of work that were given to the loop.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Submitted }},
	{"wakeful.loop.functions.executed", "{function}", "Of those, the ones that were called.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Executed }},
	{"wakeful.loop.functions.rejected", "{function}", "Of those, the ones that the loop refused with an error.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Rejected }},
	{"wakeful.loop.functions.discarded", "{function}", "Of those, the ones that were accepted and will never run.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Discarded }},
	{"wakeful.loop.microtasks", "{microtask}", "Functions of AfterCallback and QueueMicrotask that ran.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Microtasks }},
	{"wakeful.loop.timers.fired", "{timer}", "Calls of timers.", func(s telemetry.Snapshot) uint64 { return s.Metrics.TimersFired }},
	{"wakeful.loop.descriptor.events", "{event}", "Calls of functions of RegisterFD.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Descriptors }},
	{"wakeful.loop.turns", "{turn}", "Turns.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Turns }},
	{"wakeful.loop.parks", "{park}", "How often the loop has parked.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Parks }},
	{"wakeful.loop.wakeups", "{wakeup}", "Wake-ups that were sent to the loop.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Wakeups }},
	{"wakeful.loop.spurious_wakeups", "{wakeup}", "Wake-ups after which there was nothing to do.", func(s telemetry.Snapshot) uint64 { return s.Metrics.SpuriousWakeups }},
	{"wakeful.loop.stalls", "{stall}", "Callbacks that ran for longer than the limit.", func(s telemetry.Snapshot) uint64 { return s.Stalls }},
}

// levels are the instruments that rise and fall.
var levels = []struct {
	name, unit, description string
	of                      func(telemetry.Snapshot) uint64
}{
	{"wakeful.loop.queue.length", "{function}", "Functions, messages and pieces of work that were accepted and wait.", func(s telemetry.Snapshot) uint64 { return s.Metrics.Queued }},
	{"wakeful.loop.references", "{reference}", "Timers, descriptors, keep-alives, work and other things that keep the loop alive.", func(s telemetry.Snapshot) uint64 { return uint64(s.AliveCount) }},
}

// delays are gauges of the delay since the previous collection.
var delays = []struct {
	name, description string
	of                func(telemetry.Histogram) time.Duration
}{
	{"wakeful.loop.delay.mean", "Mean of the delay.", telemetry.Histogram.Mean},
	{"wakeful.loop.delay.max", "Longest delay.", func(h telemetry.Histogram) time.Duration { return h.Max }},
	{"wakeful.loop.delay.p50", "50th percentile of the delay.", func(h telemetry.Histogram) time.Duration { return h.Percentile(50) }},
	{"wakeful.loop.delay.p90", "90th percentile of the delay.", func(h telemetry.Histogram) time.Duration { return h.Percentile(90) }},
	{"wakeful.loop.delay.p99", "99th percentile of the delay.", func(h telemetry.Histogram) time.Duration { return h.Percentile(99) }},
}

// Register registers observable instruments for all loops that are watched when a reader collects.
// Unregister the result to stop. Any goroutine may call it. The percentiles of the delay cover the
// time since the previous collection. With two readers on one provider, that is the previous
// collection of either. A loop that was parked all that time has no percentiles. Register returns
// an error that matches wakeful.ErrInvalidOption for a nil meter, and otherwise the meter's error.
func Register(meter metric.Meter) (metric.Registration, error) {
	if meter == nil {
		return nil, errNilMeter
	}
	m := instruments{meter: meter}
	var observeCounters, observeLevels []metric.Int64Observable
	var observeDelays []metric.Float64Observable
	for _, c := range counters {
		observeCounters = append(observeCounters, m.int64(meter.Int64ObservableCounter(c.name, metric.WithUnit(c.unit), metric.WithDescription(c.description))))
	}
	for _, l := range levels {
		observeLevels = append(observeLevels, m.int64(meter.Int64ObservableUpDownCounter(l.name, metric.WithUnit(l.unit), metric.WithDescription(l.description))))
	}
	for _, d := range delays {
		observeDelays = append(observeDelays, m.float64(meter.Float64ObservableGauge(d.name, metric.WithUnit("s"), metric.WithDescription(d.description))))
	}
	stalled := m.float64(meter.Float64ObservableGauge("wakeful.loop.stall.duration", metric.WithUnit("s"),
		metric.WithDescription("How long the stall that is going on has lasted, 0 without one.")))
	spent := m.float64(meter.Float64ObservableCounter("wakeful.loop.time", metric.WithUnit("s"),
		metric.WithDescription("How long the loop has been busy, spinning and parked since it was run or first observed.")))
	var before windows
	return m.register(func(_ context.Context, o metric.Observer) error {
		var here []telemetry.Snapshot
		for _, w := range telemetry.Watchers() {
			here = append(here, w.Snapshot())
		}
		for _, window := range before.next(here) {
			s, delay := window.now, window.delay()
			attributes := attribute.NewSet(LoopNameKey.String(s.Loop), LoopIDKey.Int64(int64(s.ID)))
			for i, c := range counters {
				o.ObserveInt64(observeCounters[i], int64(c.of(s)), metric.WithAttributeSet(attributes))
			}
			for i, l := range levels {
				o.ObserveInt64(observeLevels[i], int64(l.of(s)), metric.WithAttributeSet(attributes))
			}
			for i, d := range delays {
				if delay.Count > 0 {
					o.ObserveFloat64(observeDelays[i], d.of(delay).Seconds(), metric.WithAttributeSet(attributes))
				}
			}
			o.ObserveFloat64(stalled, stall(s).Seconds(), metric.WithAttributeSet(attributes))
			for state, d := range map[string]time.Duration{"busy": s.Metrics.Busy, "spinning": s.Metrics.Spinning, "parked": s.Metrics.Parked} {
				o.ObserveFloat64(spent, d.Seconds(), metric.WithAttributeSet(attributes), metric.WithAttributes(LoopStateKey.String(state)))
			}
		}
		return nil
	})
}

// stall returns how long the stall that is going on has lasted, 0 if there is none.
func stall(s telemetry.Snapshot) time.Duration {
	if len(s.RecentStalls) == 0 || s.RecentStalls[0].Ended {
		return 0
	}
	return s.RecentStalls[0].Duration
}

// windows holds the last snapshot of each loop.
type windows struct {
	mu   sync.Mutex
	last map[uint64]telemetry.Snapshot
}

// window is the time of a loop since the previous collection. before is zero in the first one.
type window struct{ now, before telemetry.Snapshot }

func (w window) delay() telemetry.Histogram { return w.now.Delay.Sub(w.before.Delay) }

// next returns the window since its last call.
func (w *windows) next(now []telemetry.Snapshot) (all []window) {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := map[uint64]telemetry.Snapshot{}
	for _, s := range now {
		before := w.last[s.ID]
		if before.WatchedSince != s.WatchedSince {
			before = telemetry.Snapshot{} // another Watcher starts at 0
		}
		all = append(all, window{s, before})
		last[s.ID] = s
	}
	w.last = last
	return all
}
