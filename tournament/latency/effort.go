package latency

import (
	"cmp"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file decides how long samples are, and estimates how long a run takes.

// effort returns how many messages a sample of the cell times, and the least duration. A full run
// has more samples than a quick one, not longer ones. With the founding gap, ten samples of a
// founding lane, and of a lane that is compared with one, time the founding document's 99 messages
// and one more. Other lanes get 20 messages.
func effort(mode runner.Mode, c Cell) (iterations int, length time.Duration) {
	usual := 60 * time.Millisecond
	switch {
	case c.Params.CPUs > 0:
		usual = 300 * time.Millisecond // three periods: in less time, a receiver could exceed the quota without being throttled
	case c.Params.Procs > 0:
		usual = 180 * time.Millisecond // with 60 messages, medians of one lane differ by a sixth (standard deviation); with 240, by a tenth
	}
	full, gap := mode == runner.Full, c.Params.Gap
	switch {
	case c.Workload == Idle && c.Params == (Params{}) && c.Lane != "wakeful-spin":
		return 1, time.Second // ten rounds take the ten seconds that the documentation promises
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
	// As many messages as the slowest receivers get in that time. Faster receivers get more.
	return max(int(usual/(gap+100*time.Microsecond)), 6), usual
}

// The time that a sample takes besides its messages, on the machine where this was written.
const (
	process = 25 * time.Millisecond
	// woken is the time that a gap is longer with a receiver that has to be woken.
	woken = 60 * time.Microsecond
	// late is the time that a gap is longer with a sender that sleeps.
	late = 120 * time.Microsecond
)

// expected estimates how long a sample of the cell takes, including its process.
func (o Options) expected(c Cell) time.Duration {
	of := o.order(c)
	each := func(gap time.Duration) time.Duration {
		if gap >= shortestSleep {
			return gap + late
		}
		if IncludedCost(c.Lane, gap) == nothing {
			return gap
		}
		return gap + woken
	}
	timed := max(of.Length, time.Duration(of.Iterations)*each(c.Params.Gap))
	warmup := warmups * each(min(c.Params.Gap, warmUpGap))
	switch p := o.program(c.Lane); {
	case c.Workload == Pauses:
		return process + max(of.Length, time.Duration(of.Iterations)*500*time.Microsecond)
	case c.Workload == Idle:
		return process + quietTime + of.Length
	case p != nil && p.Arrivals: // the number of messages alone decides when a sample ends
		timed = time.Duration(of.Iterations) * each(c.Params.Gap)
		warmup = 12 * time.Millisecond
	}
	return process + warmup + timed
}

// Expected estimates how long a run takes on an otherwise idle machine.
func Expected(o Options) time.Duration {
	var all time.Duration
	for _, c := range Measurable(o.Cells) {
		all += o.expected(c)
	}
	return all * time.Duration(o.Rounds)
}

// Share is a part of a run in which all lanes are measured in the same way.
type Share struct {
	// What describes the part: messages with a gap, other conditions, or no messages.
	What string
	// Lanes is the number of measured lanes. Messages is the least number of messages in a sample
	// of each, or 0 if the sample does not time messages.
	Lanes, Messages int
	Time            time.Duration
}

// Schedule returns the shares of a run's time. Lanes with different numbers of messages are in
// different shares.
func Schedule(o Options) []Share {
	var shares []Share
	first := map[string]int{} // index of the first lane that is measured in this way
	for i, c := range Measurable(o.Cells) {
		share := Share{What: c.conditionsText()}
		if _, ok := first[share.What]; !ok {
			first[share.What] = i
		}
		if c.Workload == Arrival {
			share.Messages = o.order(c).Iterations
		}
		at := slices.IndexFunc(shares, func(s Share) bool { return s.What == share.What && s.Messages == share.Messages })
		if at < 0 {
			at = len(shares)
			shares = append(shares, share)
		}
		shares[at].Lanes++
		shares[at].Time += o.expected(c) * time.Duration(o.Rounds)
	}
	slices.SortStableFunc(shares, func(a, b Share) int {
		return cmp.Or(cmp.Compare(first[a.What], first[b.What]), cmp.Compare(b.Messages, a.Messages))
	})
	return shares
}

func (c Cell) conditionsText() string {
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
