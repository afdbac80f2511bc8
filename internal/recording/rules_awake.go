package recording

import "time"

// This file owns the rules that find functions that keep the loop awake, or wake it, for nothing.

const (
	// shortDelay is the shortest delay that a timer has for a reason: what setTimeout rounds up to.
	shortDelay = time.Millisecond
	// knownDelays is how many delays must be known to decide by them.
	knownDelays = 10
	// fastPoll is the number of times per second from which a timer polls: HTML limits nested timers
	// to so many.
	fastPoll = 250
	// nothing is the longest time of a function that does no work: a tenth of a wake-up.
	nothing = wakeUp / 10
	// oneCall is the longest time of a descriptor's function that neither reads nor writes: two system
	// calls take longer.
	oneCall = time.Microsecond
	// readyAgain is how soon a descriptor that stays ready wakes the loop again, a few wake-ups.
	readyAgain = 5 * wakeUp
)

// awake returns the longest run of calls between two parks, if it is long enough to be a fault.
// Distances between the calls are no reason to end a run: the process may not have had a processor.
func (l *Loop) awake(calls []*Event, least int) (longest []*Event) {
	begin, next := 0, 0 // next is the index of the first event that is not before the call
	for i, call := range calls {
		for ; l.Events[next].Start < call.Start; next++ {
			if e := &l.Events[next]; e.Kind == Park || e.Kind == Untimed && e.B > 0 {
				begin = i
			}
		}
		if i+1-begin > len(longest) {
			longest = calls[begin : i+1]
		}
	}
	if len(longest) < least || longest[len(longest)-1].Start-longest[0].Start < int64(awakeTime) {
		return nil
	}
	return longest
}

// timersWithoutDelay finds timers that fire in each turn. The delays decide, if they are known.
func timersWithoutDelay(r *reading) {
	setBy := r.causes(CauseTimer)
	for f, events := range r.calls(func(e *Event) bool { return e.Phase() == "timers" }) {
		events = r.awake(events, knownDelays)
		if events == nil {
			continue
		}
		known, short := 0, 0
		for _, e := range events {
			cause := setBy[e.Start]
			if cause == nil {
				continue
			}
			known++
			setUntil := cause.Start
			if by := r.callbackAt(cause.Start); by != nil {
				setUntil = r.End(by)
			}
			if due := e.Start - 1000*int64(e.C); due-setUntil < int64(shortDelay) {
				short++
			}
		}
		switch {
		case known >= knownDelays && short < known*9/10:
			continue
		case known < knownDelays:
			if len(events) < manyCalls || median(distances(events), duration) > int64(shortDelay) {
				continue
			}
		}
		first, last := events[0].Start, events[len(events)-1].Start
		r.report(first, last, "The timer of %v fires again and again without a pause, for %v or longer: give it a delay, or use AfterSubmitted to continue in the next turn.",
			f, round(last-first))
	}
}

// pollingTimers finds timers that wake the loop often and then do next to nothing.
func pollingTimers(r *reading) {
	woken := map[*Event]bool{}
	var before *Event
	for i := range r.Events {
		e := &r.Events[i]
		if !e.onLoop() {
			continue
		}
		if e.Kind == Callback && before != nil && before.Kind == Park && before.Reason() == "timer" {
			woken[e] = true
		}
		before = e
	}
	for f, events := range r.calls(func(e *Event) bool { return woken[e] && e.Phase() == "timers" }) {
		first, last := events[0], events[len(events)-1]
		over := last.Start - first.Start
		if rate := perSecond(len(events)-1, over); over >= int64(longSpan) && rate >= fastPoll && median(events, duration) < int64(wakeUp) {
			r.report(first.Start, last.Start, "The timer of %v wakes the loop about %d times a second and then runs for %v: let the event that it waits for submit a function, or give it a longer period.",
				f, rate, round(median(events, duration)))
		}
	}
}

// selfSubmissions finds functions that submit themselves and do nothing else.
func selfSubmissions(r *reading) {
	submittedBy := r.causes(CauseSubmitted)
	for f, events := range r.calls(func(e *Event) bool {
		return e.Phase() == "submitted" || e.Phase() == "after submitted" || e.Phase() == "turn end"
	}) {
		events = r.awake(events, manyCalls)
		if events == nil || median(events, duration) > int64(nothing) ||
			median(events, func(e *Event) int64 { return int64(e.B) }) > 1 {
			continue
		}
		known, own := 0, 0
		for _, e := range events {
			if e.Phase() != "submitted" { // only the loop can have submitted it
				known, own = known+1, own+1
			} else if cause := submittedBy[e.Start]; cause != nil {
				known++
				if uint64(cause.B) == r.ID&NotKnown && cause.B != 0 {
					own++
				}
			}
		}
		if known >= knownDelays && own >= known*9/10 {
			first, last := events[0].Start, events[len(events)-1].Start
			r.report(first, last, "%v submits itself again and again, for %v or longer, and keeps the loop awake: let the event that it waits for submit it, or use a timer.",
				f, round(last-first))
		}
	}
}

// readyDescriptors finds descriptors whose functions neither read nor write, so that each park ends at
// once. What package stream does is tagged.
func readyDescriptors(r *reading) {
	tagged := map[int64]bool{}
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Tag {
			tagged[e.Start] = true
		}
	}
	for f, events := range r.calls(func(e *Event) bool { return e.Phase() == "descriptors" && !tagged[e.Start] }) {
		first, last := events[0], events[len(events)-1]
		if len(events) >= manyCalls && last.Start-first.Start >= int64(awakeTime) &&
			median(distances(events), duration) <= int64(readyAgain) && median(events, duration) <= int64(oneCall) {
			r.report(first.Start, last.Start, "Descriptor %d is ready all the time, and %v does not use it: read until it would block, and ask for Writable only while there is something to write.",
				last.C, f)
		}
	}
}

// distances returns the times from each call to the next one, as durations.
func distances(calls []*Event) (all []*Event) {
	for i := range calls[1:] {
		all = append(all, &Event{Duration: calls[i+1].Start - calls[i].Start})
	}
	return all
}
