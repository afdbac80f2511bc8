package promwakeful

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wakeful-go/wakeful/telemetry"
)

// This file owns the collector and what it exports.

// maxFunctions is the number of functions that each metric with the label function lists per loop:
// those with the largest values. It bounds the number of series.
const maxFunctions = 10

var (
	state        = desc("state", "1 for the state that the loop is in, 0 for the others.", "state")
	seconds      = desc("time_seconds_total", "How long the loop has been busy, spinning and parked since it was run or first observed.", "state")
	submitted    = desc("functions_submitted_total", "Functions, messages and pieces of work that were given to the loop.")
	executed     = desc("functions_executed_total", "Of those, the ones that were called.")
	rejected     = desc("functions_rejected_total", "Of those, the ones that the loop refused with an error.")
	discarded    = desc("functions_discarded_total", "Of those, the ones that were accepted and will never run.")
	queued       = desc("queue_length", "Functions, messages and pieces of work that were accepted and wait.")
	microtasks   = desc("microtasks_total", "Functions of AfterCallback and QueueMicrotask that ran.")
	timers       = desc("timers_fired_total", "Calls of timers.")
	descriptors  = desc("descriptor_events_total", "Calls of functions of RegisterFD.")
	turns        = desc("turns_total", "Turns.")
	parks        = desc("parks_total", "How often the loop has parked.")
	wakeups      = desc("wakeups_total", "Wake-ups that were sent to the loop.")
	spurious     = desc("spurious_wakeups_total", "Wake-ups after which there was nothing to do.")
	references   = desc("references", "Timers, descriptors, keep-alives, work and other things that keep the loop alive.")
	delay        = desc("delay_seconds", "How late functions would have run that were submitted at regular intervals while the loop was awake.")
	durations    = desc("callback_duration_seconds", "How long sampled callbacks took, by phase.", "phase")
	slowest      = desc("slowest_callback_seconds", "The longest sample of each of the slowest callbacks.", "function", "file")
	stalls       = desc("stalls_total", "Callbacks that ran for longer than the limit.")
	recentStalls = desc("recent_stall_seconds", "The longest of the last stalls, by callback.", "function", "file")
)

var all = []*prometheus.Desc{
	state, seconds, submitted, executed, rejected, discarded, queued, microtasks, timers, descriptors, turns, parks,
	wakeups, spurious, references, delay, durations, slowest, stalls, recentStalls,
}

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("wakeful_loop_"+name, help, append([]string{"loop", "id"}, labels...), nil)
}

// states are the values of the label state of wakeful_loop_state.
var states = []telemetry.State{
	telemetry.StateNew, telemetry.StateRunning, telemetry.StateParked, telemetry.StateDraining, telemetry.StateEnded,
}

// collector is the collector of the loops that read returns. It does not change.
type collector struct{ read func() []telemetry.Snapshot }

// NewCollector returns a collector of the loops that are watched when it is scraped, see
// telemetry.Watchers. After a loop has ended or its Watcher was closed, it is not in the next
// scrape. Any number of goroutines may use the collector, and it may be registered in any number of
// registries.
func NewCollector() prometheus.Collector {
	return &collector{func() (all []telemetry.Snapshot) {
		for _, w := range telemetry.Watchers() {
			all = append(all, w.Snapshot())
		}
		return all
	}}
}

func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range all {
		to <- d
	}
}

func (c *collector) Collect(to chan<- prometheus.Metric) {
	for _, s := range c.read() {
		collect(scrape{to, s.Loop, id(s), s.WatchedSince}, s)
	}
}

// collect exports one loop.
func collect(to scrape, s telemetry.Snapshot) {
	for _, one := range states {
		value := 0.0
		if one == s.State {
			value = 1
		}
		to.gauge(state, value, string(one))
	}
	m := s.Metrics
	for name, d := range map[string]time.Duration{"busy": m.Busy, "spinning": m.Spinning, "parked": m.Parked} {
		to.counter(seconds, d.Seconds(), name)
	}
	to.counter(submitted, float64(m.Submitted))
	to.counter(executed, float64(m.Executed))
	to.counter(rejected, float64(m.Rejected))
	to.counter(discarded, float64(m.Discarded))
	to.gauge(queued, float64(m.Queued))
	to.counter(microtasks, float64(m.Microtasks))
	to.counter(timers, float64(m.TimersFired))
	to.counter(descriptors, float64(m.Descriptors))
	to.counter(turns, float64(m.Turns))
	to.counter(parks, float64(m.Parks))
	to.counter(wakeups, float64(m.Wakeups))
	to.counter(spurious, float64(m.SpuriousWakeups))
	to.gauge(references, float64(s.AliveCount))

	to.histogram(delay, s.Delay)
	for _, p := range s.Durations {
		to.histogram(durations, p.Histogram, p.Phase)
	}
	worst := worstFunctions{}
	for _, c := range s.Slowest {
		worst.add(c.Name, c.File, c.Max)
	}
	worst.export(to, slowest)

	to.counter(stalls, float64(s.Stalls))
	worst = worstFunctions{}
	for _, t := range s.RecentStalls {
		worst.add(t.Callback, t.File, t.Duration)
	}
	worst.export(to, recentStalls)
}
