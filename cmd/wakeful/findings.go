package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func newFindings(s streams) *cobra.Command {
	var explained, compressed string
	cmd := &cobra.Command{
		Use:   "findings FILE",
		Short: "Say which of the founding documents' claims a run confirms",
		Long: `Writes a page in Markdown to the standard output: which of the claims of the
documents that this project grew from the run confirms, which it refutes, and
which it leaves undecided or cannot test, each with the measured figure, its
interval, and the figure that was reported. With --explained it writes
instead the page that explains those documents, founding-documents.md, with a
chart of each claim, into a folder. With --compress it writes instead the document
itself, compressed and with the histograms that these pages need, as it is
committed. In a clone, make findings RESULTS=FILE does all of it.`,
		Example: `  wakeful tournament --full --json docs/findings.json
  wakeful findings docs/findings.json > docs/findings.md
  wakeful findings docs/findings.json --explained docs
  wakeful findings results/full.json --compress docs/findings.json.gz`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			doc, err := result.ReadFile(args[0])
			if err != nil {
				return err
			}
			if compressed != "" {
				if requireDistinct(args[0], compressed) != nil {
					return fmt.Errorf("--compress %s is the document that is read; give it another name", compressed)
				}
				return compress(compressed, doc)
			}
			if explained != "" {
				return explain(explained, doc)
			}
			return claims.Findings(s.out, doc)
		},
	}
	cmd.Flags().StringVar(&explained, "explained", "", "write founding-documents.md and claims/*.svg into this `folder` instead")
	cmd.Flags().StringVar(&compressed, "compress", "", "write the document into this `file` instead, compressed")
	cmd.MarkFlagsMutuallyExclusive("explained", "compress")
	return cmd
}

// explain writes the page about the founding documents and its charts into a folder.
// Charts of an earlier run that this one does not have are removed.
func explain(folder string, doc *result.Document) error {
	var text bytes.Buffer
	if err := claims.Founding(&text, doc); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, "claims"), 0o755); err != nil {
		return err
	}
	for _, j := range claims.Judge(doc) {
		var chart bytes.Buffer
		drawn, err := j.Chart(&chart)
		if err != nil {
			return err
		}
		file := filepath.Join(folder, filepath.FromSlash(claims.ChartOf(j.ID)))
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
	return os.WriteFile(filepath.Join(folder, "founding-documents.md"), text.Bytes(), 0o644) //nolint:gosec // for everybody to read
}

// verdicts counts the claims by verdict: "12 confirmed, 7 refuted".
func verdicts(doc *result.Document) string {
	n := map[claims.Verdict]int{}
	for _, j := range claims.Judge(doc) {
		n[j.Verdict]++
	}
	var words []string
	for _, v := range claims.Verdicts {
		words = append(words, fmt.Sprintf("%d %s", n[v], v))
	}
	return strings.Join(words, ", ")
}
