package main

import (
	"bytes"
	"errors"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/internal/tracepage"
)

// This file owns `wakeful sim`, which shows what package sim has recorded.

func newSim(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Show what a simulated run has recorded",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var options tracepage.Options
	trace := &cobra.Command{
		Use:   "trace FILE",
		Short: "Draw the trace of a simulated run as a page, on standard output",
		Long: `Draws a trace that package sim has written to the file of WAKEFUL_SIM_TRACE:
machines are lanes, messages are arrows, and faults are marked. The page needs no
network. FILE may be - for standard input.`,
		Example: `  WAKEFUL_SIM_SEED=17 WAKEFUL_SIM_TRACE=sim.trace go test -run '^TestX$' ./x
  wakeful sim trace sim.trace > sim.html`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if options.Last < 1 || options.From < 0 || options.To < 0 {
				return errors.New("sim trace: --last needs at least 1, and --from and --to must not be negative")
			}
			in, err := openInput(s, args[0])
			if err != nil {
				return err
			}
			defer in.Close() //nolint:errcheck // it is read only
			var page bytes.Buffer
			if err = tracepage.Draw(&page, in, options); err != nil {
				return err
			}
			_, err = s.out.Write(page.Bytes())
			return err
		},
	}
	trace.Flags().IntVar(&options.Last, "last", 1000, "how many rows to draw at most, the last ones")
	trace.Flags().Float64Var(&options.From, "from", 0, "the first second to draw")
	trace.Flags().Float64Var(&options.To, "to", 0, "the last second to draw; 0 is the end")
	cmd.AddCommand(trace)
	return cmd
}
