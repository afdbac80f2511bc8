package group

// This file owns what a group counts.

import "github.com/wakeful-go/wakeful"

// Metrics is a snapshot of the counters of a group.
type Metrics struct {
	// Loops has the counters of each loop that has not stopped, in the order in which the loops
	// were made.
	Loops []LoopMetrics
	// Total is the sum over these loops and all that have stopped, so it never falls when Resize
	// removes a loop. It also counts the functions of a KeyedState that were discarded on their way
	// between two loops. Busy, Parked and Spinning are the sums of the loops' times.
	Total wakeful.Metrics
}

// LoopMetrics are the counters of one loop.
type LoopMetrics struct {
	Loop *wakeful.Loop // its Name is the loop's name
	wakeful.Metrics
}

// Metrics returns a snapshot. Any goroutine may call it at any time. It wakes no loop. See
// wakeful.Metrics for the age of the figures.
func (g *Group) Metrics() Metrics {
	g.mu.Lock()
	defer g.mu.Unlock()
	m := Metrics{Total: g.retired}
	for _, x := range g.all {
		of := LoopMetrics{x.loop, x.loop.Metrics()}
		m.Loops = append(m.Loops, of)
		add(&m.Total, of.Metrics)
	}
	for _, k := range g.keyed {
		lost := k.discarded()
		m.Total.Submitted += lost
		m.Total.Discarded += lost
	}
	return m
}

// add adds the counters of m to sum.
func add(sum *wakeful.Metrics, m wakeful.Metrics) {
	for _, c := range [...]struct {
		to   *uint64
		from uint64
	}{
		{&sum.Submitted, m.Submitted}, {&sum.Executed, m.Executed}, {&sum.Rejected, m.Rejected},
		{&sum.Discarded, m.Discarded}, {&sum.Queued, m.Queued}, {&sum.Microtasks, m.Microtasks},
		{&sum.MicrotasksDiscarded, m.MicrotasksDiscarded}, {&sum.TimersFired, m.TimersFired},
		{&sum.TimersDiscarded, m.TimersDiscarded}, {&sum.Descriptors, m.Descriptors},
		{&sum.Turns, m.Turns}, {&sum.Parks, m.Parks}, {&sum.Wakeups, m.Wakeups},
		{&sum.SpuriousWakeups, m.SpuriousWakeups},
	} {
		*c.to += c.from
	}
	sum.Busy += m.Busy
	sum.Parked += m.Parked
	sum.Spinning += m.Spinning
}
