// Package otelwakeful exports the loops that package telemetry watches to OpenTelemetry, and makes
// spans of functions that are submitted to them. It uses OpenTelemetry's interfaces only. The
// program chooses the SDK and the exporter.
//
//	watcher, err := telemetry.Watch(loop)
//	...
//	registration, err := otelwakeful.Register(provider.Meter("my program"))
//	...
//	defer registration.Unregister()
//
// Register makes observable instruments for all watched loops, named wakeful.loop. When a reader of
// the SDK collects, they are read from a telemetry.Snapshot of each loop. That takes microseconds
// and wakes no loop. OpenTelemetry has no observable histograms, so the delay is exported as
// percentiles of the time since the previous collection. RegisterNodeJS does the same for one loop
// that runs JavaScript, under the names that OpenTelemetry has published for the event loop of
// Node.js.
//
// Submit and Call are those of package wakeful, with a span.
package otelwakeful
