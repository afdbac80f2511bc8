package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file runs lanes on this machine, for every command that needs it, and adds them to a full
// tournament: they are measured after the contestants and go into the same document.

// ownLanes returns a plan of this program's lanes. The caller closes its group.
func ownLanes() (latency.Plan, error) {
	command, err := startSelf(arrivalsCommand)
	if err != nil {
		return latency.Plan{}, err
	}
	return latency.Plan{
		Programs: []*latency.Program{latency.ThisProgram(command)}, UsableProcessors: latency.UsableProcessors(cpuQuota()), Group: latency.NewGroup(),
	}, nil
}

// allLanes is ownLanes with the Rust lanes. Without the Rust program, the founding document's Rust
// lanes are absent, with the reason.
func allLanes(ctx context.Context, s streams) (latency.Plan, error) {
	rust, missing := rustLanes(ctx, s.err)
	if ctx.Err() != nil {
		return latency.Plan{}, errInterrupted
	}
	plan, err := ownLanes()
	if missing == nil {
		plan.Programs = append(plan.Programs, rust)
		return plan, err
	}
	fmt.Fprintf(s.err, "without the Rust lanes: %v\n", missing)
	plan.Absent = map[string]string{}
	for _, name := range latency.Founding() {
		plan.Absent[name] = missing.Error()
	}
	return plan, err
}

// runLanes runs the options on this machine, and shows the progress.
func runLanes(ctx context.Context, s streams, o latency.Options) (*result.Document, error) {
	fmt.Fprintf(s.err, "lanes and gaps to measure: %d, rounds: %d, about %s\n", len(latency.Measurable(o.Cells)), o.Rounds, latency.Expected(o).Round(time.Second))
	s.describe(&o.Options)
	return latency.Run(ctx, o)
}

// lanesShare is the part of a full run's limit that its lanes get: a third.
const lanesShare = 3

// lanesRounds is how many of a run's rounds fit into a time, but at least those of a quick run, the
// fewest that make an interval.
func lanesRounds(o latency.Options, limit time.Duration) int {
	one := o
	one.Rounds = 1
	fit := int(limit / max(latency.Expected(one), 1))
	return min(max(fit, latency.Rounds(runner.Quick)), o.Rounds)
}

// hasLanes reports whether a run also measures lanes: only a full run of everything does.
func (f *tournamentFlags) hasLanes(o measure.Options) bool {
	if o.Resume == nil {
		return f.full && len(f.only) == 0
	}
	selected := slices.ContainsFunc(o.Resume.Command, func(arg string) bool { return strings.HasPrefix(arg, "--only") })
	return o.Mode == runner.Full && !selected
}

// addLanes returns the document of a full tournament with its lanes. It measures them, or the ones
// that are still missing in the document of an interrupted run.
func (f *tournamentFlags) addLanes(ctx context.Context, s streams, doc, before *result.Document) (_ *result.Document, err error) {
	plan, err := allLanes(ctx, s)
	if err != nil {
		doc.Complete = false
		return doc, err
	}
	defer func() { err = errors.Join(err, plan.Group.Close()) }()
	plan.Mode = runner.Full
	cells, err := plan.Cells()
	if err != nil {
		return doc, err
	}
	o := plan.Options(cells)
	o.Rounds, o.Seed, o.Resume = min(o.Rounds, doc.Rounds), doc.Seed, before
	if f.limit > 0 {
		o.Rounds = lanesRounds(o, f.limit/lanesShare)
	}
	o.Checkpoint = func(lanes *result.Document) error { return result.WriteFile(f.json, latency.Merge(doc, lanes)) }
	lanes, err := runLanes(ctx, s, o)
	if lanes == nil {
		return doc, err
	}
	both := latency.Merge(doc, lanes)
	if err != nil || !lanes.Complete {
		return both, err
	}
	// The lanes that claims are judged by.
	keys := claims.Lanes(both)
	o.Cells = slices.DeleteFunc(latency.Measurable(o.Cells), func(c latency.Cell) bool { return !slices.Contains(keys, c.String()) })
	if len(o.Cells) == 0 {
		return both, nil
	}
	o.Rounds *= claimedRounds
	o.Resume = lanes
	o.Checkpoint = func(claimed *result.Document) error { return result.WriteFile(f.json, latency.Merge(both, claimed)) }
	claimed, err := runLanes(ctx, s, o)
	if claimed == nil {
		return both, err
	}
	return latency.Merge(both, claimed), err
}

// claimedRounds is in how many times the rounds of the other lanes those of claims are measured. An
// overview takes fewer rounds than a verdict. The number does not depend on what the rounds show,
// so the intervals are those of one look.
const claimedRounds = 2
