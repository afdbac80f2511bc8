package recording

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// This file owns the list of the rules that look for faults in a recording, and what they share. A
// rule reads one loop. It says in one sentence what is wrong, where, and what to do.

// A Finding is a fault that a rule has found.
type Finding struct {
	Loop  string
	ID    uint64 // of the loop
	Rule  string
	Text  string
	Start int64 // when it can be seen, in nanoseconds of Unix time
	End   int64
}

// What several rules take for a fault. Each rule says what else it does.
const (
	// longBlock is how long a callback may run: what browsers report as a long task.
	longBlock = 50 * time.Millisecond
	// seriousShare is the part of the time that is too much for what delays everything else: it is then
	// in the 99th percentile of the delay.
	seriousShare = 0.01
	// wakeUp is what a park and a wake-up of a thread take of processors, about.
	wakeUp = 20 * time.Microsecond
	// wastedShare is the part of a processor that is too much for what serves nothing.
	wastedShare = 0.1
	// longSpan is the least part of a recording from which the rules derive rates.
	longSpan = 500 * time.Millisecond
	// A function is called for no reason if it is called for at least awakeTime while the loop does not
	// park.
	awakeTime = 100 * time.Millisecond
	// manyCalls is how many calls tell a habit from a chance.
	manyCalls = 100
)

type rule struct {
	name string
	find func(*reading)
}

var rules = []rule{
	{"blocked callback", blockedCallbacks},
	{"callback that blocks now", blockedNow},
	{"blocked, not timed", blockedUntimed},
	{"microtask chain", microtaskChains},
	{"timer without delay", timersWithoutDelay},
	{"timer that polls", pollingTimers},
	{"function that submits itself", selfSubmissions},
	{"descriptor that is always ready", readyDescriptors},
	{"growing queue", growingQueue},
	{"refused functions", refusedFunctions},
	{"wake-up for each function", wakesForEach},
	{"small writes", smallWrites},
	{"spin in vain", spinInVain},
	{"work that waits", waitingWork},
	{"work that is too small", smallWork},
	{"hot key", hotKeys},
	{"callback that panics", panics},
	{"no processor", noProcessor},
	{"garbage collection", collections},
	{"promise that nobody settles", openPromises},
	{"keep-alive that nobody releases", heldKeepAlives},
}

// A reading is one rule that reads one loop.
type reading struct {
	*Recording
	*Loop
	rule  string
	found []Finding
	// starved says that one of the loops did not get a processor when it needed one. The other loops of
	// the process probably did not either.
	starved bool
}

func (r *reading) report(start, end int64, format string, values ...any) {
	r.found = append(r.found, Finding{r.Name, r.ID, r.rule, fmt.Sprintf(format, values...), start, end})
}

// Findings applies all rules.
func (r *Recording) Findings() (found []Finding) {
	starved := false
	for i := range r.Loops {
		starved = starved || (&reading{Recording: r, Loop: &r.Loops[i]}).wasStarved()
	}
	for i := range r.Loops {
		for _, rule := range rules {
			reading := reading{Recording: r, Loop: &r.Loops[i], rule: rule.name, starved: starved}
			rule.find(&reading)
			found = append(found, reading.found...)
		}
	}
	return found
}

// onLoop reports whether the loop's goroutine has spent the time of the event. Such events do not
// overlap.
func (e *Event) onLoop() bool {
	switch e.Kind {
	case Callback, Untimed, Park, Spin:
		return true
	}
	return false
}

func (r *reading) span() (start, end int64) { return r.Recording.span(r.Loop) }

// span returns when the recording of a loop begins and ends.
func (r *Recording) span(l *Loop) (start, end int64) {
	for i := range l.Events {
		if e := &l.Events[i]; e.onLoop() {
			if end == 0 {
				start = e.Start
			}
			end = max(end, r.End(e))
		}
	}
	return start, end
}

// calls groups the callbacks that match by their function, the functions in the order of their numbers.
func (l *Loop) calls(matches func(*Event) bool) func(yield func(Function, []*Event) bool) {
	return l.group(Callback, matches)
}

// group is calls for any kind of event that has a function.
func (l *Loop) group(kind Kind, matches func(*Event) bool) func(yield func(Function, []*Event) bool) {
	by := map[uint32][]*Event{}
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == kind && matches(e) {
			by[e.A] = append(by[e.A], e)
		}
	}
	return func(yield func(Function, []*Event) bool) {
		for _, n := range slices.Sorted(maps.Keys(by)) {
			if !yield(l.Functions[n], by[n]) {
				return
			}
		}
	}
}

// causes returns the causes of callbacks by the starts of these.
func (l *Loop) causes(detail uint8) map[int64]*Event {
	all := map[int64]*Event{}
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == Cause && e.Detail == detail {
			all[e.Start+e.Duration] = e
		}
	}
	return all
}

// round shortens a time for a sentence.
func round[N ~int64](d N) time.Duration {
	t := time.Duration(d)
	for unit := time.Duration(1); ; unit *= 10 {
		if t/1000 < unit {
			return t.Round(unit)
		}
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// median returns the median of a value of the events.
func median(events []*Event, value func(e *Event) int64) int64 {
	values := make([]int64, len(events))
	for i, e := range events {
		values[i] = value(e)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func duration(e *Event) int64 { return e.Duration }

// perSecond returns a rate.
func perSecond[N ~int | ~int64](n N, over int64) int64 {
	return int64(float64(n) / max(1e-9, float64(over)/1e9))
}
