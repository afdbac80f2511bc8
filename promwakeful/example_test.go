package promwakeful_test

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promwakeful"
	"github.com/wakeful-go/wakeful/telemetry"
)

// A registry has the metrics of all watched loops. promhttp.HandlerFor serves it.
func Example() {
	loop, _ := wakeful.New(wakeful.WithName("orders"))
	defer loop.Close()
	telemetry.Watch(loop)
	registry := prometheus.NewRegistry()
	registry.MustRegister(promwakeful.NewCollector())

	loop.SubmitBatch([]func(){func() {}, func() {}, func() {}})
	families, _ := registry.Gather() // a scrape
	for _, f := range families {
		if f.GetName() == "wakeful_loop_queue_length" {
			fmt.Println(f.GetName(), f.GetMetric()[0].GetGauge().GetValue())
		}
	}
	// Output: wakeful_loop_queue_length 3
}

// One collector exports all loops, each with its name.
func ExampleNewCollector() {
	collector := promwakeful.NewCollector()
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector)
	var loops []*wakeful.Loop
	for _, name := range []string{"orders", "prices"} {
		loop, _ := wakeful.New(wakeful.WithName(name))
		telemetry.Watch(loop)
		loops = append(loops, loop)
	}
	families, _ := registry.Gather()
	for _, metric := range families[0].GetMetric() {
		for _, label := range metric.GetLabel() {
			if label.GetName() == "loop" {
				fmt.Println(label.GetValue())
			}
		}
	}
	for _, loop := range loops {
		loop.Close()
	}
	// Unordered output:
	// orders
	// prices
}
