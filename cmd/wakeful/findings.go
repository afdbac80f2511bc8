package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func newFindings(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "findings FILE",
		Short: "Say which of the founding documents' claims a run confirms",
		Long: `Writes a page in Markdown to the standard output: which of the claims of the
documents that this project grew from the run confirms, which it refutes, and
which it leaves undecided or cannot test, each with the measured figure, its
interval, and the figure that was reported.`,
		Example: `  wakeful tournament --full --json full.json
  wakeful findings full.json > findings.md`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			doc, err := result.ReadFile(args[0])
			if err != nil {
				return err
			}
			return claims.Findings(s.out, doc)
		},
	}
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
