package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/report"
	"github.com/wakeful-go/wakeful/tournament/result"
)

func newReport(s streams) *cobra.Command {
	var html, picture string
	var check bool
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Show the table of a tournament's document, or compare the documents of machines",
		Long: `Shows the table of a document that wakeful tournament left. With --html it also
writes the report, one file that opens without a network. With --picture it also
writes the main figures as two images, one for a light and one for a dark page:
PREFIX-light.svg and PREFIX-dark.svg.

With the documents of several machines it shows their profiles, and on how many of
them wakeful is ahead. --html then writes this comparison row by row, as a page in
which a reader chooses machines. With --check it fails if a document breaks a rule
for contributions: see docs/benchmarking.md.`,
		Example: `  wakeful report results/full.json --html results/full.html
  wakeful report docs/world.json.gz
  wakeful report docs/results/*.json.gz --html results/machines.html
  wakeful report docs/results/intel-xeon.json.gz --picture docs/tournament`,
		Args: someFiles,
		RunE: func(_ *cobra.Command, args []string) error {
			var docs []*result.Document
			for _, file := range args {
				doc, err := result.ReadFile(file)
				if err != nil {
					return err
				}
				docs = append(docs, doc)
				if html != "" {
					if err := errors.Join(requireDistinct(file, html), writable(html)); err != nil {
						return err
					}
				}
			}
			if check {
				if err := checkContributions(args, docs); err != nil {
					return err
				}
			}
			if len(docs) > 1 {
				if picture != "" {
					return errors.New("--picture shows one machine; give it one document")
				}
				return reportMachines(s, html, docs)
			}
			if html != "" {
				if err := writeReport(html, docs[0]); err != nil {
					return err
				}
			}
			if picture != "" {
				if err := writePictures(picture, docs[0]); err != nil {
					return err
				}
			}
			return table(s, docs[0])
		},
	}
	cmd.Flags().StringVar(&html, "html", "", "write the report to this `file`")
	cmd.Flags().BoolVar(&check, "check", false, "fail if a document breaks a rule for docs/results")
	cmd.Flags().StringVar(&picture, "picture", "", "write the main figures to `prefix`-light.svg and prefix-dark.svg")
	return cmd
}

// reportMachines compares the documents of several machines, also as a page if it has a name.
func reportMachines(s streams, html string, docs []*result.Document) error {
	var runs []report.MachineRun
	for _, doc := range docs {
		runs = append(runs, report.MachineRun{Doc: doc, Found: claims.Found(doc)})
	}
	if html != "" {
		if err := result.Replace(html, func(out io.Writer) error { return report.MachinesHTML(out, runs...) }); err != nil {
			return fmt.Errorf("the comparison %s was not written: %w", html, err)
		}
	}
	return report.Machines(s.out, runs...)
}

func someFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s needs the document of a tournament, or those of several machines", cmd.CommandPath())
	}
	return nil
}

func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s needs one file: the document of a tournament; it was given %d", cmd.CommandPath(), len(args))
	}
	return nil
}
