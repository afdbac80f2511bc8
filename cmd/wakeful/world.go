package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/lineup"
	"github.com/wakeful-go/wakeful/tournament/measure"
	"github.com/wakeful-go/wakeful/tournament/result"
	"github.com/wakeful-go/wakeful/tournament/workloads"
	"github.com/wakeful-go/wakeful/tournament/world"
	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns `wakeful tournament --world` and --growth: the comparison with other runtimes, whose
// peers are processes that speak the peer protocol.

// newPeer is the command by which the program is a peer itself.
func newPeer(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    world.ServeCommand + " NAME",
		Short:  "Be a peer of the comparison with other runtimes on the standard streams",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			absent := lineup.Absent()
			here := slices.DeleteFunc(lineup.All(), func(e contest.Entry) bool { return absent[e.Name] != "" })
			p, err := world.OwnPeer(args[0], here)
			if err != nil {
				return err
			}
			return peer.Serve(s.in, s.out, p)
		},
	}
}

// worldCells are the cells of a comparison with other runtimes. Unless the user says which, growth is
// measured for two peers, because a curve has many points.
func (f *tournamentFlags) worldCells() ([]measure.Cell, error) {
	if !f.growth {
		return measure.Select(measure.Cells(world.Entries(), world.Workloads()), f.only)
	}
	curves, peers := world.GrowthWorkloads(), world.Entries()
	workload := func(pattern string) bool { // and no peer
		return slices.ContainsFunc(curves, func(w *workloads.Workload) bool { return strings.TrimPrefix(pattern, "/") == w.Name })
	}
	if !slices.ContainsFunc(f.only, func(pattern string) bool { return !workload(pattern) }) {
		peers = slices.DeleteFunc(peers, func(e contest.Entry) bool { return e.Name != world.Ours && e.Name != world.Handwritten })
	}
	return measure.Select(measure.Cells(peers, curves), f.only)
}

// resumedWorldCells are the cells of an interrupted comparison.
func resumedWorldCells(doc *result.Document) (cells []measure.Cell, err error) {
	if doc.Complete {
		return nil, errors.New("the run is complete; there is nothing to go on with")
	}
	measured := doc.ByKey()
	for _, cell := range measure.Cells(world.Entries(), slices.Concat(world.Workloads(), world.GrowthWorkloads())) {
		if measured[cell.String()] != nil {
			cells = append(cells, cell)
			delete(measured, cell.String()) // some variants are in both lists
		}
	}
	for key := range measured {
		return nil, fmt.Errorf("this program has no cell %s of other runtimes", key)
	}
	return cells, nil
}

// addPeers builds the peers of a comparison, and makes its cells tasks.
func addPeers(ctx context.Context, s streams, o *measure.Options) error {
	cache, err := world.Cache()
	if err != nil {
		return err
	}
	var names []string
	for _, cell := range o.Cells {
		if !slices.Contains(names, cell.Entry.Name) {
			names = append(names, cell.Entry.Name)
		}
	}
	peers, err := world.Prepare(ctx, names, cache, func(line string) { fmt.Fprintln(s.err, line) })
	if err != nil {
		return interrupted(ctx, err)
	}
	if !slices.ContainsFunc(names, func(name string) bool { return peers[name].Missing == "" }) {
		return errors.New("there is nothing to measure: none of these runtimes is here")
	}
	for _, cell := range o.Cells {
		o.Tasks = append(o.Tasks, peers[cell.Entry.Name].Task(cell.Workload, cell.Params, world.Standard))
	}
	o.Cells = nil
	return nil
}

func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errInterrupted
	}
	return err
}
