package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// This file owns `wakeful trace`, which shows what telemetry.Recorder has recorded.

func newTrace(s streams) *cobra.Command {
	var perfetto, findings, execution bool
	cmd := &cobra.Command{
		Use:   "trace FILE",
		Short: "Show a recording of loops as a page, on standard output",
		Long: `Draws a recording that telemetry.Dump or a telemetry.Recorder has written: a lane
for each loop with its callbacks, the length of its queue and its work, arrows
from where a callback was submitted, a search by callback, and percentiles of what
is in view. A click on a callback lists what has led to it, with the time of each
part. The page begins with the faults that rules have found. It needs no network.
FILE may be - for standard input.`,
		Example: `  wakeful trace orders.rec > orders.html
  wakeful trace --findings orders.rec
  wakeful trace --perfetto orders.rec > orders.json
  wakeful trace --go orders.rec > orders.trace && go tool trace orders.trace`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			in, err := openInput(s, args[0])
			if err != nil {
				return err
			}
			defer in.Close() //nolint:errcheck // it is read only
			r, err := recording.Read(in)
			switch {
			case err != nil:
				return err
			case execution && len(r.Trace) == 0:
				return errors.New("the recording has no Go trace; call telemetry.RecordTrace before")
			case execution:
				_, err := s.out.Write(r.Trace)
				return err
			case findings:
				return printFindings(s.out, r)
			case perfetto:
				return r.Chrome(s.out)
			}
			return r.Page(s.out)
		},
	}
	cmd.Flags().BoolVar(&perfetto, "perfetto", false, "write JSON for Perfetto and chrome://tracing instead")
	cmd.Flags().BoolVar(&findings, "findings", false, "print only the faults that rules have found, one per line")
	cmd.Flags().BoolVar(&execution, "go", false, "write only the Go execution trace in it, for go tool trace")
	cmd.MarkFlagsMutuallyExclusive("perfetto", "findings", "go")
	return cmd
}

func printFindings(out io.Writer, r *recording.Recording) error {
	found := r.Findings()
	if len(found) == 0 {
		_, err := fmt.Fprintln(out, "no rule has found a fault")
		return err
	}
	for _, f := range found {
		if _, err := fmt.Fprintf(out, "%s: %s: %s\n", f.Loop, f.Rule, f.Text); err != nil {
			return err
		}
	}
	return nil
}

// openInput opens a file, or standard input for "-".
func openInput(s streams, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.in), nil
	}
	return os.Open(name)
}
