package latency

import (
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

// The time that a sample takes besides its gaps, on the machine where this was written.
const (
	process = 25 * time.Millisecond
	// woken is about how much later the next message is sent after a receiver that had to be woken, or a
	// sender that slept.
	woken = 50 * time.Microsecond
)

// expected estimates how long a sample of the cell takes, including its process.
func (o Options) expected(c Cell) time.Duration {
	of := o.order(c)
	messages := func(n int, gap time.Duration) time.Duration { return time.Duration(n) * (gap + woken) }
	timed := messages(of.Iterations, c.Params.Gap)
	p := o.program(c.Lane)
	switch {
	case c.Workload == Pauses:
		return process + max(of.Length, time.Duration(of.Iterations)*500*time.Microsecond)
	case c.Workload == Idle:
		return process + quietTime + of.Length
	case p == nil || !p.Arrivals: // in others the number of messages alone decides when a sample ends
		timed = max(of.Length, timed)
	}
	return process + messages(warmups, min(c.Params.Gap, warmUpGap)) + timed
}

// Expected estimates how long a run takes on an otherwise idle machine.
func Expected(o Options) time.Duration {
	var all time.Duration
	for _, c := range Measurable(o.Cells) {
		all += o.expected(c)
	}
	return all * time.Duration(o.Rounds)
}
