package world

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file makes a peer under a workload a task of a run.

// Contestant is a peer in a run. One goroutine may use it.
type Contestant struct {
	contest.Entry
	// Command runs the peer.
	Command []string
	// Missing is the reason why the peer cannot be measured on this machine, or "".
	Missing string

	// taken has the figures of the last sample of a load that no cell has got yet, by the line that
	// starts the load and its other parameters.
	taken map[string]Figures
}

// Entries returns all peers, in the order of the tables.
func Entries() (all []contest.Entry) {
	for _, r := range Recipes() {
		all = append(all, r.entry())
	}
	return all
}

// entry describes the peer. Its loops are in other processes, so it can make none.
func (r Recipe) entry() contest.Entry {
	kind := contest.Peer
	switch r.Name {
	case Ours:
		kind = contest.Champion
	case Handwritten:
		kind = contest.Floor
	}
	return contest.Entry{Name: r.Name, Kind: kind, Summary: r.Summary, Can: contest.Loops}
}

// Prepare builds the peers of those names, unless they are in the folder cache. It calls tell with
// lines about that. A peer that cannot be built is missing, with the reason. Only an unknown name and
// the end of ctx are errors.
func Prepare(ctx context.Context, names []string, cache string, tell func(line string)) (map[string]*Contestant, error) {
	peers := map[string]*Contestant{}
	expected := map[string]time.Duration{} // of the builds that are to come, by their folders
	for _, name := range names {
		r, err := Find(name)
		if err != nil {
			return nil, err
		}
		peers[name] = &Contestant{Entry: r.entry(), Missing: r.Missing()}
		if peers[name].Missing != "" {
			continue
		}
		if dir, built, err := r.place(cache); err == nil && !built { // Build returns the error
			expected[dir] = r.expected
		}
	}
	var left time.Duration
	for _, d := range expected {
		left += d
	}
	for _, name := range names {
		c := peers[name]
		if c.Missing == "" {
			r, err := Find(name)
			if err != nil {
				return nil, err
			}
			c.Command, err = r.Build(ctx, cache, func(line string) {
				// A build that has failed is tried again for the next peer of its program.
				tell(fmt.Sprintf("%s; until all are built %s", line, max(left, r.expected)))
				left -= r.expected
			})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				c.Missing = err.Error()
			}
		}
		if c.Missing != "" {
			tell("not here: " + name + ": " + c.Missing)
		}
	}
	return peers, nil
}

// ForgetLastRound removes the samples of the last round of an interrupted run from the cells that share
// samples. The interruption may have come between two of them, and the figures of a sample belong to one
// round.
func ForgetLastRound(doc *result.Document) {
	last := 0
	for i := range doc.Cells {
		for _, s := range doc.Cells[i].Samples {
			last = max(last, s.Round)
		}
	}
	for i := range doc.Cells {
		if cell := &doc.Cells[i]; cell.Params[figureParam] != "" {
			cell.Samples = slices.DeleteFunc(cell.Samples, func(s result.Sample) bool { return s.Round == last })
		}
	}
}

// sampleTime is what every sample is expected to take, for the time left.
const sampleTime = time.Second

// Task returns the cell of the peer under a variant of a workload.
func (c *Contestant) Task(w *workloads.Workload, params map[string]string, lengths Lengths) runner.Task {
	return runner.Task{
		Contestant: result.Contestant{Name: c.Name, Kind: string(c.Kind), Summary: c.Summary},
		Workload:   result.Workload{Name: w.Name, Summary: w.Summary, Unit: w.Unit},
		Params:     params, Missing: c.Missing, Expected: sampleTime,
		Take: func(ctx context.Context, _ *result.Contestant) (result.Sample, error) {
			value, err := c.figure(ctx, Load{w.Name, params}, lengths)
			return result.Sample{Value: value}.Rounded(), err
		},
	}
}

// figure returns one figure of a load. The cells of a load that differ in their figures share a sample:
// the first of them takes it.
func (c *Contestant) figure(ctx context.Context, l Load, lengths Lengths) (float64, error) {
	others := maps.Clone(l.Params)
	delete(others, figureParam)
	load, name := l.Workload+"/"+result.FormatParams(others), l.Params[figureParam]
	if _, ok := c.taken[load][name]; !ok {
		figures, err := Take(ctx, c.Command, l, lengths)
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if missing, ok := errors.AsType[*runner.MissingError](err); ok {
			return 0, missing
		}
		if err != nil {
			return 0, runner.FailedSample(err.Error())
		}
		if c.taken == nil {
			c.taken = map[string]Figures{}
		}
		c.taken[load] = figures
	}
	value := c.taken[load][name]
	delete(c.taken[load], name)
	return value, nil
}
