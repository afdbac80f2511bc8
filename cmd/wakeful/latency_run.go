package main

import (
	"context"
	"fmt"

	"github.com/wakeful-go/wakeful/cmd/internal/machine"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns a run of lanes on this machine, for whichever command wants one.

// halfProcessor is the quota of the cells that stand for a small container.
const halfProcessor = 0.5

// groups are the control groups that cells with a quota run in.
type groups struct {
	folders map[float64]string
	remove  func() error
	// missing is why there are none.
	missing string
}

// newGroups makes the control groups. They have to be closed.
func newGroups() groups {
	folder, remove, err := latency.NewGroup(halfProcessor)
	if err != nil {
		return groups{missing: err.Error(), remove: func() error { return nil }}
	}
	return groups{folders: map[float64]string{halfProcessor: folder}, remove: remove}
}

// usable is how many processors' worth of time this process has.
func usable() float64 { return latency.Usable(machine.CPUQuota()) }

// measuredLanes measures cells of this program's own lanes.
func measuredLanes(ctx context.Context, s streams, cells []latency.Cell, o latency.Options) (doc *result.Document, err error) {
	own, err := ownLanes()
	if err != nil {
		return nil, err
	}
	quotas := newGroups()
	plan := latency.Plan{Programs: []*latency.Program{own}, Usable: usable(), NoGroup: quotas.missing}
	o.Cells = plan.Judged(cells)
	o.Programs = plan.Programs
	return runLanes(ctx, s, o, quotas)
}

// runLanes runs the options on this machine, shows the progress, and removes the
// control groups.
func runLanes(ctx context.Context, s streams, o latency.Options, quotas groups) (doc *result.Document, err error) {
	defer func() {
		if removed := quotas.remove(); removed != nil && err == nil {
			err = fmt.Errorf("the control group of the samples was not removed: %w", removed)
		}
	}()
	o.Groups = quotas.folders
	o.CommandLine = s.line
	o.Environment = machine.Describe()
	if o.Progress == nil {
		o.Progress = newProgress(s.err)
	}
	return latency.Run(ctx, o)
}
