package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// arrivalsCommand is the hidden command with which wakeful latency starts itself for one sample. It
// starts the Rust program with the same flags.
const arrivalsCommand = "arrivals"

func newArrivals(s streams) *cobra.Command {
	var o latency.Order
	cmd := &cobra.Command{
		Use:    arrivalsCommand,
		Short:  "Take one sample of one lane, and write its document",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Quota = cpuQuota()
			// A sample is filed under the parameters of its process, such as the quota. Only the
			// gap can differ between samples of one process.
			params := latency.Params{}
			if o.Workload == latency.Arrival {
				params.Gap = o.Gap
			}
			started := time.Now()
			sample, err := latency.Take(cmd.Context(), o)
			if err != nil {
				return err
			}
			doc, err := latency.SampleDocument(o, params, started, sample)
			if err != nil {
				return fmt.Errorf("the sample makes no valid document: %w", err)
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
	var to string
	flags.StringVar(&to, "json", "-", "where the document goes: the standard output only")
	return cmd
}

// ownLanes returns this program as a program that takes samples of lanes.
func ownLanes() (*latency.Program, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program's own file: %w", err)
	}
	return latency.ThisProgram([]string{self, arrivalsCommand}), nil
}
