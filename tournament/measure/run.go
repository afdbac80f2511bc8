package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file decides the order of a run's samples and fills its document.

// Options describe a run.
type Options struct {
	// Cells are measured in every round, in an order of each round's own.
	Cells []Cell
	Mode  Mode
	// Absent has the reason for each contestant that this system cannot run: its
	// cells are in the document, and are missing for that reason.
	Absent map[string]string
	// Rounds is how many samples each cell gets, or gets at most when there are Looks.
	Rounds int
	// Looks, when there are any, are the rounds after which the run looks at its figures:
	// it goes on with the cells that Open names, and with the controls. The last of them is
	// Rounds.
	Looks []int
	// Open returns what is not decided yet by the rounds before a look, what takes the
	// fewest rounds first. Nil: everything is open.
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
	// Process is the command that takes one sample: it must call Serve with its
	// standard input and output. Its first element is the program's path.
	Process []string
	// Processes are the commands of contestants that another program contains, by their
	// names; they too must call Serve.
	Processes map[string][]string
	// Lengths and Deadline, when set, are used in place of the mode's: for tests,
	// and for machines that are far slower than those the modes were made for.
	Lengths  *workloads.Lengths
	Deadline time.Duration
	// Resume is the document of an interrupted run to go on with, or nil.
	Resume *result.Document
	// Progress, when not nil, is called before each sample and once at the end.
	// The machine is measuring as soon as it returns, so it must leave nothing
	// running.
	Progress func(Progress)
	// Checkpoint, when not nil, is called with the document so far after each
	// round but the last. An error ends the run.
	Checkpoint func(*result.Document) error
}

// Progress tells how far a run has come.
type Progress struct {
	// Done of Total samples are behind us.
	Done, Total int
	// Round, from 1 to Rounds, and Cell are about to be measured; Cell is empty
	// at the end.
	Round, Rounds int
	Cell          string
	// Left is the time left by what the samples took so far; 0 before the first.
	Left time.Duration
	// Failure, when not empty, is what happened to FailedCell just now.
	Failure, FailedCell string
}

// notMeasured is the reason of a cell that an interrupted run did not reach.
const notMeasured = "the run was interrupted before its first sample"

// Run measures until all rounds are done or ctx ends, which it may at any time:
// the document that it returns is valid, and Complete tells which of the two it
// was. A contestant that hangs, crashes or miscounts becomes a failure of its
// cell, which is not measured again, and the run goes on. An error is about the
// run itself; the document is valid even then unless it is nil.
func Run(ctx context.Context, o Options) (*result.Document, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	err = r.measure(ctx)
	r.settle(err == nil)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return r.doc, err
}

// run is a run in progress.
type run struct {
	Options
	doc     *result.Document
	cells   []planned
	done    int
	total   int
	planned int // samples, by which their lengths are chosen
	taken   int // samples that this run took itself
	started time.Time
	failed  Progress // what the next report has to say about the last sample
}

// planned is a cell that can be measured, and its place in the document.
type planned struct {
	Cell
	index int
}

func newRun(o Options) (*run, error) {
	switch {
	case len(o.Cells) == 0:
		return nil, errors.New("measure: there is no cell to measure")
	case o.Rounds < 1:
		return nil, fmt.Errorf("measure: %d rounds; a run has at least one", o.Rounds)
	case len(o.Process) == 0:
		return nil, errors.New("measure: no command takes the samples")
	}
	r := &run{Options: o, started: time.Now()}
	r.doc = &result.Document{
		Format: result.Format, Version: result.Version,
		Mode: string(o.Mode), Command: o.CommandLine, Seed: o.Seed,
		Started: r.started.UTC().Truncate(time.Millisecond), Rounds: o.Rounds, Looks: o.Looks, Environment: o.Environment,
	}
	for i, cell := range o.Cells {
		r.list(cell)
		blank := *cell.blank()
		blank.Missing = o.missing(cell)
		if blank.Missing == "" {
			r.cells = append(r.cells, planned{cell, i})
		}
		r.doc.Cells = append(r.doc.Cells, blank)
	}
	// Sort, so that the order does not depend on how the cells were listed and a seed always gives
	// the same run.
	slices.SortFunc(r.cells, func(a, b planned) int { return cmp.Compare(a.String(), b.String()) })
	r.planned = len(r.cells) * o.Rounds
	if len(o.Looks) > 0 {
		if last := o.Looks[len(o.Looks)-1]; last != o.Rounds {
			return nil, fmt.Errorf("measure: the last look is after %d rounds, but the run has %d", last, o.Rounds)
		}
		r.planned = len(r.cells) * o.Mode.Rounds(len(r.cells))
	}
	if o.Resume != nil {
		if err := r.resume(o.Resume); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// list adds a cell's contestant and workload to the document, once.
func (r *run) list(cell Cell) {
	if !slices.ContainsFunc(r.doc.Contestants, func(c result.Contestant) bool { return c.Name == cell.Entry.Name }) {
		r.doc.Contestants = append(r.doc.Contestants, result.Contestant{
			Name: cell.Entry.Name, Kind: string(cell.Entry.Kind), Summary: cell.Entry.Summary,
		})
	}
	if !slices.ContainsFunc(r.doc.Workloads, func(w result.Workload) bool { return w.Name == cell.Workload.Name }) {
		r.doc.Workloads = append(r.doc.Workloads, result.Workload{
			Name: cell.Workload.Name, Summary: cell.Workload.Summary, Unit: cell.Workload.Unit,
		})
	}
}

// shuffled is the order of the cells in a round. It depends on the seed and the
// round alone, so that a run which goes on after an interruption keeps to it.
func (r *run) shuffled(round int) []int {
	return rand.New(rand.NewPCG(r.Seed, uint64(round))).Perm(len(r.cells))
}

// sample measures one cell once, unless that has been done or the cell failed.
func (r *run) sample(ctx context.Context, round int, p planned) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	cell := &r.doc.Cells[p.index]
	if cell.Failed() || slices.ContainsFunc(cell.Samples, func(s result.Sample) bool { return s.Round == round }) {
		r.done++
		return nil
	}
	r.report(Progress{Round: round + 1, Cell: p.String()})
	lengths := r.Mode.lengths(r.planned, p.Workload)
	if r.Lengths != nil {
		lengths = *r.Lengths
	}
	process := r.Process
	if own := r.Processes[p.Entry.Name]; own != nil {
		process = own
	}
	limit, stop := newLimit(ctx, cmp.Or(r.Deadline, deadline(lengths)))
	defer stop()
	sample, err := perform(ctx, process, limit, order{
		Contestant: p.Entry.Name, Workload: p.Workload.Name, Params: p.Params, Lengths: lengths, Process: process,
	})
	var failed *failure
	switch {
	case errors.As(err, &failed):
		cell.Failures = append(cell.Failures, result.Failure{Round: round, Reason: failed.reason})
		r.failed = Progress{Failure: failed.reason, FailedCell: p.String()}
	case err != nil:
		return err
	default:
		sample.Round = round
		cell.Samples = append(cell.Samples, sample)
	}
	cell.Missing = ""
	r.done++
	r.taken++
	return nil
}

func (r *run) report(p Progress) {
	if r.Progress == nil {
		return
	}
	p.Done, p.Total, p.Rounds = r.done, r.total, r.Rounds
	p.Failure, p.FailedCell = r.failed.Failure, r.failed.FailedCell
	r.failed = Progress{}
	if r.taken > 0 {
		p.Left = time.Since(r.started) / time.Duration(r.taken) * time.Duration(r.total-r.done)
	}
	r.Progress(p)
}

// settle makes the document valid as it is now.
func (r *run) settle(complete bool) {
	r.doc.Complete = complete
	r.doc.Finished = time.Now().UTC().Truncate(time.Millisecond)
	if r.doc.Finished.Before(r.doc.Started) {
		r.doc.Finished = r.doc.Started // the wall clock was set back meanwhile
	}
	for _, p := range r.cells {
		if cell := &r.doc.Cells[p.index]; len(cell.Samples) == 0 && !cell.Failed() {
			cell.Missing = notMeasured
		}
	}
	if complete && len(r.Looks) > 0 {
		r.doc.Rounds = measuredRounds(r.doc)
	}
	r.doc.Warnings = warnings(r.doc)
}
