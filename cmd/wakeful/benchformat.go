package main

import (
	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/benchformat"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func newBenchFormat(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "bench-format FILE",
		Short: "Write a document as text that benchstat reads",
		Long: `Writes every sample of a document as a line of the text that Go benchmarks print,
to the standard output: BenchmarkPingPong/contestant=wakeful-2. The machine becomes
configuration lines, the run comments, and percentiles of latencies are units of
their own. benchstat compares two runs of one machine.`,
		Example: `  wakeful bench-format results/full.json | benchstat -col /contestant -
  wakeful bench-format before.json > before.txt
  wakeful bench-format after.json > after.txt && benchstat before.txt after.txt`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			doc, err := result.ReadFile(args[0])
			if err != nil {
				return err
			}
			return benchformat.Write(s.out, doc)
		},
	}
}
