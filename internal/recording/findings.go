package recording

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// This file owns the rules that look for faults in a recording. A rule reads the events of one loop. It
// says in one sentence what is wrong, where, and what to do.

// A Finding is a fault that a rule has found.
type Finding struct {
	Loop  string
	Rule  string
	Text  string
	Start int64 // when it can be seen, in nanoseconds of Unix time
	End   int64
}

// What the rules take for a fault.
const (
	// longBlock is how long a callback may run.
	longBlock = 50 * time.Millisecond
	// A function that is called for no reason is called at least runCalls times, for at least runTime,
	// and the loop does not park meanwhile. Half of the distances are shorter than runGap.
	runCalls = 500
	runTime  = 100 * time.Millisecond
	runGap   = 200 * time.Microsecond
	// idleCall is the longest time of a descriptor's function that does not use the descriptor.
	idleCall = 300 * time.Nanosecond
	// longSpan is the least part of a recording from which the rules derive rates.
	longSpan = 500 * time.Millisecond
	// A queue that only grows has at least longQueue functions at the end.
	longQueue    = 1000
	queueWindows = 8
	// manyWakes is how many wake-ups in a second are many.
	manyWakes = 5000
	// A loop spins in vain if it spins for at least this part of the time, and three of four spins find
	// nothing.
	muchSpin = 0.2
	// longWait is how long work may wait for a goroutine, and manyWaits how often it may wait longer.
	longWait  = 100 * time.Millisecond
	manyWaits = 3
	// manyPanics is how often a callback may panic.
	manyPanics = 3
)

type rule struct {
	name string
	find func(r *Recording, l *Loop, report func(start, end int64, format string, values ...any))
}

var rules = []rule{
	{"blocked callback", blockedCallbacks},
	{"callback that blocks now", blockedNow},
	{"blocked, not timed", blockedUntimed},
	{"microtask chain", microtaskChains},
	{"timer without delay", timersWithoutDelay},
	{"descriptor that is always ready", readyDescriptors},
	{"growing queue", growingQueue},
	{"wake-up for each function", wakesForEach},
	{"spin in vain", spinInVain},
	{"work that waits", waitingWork},
	{"callback that panics", panics},
}

// Findings applies all rules.
func (r *Recording) Findings() (found []Finding) {
	for i := range r.Loops {
		l := &r.Loops[i]
		for _, rule := range rules {
			rule.find(r, l, func(start, end int64, format string, values ...any) {
				found = append(found, Finding{l.Name, rule.name, fmt.Sprintf(format, values...), start, end})
			})
		}
	}
	return found
}

// round shortens a time for a sentence.
func round[N ~int64](d N) time.Duration {
	t := time.Duration(d)
	for unit := time.Duration(1); ; unit *= 10 {
		if t < 1000*unit {
			return t.Round(unit)
		}
	}
}

// calls groups the callbacks that match by their function, the functions in the order of their numbers.
func (l *Loop) calls(matches func(*Event) bool) func(yield func(Function, []*Event) bool) {
	by := map[uint32][]*Event{}
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == Callback && matches(e) {
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

func blockedCallbacks(r *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	for f, events := range l.calls(func(e *Event) bool { return e.Duration >= int64(longBlock) }) {
		worst := slices.MaxFunc(events, func(a, b *Event) int { return cmp.Compare(a.Duration, b.Duration) })
		report(worst.Start, r.End(worst), "%v has blocked the loop %s, for up to %v: split it, or run the slow part with RunBlocking.",
			f, times(len(events)), round(worst.Duration))
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// blockedNow finds the callback that has not returned, timed or not.
func blockedNow(r *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	if l.State != "running" || len(l.Events) == 0 {
		return
	}
	last := &l.Events[len(l.Events)-1]
	for i := range l.Events { // work that is still shown may begin later than the callback
		if e := &l.Events[i]; e.Kind != Work && (e.Duration == Unfinished || r.End(e) >= r.End(last)) {
			last = e
		}
	}
	if last.Kind == Park && last.Duration == Unfinished {
		return // it was being unparked
	}
	since := r.End(last)
	if last.Duration == Unfinished {
		since = last.Start
	}
	now := r.Time.UnixNano()
	if now-since < int64(longBlock) {
		return
	}
	f := l.Current
	if f.Name == "" && last.Duration == Unfinished {
		f = l.Functions[last.A]
	}
	state := ""
	if _, text, ok := strings.Cut(l.Stack, "["); ok {
		text, _, _ = strings.Cut(text, "]")
		state, _, _ = strings.Cut(text, ",")
		state = strings.TrimSuffix(state, " (durable)")
	}
	report(since, now, "%v blocks the loop for %v and has not returned (%s): split it, or run the slow part with RunBlocking.",
		f, round(now-since), state)
}

func blockedUntimed(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == Untimed && e.B == 0 && e.Duration >= int64(longBlock) {
			report(e.Start, e.Start+e.Duration, "One of %d short callbacks has blocked the loop for up to %v, and was not timed: telemetry.WithStallLimit names such a callback.",
				e.A, round(e.Duration))
			return // the first one
		}
	}
}

func microtaskChains(r *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	var before, first, last *Event // the callback before the chain, and the chain
	var longest [3]*Event
	for i := range l.Events {
		e := &l.Events[i]
		switch {
		case e.Kind == Callback && e.Phase() == "microtasks":
			if first == nil {
				first = e
			}
			last = e
			if longest[1] == nil || r.End(last)-first.Start > r.End(longest[2])-longest[1].Start {
				longest = [3]*Event{before, first, last}
			}
		case e.Kind == Untimed && e.C == e.A && e.B == 0, e.Kind == Work:
		case e.Kind == Callback:
			before, first = e, nil
		default:
			first = nil
		}
	}
	before, first, last = longest[0], longest[1], longest[2]
	if first == nil || r.End(last)-first.Start < int64(longBlock) || first == last {
		return
	}
	after := ""
	if before != nil {
		after = fmt.Sprintf(" after %v", l.Functions[before.A])
	}
	report(first.Start, r.End(last), "A chain of microtasks has kept the loop from everything else for %v%s, the last of them %v: continue the chain with Submit or AfterSubmitted now and then.",
		round(r.End(last)-first.Start), after, l.Functions[last.A])
}

// run returns the longest run of calls without a park, if they are calls for no reason. Distances are
// no reason to end a run: the process may not have had a processor.
func (l *Loop) run(calls []*Event) (longest []*Event) {
	begin, next := 0, 0 // next is the index of the first event that is not before the call
	for i, call := range calls {
		for ; l.Events[next].Start < call.Start; next++ {
			if l.Events[next].Kind == Park {
				begin = i
			}
		}
		if i+1-begin > len(longest) {
			longest = calls[begin : i+1]
		}
	}
	if len(longest) < runCalls || longest[len(longest)-1].Start-longest[0].Start < int64(runTime) ||
		median(longest[1:], func(i int) int64 { return longest[i+1].Start - longest[i].Start }) > int64(runGap) {
		return nil
	}
	return longest
}

// median returns the median of a value of the events.
func median(events []*Event, value func(i int) int64) int64 {
	values := make([]int64, len(events))
	for i := range values {
		values[i] = value(i)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func timersWithoutDelay(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	for f, events := range l.calls(func(e *Event) bool { return e.Phase() == "timers" }) {
		if events = l.run(events); events != nil {
			first, last := events[0].Start, events[len(events)-1].Start
			report(first, last, "The timer of %v fires again and again without a pause, for %v or longer: give it a delay, or use AfterSubmitted to continue in the next turn.",
				f, round(last-first))
		}
	}
}

func readyDescriptors(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	for f, events := range l.calls(func(e *Event) bool { return e.Phase() == "descriptors" }) {
		if events = l.run(events); events == nil {
			continue
		}
		if median(events, func(i int) int64 { return events[i].Duration }) <= int64(idleCall) {
			first, last := events[0], events[len(events)-1]
			report(first.Start, last.Start, "Descriptor %d is ready all the time, and %v does not use it: read until it would block, and ask for Writable only while there is something to write.",
				last.C, f)
		}
	}
}

// growingQueue compares the least length of the queue in each part of the recording.
func growingQueue(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	start, end := l.span()
	if end-start < int64(longSpan) {
		return
	}
	var least [queueWindows]int64
	for i := range least {
		least[i] = -1
	}
	for i := range l.Events {
		e := &l.Events[i]
		if e.Kind != Callback {
			continue
		}
		window := &least[min(queueWindows-1, (e.Start-start)*queueWindows/(end-start))]
		if *window < 0 || int64(e.B) < *window {
			*window = int64(e.B)
		}
	}
	for i := 1; i < queueWindows; i++ {
		if least[i-1] < 0 || least[i] <= least[i-1] {
			return
		}
	}
	if first, last := least[0], least[queueWindows-1]; last >= longQueue && last >= 2*first {
		report(start, end, "The queue has only grown, from %d to %d functions in %v, most time goes to %v: submit less, limit the queue with WithQueueLimit, or use several loops.",
			first, last, round(end-start), l.busiest())
	}
}

// span returns the times of the first and the last event.
func (l *Loop) span() (start, end int64) {
	if len(l.Events) == 0 {
		return 0, 0
	}
	return l.Events[0].Start, l.Events[len(l.Events)-1].Start
}

// busiest returns the function whose timed callbacks took longest in total.
func (l *Loop) busiest() (most Function) {
	longest := int64(-1)
	for f, events := range l.calls(func(e *Event) bool { return e.Duration >= 0 }) {
		total := int64(0)
		for _, e := range events {
			total += e.Duration
		}
		if total > longest {
			most, longest = f, total
		}
	}
	return most
}

func wakesForEach(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	start, end := l.span()
	if end-start < int64(longSpan) {
		return
	}
	parks, callbacks, known := int64(0), int64(0), 0
	by := map[uint32]int{}
	for i := range l.Events {
		switch e := &l.Events[i]; e.Kind {
		case Park:
			parks++
			if e.A > 0 {
				known++
				if stack := l.Stacks[e.A-1]; len(stack) > 1 && strings.HasSuffix(stack[0].Name, ".Submit") {
					by[e.A]++
				}
			}
		case Untimed:
			parks += int64(e.B)
			callbacks += int64(e.A)
		case Callback:
			callbacks++
		default:
		}
	}
	rate := parks * int64(time.Second) / (end - start)
	if rate < manyWakes || callbacks > 2*parks {
		return
	}
	for _, n := range slices.Sorted(maps.Keys(by)) {
		if 2*by[n] > known {
			report(start, end, "%v wakes the loop for each function, about %d times a second: if it has several functions, submit them with SubmitBatch or send messages to a Mailbox.",
				l.Stacks[n-1][1], rate)
		}
	}
}

func spinInVain(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	start, end := l.span()
	if end-start < int64(longSpan) {
		return
	}
	spins, vain, took := int64(0), int64(0), int64(0)
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == Spin {
			spins, vain, took = spins+int64(e.A), vain+int64(e.B), took+1000*int64(e.C)
		}
	}
	if share := float64(took) / float64(end-start); share >= muchSpin && vain*4 >= spins*3 {
		report(start, end, "The loop spins for %.0f %% of the time, and %d of %d spins find nothing: use the wait strategy Block or Adaptive.",
			100*share, vain, spins)
	}
}

func waitingWork(_ *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	var worst *Event
	n := 0
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == Work && int64(e.C)*1000 >= int64(longWait) {
			if n++; worst == nil || e.C > worst.C {
				worst = e
			}
		}
	}
	if n >= manyWaits {
		report(worst.Start-1000*int64(worst.C), worst.Start, "%v has waited for a goroutine for up to %v, and %d others too: raise WithMaxWorkers, or start less work at once.",
			l.Functions[worst.A], round(1000*int64(worst.C)), n-1)
	}
}

func panics(r *Recording, l *Loop, report func(start, end int64, format string, values ...any)) {
	for f, events := range l.calls(func(e *Event) bool { return e.Detail&Panicked != 0 }) {
		if len(events) >= manyPanics {
			report(events[0].Start, r.End(events[len(events)-1]), "%v has panicked %s: the panic handler of the loop gets the value and the stack.",
				f, times(len(events)))
		}
	}
}
