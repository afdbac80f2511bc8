package peers

import (
	"context"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the project's loop as a group of one, for the limit on what a function for a key
// costs. It has one loop, so that the limit is about the way to it, and two processors are enough.
// It is in no ranking.

// Grouped returns the contestant.
func Grouped() contest.Entry {
	e := withoutServers(wakefulEntry)
	e.Name, e.Kind, e.Summary = "wakeful-group", contest.Ablation, "The project's own loop in a group of one. Functions of keys go through group.KeyedState."
	e.New = func() (contest.Loop, error) {
		g, err := group.New(1, group.WithPanicHandler(func(*wakeful.PanicError) {}))
		if err != nil {
			return nil, fmt.Errorf("making wakeful-group: %w", err)
		}
		return &groupedLoop{loop: g.Loops()[0], group: g}, nil
	}
	return e
}

type groupedLoop struct {
	wakefulLoop
	group *group.Group
}

var _ contest.KeyedLoop = (*groupedLoop)(nil)

// Keyed makes a state for each key.
func (l *groupedLoop) Keyed(handler func(*uint64)) (func(uint64) error, error) {
	keyed, err := group.NewKeyedState[uint64, uint64](l.group)
	if err != nil {
		return nil, renamed(err)
	}
	return func(key uint64) error {
		if err := keyed.Submit(key, handler); err != nil {
			return renamed(err)
		}
		return nil
	}, nil
}

// Run returns nil at once when the group was closed before.
func (l *groupedLoop) Run(ctx context.Context) error {
	if err := l.group.Run(ctx); !errors.Is(err, wakeful.ErrClosed) {
		return err
	}
	return nil
}

func (l *groupedLoop) Shutdown(ctx context.Context) error { return l.group.Shutdown(ctx) }
func (l *groupedLoop) Close() error                       { return l.group.Close() }

// Counts is valid at any time, and exact once Run has returned.
func (l *groupedLoop) Counts() contest.Counts {
	m := l.group.Metrics().Total
	return contest.Counts{Submitted: m.Submitted, Executed: m.Executed, Rejected: m.Rejected, Discarded: m.Discarded}
}
