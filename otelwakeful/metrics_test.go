package otelwakeful_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	semconv "go.opentelemetry.io/otel/semconv/v1.27.0"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/otelwakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// point is one value with its attributes, as "wakeful.loop.name=orders".
type point struct {
	attributes string
	value      float64
}

// collect returns the values that a reader collects, by instrument name, and the instruments.
func collect(t *testing.T, reader *metric.ManualReader) (map[string][]point, map[string]metricdata.Metrics) {
	t.Helper()
	var data metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	points, instruments := map[string][]point{}, map[string]metricdata.Metrics{}
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			instruments[m.Name] = m
			switch d := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range d.DataPoints {
					points[m.Name] = append(points[m.Name], point{text(p.Attributes), float64(p.Value)})
				}
			case metricdata.Sum[float64]:
				for _, p := range d.DataPoints {
					points[m.Name] = append(points[m.Name], point{text(p.Attributes), p.Value})
				}
			case metricdata.Gauge[float64]:
				for _, p := range d.DataPoints {
					points[m.Name] = append(points[m.Name], point{text(p.Attributes), p.Value})
				}
			default:
				t.Errorf("%s is a %T", m.Name, m.Data)
			}
		}
	}
	return points, instruments
}

func text(attributes attribute.Set) string {
	var parts []string
	for _, a := range attributes.ToSlice() {
		if a.Key != otelwakeful.LoopIDKey {
			parts = append(parts, string(a.Key)+"="+a.Value.String())
		}
	}
	return strings.Join(parts, " ")
}

func TestRegister(t *testing.T) {
	reader := metric.NewManualReader()
	provider := metric.NewMeterProvider(metric.WithReader(reader))
	registration, err := otelwakeful.Register(provider.Meter("test"))
	if err != nil {
		t.Fatal(err)
	}
	loop, end := start(t, wakeful.WithName("orders"))
	defer end()
	if points, _ := collect(t, reader); len(points) != 0 {
		t.Errorf("no loop is watched, and there are %v", points)
	}
	watcher, err := telemetry.Watch(loop)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watcher.Close() }()
	for range 10 {
		pass(t, loop)
	}
	points, instruments := collect(t, reader)
	const orders = "wakeful.loop.name=orders"
	if got := points["wakeful.loop.functions.submitted"]; len(got) != 1 || got[0].attributes != orders || got[0].value < 10 {
		t.Errorf("submitted: %v", got)
	}
	for _, name := range []string{
		"wakeful.loop.functions.executed", "wakeful.loop.functions.rejected", "wakeful.loop.functions.discarded", "wakeful.loop.microtasks",
		"wakeful.loop.timers.fired", "wakeful.loop.descriptor.events", "wakeful.loop.turns", "wakeful.loop.parks", "wakeful.loop.wakeups",
		"wakeful.loop.spurious_wakeups", "wakeful.loop.stalls", "wakeful.loop.queue.length", "wakeful.loop.references",
	} {
		if got := points[name]; len(got) != 1 || got[0].attributes != orders {
			t.Errorf("%s: %v", name, got)
		}
	}
	var states []string
	for _, p := range points["wakeful.loop.time"] {
		states = append(states, p.attributes)
	}
	slices.Sort(states)
	if want := []string{orders + " wakeful.loop.state=busy", orders + " wakeful.loop.state=parked", orders + " wakeful.loop.state=spinning"}; !slices.Equal(states, want) {
		t.Errorf("wakeful.loop.time: %v, want %v", states, want)
	}
	for name, m := range instruments {
		if m.Unit == "" || !strings.HasSuffix(m.Description, ".") || !strings.HasPrefix(name, "wakeful.loop.") {
			t.Errorf("%s: unit %q, %q", name, m.Unit, m.Description)
		}
	}
	if err := registration.Unregister(); err != nil {
		t.Fatal(err)
	}
	if points, _ := collect(t, reader); len(points) != 0 {
		t.Errorf("nothing is registered, and there are %v", points)
	}
}

// TestHang: the delay and the running stall show a hang while it lasts.
func TestHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader := metric.NewManualReader()
		meter := metric.NewMeterProvider(metric.WithReader(reader)).Meter("test")
		loop, end := start(t)
		watcher, err := telemetry.Watch(loop, telemetry.WithStallLimit(100*time.Millisecond, nil), telemetry.WithLogger(nil))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := otelwakeful.Register(meter); err != nil {
			t.Fatal(err)
		}
		if _, err := otelwakeful.RegisterNodeJS(meter, watcher); err != nil {
			t.Fatal(err)
		}
		if err := loop.Submit(func() { sleep(3 * time.Second) }); err != nil {
			t.Fatal(err)
		}
		sleep(time.Second)
		collect(t, reader)
		sleep(time.Second)
		points, _ := collect(t, reader)
		for _, name := range []string{"wakeful.loop.delay.p99", "wakeful.loop.delay.max", "wakeful.loop.stall.duration", "nodejs.eventloop.delay.p99"} {
			if got := points[name]; len(got) != 1 || got[0].value < 1.8 || got[0].value > 2.1 {
				t.Errorf("%s is %v after two seconds of a hang", name, got)
			}
		}
		sleep(2 * time.Second)
		points, _ = collect(t, reader)
		if got := points["wakeful.loop.stall.duration"]; len(got) != 1 || got[0].value != 0 {
			t.Errorf("the stall has ended, and its duration is %v", got)
		}
		end()
	})
}

// TestRegisterNode: names, units and descriptions are those that OpenTelemetry has published.
func TestRegisterNode(t *testing.T) {
	reader := metric.NewManualReader()
	provider := metric.NewMeterProvider(metric.WithReader(reader))
	loop, end := start(t)
	defer end()
	watcher, err := telemetry.Watch(loop)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watcher.Close() }()
	if _, err := otelwakeful.RegisterNodeJS(provider.Meter("test"), watcher); err != nil {
		t.Fatal(err)
	}
	// Wait until the loop was probed. That happens at some moment while it is busy.
	for watcher.Snapshot().Delay.Count == 0 {
		pass(t, loop)
	}
	points, instruments := collect(t, reader)
	for _, want := range [][3]string{
		{semconv.NodejsEventloopDelayMinName, semconv.NodejsEventloopDelayMinUnit, semconv.NodejsEventloopDelayMinDescription},
		{semconv.NodejsEventloopDelayMaxName, semconv.NodejsEventloopDelayMaxUnit, semconv.NodejsEventloopDelayMaxDescription},
		{semconv.NodejsEventloopDelayMeanName, semconv.NodejsEventloopDelayMeanUnit, semconv.NodejsEventloopDelayMeanDescription},
		{semconv.NodejsEventloopDelayStddevName, semconv.NodejsEventloopDelayStddevUnit, semconv.NodejsEventloopDelayStddevDescription},
		{semconv.NodejsEventloopDelayP50Name, semconv.NodejsEventloopDelayP50Unit, semconv.NodejsEventloopDelayP50Description},
		{semconv.NodejsEventloopDelayP90Name, semconv.NodejsEventloopDelayP90Unit, semconv.NodejsEventloopDelayP90Description},
		{semconv.NodejsEventloopDelayP99Name, semconv.NodejsEventloopDelayP99Unit, semconv.NodejsEventloopDelayP99Description},
		{semconv.NodejsEventloopUtilizationName, semconv.NodejsEventloopUtilizationUnit, semconv.NodejsEventloopUtilizationDescription},
	} {
		m := instruments[want[0]]
		if m.Unit != want[1] || m.Description != want[2] {
			t.Errorf("%s: unit %q, %q, want %q, %q", want[0], m.Unit, m.Description, want[1], want[2])
		}
		if got := points[want[0]]; len(got) != 1 || got[0].attributes != "" || got[0].value < 0 || math.IsNaN(got[0].value) {
			t.Errorf("%s: %v", want[0], got)
		}
	}
	// That package does not have the counter of the time in each state yet.
	var states []string
	for _, p := range points["nodejs.eventloop.time"] {
		states = append(states, p.attributes)
	}
	slices.Sort(states)
	if want := []string{"nodejs.eventloop.state=active", "nodejs.eventloop.state=idle"}; !slices.Equal(states, want) {
		t.Errorf("nodejs.eventloop.time: %v, want %v", states, want)
	}
	if u := points["nodejs.eventloop.utilization"]; u[0].value > 1 {
		t.Errorf("utilization %v", u)
	}
}

// TestDelayStatistics compares with a histogram whose figures are known.
func TestDelayStatistics(t *testing.T) {
	// Two buckets: about a second, and about four.
	h := telemetry.Histogram{Count: 4, Sum: 10 * time.Second, Max: 4 * time.Second, Buckets: []telemetry.Bucket{{Index: 0, Count: 2}, {Index: 32, Count: 2}}}
	if got := otelwakeful.Deviation(h); math.Abs(got-1.5) > 0.1 {
		t.Errorf("standard deviation %v, want 1.5 within a bucket", got)
	}
	if got := otelwakeful.Shortest(h); got > 1 || got < 0.95 {
		t.Errorf("shortest %v, want the lower bound of the bucket that ends at 1", got)
	}
}

func TestInvalidArguments(t *testing.T) {
	meter := metric.NewMeterProvider().Meter("test")
	if _, err := otelwakeful.Register(nil); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	if _, err := otelwakeful.RegisterNodeJS(nil, &telemetry.Watcher{}); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
	if _, err := otelwakeful.RegisterNodeJS(meter, nil); !errors.Is(err, wakeful.ErrInvalidOption) {
		t.Error(err)
	}
}
