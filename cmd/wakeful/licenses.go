package main

import (
	_ "embed"
	"fmt"

	"github.com/spf13/cobra"
)

// thirdParties are the notices of the third parties whose work is in the command, as their licences
// require. TestTheNoticesAreWhole writes the file.
//
//go:embed THIRD_PARTY_NOTICES
var thirdParties string

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
			_, err := fmt.Fprint(s.out, thirdParties)
			return err
		},
	}
}
