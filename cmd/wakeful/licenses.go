package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/cmd/internal/notices"
)

func newLicenses(s streams) *cobra.Command {
	return &cobra.Command{
		Use:     "licenses",
		Aliases: []string{"licences"},
		Short:   "Print the licences of what the command contains",
		Long: `Prints the notices of the third parties whose work is in the command: Go modules,
the npm packages in the built-in JavaScript modules and in the report, and Unicode's
data.`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(s.out, notices.Text)
			return err
		},
	}
}
