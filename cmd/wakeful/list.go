package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/figures"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

func newList(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the contestants, the workloads and the lanes",
		Long: `Lists the contestants with their kind, the workloads with their parameters and
unit, and the lanes of wakeful latency without Rust's. Ablations, and the workloads primitive-cost and cas-failures, are part
of a full run only: they are for the claims.`,
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
	for _, load := range append(workloads.All(), workloads.Extras()...) {
		loads.Add(load.Name, load.Unit, load.Summary)
		for _, params := range load.Variants {
			if len(params) > 0 {
				loads.Add("", "", "  "+result.FormatParams(params))
			}
		}
	}
	lanes := figures.Table{Header: []string{"lane of wakeful latency", ""}}
	for _, l := range latency.Lanes() {
		lanes.Add(l.Name, l.Summary)
	}
	_, err := fmt.Fprintf(s.out, "%s\n%s\n%s", loops.Text(), loads.Text(), lanes.Text())
	return err
}
