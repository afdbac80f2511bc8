package main

import (
	"context"
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file runs lanes on this machine, for every command that needs it.

// halfProcessor is the quota of the cells that simulate a small container.
const halfProcessor = 0.5

// groups holds the control groups for cells with a quota.
type groups struct {
	folders map[float64]string
	remove  func() error
	// missing is the reason why there are no groups.
	missing string
}

// newGroups makes the control groups. The caller must close them.
func newGroups() groups {
	folder, remove, err := latency.NewGroup(halfProcessor)
	if err != nil {
		return groups{missing: err.Error(), remove: func() error { return nil }}
	}
	return groups{folders: map[float64]string{halfProcessor: folder}, remove: remove}
}

// usable returns how many processors' worth of time this process may use.
func usable() float64 { return latency.UsableProcessors(cpuQuota()) }

// close removes the control groups.
func (g groups) close(err *error) {
	if removed := g.remove(); removed != nil && *err == nil {
		*err = fmt.Errorf("the control group of the samples was not removed: %w", removed)
	}
}

// runLanes runs the options on this machine, shows the progress, and removes the control groups at
// the end.
func runLanes(ctx context.Context, s streams, o latency.Options, quotas groups) (doc *result.Document, err error) {
	defer quotas.close(&err)
	o.Groups = quotas.folders
	s.describe(&o.Options)
	return latency.Run(ctx, o)
}
