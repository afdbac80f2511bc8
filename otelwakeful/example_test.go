package otelwakeful_test

import (
	"context"
	"fmt"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/otelwakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// The instruments of all watched loops. A program has a reader that exports them periodically
// instead of the manual one.
func Example() {
	reader := metric.NewManualReader()
	otel.SetMeterProvider(metric.NewMeterProvider(metric.WithReader(reader)))
	registration, err := otelwakeful.Register(otel.Meter("shop"))
	if err != nil {
		panic(err)
	}
	defer registration.Unregister()

	loop, _ := wakeful.New(wakeful.WithName("orders"))
	defer loop.Close()
	telemetry.Watch(loop)
	loop.Submit(func() {})

	var collected metricdata.ResourceMetrics
	reader.Collect(context.Background(), &collected)
	for _, m := range collected.ScopeMetrics[0].Metrics {
		if sum, ok := m.Data.(metricdata.Sum[int64]); ok && m.Name == "wakeful.loop.queue.length" {
			point := sum.DataPoints[0]
			name, _ := point.Attributes.Value(otelwakeful.LoopNameKey)
			fmt.Println(name.AsString(), m.Name, point.Value)
		}
	}
	// Output: orders wakeful.loop.queue.length 1
}

// A loop of module js appears under the names that dashboards for Node.js know.
func ExampleRegisterNodeJS() {
	loop, _ := wakeful.New() // the loop of a js.Runtime
	defer loop.Close()
	watcher, _ := telemetry.Watch(loop)
	reader := metric.NewManualReader()
	provider := metric.NewMeterProvider(metric.WithReader(reader))
	registration, err := otelwakeful.RegisterNodeJS(provider.Meter("shop"), watcher)
	if err != nil {
		panic(err)
	}
	defer registration.Unregister()

	var collected metricdata.ResourceMetrics
	reader.Collect(context.Background(), &collected)
	for _, m := range collected.ScopeMetrics[0].Metrics {
		fmt.Println(m.Name)
	}
	// Unordered output:
	// nodejs.eventloop.utilization
	// nodejs.eventloop.time
}

// The span of a function lasts until the function has returned. What fn begins is a child of it.
func ExampleSubmit() {
	spans := tracetest.NewSpanRecorder()
	tracer := trace.NewTracerProvider(trace.WithSpanProcessor(spans)).Tracer("shop")
	loop, _ := wakeful.New(wakeful.WithAutoExit())
	otelwakeful.Submit(context.Background(), tracer, loop, "place order", func(ctx context.Context) {
		_, child := tracer.Start(ctx, "check stock")
		child.End()
	})
	loop.Run(context.Background())
	for _, s := range spans.Ended() {
		fmt.Println(s.Name())
	}
	// Output:
	// check stock
	// place order
}

// The attributes say how long the function waited and how long it ran, in seconds.
func ExampleCall() {
	spans := tracetest.NewSpanRecorder()
	tracer := trace.NewTracerProvider(trace.WithSpanProcessor(spans)).Tracer("shop")
	loop, _ := wakeful.New()
	go loop.Run(context.Background())
	total, err := otelwakeful.Call(context.Background(), tracer, loop, "total",
		func(context.Context) (int, error) { return 42, nil })
	fmt.Println(total, err)
	loop.Shutdown(context.Background())
	for _, attribute := range spans.Ended()[0].Attributes() {
		fmt.Println(attribute.Key)
	}
	// Unordered output:
	// 42 <nil>
	// wakeful.loop.queue_time
	// wakeful.loop.run_time
}
