package promwakeful

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wakeful-go/wakeful/telemetry"
)

// MaxFunctions is the number of functions per loop in a metric.
const MaxFunctions = maxFunctions

// CollectorOf returns a collector of given snapshots.
func CollectorOf(all ...telemetry.Snapshot) prometheus.Collector {
	return &collector{func() []telemetry.Snapshot { return all }}
}
