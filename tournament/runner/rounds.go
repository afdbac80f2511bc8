package runner

import (
	"context"
	"math/rand/v2"
	"time"
)

// This file owns the order of a run's samples, and the report of how far it has come.

// Interleave calls take for each cell of each round of from to until-1. The cells of a round are in
// random order, which depends on the seed and the round alone, so that a run which continues after an
// interruption keeps to it. after, if not nil, is called after each round. Interleave ends with the
// first error of take or after, or with that of ctx.
func Interleave(ctx context.Context, seed uint64, cells, from, until int, take func(round, cell int) error, after func(round int) error) error {
	for round := from; round < until; round++ {
		for _, cell := range rand.New(rand.NewPCG(seed, uint64(round))).Perm(cells) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := take(round, cell); err != nil {
				return err
			}
		}
		if after != nil {
			if err := after(round); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// Progress tells how far a run has come.
type Progress struct {
	// Done of Total samples are behind us.
	Done, Total int
	// Round, from 1 to Rounds, and Cell are about to be measured; Cell is empty
	// at the end.
	Round, Rounds int
	Cell          string
	// Left is the time left, by what the samples took so far.
	Left time.Duration
	// Failure, when not empty, is what happened to FailedCell just now.
	Failure, FailedCell string
}

// A Meter counts the samples of a run and reports its progress.
type Meter struct {
	report  func(Progress) // nil: to nobody
	started time.Time
	done    int
	total   int
	taken   int           // samples that were measured, not skipped
	ahead   time.Duration // what is expected of the samples that total has and done has not
	planned time.Duration // the same of the samples that were taken
	failed  Progress      // what the next report has to say about the last sample
}

// NewMeter returns a meter that calls report, which may be nil.
func NewMeter(report func(Progress)) *Meter { return &Meter{report: report, started: time.Now()} }

// Plan sets how many samples are still to be taken, and what is expected of all of them.
func (m *Meter) Plan(samples int, expected time.Duration) {
	m.total, m.ahead = m.done+samples, expected
}

// Begin reports that a cell is about to be measured.
func (m *Meter) Begin(round, rounds int, cell string) {
	m.tell(Progress{Round: round + 1, Rounds: rounds, Cell: cell})
}

// End reports the end of a run of so many rounds.
func (m *Meter) End(rounds, of int) {
	m.total = m.done
	m.tell(Progress{Round: rounds, Rounds: of})
}

// Took counts a sample of which so much was expected.
func (m *Meter) Took(expected time.Duration) {
	m.taken++
	m.planned += expected
}

// Pass counts a sample that was taken or skipped.
func (m *Meter) Pass(expected time.Duration) {
	m.done++
	m.ahead -= expected
}

// Fail has the next report say that a cell has failed.
func (m *Meter) Fail(cell, reason string) { m.failed = Progress{Failure: reason, FailedCell: cell} }

// Late reports whether so many more samples would go beyond a limit of time; 0 is none.
func (m *Meter) Late(samples int, limit time.Duration) bool {
	if limit == 0 {
		return false
	}
	spent := time.Since(m.started)
	if m.taken > 0 {
		spent += time.Duration(samples) * (spent / time.Duration(m.taken))
	}
	return spent > limit
}

func (m *Meter) tell(p Progress) {
	if m.report == nil {
		return
	}
	p.Done, p.Total = m.done, m.total
	p.Failure, p.FailedCell = m.failed.Failure, m.failed.FailedCell
	m.failed = Progress{}
	// Samples differ widely in length. So the time left is the sum of what is expected, times how far
	// the expectations were wrong so far.
	scale := 1.0
	if m.planned > 0 {
		scale = float64(time.Since(m.started)) / float64(m.planned)
	}
	p.Left = time.Duration(scale * float64(m.ahead))
	m.report(p)
}
