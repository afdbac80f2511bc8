package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/budget"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// leastCheckRounds is how many samples a verdict is given on at least.
const leastCheckRounds = 10

func newCheck(s streams) *cobra.Command {
	var file string
	var waiting bool
	rounds := leastCheckRounds
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Judge the project's bounds: ratios that it promises to keep",
		Long: `Prints each bound with the measured ratio of medians, its 95 % interval, and
whether it was kept. Without --json it measures what the bounds need and leaves
the document in results/. A bound is judged by the ratio itself; the interval
says how much another run may differ. A bound without a figure is not kept.
Bounds on processor time are about that of one message; what both burn in a second
stands beside it.

Exit status 1 when a bound was not kept.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := between("--rounds", rounds, leastCheckRounds, mostRounds); err != nil {
				return err
			}
			bounds := budget.All()
			if waiting {
				bounds = budget.Waiting()
			}
			doc, err := checked(cmd.Context(), s, file, rounds, waiting)
			if err != nil && (doc == nil || !doc.Complete) {
				return err
			}
			// Also when the document could not be written: what it says took minutes.
			judged := judge(s, doc, bounds)
			if err != nil {
				return err
			}
			return judged
		},
	}
	cmd.Flags().StringVar(&file, "json", "", "judge the document in this `file` instead of measuring")
	cmd.Flags().BoolVar(&waiting, "waiting", false, "only the bounds about waiting, which are about the lanes of wakeful latency")
	cmd.Flags().IntVar(&rounds, "rounds", rounds, "samples of each cell, when measuring")
	cmd.MarkFlagsMutuallyExclusive("json", "rounds")
	return cmd
}

// checked is the document to judge: the one in the file, or a new one.
func checked(ctx context.Context, s streams, file string, rounds int, waiting bool) (*result.Document, error) {
	if file != "" {
		return result.ReadFile(file)
	}
	path := filepath.Join(resultsFolder, "check-"+time.Now().UTC().Format("20060102-150405")+".json")
	if err := writable(path); err != nil {
		return nil, err
	}
	doc, err := judgeable(ctx, s, rounds, waiting)
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

// judgeable measures what the bounds need: cells of the tournament, then lanes.
func judgeable(ctx context.Context, s streams, rounds int, waiting bool) (*result.Document, error) {
	seed := uint64(rand.Uint32())
	lanes := latency.Options{Mode: measure.Quick, Rounds: rounds, Seed: seed}
	if waiting {
		return measuredLanes(ctx, s, budget.Lanes(), lanes)
	}
	doc, err := measured(ctx, s, measure.Options{Cells: neededCells(), Mode: measure.Quick, Rounds: rounds, Seed: seed})
	if err != nil || !doc.Complete {
		return doc, err
	}
	waited, err := measuredLanes(ctx, s, budget.Lanes(), lanes)
	if waited == nil {
		doc.Complete = false // what is there is kept all the same
		return doc, err
	}
	latency.Merge(doc, waited)
	return doc, err
}

// neededCells are the cells that some bound is judged by.
func neededCells() []measure.Cell {
	var needed []measure.Cell
	for _, cell := range measure.Cells(lineup.All(), workloads.All()) {
		for _, bound := range budget.Bounds() {
			if bound.Needs(cell.Entry, cell.Workload.Name, cell.Params) {
				needed = append(needed, cell)
				break
			}
		}
	}
	return needed
}

// judge prints the verdicts, and fails when one is against a bound.
func judge(s streams, doc *result.Document, bounds []budget.Bound) error {
	verdicts := budget.Judge(doc, bounds)
	if err := writeVerdicts(s.out, verdicts); err != nil {
		return err
	}
	for _, warning := range doc.Warnings {
		fmt.Fprintf(s.out, "warning: %s\n", warning)
	}
	if !budget.AllKept(verdicts) {
		return errFailed
	}
	return nil
}

func writeVerdicts(out io.Writer, verdicts []budget.Verdict) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "workload\tcontestant\tagainst\tmeasured\t95 % interval\tbound\t")
	for _, v := range verdicts {
		against := strings.TrimSpace(v.Rival + " " + v.RivalRow)
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
			measured = figure(v.Measured.Value)
		}
		if v.Measured.Bounded() {
			interval = figure(v.Measured.Low) + " .. " + figure(v.Measured.High)
		}
		verdict := "ok"
		if !v.Kept {
			verdict = "FAIL"
		}
		switch {
		case v.Reason != "":
			verdict += ": " + v.Reason
		case v.CPU:
			verdict += fmt.Sprintf("; in a second %.2g CPU s against %.2g", v.Cores, v.RivalCores)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", v.Row(), v.Contestant, against, measured, interval, v.Limit(), verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing the verdicts: %w", err)
	}
	return nil
}

// figure writes three decimals, and more where three would say nothing.
func figure(v float64) string {
	if v > 0 && v < 0.01 {
		return fmt.Sprintf("%.2g", v)
	}
	return fmt.Sprintf("%.3f", v)
}
