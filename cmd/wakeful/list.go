package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
	"github.com/wakeful-go/wakeful/tournament/world"
)

func newList(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the contestants, the workloads and the lanes",
		Long: `Lists the contestants with their kind, the workloads with their parameters and
unit, those of tournament --world, and the lanes of wakeful latency without Rust's.
Ablations, and the workloads primitive-cost and cas-failures, are part of a full run
only: they are for the claims.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			return list(s)
		},
	}
}

func list(s streams) error {
	loops := figures.Table{Header: []string{"contestant", "kind", ""}}
	missing := absentContestants()
	for _, e := range contestants() {
		summary := e.Summary
		if reason := missing[e.Name]; reason != "" {
			summary = reason
		}
		loops.Add(e.Name, string(e.Kind), summary)
	}
	loads := figures.Table{Header: []string{"workload", "unit", ""}}
	addWorkloads(&loads, slices.Concat(workloads.All(), workloads.Extras()))
	runtimes := figures.Table{Header: []string{"contestant of --world", "kind", ""}}
	for _, e := range world.Entries() {
		runtimes.Add(e.Name, string(e.Kind), e.Summary)
	}
	shared := figures.Table{Header: []string{"workload of --world", "unit", ""}}
	addWorkloads(&shared, world.Workloads())
	lanes := figures.Table{Header: []string{"lane of wakeful latency", ""}}
	for _, l := range latency.Lanes() {
		lanes.Add(l.Name, l.Summary)
	}
	_, err := fmt.Fprintf(s.out, "%s\n%s\n%s\n%s\n%s", loops.Text(), loads.Text(), runtimes.Text(), shared.Text(), lanes.Text())
	return err
}

// addWorkloads adds a row for each workload and for each of its variants.
func addWorkloads(table *figures.Table, all []*workloads.Workload) {
	for _, load := range all {
		table.Add(load.Name, load.Unit, load.Summary)
		for _, params := range load.Variants {
			if len(params) > 0 {
				table.Add("", "", "  "+result.FormatParams(params))
			}
		}
	}
}
