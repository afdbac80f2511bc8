package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/world"
)

// newGrowth is a command of its own and no part of --world: a curve varies a parameter and
// needs few peers, a comparison varies peers and needs few parameters; together they would
// take an hour.
func newGrowth(s streams) *cobra.Command {
	var f tournamentFlags
	var curves, peers []string
	cmd := &cobra.Command{
		Use:   "growth",
		Short: "Measure how costs grow with producers, timers, descriptors, loops and bursts",
		Long: `Measures one workload over a range of one parameter, for each curve, and fits the
power of the parameter that the cost follows: an exponent of 0 is a cost that does not
grow, 1 one that grows as the parameter does. The fit is made in each round by itself;
shown are the median exponent and its 95 % interval.

The peers are those of wakeful tournament --world, in processes of their own.
Parameters that this machine's limits do not allow are listed with the reason.`,
		Example: `  wakeful growth
  wakeful growth --curve timers,bursts --peer wakeful,libuv,tokio`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkRange("--rounds", f.rounds, 1, mostRounds); err != nil {
				return err
			}
			if cmd.Flags().Changed("limit") && f.limit <= 0 {
				return fmt.Errorf("--limit is %v; it must be positive", f.limit)
			}
			chosen, err := world.FindCurves(curves)
			if err != nil {
				return err
			}
			for _, name := range peers {
				if _, err := world.Find(name); err != nil {
					return err
				}
			}
			f.only, f.seed = nil, uint64(rand.Uint32())
			var held locks
			defer held.release()
			file, err := worldFile("growth", f, &held)
			if err != nil {
				return err
			}
			o, err := worldOptions(f)
			if err != nil {
				return err
			}
			o.Workloads = world.GrowthWorkloads(chosen)
			if o.Contestants, err = worldContestants(cmd.Context(), s.err, peers); err != nil {
				return interrupted(cmd.Context(), err)
			}
			return runWorld(cmd.Context(), s, o, file, func(d *world.Document) string { return d.GrowthTable(chosen) })
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&curves, "curve", nil, "measure these `curves` only: producers, timers, timers-cancel, timers-fire, descriptors, loops, bursts")
	flags.StringSliceVar(&peers, "peer", []string{"wakeful", "handwritten"}, "measure these `peers`")
	flags.IntVar(&f.rounds, "rounds", worldRounds, "samples of each point")
	flags.DurationVar(&f.limit, "limit", 0, "start no further round that would end after this time (none)")
	flags.StringVar(&f.json, "json", "", "write the document to this `file` (results/growth-TIME.json)")
	flags.StringVar(&f.resume, "resume", "", "add the points that the document in this `file` does not have")
	cmd.MarkFlagsMutuallyExclusive("json", "resume")
	return cmd
}
