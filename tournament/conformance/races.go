package conformance

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the races: every pair of operations, started at the same
// moment many times, with the books checked after each.

// A move is one of the two operations that race.
type move struct {
	name string
	// discards: the move may discard tasks.
	discards bool
	do       func(*round)
}

// A round is one race.
type round struct {
	*subject
	cancel context.CancelCauseFunc
}

func (r *round) shutdownMove() {
	r.expect("Shutdown", r.loop.Shutdown(context.Background()), nil)
}

func moves(entry contest.Entry) []move {
	all := []move{
		{"submit", false, func(r *round) {
			for range 20 {
				_ = r.submit(func() {})
			}
		}},
		{"submit-inside", false, func(r *round) {
			_ = r.submit(func() {
				for range 5 {
					_ = r.submit(func() {})
				}
			})
		}},
		{"shutdown", false, (*round).shutdownMove},
		{"shutdown-inside", false, func(r *round) {
			_ = r.submit(func() {
				ctx := context.Background()
				if lenient(r.entry) {
					ctx = ended()
				}
				_ = r.loop.Shutdown(ctx)
			})
		}},
		{"close", true, func(r *round) { r.expect("Close", r.loop.Close(), nil) }},
		{"context", true, func(r *round) { r.cancel(errWhy) }},
	}
	if entry.Can.Has(contest.PriorityLane) {
		all = append(all, move{"submit-internal", false, func(r *round) {
			for range 20 {
				_ = r.submitInternal(func() {})
			}
		}})
	}
	return all
}

// testRaces races each pair of moves against a loop that runs, and, where the
// loop accepts tasks before Run, each move against Run itself.
func testRaces(t *testing.T, entry contest.Entry) {
	all := moves(entry)
	rounds := max(size(200), 40)
	if entry.Bound > 1<<12 {
		rounds = max(rounds/20, 5) // each loop makes a large arena
	}
	for i, a := range all {
		for _, b := range all[i:] {
			t.Run(a.name+"/"+b.name, func(t *testing.T) {
				for range rounds {
					race(t, entry, a, b, false)
				}
			})
		}
		if entry.Can.Has(contest.SubmitBeforeRun) {
			t.Run("run/"+a.name, func(t *testing.T) {
				for range rounds {
					race(t, entry, a, move{name: "run"}, true)
				}
			})
		}
	}
}

// race starts a and b at the same moment; a late Run is the second of the two.
func race(t *testing.T, entry contest.Entry, a, b move, late bool) {
	s := newSubject(t, entry)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	r := &round{s, cancel}
	if late {
		b.do = func(*round) { s.run(ctx) }
	} else {
		s.run(ctx)
	}
	if !late || entry.Can.Has(contest.SubmitBeforeRun) {
		for range 10 {
			_ = s.submit(func() {})
		}
	}
	var both sync.WaitGroup
	start := make(chan struct{})
	for _, m := range []move{a, b} {
		both.Go(func() {
			<-start
			m.do(r)
		})
	}
	close(start)
	both.Wait()
	r.shutdownMove()
	<-s.ended
	cause := wantCause(entry)
	switch err := s.err; {
	case err == nil, errors.Is(err, cause) && (a.name == "context" || b.name == "context"):
	case late && errors.Is(err, contest.ErrClosed): // the end came first
	case !s.returned:
		t.Error("Run did not return")
	default:
		t.Errorf("Run returned %v", err)
	}
	got := s.checkCounts()
	mayDiscard := a.discards || b.discards || late && lenient(entry)
	if got.Discarded > 0 && !mayDiscard {
		t.Errorf("%+v: tasks were discarded, though nothing but Shutdown ended the loop", got)
	}
}
