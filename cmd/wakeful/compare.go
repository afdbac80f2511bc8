package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/compare"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func newCompare(s streams) *cobra.Command {
	var changed bool
	tolerance := 100 * compare.DefaultTolerance
	cmd := &cobra.Command{
		Use:   "compare A.json B.json [C.json...]",
		Short: "Put the documents of several runs side by side",
		Long: `Shows the figures of several documents side by side, each run against the first:
the ratio of the medians with its 95 % interval, and whether it is faster or
slower. A ~ means that nothing was shown: the interval holds 1.

A cell is called a regression when the whole interval lies above 1 by more than
the tolerance, and when both runs are of the same machine, were made alike, and
had steady controls. Where they differ in that, the fields are named and nothing
is called a regression, however much slower it is.

At the end it says how far two runs of the same code repeat each other: how many
verdicts (ahead, tied, behind, not shown) are equal and which are reversed.

Exit status 1 when there is a regression.`,
		Example: `  wakeful compare before.json after.json
  wakeful compare --changed linux.json darwin.json windows.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("%s needs two files or more: documents of tournaments; it was given %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, files []string) error {
			if !(tolerance >= 0) {
				return fmt.Errorf("--tolerance is %v; it must not be negative", tolerance)
			}
			var runs []compare.Run
			for _, file := range files {
				doc, err := result.ReadFile(file)
				if err != nil {
					return err
				}
				runs = append(runs, compare.Run{Name: filepath.Base(file), Document: doc})
			}
			c, err := compare.Documents(runs, tolerance/100)
			if err != nil {
				return err
			}
			if err := c.Table(s.out, changed); err != nil {
				return err
			}
			if c.Regressions() > 0 {
				return errFailed
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&changed, "changed", false, "leave out the rows in which nothing was shown")
	cmd.Flags().Float64Var(&tolerance, "tolerance", tolerance, "how much slower a cell may be, in `percent`")
	return cmd
}
