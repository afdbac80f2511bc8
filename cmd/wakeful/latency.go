package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// latencyFlags holds the flags of the command as given.
type latencyFlags struct {
	lanes  []string
	gaps   []time.Duration
	rounds int
	pin    bool
	json   string
}

func newLatency(s streams) *cobra.Command {
	var f latencyFlags
	cmd := &cobra.Command{
		Use:   "latency",
		Short: "Measure what sleeping costs when a message comes, and what spinning costs",
		Long: `Measures the time from sending a message to its arrival, and the processor time of
the receiver, in about two minutes. The lanes are Go's own primitives, the project's
loop with each wait strategy, and Rust's primitives, sleeping and spinning. Ends with
a table, a JSON document with all samples, and an HTML report. wakeful tournament
--full measures every lane with more gaps and rounds.

The Rust lanes are built with cargo in the project's folder. Without cargo the
command says so and continues with the others. A lane that spins is refused where
fewer than two processors are usable.

The sender has a thread of its own. So a receiver that sleeps is woken on another
thread, which is most of what the sleeping lanes show. In lanes that end in -handover
the sender waits for the answer at once. Its thread then runs the receiver, and no
thread is woken.`,
		Example: `  wakeful latency
  wakeful latency --lane 'wakeful-*' --lane 'go-channel-*' --gap 50us --gap 10ms`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			return f.run(cmd.Context(), s)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.lanes, "lane", nil, "measure these lanes only: a `pattern` in which * stands for any letters; can be repeated")
	flags.DurationSliceVar(&f.gaps, "gap", nil, "time between an arrival and the next sending, 1us to 1m, for every lane; can be repeated")
	flags.IntVar(&f.rounds, "rounds", latency.Rounds(runner.Quick), "samples of each lane and gap")
	flags.BoolVar(&f.pin, "pin", false, "with --gap, keep the sender and the receiver on a processor each")
	flags.StringVar(&f.json, "json", "", "write the document to this `file`, and the report beside it (results/latency-TIME.json)")
	return cmd
}

// A gap shorter than shortestGap ends before the sender has read the clock. longestGap is a minute,
// the longest latency that the histogram records.
const shortestGap, longestGap = time.Microsecond, time.Minute

func (f *latencyFlags) check() error {
	if err := checkRange("--rounds", f.rounds, 1, mostRounds); err != nil {
		return err
	}
	if f.pin && len(f.gaps) == 0 {
		return errors.New("--pin needs --gap")
	}
	for _, gap := range f.gaps {
		if gap < shortestGap || gap > longestGap {
			return fmt.Errorf("--gap is %v; a gap is %v to %v", gap, shortestGap, longestGap)
		}
	}
	return nil
}

func (f *latencyFlags) run(ctx context.Context, s streams) (err error) {
	plan, err := allLanes(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plan.Group.Close()) }()
	plan.Mode, plan.Patterns, plan.Gaps, plan.Pin = runner.Quick, f.lanes, f.gaps, f.pin
	cells, err := plan.Cells()
	if err != nil {
		return err
	}
	o := plan.Options(cells)
	o.Rounds, o.Seed = f.rounds, uint64(rand.Uint32())
	var held locks
	defer held.release()
	files, err := resultFiles("latency", f.json, &held)
	if err == nil {
		err = refuseInterrupted(files.json)
	}
	if err != nil {
		return err
	}
	o.Checkpoint = func(doc *result.Document) error { return result.WriteFile(files.json, doc) }
	doc, err := runLanes(ctx, s, o)
	if doc == nil {
		return err
	}
	return leave(s, files, doc, err, "")
}
