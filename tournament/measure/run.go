package measure

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file makes the cells of loops tasks of a run.

// Options describe a run.
type Options struct {
	// Options are those of every run. Its tasks are measured besides Cells.
	runner.Options
	Cells []Cell
	// Absent has the reason for each contestant that this system cannot run: its
	// cells are in the document, and are missing for that reason.
	Absent map[string]string
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
}

// Run measures the cells and the tasks as [runner.Run] does. A contestant that hangs, crashes or
// miscounts becomes a failure of its cell.
func Run(ctx context.Context, o Options) (*result.Document, error) {
	if len(o.Cells) > 0 && len(o.Process) == 0 {
		return nil, errors.New("measure: no command takes the samples")
	}
	run := o.Options
	run.Tasks = append(o.tasks(), o.Tasks...)
	run.Warnings = warnings
	return runner.Run(ctx, run)
}

// tasks returns the cells of loops as tasks.
func (o Options) tasks() []runner.Task {
	var tasks []runner.Task
	for _, c := range o.Cells {
		length := lengths(o.Mode, c.Workload)
		if o.Lengths != nil {
			length = *o.Lengths
		}
		process := o.Process
		if own := o.Processes[c.Entry.Name]; own != nil {
			process = own
		}
		tasks = append(tasks, runner.Task{
			Contestant: result.Contestant{Name: c.Entry.Name, Kind: string(c.Entry.Kind), Summary: c.Entry.Summary},
			Workload:   result.Workload{Name: c.Workload.Name, Summary: c.Workload.Summary, Unit: c.Workload.Unit},
			Params:     c.Params, Missing: o.missing(c), Expected: expected(o.Mode, length),
			Take: func(ctx context.Context, _ *result.Contestant) (result.Sample, error) {
				limit, stop := newLimit(ctx, cmp.Or(o.Deadline, deadline(length)))
				defer stop()
				return perform(ctx, process, limit, order{
					Contestant: c.Entry.Name, Workload: c.Workload.Name, Params: c.Params, Lengths: length, Process: process,
				})
			},
		})
	}
	return tasks
}
