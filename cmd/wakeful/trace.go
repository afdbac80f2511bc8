package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/internal/recording"
	"github.com/wakeful-go/wakeful/internal/tracepage"
)

// This file owns `wakeful trace`, which shows what telemetry.Recorder or package sim has recorded.

func newTrace(s streams) *cobra.Command {
	var perfetto, findings, execution bool
	var drawn tracepage.Options
	cmd := &cobra.Command{
		Use:   "trace FILE",
		Short: "Show a recording of loops, or a simulated run, as a page on standard output",
		Long: `Draws a recording that telemetry.Dump or a telemetry.Recorder has written: a lane
for each loop with its callbacks, the length of its queue and its work, arrows
from where a callback was submitted, a search by callback, and percentiles of what
is in view. A click on a callback lists what has led to it, with the time of each
part. The page begins with the faults that rules have found. It needs no network.
FILE may be - for standard input.

FILE may also be a trace that package sim has written to the file of
WAKEFUL_SIM_TRACE: machines are lanes, messages are arrows, and faults are marked.
--last, --from and --to choose the part of it that is drawn.`,
		Example: `  wakeful trace orders.rec > orders.html
  wakeful trace --findings orders.rec
  wakeful trace --perfetto orders.rec > orders.json
  wakeful trace --go orders.rec > orders.trace && go tool trace orders.trace
  WAKEFUL_SIM_SEED=17 WAKEFUL_SIM_TRACE=sim.trace go test -run '^TestX$' ./x
  wakeful trace sim.trace > sim.html`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if drawn.Last < 1 || drawn.From < 0 || drawn.To < 0 {
				return errors.New("--last needs at least 1, and --from and --to must not be negative")
			}
			file, err := openInput(s, args[0])
			if err != nil {
				return err
			}
			defer file.Close() //nolint:errcheck // it is read only
			in := bufio.NewReader(file)
			if begin, _ := in.Peek(len(tracepage.Magic)); string(begin) == tracepage.Magic {
				if perfetto || findings || execution {
					return errors.New("the trace of a simulated run can only be drawn as a page")
				}
				return tracepage.Draw(s.out, in, drawn) // which reads it all before it writes
			}
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
	cmd.Flags().IntVar(&drawn.Last, "last", 1000, "how many rows of a simulated run to draw at most, the last ones")
	cmd.Flags().Float64Var(&drawn.From, "from", 0, "the first second of a simulated run to draw")
	cmd.Flags().Float64Var(&drawn.To, "to", 0, "the last second of a simulated run to draw; 0 is the end")
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
