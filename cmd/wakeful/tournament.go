package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/claims"
	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/decide"
	"github.com/wakeful-go/wakeful/tournament/guest"
	"github.com/wakeful-go/wakeful/tournament/latency"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/runner"
	"github.com/wakeful-go/wakeful/tournament/workloads"
	"github.com/wakeful-go/wakeful/tournament/world"
)

// tournamentFlags holds the flags of the command as given.
type tournamentFlags struct {
	quick, full bool
	only        []string
	rounds      int
	limit       time.Duration
	seed        uint64
	json        string
	resume      string
	world       bool
	growth      bool // of world's peers
	with        string
	guest       *guest.Guest // what is in with
	contribute  bool
}

func newTournament(s streams) *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{
		Use:     "tournament",
		Short:   "Measure the contestants under the workloads and show the table",
		Long:    tournamentHelp,
		Example: tournamentExamples,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return tournament(cmd.Context(), s, f)
		},
	}
	f.define(cmd)
	return cmd
}

const tournamentHelp = `Measures every contestant under every workload on this machine, each sample in a
process of its own, the cells of a round in random order. Ends with the table, a
JSON document with all samples, and an HTML report.

After a few rounds the run evaluates its figures. It continues with the rows that
show nothing yet, until everything is shown or the time is over. A difference that is
shown is real at 95 %, for all evaluations together. Tied means that a difference
above 10 % is excluded. A round in which the controls drift is measured again.

Ctrl-C leaves a valid document of what was measured until then. --resume continues
it. A contestant that hangs, crashes or loses a task is a row with the reason. The
run continues, and the exit status is 1. A founding design that does so is excluded.
Then the output begins with the reason, and the exit status is 0.

A quick run has the founding designs that lead in most rows of the full one, fewer
variants of the workloads, and wakeful-spin and wakeful-adaptive only where the loop
waits. --only can name the others.

A pattern of --only is a contestant, a workload, or contestant/workload. In each part
* stands for any letters, and an empty part for everything.

With --world the contestants are other runtimes: libuv, tokio, crossbeam, Netty,
Node, asyncio and others. They are processes that speak the protocol of
docs/peer-protocol.md. They are built the first time, into the user's cache folder.
The table lists a runtime that is not installed, with the reason. The workloads are
submit, trip, timers, echo, idle-loop and loops.

--growth measures these over a range of one parameter, for wakeful and a loop by
hand unless --only names others, and fits the power of the parameter that the cost
follows: an exponent of 0 is a cost that does not grow, 1 one that grows as the
parameter does. The fit is made in each round by itself; shown are the median
exponent and its 95 % interval.`

const tournamentExamples = `  wakeful tournament
  wakeful tournament --only 'wakeful*,goja_nodejs' --rounds 5
  wakeful tournament --only 'channel/ping-pong*'
  wakeful tournament --full --json results/full.json
  wakeful tournament --resume results/full.json
  wakeful tournament --contribute
  wakeful tournament --world
  wakeful tournament --world --only submit,trip --json results/world.json
  wakeful tournament --growth --only 'wakeful/timers,libuv/timers'`

// define defines the flags.
func (f *tournamentFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.quick, "quick", false, "about two minutes on two cores (the default)")
	flags.BoolVar(&f.full, "full", false, "longer samples, more rounds, every variant, the cells of the claims, and the lanes of wakeful latency")
	flags.StringSliceVar(&f.only, "only", nil, "measure these cells only: a list of `patterns`")
	flags.IntVar(&f.rounds, "rounds", 0, "take exactly so many samples of each cell (as many as it takes; quick: 8 to 27, full: 8 to 90)")
	flags.DurationVar(&f.limit, "limit", 0, "end after about this time with what is not shown by then; of a full run, lanes included (quick: 1m45s, full: 2h and the lanes)")
	flags.Uint64Var(&f.seed, "seed", 0, "order of the cells within the rounds (random)")
	flags.StringVar(&f.json, "json", "", "write the document to this `file`, and the report beside it (results/tournament-TIME.json)")
	flags.StringVar(&f.resume, "resume", "", "continue the interrupted run of this document, and write into the same `file`")
	flags.BoolVar(&f.world, "world", false, "compare with other runtimes, in processes of their own: some ten minutes, and as much to build them once")
	flags.BoolVar(&f.growth, "growth", false, "measure how costs grow with producers, timers, descriptors, loops and bursts")
	flags.StringVar(&f.with, "with", "", "measure the contestant whose program is in this `folder` as well, see docs/add-a-contestant.md")
	flags.BoolVar(&f.contribute, "contribute", false, "make a full run, and write it as the file for docs/results as well, see docs/benchmarking.md")
	cmd.MarkFlagsMutuallyExclusive("quick", "full")
	cmd.MarkFlagsMutuallyExclusive("rounds", "limit")
	for _, flag := range []string{"quick", "full", "with", "contribute"} {
		cmd.MarkFlagsMutuallyExclusive("world", flag)
		cmd.MarkFlagsMutuallyExclusive("growth", flag)
	}
	for _, flag := range []string{"quick", "only", "rounds", "with"} {
		cmd.MarkFlagsMutuallyExclusive("contribute", flag)
	}
	for _, flag := range []string{"quick", "full", "json"} {
		cmd.MarkFlagsMutuallyExclusive("resume", flag)
	}
}

// check checks the flags and chooses the seed.
func (f *tournamentFlags) check(cmd *cobra.Command) error {
	flags := cmd.Flags()
	if flags.Changed("rounds") {
		if err := checkRange("--rounds", f.rounds, 1, mostRounds); err != nil {
			return err
		}
	}
	if flags.Changed("limit") && f.limit <= 0 {
		return fmt.Errorf("--limit is %v; it must be positive", f.limit)
	}
	if f.contribute {
		f.full = true
		if err := mayContribute(); err != nil {
			return err
		}
	}
	f.world = f.world || f.growth
	if !flags.Changed("seed") {
		f.seed = uint64(rand.Uint32())
	}
	for _, flag := range []string{"only", "rounds", "seed"} {
		if f.resume != "" && flags.Changed(flag) {
			return fmt.Errorf("--%s does not go with --resume: the document says what is measured", flag)
		}
	}
	return nil
}

// mostRounds is the largest number of rounds that can be asked for.
const mostRounds = result.MostRounds

// checkRange fails when the value of a flag is out of bounds.
func checkRange(flag string, value, least, most int) error {
	if value < least || value > most {
		return fmt.Errorf("%s is %d; it must be %d to %d", flag, value, least, most)
	}
	return nil
}

// tournament measures, then writes the document, the report and the table.
func tournament(ctx context.Context, s streams, f tournamentFlags) error {
	if f.with != "" {
		remove, err := f.build(ctx, s)
		if err != nil {
			return interrupted(ctx, err)
		}
		defer remove()
	}
	var held locks
	defer held.release()
	if f.resume != "" { // before it is read
		if err := held.lock(f.resume); err != nil {
			return err
		}
		f.json = f.resume
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	files, err := resultFiles("tournament", f.json, &held)
	if err != nil {
		return err
	}
	f.json = files.json
	options.Checkpoint = func(doc *result.Document) error { return result.WriteFile(f.json, doc) }
	if f.resume == "" {
		if err := refuseInterrupted(f.json); err != nil {
			return err
		}
	}
	if f.world {
		if err := addPeers(ctx, s, &options); err != nil {
			return err
		}
	} else if f.resume == "" {
		fmt.Fprintln(s.err, plan(options))
	}
	doc, err := runHere(ctx, s, options)
	if doc == nil {
		return err
	}
	if err == nil && f.hasLanes(options) {
		// Also after an interruption, so that the document lists the missing cells.
		if doc, err = f.addLanes(ctx, s, doc, options.Resume); errors.Is(err, errInterrupted) {
			err = nil // the document says that it is incomplete
		}
	}
	err = leave(s, files, doc, err, "wakeful tournament --resume "+f.json+f.again())
	if f.growth {
		fmt.Fprintf(s.out, "\n%s", world.Exponents(doc).Text())
	}
	if err != nil || !f.contribute {
		return err
	}
	return contribute(s, f.json, doc)
}

// again is what the command that continues the run has behind its document.
func (f *tournamentFlags) again() string {
	switch {
	case f.contribute:
		return " --contribute"
	case f.growth:
		return " --growth"
	}
	return ""
}

// plan says what a run is about to do.
func plan(o measure.Options) string {
	cells := len(o.Measurable())
	if len(o.Looks) == 0 {
		return fmt.Sprintf("cells to measure: %d, rounds: %d, on two cores about %s", cells, o.Rounds, o.Expected(o.Rounds).Round(time.Second))
	}
	first := o.Expected(o.Looks[0]).Round(time.Second)
	return fmt.Sprintf("cells to measure: %d, rounds: %d to %d, on two cores about %s for the first %d, then until all is shown or %s are over",
		cells, o.Looks[0], o.Rounds, first, o.Looks[0], o.Limit)
}

// options turns the flags into a run.
func (f *tournamentFlags) options() (measure.Options, error) {
	if f.resume != "" {
		doc, err := result.ReadFile(f.resume)
		if err != nil {
			return measure.Options{}, err
		}
		_, contestants := latency.Split(doc)
		if contestants == nil {
			return measure.Options{}, fmt.Errorf("%s is a run of lanes, which cannot be continued", f.resume)
		}
		cells, err := f.resumedCells(contestants)
		if err != nil {
			return measure.Options{}, fmt.Errorf("%s: %w", f.resume, err)
		}
		mode, err := runner.ParseMode(doc.Mode)
		if err != nil {
			return measure.Options{}, fmt.Errorf("%s: %w", f.resume, err)
		}
		o := measure.Options{Mode: mode, Rounds: doc.Rounds, Seed: doc.Seed, Resume: doc, Cells: cells, Absent: absentContestants(), Processes: f.processes()}
		if f.world {
			world.ForgetLastRound(doc)
		}
		f.sequential(&o, doc.Looks)
		return o, nil
	}
	mode := runner.Quick
	if f.full {
		mode = runner.Full
	}
	cells, err := f.newCells()
	if err != nil {
		return measure.Options{}, fmt.Errorf("--only: %w", err)
	}
	o := measure.Options{Mode: mode, Rounds: f.rounds, Seed: f.seed, Cells: cells, Absent: absentContestants(), Processes: f.processes()}
	switch {
	case o.Rounds == 0 && f.world:
		f.sequential(&o, worldLooks)
	case o.Rounds == 0:
		f.sequential(&o, mode.Looks())
	}
	return o, nil
}

// worldLooks are the rounds after which a comparison with other runtimes looks at its figures. Its
// samples take a second or more, so without a longer limit there are ten.
var worldLooks = []int{10, 15, 22, 33}

// resumedCells are the cells of an interrupted run. The document shows whether it is of other runtimes.
func (f *tournamentFlags) resumedCells(doc *result.Document) ([]measure.Cell, error) {
	cells, err := resumedWorldCells(doc)
	if f.world || err == nil && f.with == "" && !f.contribute {
		f.world = true
		return cells, err
	}
	return measure.ResumeCells(doc, f.contestants())
}

// newCells are the cells of a run that begins.
func (f *tournamentFlags) newCells() ([]measure.Cell, error) {
	if f.world {
		return f.worldCells()
	}
	cells := measure.QuickCells()
	switch {
	case !f.full && len(f.only) > 0:
		cells = measure.Cells(lineup.All(), workloads.Quick()) // to choose from
	case f.full:
		cells = append(measure.Cells(lineup.All(), workloads.All()), claims.Cells()...)
	}
	if f.guest != nil {
		cells = append(cells, measure.Cells([]contest.Entry{f.guest.Entry}, f.workloads())...)
	}
	return measure.Select(cells, f.only)
}

// sequential lets a run look at its figures after so many rounds.
func (f *tournamentFlags) sequential(o *measure.Options, looks []int) {
	if len(looks) == 0 {
		return
	}
	o.Looks, o.Rounds = looks, looks[len(looks)-1]
	o.Limit = cmp.Or(f.limit, o.Mode.Limit())
	if f.limit > 0 && f.hasLanes(*o) {
		o.Limit -= f.limit / lanesShare
	}
	o.Open = func(doc *result.Document) []decide.OpenCell {
		if !claims.AppliesTo(doc) {
			return decide.OpenCells(doc)
		}
		return append(claims.OpenCells(doc), decide.OpenCells(doc)...)
	}
}

// runHere runs the options on this machine. It shows the progress unless the options already do.
func runHere(ctx context.Context, s streams, options measure.Options) (*result.Document, error) {
	process, err := startSelf(sampleCommand)
	if err != nil {
		return nil, err
	}
	options.Process = process
	s.describe(&options.Options)
	return measure.Run(ctx, options)
}

// describe sets where a run takes place and, unless it is set, where its progress is shown.
func (s streams) describe(o *runner.Options) {
	o.CommandLine, o.Environment = s.line, describeMachine()
	if o.Progress == nil {
		o.Progress = newProgress(s.err)
	}
}
