package main

import (
	"context"
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

// This file adds the lanes to a full tournament. They are measured after the contestants and go
// into the same document.

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

// addLanes measures the lanes of a full tournament, or the ones that are still missing, and adds
// them to its document.
func (f *tournamentFlags) addLanes(ctx context.Context, s streams, doc, before *result.Document) error {
	programs, absent, err := lanePrograms(ctx, s, "", newRust)
	if err != nil {
		doc.Complete = false
		return err
	}
	quotas := newGroups()
	plan := latency.Plan{Mode: runner.Full, Programs: programs, UsableProcessors: usable(), NoGroup: quotas.missing, Absent: absent}
	o := latency.Options{Programs: programs, Mode: runner.Full, Rounds: min(latency.Rounds(runner.Full), doc.Rounds), Seed: doc.Seed, Resume: before}
	if o.Cells, err = plan.Cells(); err != nil {
		return err
	}
	if f.limit > 0 {
		o.Rounds = lanesRounds(o, f.limit/lanesShare)
	}
	o.Checkpoint = func(lanes *result.Document) error {
		soFar := *doc
		soFar.Cells, soFar.Contestants = slices.Clone(doc.Cells), slices.Clone(doc.Contestants)
		soFar.Workloads, soFar.Warnings = slices.Clone(doc.Workloads), slices.Clone(doc.Warnings)
		latency.Merge(&soFar, lanes)
		return result.WriteFile(f.json, &soFar)
	}
	fmt.Fprintf(s.err, "lanes and gaps to measure: %d, rounds: %d, about %s\n", len(latency.Measurable(o.Cells)), o.Rounds, latency.Expected(o).Round(time.Second))
	lanes, err := runLanes(ctx, s, o, quotas)
	if lanes != nil {
		latency.Merge(doc, lanes)
	}
	if err != nil || lanes == nil || !lanes.Complete {
		return err
	}
	return addClaimed(ctx, s, doc, o)
}

// claimedRounds is in how many times the rounds of the other lanes those of claims are measured. An
// overview takes fewer rounds than a verdict. The number does not depend on what the rounds show,
// so the intervals are those of one look.
const claimedRounds = 2

// addClaimed measures further rounds of the lanes that claims are judged by.
func addClaimed(ctx context.Context, s streams, doc *result.Document, o latency.Options) error {
	keys := claims.Lanes(doc)
	o.Cells = slices.DeleteFunc(latency.Measurable(o.Cells), func(c latency.Cell) bool { return !slices.Contains(keys, c.String()) })
	if len(o.Cells) == 0 {
		return nil
	}
	o.Rounds *= claimedRounds
	before, _ := latency.Split(doc)
	o.Resume = before
	fmt.Fprintf(s.err, "lanes of claims: %d, rounds: %d\n", len(o.Cells), o.Rounds)
	lanes, err := runLanes(ctx, s, o, newGroups())
	if lanes != nil {
		latency.Merge(doc, lanes)
	}
	return err
}
