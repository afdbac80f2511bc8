package latency

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file decides the order of a run's samples and fills its document. As in a tournament's run,
// each round measures every cell once in an order of its own, and each sample has its own process.

// Cell is one planned lane with its workload and conditions.
type Cell struct {
	Lane, Workload string
	Params         Params
	// Missing is the reason why the cell is not measured, or "" if it is.
	Missing string
	// Force lets a lane spin where it should not, to show the effect.
	Force bool
}

// Measurable reports whether a run measures the cell.
func (c Cell) Measurable() bool { return c.Missing == "" }

// Measurable returns the cells that a run measures. The run, every estimate and every list of its
// work go by this function: a cell that is not measured keeps only its place in the document.
func Measurable(cells []Cell) []Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return !c.Measurable() })
}

func (c Cell) blank() result.Cell {
	return result.Cell{Contestant: c.Lane, Workload: c.Workload, Params: c.Params.Map(), Missing: c.Missing}
}

// String returns the cell's name as in documents.
func (c Cell) String() string {
	blank := c.blank()
	return blank.Key()
}

// Options describe a run.
type Options struct {
	Cells    []Cell
	Programs []*Program
	Mode     measure.Mode
	Rounds   int
	// Iterations is how many messages a sample times. 0 means the mode's number for the gap.
	Iterations int
	Pin, Force bool
	Seed       uint64
	// CommandLine and Environment are recorded in the document.
	CommandLine []string
	Environment result.Environment
	// Groups has the control groups for cells with a quota. [NewGroup] makes them.
	Groups map[float64]string
	// Resume is the document of an interrupted run to continue, or nil.
	Resume *result.Document
	// Progress and Checkpoint work as in a tournament's run.
	Progress   func(measure.Progress)
	Checkpoint func(*result.Document) error
}

// notMeasured is the reason for a cell that an interrupted run did not reach.
const notMeasured = "the run was interrupted before its first sample"

// Run measures until all rounds are done or ctx ends. The document is valid in both cases, and its
// field Complete tells which. When a lane fails, its cell records the failure and is not measured
// again, and the run continues. An error concerns the run itself. Even then the document is valid,
// unless it is nil.
func Run(ctx context.Context, o Options) (*result.Document, error) {
	switch {
	case len(o.Cells) == 0:
		return nil, errors.New("latency: there is no cell to measure")
	case o.Rounds < 1:
		return nil, fmt.Errorf("latency: %d rounds; a run has at least one", o.Rounds)
	}
	r := &run{Options: o, began: time.Now()}
	if err := r.beginDocument(); err != nil {
		return nil, err
	}
	err := r.measure(ctx)
	r.updateDocument(err == nil)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return r.doc, err
}

// run is a run in progress.
type run struct {
	Options
	doc    *result.Document
	todo   []int // indices of the cells that get samples
	total  time.Duration
	done   int
	passed time.Duration // the part of total that is done, by expected durations
	taken  time.Duration // the same for samples that this run took itself
	began  time.Time
	failed measure.Progress
}

func (r *run) beginDocument() error {
	r.doc = &result.Document{
		Format: result.Format, Version: result.Version, Mode: string(r.Mode), Command: r.CommandLine, Seed: r.Seed,
		Started: r.began.UTC().Truncate(time.Millisecond), Rounds: r.Rounds, Environment: r.Environment,
	}
	for i, cell := range r.Cells {
		r.list(cell)
		r.doc.Cells = append(r.doc.Cells, cell.blank())
		if cell.Measurable() {
			r.todo = append(r.todo, i)
			r.total += r.expected(cell) * time.Duration(r.Rounds)
		}
	}
	if r.Resume == nil {
		return nil
	}
	return r.resume()
}

// list adds a cell's lane and workload to the document once.
func (r *run) list(cell Cell) {
	if !slices.ContainsFunc(r.doc.Contestants, func(c result.Contestant) bool { return c.Name == cell.Lane }) {
		contestant := result.Contestant{Name: cell.Lane, Kind: string(contest.Floor)}
		if p := r.program(cell.Lane); p != nil {
			for _, l := range p.Lanes {
				if l.Name == cell.Lane {
					contestant = l
				}
			}
		}
		r.doc.Contestants = append(r.doc.Contestants, contestant)
	}
	if !slices.ContainsFunc(r.doc.Workloads, func(w result.Workload) bool { return w.Name == cell.Workload }) {
		for _, w := range Workloads() {
			if w.Name == cell.Workload {
				r.doc.Workloads = append(r.doc.Workloads, w)
			}
		}
	}
}

func (r *run) program(lane string) *Program {
	for _, p := range r.Programs {
		if p.Has(lane) {
			return p
		}
	}
	return nil
}

// resume takes over the measurements of an interrupted run.
func (r *run) resume() error {
	then := r.Resume
	if err := measure.SameConditions(then.Environment, r.Environment); err != nil {
		return err
	}
	r.doc.Started = then.Started
	r.doc.Command = then.Command
	// The cells of a document are not in the order of a plan.
	place := func(c result.Contestant) int {
		return slices.IndexFunc(then.Contestants, func(before result.Contestant) bool { return before.Name == c.Name })
	}
	slices.SortStableFunc(r.doc.Contestants, func(a, b result.Contestant) int { return cmp.Compare(place(a), place(b)) })
	r.doc.Environment.LoadAtStart = max(r.doc.Environment.LoadAtStart, then.Environment.LoadAtStart)
	for _, at := range r.todo {
		cell := &r.doc.Cells[at]
		for j := range then.Cells {
			if before := &then.Cells[j]; before.Key() == cell.Key() {
				cell.Samples, cell.Failures = slices.Clone(before.Samples), slices.Clone(before.Failures)
			}
		}
	}
	return nil
}

func (r *run) measure(ctx context.Context) error {
	for round := range r.Rounds {
		for _, at := range rand.New(rand.NewPCG(r.Seed, uint64(round))).Perm(len(r.todo)) {
			if err := r.sample(ctx, round, r.todo[at]); err != nil {
				return err
			}
		}
		if r.Checkpoint != nil && round < r.Rounds-1 {
			r.updateDocument(false)
			if err := r.Checkpoint(r.doc); err != nil {
				return err
			}
		}
	}
	r.report(measure.Progress{Round: r.Rounds})
	return nil
}

// sample measures one cell once, unless this sample exists or the cell has failed.
func (r *run) sample(ctx context.Context, round, at int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	planned, cell := r.Cells[at], &r.doc.Cells[at]
	defer func() { r.done++; r.passed += r.expected(planned) }()
	if cell.Failed() || slices.ContainsFunc(cell.Samples, func(s result.Sample) bool { return s.Round == round }) {
		return nil
	}
	r.report(measure.Progress{Round: round + 1, Cell: planned.String()})
	o := r.order(planned)
	sample, contestant, err := r.program(planned.Lane).perform(ctx, 20*time.Second+10*r.expected(planned), o, planned.Params, r.Groups[planned.Params.CPUs])
	var failed *failure
	switch {
	case errors.As(err, &failed):
		cell.Failures = append(cell.Failures, result.Failure{Round: round, Reason: failed.reason})
		r.failed = measure.Progress{Failure: failed.reason, FailedCell: planned.String()}
	case err != nil:
		return err
	default:
		sample.Round = round
		cell.Samples = append(cell.Samples, sample)
		for i := range r.doc.Contestants {
			if c := &r.doc.Contestants[i]; c.Name == contestant.Name {
				*c = contestant // the program's own description
			}
		}
	}
	cell.Missing = ""
	r.taken += r.expected(planned)
	return nil
}

func (r *run) report(p measure.Progress) {
	if r.Progress == nil {
		return
	}
	p.Done, p.Total, p.Rounds = r.done, len(r.todo)*r.Rounds, r.Rounds
	p.Failure, p.FailedCell = r.failed.Failure, r.failed.FailedCell
	r.failed = measure.Progress{}
	// Samples differ widely in length. So the remaining time is the sum of the expected durations,
	// scaled by how much the expected durations have been wrong so far.
	scale := 1.0
	if r.taken > 0 {
		scale = float64(time.Since(r.began)) / float64(r.taken)
	}
	p.Left = time.Duration(scale * float64(r.total-r.passed))
	r.Progress(p)
}

// updateDocument makes the document valid in its current state.
func (r *run) updateDocument(complete bool) {
	r.doc.Complete = complete
	r.doc.Finished = time.Now().UTC().Truncate(time.Millisecond)
	if r.doc.Finished.Before(r.doc.Started) {
		r.doc.Finished = r.doc.Started // the wall clock was set back meanwhile
	}
	for _, at := range r.todo {
		if cell := &r.doc.Cells[at]; len(cell.Samples) == 0 && !cell.Failed() {
			cell.Missing = notMeasured
		}
	}
	r.doc.Warnings = warnings(r.doc)
}

// busyShare is the share of busy cores at the start of a run above which a warning is given.
const busyShare = 0.25

func warnings(doc *result.Document) (all []string) {
	e := doc.Environment
	if e.Cores > 0 && e.LoadAtStart > busyShare*float64(e.Cores) {
		all = append(all, fmt.Sprintf("The machine was busy when the run started: load %.2f on %d cores. Figures may be too high and too scattered; run again when it is idle.",
			e.LoadAtStart, e.Cores))
	}
	return all
}

// order returns the order for a sample of a cell.
func (r *run) order(c Cell) Order {
	iterations, length := effort(r.Mode, c)
	return Order{
		Lane: c.Lane, Workload: c.Workload, Gap: c.Params.Gap, Iterations: cmp.Or(r.Iterations, iterations), Length: length,
		Pin: r.Pin || c.Params.Pin, Together: c.Params.Procs == 1 && !r.Pin, Force: r.Force || c.Force,
	}
}
