package latency

import (
	"cmp"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/measure"
)

// This file owns how long samples are, and how long a run takes.

// effort is how many messages a sample of the cell times, and how long at least. A
// full run has no longer samples than a quick one, but more of them. With the
// founding gap the ten samples of the founding lanes, and of those that they are
// compared with, are its 99 messages and one; other lanes get 20.
func effort(mode measure.Mode, c Cell) (iterations int, length time.Duration) {
	usual := 60 * time.Millisecond
	switch {
	case c.Params.CPUs > 0:
		usual = 300 * time.Millisecond // three periods: in less, who burns the quota may get away with it
	case c.Params.Procs > 0:
		usual = 180 * time.Millisecond // in 60, medians of one lane differ by a sixth (standard deviation); in 240, by a tenth
	}
	full, gap := mode == measure.Full, c.Params.Gap
	switch {
	case c.Workload == Idle && c.Params == (Params{}) && c.Lane != "wakeful-spin":
		return 1, time.Second // ten rounds are the ten seconds that are promised about it
	case c.Workload == Idle:
		return 1, 250 * time.Millisecond
	case c.Workload == Pauses:
		return 200, usual
	case gap >= time.Second && full:
		return 1, 0
	case gap >= time.Second:
		return 2, 0
	case gap >= FoundingGap && full && (slices.Contains(Founding(), c.Lane) || slices.Contains(closely, c.Lane)):
		return 10, 0
	case gap >= FoundingGap && full:
		return 2, 0
	case gap >= FoundingGap:
		return 3, 0
	}
	// As many as the slowest receivers get in that time; others are given more.
	return max(int(usual/(gap+100*time.Microsecond)), 6), usual
}

// What a sample takes besides its messages, on the machine that this was made on.
const (
	process = 25 * time.Millisecond
	// woken is by how much a receiver that has to be woken lengthens a gap.
	woken = 60 * time.Microsecond
	// late is by how much a sender does that sleeps.
	late = 120 * time.Microsecond
)

// expected is about how long a sample of the cell takes, its process included.
func (r *run) expected(c Cell) time.Duration {
	o := r.order(c)
	each := func(gap time.Duration) time.Duration {
		if gap >= shortestSleep {
			return gap + late
		}
		if Contains(c.Lane, gap) == nothing {
			return gap
		}
		return gap + woken
	}
	timed := max(o.Length, time.Duration(o.Iterations)*each(c.Params.Gap))
	warmup := warmups * each(min(c.Params.Gap, warmUpGap))
	switch p := r.program(c.Lane); {
	case c.Workload == Pauses:
		return process + max(o.Length, time.Duration(o.Iterations)*500*time.Microsecond)
	case c.Workload == Idle:
		return process + settle + o.Length
	case p != nil && p.Arrivals: // its samples are so many messages and no longer
		timed = time.Duration(o.Iterations) * each(c.Params.Gap)
		warmup = 12 * time.Millisecond
	}
	return process + warmup + timed
}

// Expected is about how long a run takes when nobody disturbs it.
func Expected(o Options) time.Duration {
	r := &run{Options: o}
	var all time.Duration
	for _, c := range o.Cells {
		if c.Missing == "" {
			all += r.expected(c)
		}
	}
	return all * time.Duration(o.Rounds)
}

// Share is a part of a run: what is measured alike.
type Share struct {
	// What says what it is: messages with a gap, in other conditions, or none.
	What string
	// Lanes is how many are measured, Messages how many each gets in a sample at
	// least, 0 where it is not messages that are timed.
	Lanes, Messages int
	Time            time.Duration
}

// Schedule is where the time of a run goes. Lanes that get different numbers of
// messages are different shares.
func Schedule(o Options) []Share {
	r := &run{Options: o}
	var shares []Share
	first := map[string]int{} // where what is measured alike comes first
	for i, c := range o.Cells {
		if c.Missing != "" {
			continue
		}
		share := Share{What: c.what()}
		if _, ok := first[share.What]; !ok {
			first[share.What] = i
		}
		if c.Workload == Arrival {
			share.Messages = r.order(c).Iterations
		}
		at := slices.IndexFunc(shares, func(s Share) bool { return s.What == share.What && s.Messages == share.Messages })
		if at < 0 {
			at = len(shares)
			shares = append(shares, share)
		}
		shares[at].Lanes++
		shares[at].Time += r.expected(c) * time.Duration(o.Rounds)
	}
	slices.SortStableFunc(shares, func(a, b Share) int {
		return cmp.Or(cmp.Compare(first[a.What], first[b.What]), cmp.Compare(b.Messages, a.Messages))
	})
	return shares
}

func (c Cell) what() string {
	rest := c.Params
	rest.Gap = 0
	switch {
	case rest == (Params{Pin: true}):
		return "a processor each"
	case rest != (Params{}):
		return "less than two processors"
	case c.Workload == Arrival:
		return "a message every " + GapText(c.Params.Gap)
	case c.Workload == Idle:
		return "nothing is sent"
	}
	return "forced collections"
}
