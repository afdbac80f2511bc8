package prom

import "github.com/wakeful-go/wakeful/telemetry"

// Of returns a Collector of given snapshots.
func Of(all ...telemetry.Snapshot) *Collector {
	return &Collector{func() []telemetry.Snapshot { return all }}
}
