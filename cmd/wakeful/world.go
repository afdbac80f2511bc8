package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/world"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns `wakeful tournament --world`: the comparison with other runtimes, whose
// peers are processes that speak the peer protocol.

// worldRounds is how many rounds there are unless the user says so.
const worldRounds = 10

// newPeer is the command by which the program is a peer itself.
func newPeer(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    world.ServeCommand + " NAME",
		Short:  "Be a peer of the comparison with other runtimes on the standard streams",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := world.OwnPeer(args[0])
			if err != nil {
				return err
			}
			return peer.Serve(s.in, s.out, p)
		},
	}
}

// compareWorld runs the peers and leaves the document and the table.
func compareWorld(ctx context.Context, s streams, f tournamentFlags) error {
	var held locks
	defer held.release()
	file, err := worldFile("world", f, &held)
	if err != nil {
		return err
	}
	o, err := worldOptions(f)
	if err != nil {
		return err
	}
	if o.Contestants, err = worldContestants(ctx, s.err, worldNames(f.only)); err != nil {
		return interrupted(ctx, err)
	}
	return runWorld(ctx, s, o, file, (*world.Document).Table)
}

// runWorld measures, and writes the document and the table.
func runWorld(ctx context.Context, s streams, o world.Options, file string, table func(*world.Document) string) error {
	o.Environment, o.Progress = describeMachine(), newProgress(s.err)
	o.Checkpoint = func(d *world.Document) error { return d.Write(file) }
	doc, err := world.Run(ctx, o)
	if doc == nil {
		return err
	}
	if len(doc.Cells) > 0 {
		err = errors.Join(err, doc.Write(file))
		fmt.Fprintf(s.out, "%s\ndocument: %s\n", table(doc), file)
	}
	if err != nil {
		return interrupted(ctx, err)
	}
	if n := doc.Failures(); n > 0 {
		fmt.Fprintf(s.err, "wakeful: %d cells failed\n", n)
		return errFailed
	}
	return nil
}

func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

func worldOptions(f tournamentFlags) (world.Options, error) {
	o := world.Options{Workloads: world.Workloads(), Only: f.only, Rounds: f.rounds, Limit: f.limit, Seed: f.seed, Lengths: world.Standard}
	if o.Rounds == 0 {
		o.Rounds = worldRounds
	}
	if f.resume != "" {
		var err error
		if o.Document, err = world.ReadDocument(f.resume); err != nil {
			return o, err
		}
	}
	return o, nil
}

// worldFile is where the document goes. It is locked, also before an interrupted run is read from
// it. The caller releases the lock.
func worldFile(kind string, f tournamentFlags, held *locks) (string, error) {
	file := f.json
	if f.resume != "" {
		file = f.resume
	}
	if file == "" {
		file = resultName(kind)
	}
	if err := writable(file); err != nil {
		return "", err
	}
	return file, held.lock(file)
}

// worldNames are the peers that patterns name; none when they name all of them.
func worldNames(only []string) []string {
	var names []string
	for _, pattern := range only {
		name, _, _ := strings.Cut(pattern, "/")
		if _, err := world.Find(name); err != nil {
			return nil // a workload, or a pattern for several
		}
		names = append(names, name)
	}
	return names
}

// worldContestants builds the peers of those names, or all.
func worldContestants(ctx context.Context, messages io.Writer, names []string) ([]world.Contestant, error) {
	var recipes []world.Recipe
	for _, r := range world.Recipes() {
		if len(names) == 0 || slices.Contains(names, r.Name) {
			recipes = append(recipes, r)
		}
	}
	cache, err := world.Cache()
	if err != nil {
		return nil, err
	}
	return world.Prepare(ctx, recipes, cache, func(line string) { fmt.Fprintln(messages, line) })
}
