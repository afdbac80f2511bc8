package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/world"
)

func newReport(s streams) *cobra.Command {
	var html, picture string
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Show the table of a tournament's document, and write its HTML report",
		Long: `Shows the table of a document that wakeful tournament left, also with --world, or
wakeful growth. With --html it also writes the report, one file that opens without
a network. With --picture it also writes the main figures as two images, one for a
light and one for a dark page: PREFIX-light.svg and PREFIX-dark.svg. A document of
other runtimes has neither.`,
		Example: `  wakeful report results/full.json --html results/full.html
  wakeful report docs/world.json.gz
  wakeful report docs/findings.json.gz --picture docs/tournament`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			doc, err := result.ReadFile(args[0])
			if err != nil {
				if other, worldErr := world.ReadDocument(args[0]); worldErr == nil && html+picture == "" {
					return world.Table(s.out, other, false)
				}
				return err
			}
			if html != "" {
				if err := errors.Join(requireDistinct(args[0], html), writable(html)); err != nil {
					return err
				}
				if err := writeReport(html, doc); err != nil {
					return err
				}
			}
			if picture != "" {
				if err := writePictures(picture, doc); err != nil {
					return err
				}
			}
			return table(s, doc)
		},
	}
	cmd.Flags().StringVar(&html, "html", "", "write the report to this `file`")
	cmd.Flags().StringVar(&picture, "picture", "", "write the main figures to `prefix`-light.svg and prefix-dark.svg")
	return cmd
}

func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s needs one file: the document of a tournament; it was given %d", cmd.CommandPath(), len(args))
	}
	return nil
}
