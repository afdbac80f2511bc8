package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

func newList(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the contestants and the workloads",
		Long: `Lists the contestants with their kind, and the workloads with their parameters
and unit. Ablations, and the workloads primitive-cost and cas-failures, are part
of a full run only: they are for the claims.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			return list(s)
		},
	}
}

func list(s streams) error {
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "contestant\tkind\t")
	missing := absent()
	for _, e := range contestants() {
		summary := e.Summary
		if reason := missing[e.Name]; reason != "" {
			summary = reason
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Name, e.Kind, summary)
	}
	fmt.Fprintln(w, "\t\t\nworkload\tunit\t")
	for _, load := range append(workloads.All(), workloads.Apart()...) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", load.Name, load.Unit, load.Summary)
		for _, params := range load.Variants {
			if len(params) > 0 {
				fmt.Fprintf(w, "\t\t  %s\n", result.FormatParams(params))
			}
		}
	}
	return w.Flush()
}
