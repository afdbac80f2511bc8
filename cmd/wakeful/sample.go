package main

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// This file owns the hidden commands with which the program starts itself for one sample.

const (
	sampleCommand = "sample" // of a contestant
	// arrivalsCommand takes a sample of a lane. The Rust program is started with the same flags.
	arrivalsCommand = "arrivals"
)

// startSelf returns the command line of a process of one sample.
func startSelf(command string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program's own file: %w", err)
	}
	return []string{self, command}, nil
}

func newSample(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    sampleCommand,
		Short:  "Take one sample: the order comes on standard input, the sample goes to standard output",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return measure.Serve(cmd.Context(), contestants(), s.in, s.out)
		},
	}
}

// contestants are all that can be measured: the line-up, and what exists for the
// claims or the bounds alone.
func contestants() []contest.Entry {
	return slices.Concat(lineup.All(), claims.Entries(), lineup.Variants())
}

// absentContestants returns the entries that this system cannot run, with the reasons.
func absentContestants() map[string]string {
	why := lineup.Absent()
	maps.Copy(why, claims.Absent(lineup.Absent()))
	return why
}

func newArrivals(s streams) *cobra.Command {
	var o latency.Order
	cmd := &cobra.Command{
		Use:    arrivalsCommand,
		Short:  "Take one sample of one lane, and write its document",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Quota = cpuQuota()
			doc, err := latency.TakeDocument(cmd.Context(), o)
			if err != nil {
				return err
			}
			return result.Write(s.out, doc)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Lane, "lane", "", "the `name` of the lane")
	flags.StringVar(&o.Workload, "workload", latency.Arrival, "what is measured")
	flags.DurationVar(&o.Gap, "gap", latency.FoundingGap, "time between an arrival and the next sending")
	flags.IntVar(&o.Iterations, "iterations", 99, "messages that are timed at least")
	flags.DurationVar(&o.Length, "length", 0, "how long the timed part takes at least")
	flags.BoolVar(&o.Pin, "pin", false, "keep sender and receiver on a processor each")
	flags.BoolVar(&o.Force, "force", false, "spin even without a processor for it")
	flags.String("json", "-", "where the document goes: the standard output only")
	return cmd
}
