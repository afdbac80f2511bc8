package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// leastCheckRounds is the smallest number of samples that a verdict may rest on.
const leastCheckRounds = 10

func newCheck(s streams) *cobra.Command {
	var file string
	rounds := leastCheckRounds
	cmd := &cobra.Command{
		Use:   "check [part or workload...]",
		Short: "Judge the project's bounds: ratios that it promises to keep",
		Long: `Prints each bound with the measured ratio of medians and its 95 % interval.
Without --json it measures what the bounds need and leaves the document in
results/. Arguments choose bounds: loops, watching (loops that package telemetry
observes), groups (and guest mode), connections, waiting (the lanes of wakeful
latency), or the name of a workload such as tls-echo.

The interval decides. A bound is kept when the whole interval is within it, broken
when the whole interval is outside, and inconclusive when the interval reaches over
it. A bound that this machine cannot measure is not run. Goals are bounds that the
project has not reached yet: they are listed apart and never fail.
Bounds on processor time are about that of one message; what both burn in a second
stands beside it.

Exit status 1 when a bound is broken, or when no bound could be judged.`,
		Example: `  wakeful check
  wakeful check connections
  wakeful check --json results/full.json ping-pong`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkRange("--rounds", rounds, leastCheckRounds, mostRounds); err != nil {
				return err
			}
			bounds, err := boundsAbout(args)
			if err != nil {
				return err
			}
			doc, err := checked(cmd.Context(), s, file, rounds, bounds)
			if err != nil && (doc == nil || !doc.Complete) {
				return err
			}
			// Judge even if the document could not be written, because measuring it took minutes.
			judged := printVerdicts(s, doc, bounds)
			if err != nil {
				return err
			}
			return judged
		},
	}
	cmd.Flags().StringVar(&file, "json", "", "judge the document in this `file` instead of measuring")
	cmd.Flags().IntVar(&rounds, "rounds", rounds, "samples of each cell, when measuring")
	cmd.MarkFlagsMutuallyExclusive("json", "rounds")
	return cmd
}

// boundsAbout returns the bounds about some parts and workloads, or all of them.
func boundsAbout(names []string) ([]decide.Bound, error) {
	all := decide.Bounds()
	for _, name := range names {
		if !slices.ContainsFunc(all, func(b decide.Bound) bool { return name == b.Part || name == b.Workload }) {
			return nil, fmt.Errorf("no bound is about %q; wakeful check --help names the parts, wakeful list the workloads", name)
		}
	}
	return slices.DeleteFunc(all, func(b decide.Bound) bool {
		return len(names) > 0 && !slices.Contains(names, b.Part) && !slices.Contains(names, b.Workload)
	}), nil
}

// checked returns the document to judge: the one in the file, or a newly measured one.
func checked(ctx context.Context, s streams, file string, rounds int, bounds []decide.Bound) (*result.Document, error) {
	if file != "" {
		return result.ReadFile(file)
	}
	path := resultName("check")
	if err := writable(path); err != nil {
		return nil, err
	}
	var held locks
	defer held.release()
	if err := held.lock(path); err != nil {
		return nil, err
	}
	doc, err := judgeable(ctx, s, rounds, bounds)
	if doc == nil {
		return nil, err
	}
	if err := errors.Join(err, result.WriteFile(path, doc)); err != nil {
		return doc, err
	}
	if !doc.Complete {
		fmt.Fprintf(s.err, "wakeful: interrupted; what was measured is in %s\n", path)
		return nil, errInterrupted
	}
	fmt.Fprintf(s.out, "document: %s\n\n", path)
	return doc, nil
}

// judgeable measures the cells and the lanes that the bounds need, in one run.
func judgeable(ctx context.Context, s streams, rounds int, bounds []decide.Bound) (doc *result.Document, err error) {
	o := measure.Options{Mode: runner.Quick, Rounds: rounds, Seed: uint64(rand.Uint32()), Cells: neededCells(bounds), Absent: absentContestants()}
	lanes, err := neededLanes(bounds)
	if err != nil {
		return nil, err
	}
	if len(lanes) > 0 {
		plan, planErr := ownLanes()
		if planErr != nil {
			return nil, planErr
		}
		defer func() { err = errors.Join(err, plan.Group.Close()) }()
		plan.Mode = o.Mode
		o.Tasks = plan.Options(plan.MarkMissing(lanes)).CellTasks()
	}
	return runHere(ctx, s, o)
}

// neededCells returns the cells of loops that at least one bound needs.
func neededCells(bounds []decide.Bound) []measure.Cell {
	var needed []measure.Cell
	all := append(workloads.All(), workloads.Extras()...)
	for _, cell := range measure.Cells(slices.Concat(lineup.All(), lineup.Variants()), all) {
		for _, bound := range bounds {
			if bound.Needs(cell.Entry.Name, cell.Workload.Name, cell.Params) {
				needed = append(needed, cell)
				break
			}
		}
	}
	return needed
}

// neededLanes returns the cells of lanes that the bounds need.
func neededLanes(bounds []decide.Bound) (cells []latency.Cell, err error) {
	for _, b := range bounds {
		if !latency.Owns(b.Workload) {
			continue
		}
		params, err := latency.ParseParams(b.Params)
		if err != nil {
			return nil, err
		}
		for _, lane := range b.Lanes() {
			cell := latency.Cell{Lane: lane, Workload: b.Workload, Params: params}
			if !slices.Contains(cells, cell) {
				cells = append(cells, cell)
			}
		}
	}
	return cells, nil
}

// printVerdicts prints the verdicts. It fails when a promise is broken or when no bound could be
// judged.
func printVerdicts(s streams, doc *result.Document, bounds []decide.Bound) error {
	var promises, goals []decide.BoundVerdict
	for _, v := range decide.JudgeBounds(doc, bounds) {
		if v.Goal {
			goals = append(goals, v)
		} else {
			promises = append(promises, v)
		}
	}
	if len(promises) > 0 {
		if err := writeVerdicts(s.out, promises); err != nil {
			return err
		}
	}
	if len(goals) > 0 {
		fmt.Fprint(s.out, "\nGoals\n\n")
		if err := writeVerdicts(s.out, goals); err != nil {
			return err
		}
	}
	fmt.Fprintln(s.out)
	for _, warning := range doc.Warnings {
		fmt.Fprintf(s.out, "warning: %s\n", warning)
	}
	fmt.Fprintln(s.out, verdictSummary(promises, goals))
	judged := promises
	if len(judged) == 0 {
		judged = goals
	}
	if decide.Count(promises)[decide.Broken] > 0 || decide.Count(judged)[decide.NotRun] == len(judged) {
		return errFailed
	}
	return nil
}

// verdictSummary describes the result of the check in one line.
func verdictSummary(promises, goals []decide.BoundVerdict) string {
	of, reached := decide.Count(promises), decide.Count(goals)
	text := fmt.Sprintf("%d bounds: %d kept, %d inconclusive, %d broken, %d not run", len(promises),
		of[decide.Kept], of[decide.Inconclusive], of[decide.Broken], of[decide.NotRun])
	if len(goals) > 0 {
		text += fmt.Sprintf("; %d goals: %d reached, %d inconclusive, %d not reached, %d not run", len(goals),
			reached[decide.Kept], reached[decide.Inconclusive], reached[decide.Broken], reached[decide.NotRun])
	}
	return text
}

func writeVerdicts(out io.Writer, verdicts []decide.BoundVerdict) error {
	shown := figures.Table{Header: []string{"workload", "contestant", "against", "measured", "95 % interval", "bound", ""}}
	for _, v := range verdicts {
		against := strings.TrimSpace(v.Against + " " + v.RivalRow)
		switch {
		case v.Allocations:
			against = "(allocations)"
		case v.CPU:
			against += " (CPU per message)"
		case v.Unit != "":
			against = "(" + v.Unit + ")"
		}
		measured, interval := "-", "-"
		if v.Measured.Known() {
			measured = formatRatio(v.Measured.Value)
		}
		if v.Measured.Bounded() {
			interval = formatRatio(v.Measured.Low) + " .. " + formatRatio(v.Measured.High)
		}
		shown.Add(v.Row(), v.Contestant, against, measured, interval, v.Limit(), verdictText(v))
	}
	_, err := io.WriteString(out, shown.Text())
	return err
}

// verdictText describes the state of a bound, with remarks.
func verdictText(v decide.BoundVerdict) string {
	text := v.State.String()
	switch {
	case v.Goal && v.State == decide.Kept:
		text = "reached"
	case v.Goal && v.State == decide.Broken:
		text = "not reached"
	case v.State == decide.Broken:
		text = "BROKEN"
	}
	switch {
	case v.Reason != "":
		text += ": " + v.Reason
	case v.CPU:
		text += fmt.Sprintf("; in a second %.2g CPU s against %.2g", v.Cores, v.RivalCores)
	}
	return text
}

// formatRatio formats a value with three decimals, or with more when three would all be zero.
func formatRatio(v float64) string {
	if v > 0 && v < 0.01 {
		return fmt.Sprintf("%.2g", v)
	}
	return fmt.Sprintf("%.3f", v)
}
