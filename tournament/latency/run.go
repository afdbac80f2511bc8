package latency

import (
	"context"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file declares the cells of a run of lanes. Package runner runs them.

// Cell is one planned lane with its workload and conditions.
type Cell struct {
	Lane, Workload string
	Params         Params
	// Missing is the reason why the cell is not measured, or "" if it is.
	Missing string
}

// Measurable reports whether a run measures the cell.
func (c Cell) Measurable() bool { return c.Missing == "" }

// Measurable returns the cells that a run measures. The run, every estimate and every list of its
// work go by this function: a cell that is not measured keeps only its place in the document.
func Measurable(cells []Cell) []Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return !c.Measurable() })
}

// String returns the cell's name as in documents.
func (c Cell) String() string {
	return (&result.Cell{Contestant: c.Lane, Workload: c.Workload, Params: c.Params.Map()}).Key()
}

// Options describe a run.
type Options struct {
	// Options are those of every run. Tasks and Extend are set by [Run].
	runner.Options
	Cells    []Cell
	Programs []*Program
	// Group is for the cells with a quota.
	Group Group
}

// Run measures until all rounds are done or ctx ends, as [runner.Run] does: each round measures every
// cell once in an order of its own, and each sample has its own process.
func Run(ctx context.Context, o Options) (*result.Document, error) {
	run := o.Options
	run.Tasks, run.Extend = o.CellTasks(), true
	return runner.Run(ctx, run)
}

// CellTasks returns the cells with how their samples are taken.
func (o Options) CellTasks() []runner.Task {
	var tasks []runner.Task
	for _, c := range o.Cells {
		t := runner.Task{
			Contestant: result.Contestant{Name: c.Lane, Kind: string(contest.Floor)},
			Workload:   workloadOf(c.Workload),
			Params:     c.Params.Map(), Missing: c.Missing, Expected: o.expected(c),
			Take: func(ctx context.Context, lane *result.Contestant) (result.Sample, error) {
				limit := 20*time.Second + 10*o.expected(c)
				sample, described, err := o.program(c.Lane).perform(ctx, limit, o.order(c), c.Params, o.Group)
				if err == nil && described.Name == lane.Name {
					*lane = described // the program's own description
				}
				return sample, err
			},
		}
		if p := o.program(c.Lane); p != nil {
			t.Contestant = p.Lanes[p.index(c.Lane)]
		}
		tasks = append(tasks, t)
	}
	return tasks
}

func (o Options) program(lane string) *Program {
	for _, p := range o.Programs {
		if p.index(lane) >= 0 {
			return p
		}
	}
	return nil
}

// order returns the order for a sample of a cell.
func (o Options) order(c Cell) Order {
	iterations, length := effort(o.Mode, c)
	return Order{
		Lane: c.Lane, Workload: c.Workload, Gap: c.Params.Gap, Iterations: iterations, Length: length,
		Pin: c.Params.Pin, Together: c.Params.Procs == 1, Force: c.Params.narrow(),
	}
}
