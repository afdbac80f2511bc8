package otelwakeful

import "github.com/wakeful-go/wakeful/telemetry"

// Deviation and Shortest are the functions that RegisterNodeJS applies to a histogram.
func Deviation(h telemetry.Histogram) float64 { return deviation(h) }

// Shortest is the shortest delay.
func Shortest(h telemetry.Histogram) float64 { return shortest(h) }
