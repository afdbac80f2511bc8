package main

import (
	"maps"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
)

// newSample returns the hidden command with which the program starts itself for one sample.
func newSample(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    sampleCommand,
		Short:  "Take one sample: the order comes on standard input, the sample goes to standard output",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return measure.Serve(cmd.Context(), contestants(), s.in, s.out)
		},
	}
}

// contestants are all that can be measured: the line-up, and what exists for the
// claims or the bounds alone.
func contestants() []contest.Entry {
	return slices.Concat(lineup.All(), claims.Entries(), lineup.Variants())
}

// absentContestants returns the entries that this system cannot run, with the reasons.
func absentContestants() map[string]string {
	why := lineup.Absent()
	maps.Copy(why, claims.Absent(lineup.Absent()))
	return why
}

const sampleCommand = "sample"

// sampleProcess returns the command line of the process of one sample.
func sampleProcess() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return []string{self, sampleCommand}, nil
}
