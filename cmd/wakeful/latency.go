package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
)

// latencyFlags holds the flags of the command as given.
type latencyFlags struct {
	quick, full, list bool
	lanes             []string
	gaps              []time.Duration
	iterations        int
	rounds            int
	seed              uint64
	pin, force        bool
	json, html        string
	resume, rust      string
}

func newLatency(s streams) *cobra.Command {
	var f latencyFlags
	cmd := &cobra.Command{
		Use:   "latency",
		Short: "Measure what sleeping costs when a message comes, and what spinning costs",
		Long: `Measures the time from sending a message to its arrival, and the processor time of
the receiver. The lanes are Go's own primitives, the project's loop with each wait
strategy, and Rust's primitives, sleeping and spinning. Ends with a table, a JSON
document with all samples, and an HTML report.

Each sample is taken in a process of its own, the lanes of a round in random order.
The Rust lanes are built with cargo from the project's folder. Without cargo the
command says so and continues with the others. Ctrl-C leaves a valid document of what
was measured until then. --resume continues it.

The sender has a thread of its own. So a receiver that sleeps is woken on another
thread, which is most of what the sleeping lanes show. In lanes that end in -handover
the sender waits for the answer at once. Its thread then runs the receiver, and no
thread is woken. A lane that spins is refused where fewer than two processors are
usable.`,
		Example: `  wakeful latency
  wakeful latency --lane 'wakeful-*' --lane 'go-channel-*' --gap 50us --gap 10ms
  wakeful latency --full --json results/latency.json
  wakeful latency --resume results/latency.json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("seed") {
				f.seed = uint64(rand.Uint32())
			}
			if err := f.check(cmd.Flags().Changed("rounds"), cmd.Flags().Changed("iterations")); err != nil {
				return err
			}
			return f.run(cmd.Context(), s)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.quick, "quick", false, "about two minutes (the default)")
	flags.BoolVar(&f.full, "full", false, "every lane, most over every gap, in more rounds: some twelve minutes")
	flags.StringArrayVar(&f.lanes, "lane", nil, "measure these lanes only: a `pattern` in which * stands for any letters; can be repeated")
	flags.DurationSliceVar(&f.gaps, "gap", nil, "time between an arrival and the next sending, 1us to 1m, for every lane; can be repeated")
	flags.IntVar(&f.iterations, "iterations", 0, "messages of a sample at least (by the gap)")
	flags.IntVar(&f.rounds, "rounds", 0, "samples of each lane and gap (quick: 6; full: 10)")
	flags.Uint64Var(&f.seed, "seed", 0, "order of the lanes within the rounds (random)")
	flags.BoolVar(&f.pin, "pin", false, "keep the sender and the receiver on a processor each")
	flags.BoolVar(&f.force, "force", false, "let lanes spin where they have no processor of their own")
	flags.StringVar(&f.json, "json", "", "write the document to this `file` (results/latency-TIME.json)")
	flags.StringVar(&f.html, "html", "", "write the report to this `file` (beside the document)")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run of this document, and write into the same `file`")
	flags.StringVar(&f.rust, "rust", "", "the `folder` of the Rust workspace (rust, in the project's folder)")
	flags.BoolVar(&f.list, "list", false, "list the lanes, and how long they would take; build and measure nothing")
	cmd.MarkFlagsMutuallyExclusive("quick", "full")
	for _, flag := range []string{"quick", "full", "lane", "gap", "iterations", "rounds", "seed", "pin", "force", "json", "list"} {
		cmd.MarkFlagsMutuallyExclusive("resume", flag)
	}
	return cmd
}

// A gap shorter than shortestGap ends before the sender has read the clock. longestGap is a minute,
// the longest latency that the histogram records.
const shortestGap, longestGap = time.Microsecond, time.Minute

func (f *latencyFlags) check(rounds, iterations bool) error {
	if rounds {
		if err := checkRange("--rounds", f.rounds, 1, mostRounds); err != nil {
			return err
		}
	}
	if iterations {
		if err := checkRange("--iterations", f.iterations, 1, latency.MostArrivals); err != nil {
			return err
		}
	}
	for _, gap := range f.gaps {
		if gap < shortestGap || gap > longestGap {
			return fmt.Errorf("--gap is %v; a gap is %v to %v", gap, shortestGap, longestGap)
		}
	}
	return nil
}

func (f *latencyFlags) run(ctx context.Context, s streams) error {
	find := newRust
	if f.list {
		find = builtRust
	}
	programs, absent, err := lanePrograms(ctx, s, f.rust, find)
	if err != nil {
		return err
	}
	if f.list {
		return listLanes(s, f, programs, absent)
	}
	var held locks
	defer held.release()
	if f.resume != "" { // before it is read
		if err := held.lock("--json", f.resume); err != nil {
			return err
		}
	}
	quotas := newGroups()
	o, err := f.options(programs, absent, quotas)
	if err == nil {
		err = resultFiles("latency", f.resume, &f.json, &f.html, time.Now(), &held)
	}
	if err != nil {
		return errors.Join(err, quotas.remove())
	}
	o.Checkpoint = func(doc *result.Document) error { return result.WriteFile(f.json, doc) }
	fmt.Fprintf(s.err, "lanes and gaps to measure: %d, rounds: %d, about %s; --list says of what\n", len(latency.Measurable(o.Cells)), o.Rounds, latency.Expected(o).Round(time.Second))
	doc, err := runLanes(ctx, s, o, quotas)
	if doc == nil {
		return err
	}
	if err := errors.Join(err, result.WriteFile(f.json, doc), writeReport(f.html, doc)); err != nil {
		return errors.Join(err, table(s, doc))
	}
	if err := table(s, doc); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\ndocument: %s\nreport:   %s\n", f.json, f.html)
	switch {
	case !doc.Complete:
		fmt.Fprintf(s.err, "wakeful: interrupted; continue with: wakeful latency --resume %s\n", f.json)
		return errInterrupted
	case runner.Failed(doc) > 0:
		fmt.Fprintf(s.err, "wakeful: %d lanes and gaps failed\n", runner.Failed(doc))
		return errFailed
	}
	return nil
}

// options converts the flags into the options of a run.
func (f *latencyFlags) options(programs []*latency.Program, absent map[string]string, quotas groups) (latency.Options, error) {
	o := latency.Options{Programs: programs, Mode: runner.Quick, Rounds: f.rounds, Iterations: f.iterations, Pin: f.pin, Force: f.force, Seed: f.seed}
	if f.full {
		o.Mode = runner.Full
	}
	plan := latency.Plan{
		Mode: o.Mode, Programs: programs, Patterns: f.lanes, Gaps: f.gaps, Force: f.force, Pin: f.pin, UsableProcessors: usable(), NoGroup: quotas.missing, Absent: absent,
	}
	if f.resume != "" {
		return f.resumed(o, plan)
	}
	if o.Rounds == 0 {
		o.Rounds = latency.Rounds(o.Mode)
	}
	var err error
	o.Cells, err = plan.Cells()
	return o, err
}

// resumed returns the options of the interrupted run that the document describes.
func (f *latencyFlags) resumed(o latency.Options, plan latency.Plan) (latency.Options, error) {
	doc, err := result.ReadFile(f.resume)
	if err != nil {
		return o, err
	}
	mode, err := runner.ParseMode(doc.Mode)
	if err != nil {
		return o, fmt.Errorf("%s: %w", f.resume, err)
	}
	// Only the command line records how its samples were taken.
	then, err := flagsOf(doc.Command)
	if err != nil {
		return o, fmt.Errorf("%s: its command line cannot be read again: %w", f.resume, err)
	}
	plan.Force, plan.Pin = then.force, then.pin
	o.Mode, o.Rounds, o.Seed, o.Resume = mode, doc.Rounds, doc.Seed, doc
	o.Iterations, o.Pin, o.Force = then.iterations, then.pin, then.force
	o.Cells, err = plan.Resumed(doc)
	if err != nil {
		return o, fmt.Errorf("%s: %w", f.resume, err)
	}
	return o, nil
}

// flagsOf parses the flags of an earlier command line.
func flagsOf(line []string) (then latencyFlags, err error) {
	if len(line) == 0 || line[0] != "latency" {
		return then, errors.New("it is not a run of wakeful latency")
	}
	cmd := newLatency(streams{})
	if err := cmd.ParseFlags(line[1:]); err != nil {
		return then, err
	}
	get := func(name string) string { return cmd.Flags().Lookup(name).Value.String() }
	if _, err := fmt.Sscan(get("iterations"), &then.iterations); err != nil {
		return then, err
	}
	then.pin, then.force = get("pin") == "true", get("force") == "true"
	return then, nil
}

// lanePrograms returns this program and, if it is available, the Rust one. Without the Rust
// program, the founding document's Rust lanes are absent, with the reason. find is newRust or
// builtRust.
func lanePrograms(ctx context.Context, s streams, rust string, find findRust) ([]*latency.Program, map[string]string, error) {
	own, err := ownLanes()
	if err != nil {
		return nil, nil, err
	}
	programs, absent := []*latency.Program{own}, map[string]string{}
	built, err := find(ctx, s.err, rust)
	switch {
	case ctx.Err() != nil:
		return nil, nil, errInterrupted
	case err != nil && rust != "":
		return nil, nil, err
	case err != nil:
		fmt.Fprintf(s.err, "without the Rust lanes: %v\n", err)
		for _, name := range latency.Founding() {
			absent[name] = err.Error()
		}
	default:
		programs = append(programs, built)
	}
	return programs, absent, nil
}

// listLanes prints the lanes that the flags select, and how long their run would take.
func listLanes(s streams, f *latencyFlags, programs []*latency.Program, absent map[string]string) error {
	o, err := f.options(programs, absent, groups{})
	if err != nil {
		return err
	}
	var lanes figures.Table
	listed := map[string]bool{}
	for _, c := range o.Cells {
		if listed[c.Lane] {
			continue
		}
		listed[c.Lane] = true
		summary := c.Missing
		for _, p := range programs {
			if i := slices.IndexFunc(p.Lanes, func(l result.Contestant) bool { return l.Name == c.Lane }); i >= 0 && summary == "" {
				summary = p.Lanes[i].Summary
			}
		}
		lanes.Add(c.Lane, strings.Join(strings.Fields(summary), " "))
	}
	fmt.Fprintf(s.out, "%s\na %s run of %d rounds: %s\n", lanes.Text(), o.Mode, o.Rounds, latency.Expected(o).Round(time.Second))
	return nil
}
