package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/guest"
	"github.com/wakeful-go/wakeful/tournament/workloads"
)

// This file owns `wakeful tournament --with`: a contestant that another program contains.

// build builds the contestant in --with. Remove removes its program, when the run is over.
func (f *tournamentFlags) build(ctx context.Context, s streams) (remove func(), err error) {
	into, err := os.MkdirTemp("", "wakeful-contestant-")
	if err != nil {
		return nil, fmt.Errorf("making a place for the contestant's program: %w", err)
	}
	fmt.Fprintf(s.err, "building the contestant in %s\n", f.with)
	built, err := guest.Build(ctx, f.with, into)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--with: %w", err), os.RemoveAll(into))
	}
	f.guest = &built
	return func() { _ = os.RemoveAll(into) }, nil // it is in the folder for temporary files
}

// contestants are those of this program, and the one of --with.
func (f *tournamentFlags) contestants() []contest.Entry {
	all := contestants()
	if f.guest != nil {
		all = append(all, f.guest.Entry)
	}
	return all
}

// processes are the commands of contestants that are not in this program.
func (f *tournamentFlags) processes() map[string][]string {
	if f.guest == nil {
		return nil
	}
	return map[string][]string{f.guest.Entry.Name: f.guest.Process}
}

// workloads are those of the run's mode.
func (f *tournamentFlags) workloads() []*workloads.Workload {
	if f.full {
		return workloads.All()
	}
	return workloads.Quick()
}
