// Package otel exports the loops that package telemetry watches to OpenTelemetry, and makes spans of
// functions that are submitted to them. It uses OpenTelemetry's interfaces only: which SDK and
// which exporter there are, the program decides.
//
//	watcher, err := telemetry.Watch(loop)
//	...
//	registration, err := otel.Register(provider.Meter("my program"))
//	...
//	defer registration.Unregister()
//
// Register makes observable instruments for all watched loops, named wakeful.loop. They are read
// when a reader of the SDK collects, from a telemetry.Snapshot of each loop, which takes
// microseconds and wakes no loop. OpenTelemetry has no observable histograms, so the delay is
// exported as percentiles of the time since the collection before. RegisterNode does the same for
// one loop under the names that OpenTelemetry has published for the event loop of Node.js, for
// loops that run JavaScript.
//
// Submit and Call are those of a loop, with a span.
package otel
