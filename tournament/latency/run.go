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

// This file owns the order of a run's samples and the document they become. It
// works as a tournament's run does: every cell once in each round, in an order of
// the round's own, each sample in a process of its own.

// Cell is one lane under one workload and its conditions, planned.
type Cell struct {
	Lane, Workload string
	Params         Params
	// Missing is why it is not measured, empty when it is.
	Missing string
	// Force lets it spin where it should not, to show why.
	Force bool
}

func (c Cell) blank() result.Cell {
	return result.Cell{Contestant: c.Lane, Workload: c.Workload, Params: c.Params.Map(), Missing: c.Missing}
}

// String names the cell as a document does.
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
	// Iterations is how many messages a sample times, 0 for what the mode has for
	// the gap.
	Iterations int
	Pin, Force bool
	Seed       uint64
	// CommandLine and Environment are recorded in the document.
	CommandLine []string
	Environment result.Environment
	// Group is a control group to run cells with a quota in; it is made by
	// [NewGroup].
	Groups map[float64]string
	// Resume is the document of an interrupted run to go on with, or nil.
	Resume *result.Document
	// Progress and Checkpoint are those of a tournament's run.
	Progress   func(measure.Progress)
	Checkpoint func(*result.Document) error
}

// notMeasured is the reason of a cell that an interrupted run did not reach.
const notMeasured = "the run was interrupted before its first sample"

// Run measures until all rounds are done or ctx ends. The document is valid, and
// Complete tells which of the two it was. A lane that fails becomes a failure of
// its cell, which is not measured again, and the run goes on. An error is about the
// run itself; the document is valid even then unless it is nil.
func Run(ctx context.Context, o Options) (*result.Document, error) {
	switch {
	case len(o.Cells) == 0:
		return nil, errors.New("latency: there is no cell to measure")
	case o.Rounds < 1:
		return nil, fmt.Errorf("latency: %d rounds; a run has at least one", o.Rounds)
	}
	r := &run{Options: o, began: time.Now()}
	if err := r.begin(); err != nil {
		return nil, err
	}
	err := r.measure(ctx)
	r.settle(err == nil)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return r.doc, err
}

// run is a run under way.
type run struct {
	Options
	doc    *result.Document
	todo   []int // the cells that get samples
	total  time.Duration
	done   int
	passed time.Duration // of total, by what samples should take
	taken  time.Duration // the same, of the samples that this run took itself
	began  time.Time
	failed measure.Progress
}

func (r *run) begin() error {
	r.doc = &result.Document{
		Format: result.Format, Version: result.Version, Mode: string(r.Mode), Command: r.CommandLine, Seed: r.Seed,
		Started: r.began.UTC().Truncate(time.Millisecond), Rounds: r.Rounds, Environment: r.Environment,
	}
	for i, cell := range r.Cells {
		r.list(cell)
		r.doc.Cells = append(r.doc.Cells, cell.blank())
		if cell.Missing == "" {
			r.todo = append(r.todo, i)
			r.total += r.expected(cell) * time.Duration(r.Rounds)
		}
	}
	if r.Resume == nil {
		return nil
	}
	return r.resume()
}

// list adds a cell's lane and workload to the document, once.
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

// resume takes over what an interrupted run has measured.
func (r *run) resume() error {
	then := r.Resume
	if err := measure.SameConditions(then.Environment, r.Environment); err != nil {
		return err
	}
	r.doc.Started = then.Started
	r.doc.Command = then.Command
	// A document's cells are in another order than those of a plan.
	place := func(c result.Contestant) int {
		return slices.IndexFunc(then.Contestants, func(before result.Contestant) bool { return before.Name == c.Name })
	}
	slices.SortStableFunc(r.doc.Contestants, func(a, b result.Contestant) int { return cmp.Compare(place(a), place(b)) })
	r.doc.Environment.LoadAtStart = max(r.doc.Environment.LoadAtStart, then.Environment.LoadAtStart)
	for i := range r.doc.Cells {
		cell := &r.doc.Cells[i]
		for j := range then.Cells {
			if before := &then.Cells[j]; before.Key() == cell.Key() && cell.Missing == "" {
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
			r.settle(false)
			if err := r.Checkpoint(r.doc); err != nil {
				return err
			}
		}
	}
	r.report(measure.Progress{Round: r.Rounds})
	return nil
}

// sample measures one cell once, unless that has been done or the cell failed.
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
				*c = contestant // as the program itself describes it
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
	// Samples differ in length by far: what is left is told by what they should
	// take, and by how far off that has been.
	scale := 1.0
	if r.taken > 0 {
		scale = float64(time.Since(r.began)) / float64(r.taken)
	}
	p.Left = time.Duration(scale * float64(r.total-r.passed))
	r.Progress(p)
}

// settle makes the document valid as it is now.
func (r *run) settle(complete bool) {
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

// busyShare of the cores at work when the run starts is worth a warning.
const busyShare = 0.25

func warnings(doc *result.Document) (all []string) {
	e := doc.Environment
	if e.Cores > 0 && e.LoadAtStart > busyShare*float64(e.Cores) {
		all = append(all, fmt.Sprintf("The machine was busy when the run started: load %.2f on %d cores. Figures may be too high and too scattered; run again when it is idle.",
			e.LoadAtStart, e.Cores))
	}
	return all
}

// order is the sample of a cell.
func (r *run) order(c Cell) Order {
	iterations, length := effort(r.Mode, c)
	return Order{
		Lane: c.Lane, Workload: c.Workload, Gap: c.Params.Gap, Iterations: cmp.Or(r.Iterations, iterations), Length: length,
		Pin: r.Pin || c.Params.Pin, Together: c.Params.Procs == 1 && !r.Pin, Force: r.Force || c.Force,
	}
}
