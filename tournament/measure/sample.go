package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file has the messages between the run and the process of one sample: an order in, an answer
// out. A process that crashes gives no answer.

type order struct {
	Contestant string            `json:"contestant"`
	Workload   string            `json:"workload"`
	Params     map[string]string `json:"params,omitempty"`
	Lengths    workloads.Lengths `json:"lengths"`
	// Process is the command that takes samples, this process's own. It runs clients
	// as well, when the order is a ClientConfig.
	Process      []string                `json:"process,omitempty"`
	ClientConfig *workloads.ClientConfig `json:"client,omitempty"`
}

type answer struct {
	Sample *result.Sample `json:"sample,omitempty"`
	// Failure is the reason why there is none.
	Failure string `json:"failure,omitempty"`
}

// Serve takes the one sample that in asks for and writes it to out, or runs the
// clients of one: the whole life of a process. The sample is given up, with a
// reason, when ctx ends, unless the contestant does not let go of its callers: the run
// then asks the process for its stacks. The error is about in and out, never about the
// contestant.
func Serve(ctx context.Context, entries []contest.Entry, in io.Reader, out io.Writer) error {
	var o order
	orders := json.NewDecoder(in)
	if err := orders.Decode(&o); err != nil {
		return fmt.Errorf("reading the order of a sample: %w", err)
	}
	if o.ClientConfig != nil {
		return workloads.RunClient(*o.ClientConfig, io.MultiReader(orders.Buffered(), in), out)
	}
	workloads.ClientProcess = o.Process
	var a answer
	if sample, err := o.take(ctx, entries); err != nil {
		a.Failure = err.Error()
	} else {
		a.Sample = &sample
	}
	if err := json.NewEncoder(out).Encode(a); err != nil {
		return fmt.Errorf("writing a sample: %w", err)
	}
	return nil
}

func (o order) take(ctx context.Context, entries []contest.Entry) (result.Sample, error) {
	entry, err := lineup.Find(entries, o.Contestant)
	if err != nil {
		return result.Sample{}, err
	}
	workload, err := workloads.Find(o.Workload)
	if err != nil {
		return result.Sample{}, err
	}
	sample, err := workloads.Take(ctx, entry, workload, o.Params, o.Lengths)
	return sample.Rounded(), err
}
