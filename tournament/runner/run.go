// Package runner takes the samples of tasks. It interleaves the tasks in random order within a round,
// continues with the rounds that a comparison needs, and returns a result document, even if it is
// interrupted. How a sample is taken is the task's: package measure has loops, package latency lanes,
// package world other runtimes, and package rows programs.
package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file decides the order of a run's samples and fills its document.

// Options describe a run.
type Options struct {
	// Tasks are measured in every round, in an order of each round's own.
	Tasks []Task
	Mode  Mode
	// Rounds is how many samples each cell gets, or gets at most when there are Looks.
	Rounds int
	// Looks, when there are any, are the rounds after which the run looks at its figures:
	// it goes on with the cells that Open names, and with the controls. The last of them is
	// Rounds.
	Looks []int
	// Open returns what is not decided yet by the rounds before a look: what comes first,
	// then what takes the fewest rounds. Nil: everything is open.
	Open func(*result.Document) []decide.OpenCell
	// Limit, when set, bounds the time: a stage between two looks is cut down to what
	// takes the fewest rounds, or left out. The rounds before the first look are measured
	// in any case.
	Limit time.Duration
	// Seed decides the order within the rounds.
	Seed uint64
	// CommandLine and Environment are recorded in the document.
	CommandLine []string
	Environment result.Environment
	// Resume is the document of an interrupted run to go on with, or nil. With Extend it may be of
	// other rounds: what it has of the same cells is taken over.
	Resume *result.Document
	Extend bool
	// Warnings, when not nil, returns what besides a busy machine and failures makes the figures
	// doubtful.
	Warnings func(*result.Document) []string
	// Progress, when not nil, is called before each sample and once at the end.
	// The machine is measuring as soon as it returns, so it must leave nothing
	// running.
	Progress func(Progress)
	// Checkpoint, when not nil, is called with the document so far after each
	// round but the last. An error ends the run.
	Checkpoint func(*result.Document) error
}

// notMeasured is the reason of a cell that an interrupted run did not reach.
const notMeasured = "the run was interrupted before its first sample"

// Run measures until all rounds are done or ctx ends, which it may at any time:
// the document that it returns is valid, and Complete tells which of the two it
// was. A *FailedSampleError becomes a failure of its cell, which is not measured
// again, and the run goes on. An error is about the run itself; the document is
// valid even then unless it is nil.
func Run(ctx context.Context, o Options) (*result.Document, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	err = r.measure(ctx)
	r.settle(err == nil)
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		err = nil
	}
	return r.doc, err
}

// run is a run in progress.
type run struct {
	Options
	doc     *result.Document
	tasks   []planned
	missing map[int]bool // by places in the document: a sample said that there is none
	meter   *Meter
	started time.Time
}

// planned is a task that is measured, and its place in the document.
type planned struct {
	Task
	index int
}

func newRun(o Options) (*run, error) {
	switch {
	case len(o.Tasks) == 0:
		return nil, errors.New("runner: there is no cell to measure")
	case o.Rounds < 1:
		return nil, fmt.Errorf("runner: %d rounds; a run has at least one", o.Rounds)
	}
	r := &run{Options: o, missing: map[int]bool{}, meter: NewMeter(o.Progress), started: time.Now()}
	r.doc = &result.Document{
		Format: result.Format, Version: result.Version,
		Mode: string(o.Mode), Command: o.CommandLine, Seed: o.Seed,
		Started: r.started.UTC().Truncate(time.Millisecond), Rounds: o.Rounds, Looks: o.Looks, Environment: o.Environment,
	}
	for i, task := range o.Tasks {
		r.list(task)
		if task.Missing == "" {
			r.tasks = append(r.tasks, planned{task, i})
		}
		r.doc.Cells = append(r.doc.Cells, task.blank())
	}
	// Sort, so that the order does not depend on how the cells were listed and a seed always gives
	// the same run.
	slices.SortFunc(r.tasks, func(a, b planned) int { return cmp.Compare(a.String(), b.String()) })
	if len(o.Looks) > 0 {
		if last := o.Looks[len(o.Looks)-1]; last != o.Rounds {
			return nil, fmt.Errorf("runner: the last look is after %d rounds, but the run has %d", last, o.Rounds)
		}
	}
	if o.Resume != nil {
		if err := r.resume(o.Resume); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// list adds the contestant and the workload of a task to the document once.
func (r *run) list(t Task) {
	if !slices.ContainsFunc(r.doc.Contestants, func(c result.Contestant) bool { return c.Name == t.Contestant.Name }) {
		r.doc.Contestants = append(r.doc.Contestants, t.Contestant)
	}
	if !slices.ContainsFunc(r.doc.Workloads, func(w result.Workload) bool { return w.Name == t.Workload.Name }) {
		r.doc.Workloads = append(r.doc.Workloads, t.Workload)
	}
}

// sample measures one cell once, unless that has been done, or the cell failed or is missing.
func (r *run) sample(ctx context.Context, round int, p planned) error {
	cell := &r.doc.Cells[p.index]
	defer r.meter.Pass(p.Expected)
	if cell.Failed() || r.missing[p.index] || slices.ContainsFunc(cell.Samples, func(s result.Sample) bool { return s.Round == round }) {
		return nil
	}
	r.meter.Begin(round, r.Rounds, p.String())
	contestant := slices.IndexFunc(r.doc.Contestants, func(c result.Contestant) bool { return c.Name == p.Contestant.Name })
	sample, err := p.Take(ctx, &r.doc.Contestants[contestant])
	var failed *FailedSampleError
	var missing *MissingError
	reason := ""
	switch {
	case errors.As(err, &missing):
		r.missing[p.index], reason = true, missing.Reason
		cell.Samples = nil
	case errors.As(err, &failed):
		cell.Failures = append(cell.Failures, result.Failure{Round: round, Reason: failed.Reason})
		r.meter.Fail(p.String(), failed.Reason)
	case err != nil:
		return err
	default:
		sample.Round = round
		cell.Samples = append(cell.Samples, sample)
	}
	cell.Missing = reason
	r.meter.Took(p.Expected)
	return nil
}

// settle makes the document valid as it is now.
func (r *run) settle(complete bool) {
	r.doc.Complete = complete
	r.doc.Finished = time.Now().UTC().Truncate(time.Millisecond)
	if r.doc.Finished.Before(r.doc.Started) {
		r.doc.Finished = r.doc.Started // the wall clock was set back meanwhile
	}
	for _, p := range r.tasks {
		if cell := &r.doc.Cells[p.index]; len(cell.Samples) == 0 && !cell.Failed() && !r.missing[p.index] {
			cell.Missing = notMeasured
		}
	}
	if complete && len(r.Looks) > 0 {
		r.doc.Rounds = measuredRounds(r.doc)
	}
	r.doc.Warnings = r.warnings()
}
