package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func newFindings(s streams) *cobra.Command {
	var charts, compressed string
	cmd := &cobra.Command{
		Use:   "findings FILE...",
		Short: "Say which of the founding documents' claims a run confirms",
		Long: `Writes a page in Markdown to the standard output: which of the claims of the
documents that this project grew from the run confirms, which it refutes, and
which it leaves undecided or cannot test, each with the measured figure, its
interval, and the figure that was reported. For the documents of several machines
it writes the verdicts side by side. With --charts it writes instead a chart of each
claim into a folder. With --compress it writes instead the document itself,
compressed and with the histograms that the pages need, as it is committed.`,
		Example: `  wakeful tournament --full --json results/full.json
  wakeful findings results/full.json > results/findings.md
  wakeful findings docs/results/*.json.gz
  wakeful findings results/full.json --charts results/claims
  wakeful findings results/full.json --compress results/small.json.gz`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && charts == "" && compressed == "" {
				return nil
			}
			return oneFile(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var runs []claims.Run
			for _, file := range args {
				doc, err := result.ReadFile(file)
				if err != nil {
					return err
				}
				runs = append(runs, claims.Run{Doc: doc})
				if len(args) > 1 {
					runs[len(runs)-1].File = path.Join("results", filepath.Base(file))
				}
			}
			switch doc := runs[0].Doc; {
			case compressed != "":
				if requireDistinct(args[0], compressed) != nil {
					return fmt.Errorf("--compress %s is the document that is read; give it another name", compressed)
				}
				return compress(compressed, doc)
			case charts != "":
				return writeCharts(charts, doc)
			}
			return claims.Findings(s.out, runs...)
		},
	}
	cmd.Flags().StringVar(&charts, "charts", "", "write a chart of each claim into this `folder` instead")
	cmd.Flags().StringVar(&compressed, "compress", "", "write the document into this `file` instead, compressed")
	cmd.MarkFlagsMutuallyExclusive("charts", "compress")
	return cmd
}

// writeCharts writes the charts of the claims into a folder. Charts of an earlier run that this one
// does not have are removed.
func writeCharts(folder string, doc *result.Document) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, j := range claims.Judge(doc) {
		var chart bytes.Buffer
		drawn, err := j.Chart(&chart)
		if err != nil {
			return err
		}
		file := filepath.Join(folder, path.Base(claims.ChartOf(j.ID)))
		if !drawn {
			if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			continue
		}
		if err := os.WriteFile(file, chart.Bytes(), 0o644); err != nil { //nolint:gosec // for everybody to read
			return err
		}
	}
	return nil
}
