package measure

import (
	"cmp"
	"context"
	"time"

	"github.com/wakeful-go/wakeful/tournament/result"
)

// Task is a cell of a document, and how its samples are taken. [Options.Cells] are such tasks, and
// package latency has others.
type Task struct {
	// Contestant and Workload are listed in the document.
	Contestant result.Contestant
	Workload   result.Workload
	Params     map[string]string
	// Missing is the reason why no sample is taken, or "".
	Missing string
	// Expected is about how long a sample takes, its process included.
	Expected time.Duration
	// Take takes one sample. It may complete the contestant's description. A *FailedSampleError goes into the
	// document, and the run continues. Any other error ends the run.
	Take func(ctx context.Context, contestant *result.Contestant) (result.Sample, error)
}

// A FailedSampleError is a sample that failed because of its contestant.
type FailedSampleError struct{ Reason string }

func (f *FailedSampleError) Error() string { return f.Reason }

func (t Task) blank() result.Cell {
	return result.Cell{Contestant: t.Contestant.Name, Workload: t.Workload.Name, Params: t.Params, Missing: t.Missing}
}

// String returns the name of the cell as in documents.
func (t Task) String() string {
	blank := t.blank()
	return blank.Key()
}

// tasks returns the cells of loops as tasks.
func (o Options) tasks() []Task {
	measurable := len(o.Measurable())
	planned := measurable * o.Rounds // samples, by which their lengths are chosen
	if len(o.Looks) > 0 {
		planned = measurable * o.Mode.Rounds(measurable)
	}
	var tasks []Task
	for _, c := range o.Cells {
		lengths := o.Mode.lengths(planned, c.Workload)
		if o.Lengths != nil {
			lengths = *o.Lengths
		}
		process := o.Process
		if own := o.Processes[c.Entry.Name]; own != nil {
			process = own
		}
		tasks = append(tasks, Task{
			Contestant: result.Contestant{Name: c.Entry.Name, Kind: string(c.Entry.Kind), Summary: c.Entry.Summary},
			Workload:   result.Workload{Name: c.Workload.Name, Summary: c.Workload.Summary, Unit: c.Workload.Unit},
			Params:     c.Params, Missing: o.missing(c), Expected: o.Mode.expected(lengths),
			Take: func(ctx context.Context, _ *result.Contestant) (result.Sample, error) {
				limit, stop := newLimit(ctx, cmp.Or(o.Deadline, deadline(lengths)))
				defer stop()
				return perform(ctx, process, limit, order{
					Contestant: c.Entry.Name, Workload: c.Workload.Name, Params: c.Params, Lengths: lengths, Process: process,
				})
			},
		})
	}
	return tasks
}
