package recording

import (
	"cmp"
	"slices"
	"time"
)

// This file owns the rules that find callbacks that block the loop.

const (
	// surelyBlocked is how long a single callback must take: on a machine that is not overloaded, a
	// thread waits for a processor for less.
	surelyBlocked = time.Second
	// someProcesses is how long a callback must have computed that has not returned, unless the watchdog
	// has seen it: 20 others that want the processor have a slice of 10 ms each meanwhile.
	someProcesses = 250 * time.Millisecond
	// alwaysTooLong is what is too long even if it happens once in a long time: requests reach their
	// time limits.
	alwaysTooLong = 5 * time.Second
	// busyBlock and busyShare: if callbacks of 10 ms, a slice of Go's scheduler, take a tenth of the
	// time, then they are in the 90th percentile of the delay.
	busyBlock = 10 * time.Millisecond
	busyShare = 0.1
	busyCalls = 10
	// usual is the part of a function's calls that must be too long, unless the watchdog of a Watcher has
	// seen one: now and then any callback waits for a processor, and the recording does not tell.
	usual = 0.05
)

// tooLong reports whether times in which the loop was kept from everything else are a fault, of a
// recording that covers span.
func tooLong(blocks []int64, span int64) bool {
	var long, busy int
	var longTotal, busyTotal, longest int64
	for _, b := range blocks {
		longest = max(longest, b)
		if b >= int64(longBlock) {
			long, longTotal = long+1, longTotal+b
		}
		if b >= int64(busyBlock) {
			busy, busyTotal = busy+1, busyTotal+b
		}
	}
	share := func(total int64, least float64) bool { return float64(total) >= least*float64(span) }
	return longest >= int64(alwaysTooLong) ||
		(long >= 2 || longest >= int64(surelyBlocked)) && share(longTotal, seriousShare) ||
		busy >= busyCalls && share(busyTotal, busyShare)
}

// A blockage is what the stalls of a function have in common: what it did, and where.
type blockage struct{ function, doing, place string }

func blockageOf(s *Stall) blockage {
	return blockage{s.Callback.Name, activityOf(s.State).doing, placeIn(s.Stack, s.Callback)}
}

// blockedCallbacks finds functions whose callbacks take long. If the loop was watched, the stalls say
// what they were doing. Stalls of one function for one reason are one finding. If the process did not
// get processors, only stalls count.
func blockedCallbacks(r *reading) {
	first, last := r.span()
	all := map[uint32]int{}
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Callback {
			all[e.A]++
		}
	}
	stalled := map[uint32]*Stall{}
	stalls := map[*Event]bool{}
	untimed := map[blockage][]*Stall{} // their callbacks were not timed, or are no longer in the ring
	var order []blockage
	for i := range r.Stalls {
		s := &r.Stalls[i]
		if e := r.callbackAt(s.Start); e != nil && r.End(e)-e.Start >= s.Duration/2 {
			stalled[e.A], stalls[e] = s, true
			continue
		}
		if s.Returned {
			b := blockageOf(s)
			if untimed[b] == nil {
				order = append(order, b)
			}
			untimed[b] = append(untimed[b], s)
		}
	}
	took := r.withoutWaits()
	for f, events := range r.calls(func(e *Event) bool { return e.Duration >= int64(busyBlock) && took(e) >= int64(busyBlock) || stalls[e] }) {
		blocks := make([]int64, len(events))
		for i, e := range events {
			blocks[i] = took(e)
		}
		s := stalled[events[0].A]
		worst := slices.MaxFunc(events, func(a, b *Event) int { return cmp.Compare(took(a), took(b)) })
		often := took(worst) >= int64(alwaysTooLong) || float64(len(events)) >= usual*float64(all[worst.A])
		if (!often || !tooLong(blocks, last-first) || r.starved) && (s == nil || !s.Returned) {
			continue
		}
		words := activity{"", "split it, or run the slow part with RunBlocking; telemetry.WithStallLimit tells what it does"}
		start, end, n := worst.Start, worst.Start+took(worst), len(events)
		if s != nil {
			b := blockageOf(s)
			if !f.hasPlace() && !s.Callback.isLibrary() { // a method value
				f = s.Callback
			}
			words = activity{", " + b.doing + b.place, activityOf(s.State).advice}
			for _, other := range untimed[b] {
				if n++; other.Duration > end-start {
					start, end = other.Start, other.Start+other.Duration
				}
			}
			delete(untimed, b)
		}
		r.report(start, end, "%v has blocked the loop %s, for up to %v%s: %s.",
			f, times(n), round(end-start), words.doing, words.advice)
	}
	for _, b := range order {
		if same := untimed[b]; len(same) > 0 {
			s := slices.MaxFunc(same, func(a, b *Stall) int { return cmp.Compare(a.Duration, b.Duration) })
			r.report(s.Start, s.Start+s.Duration, "%v has blocked the loop %s, for up to %v, %s%s: %s.",
				s.Callback, times(len(same)), round(s.Duration), b.doing, b.place, activityOf(s.State).advice)
		}
	}
}

// callbackAt returns the timed callback that was running at a time.
func (r *reading) callbackAt(at int64) *Event {
	n, _ := slices.BinarySearchFunc(r.Events, at, func(e Event, at int64) int { return cmp.Compare(e.Start, at+1) })
	for n--; n >= 0; n-- {
		if e := &r.Events[n]; e.onLoop() {
			if e.Kind == Callback && r.End(e) >= at {
				return e
			}
			return nil
		}
	}
	return nil
}

// blockedNow finds the callback that has not returned, timed or not.
func blockedNow(r *reading) {
	if r.State != "running" {
		return
	}
	var last *Event
	for i := range r.Events {
		if e := &r.Events[i]; e.onLoop() && (last == nil || e.Duration == Unfinished || r.End(e) >= r.End(last)) {
			last = e
		}
	}
	if last == nil || last.Kind == Park && last.Duration == Unfinished {
		return // it was being unparked
	}
	since := r.End(last)
	if last.Duration == Unfinished {
		since = last.Start
	}
	now := r.Time.UnixNano()
	f, words := r.Current, activityOf(stateIn(r.Stack))
	switch {
	case now-since < int64(longBlock):
		return
	case last.Duration != Unfinished && f.isLibrary():
		return // it may have been between two callbacks
	case (last.Duration != Unfinished || words.doing == computing || r.starved) && now-since < int64(someProcesses) &&
		!slices.ContainsFunc(r.Stalls, func(s Stall) bool { return !s.Returned }):
		return // it may have waited for a processor
	}
	if f.Name == "" && last.Duration == Unfinished {
		f = r.Functions[last.A]
	}
	r.report(since, now, "%v blocks the loop for %v and has not returned, %s%s: %s.",
		f, round(now-since), words.doing, placeIn(r.Stack, f), words.advice)
}

// blockedUntimed finds callbacks that were not timed, because many short ones had come before. If the
// loop did not get a processor at other times, then that explains it. A part of the recording in which
// the callbacks take as long as all others on average has none that blocks.
func blockedUntimed(r *reading) {
	start, end := r.span()
	var blocks []int64
	var worst *Event
	all, took := int64(0), int64(0) // callbacks
	for i := range r.Events {
		switch e := &r.Events[i]; {
		case e.Kind == Callback:
			all, took = all+1, took+r.End(e)-e.Start
		case e.Kind == Untimed && e.B == 0:
			all, took = all+int64(e.A), took+e.Duration
		}
	}
	for i := range r.Events {
		e := &r.Events[i]
		if e.Kind != Untimed || e.B > 0 || e.Duration < int64(longBlock) {
			continue
		}
		others := float64(took-e.Duration) / float64(max(1, all-int64(e.A)))
		if block := e.Duration - int64(others*float64(e.A)); block >= int64(longBlock) {
			blocks = append(blocks, block)
			if worst == nil || e.Duration > worst.Duration {
				worst = e
			}
		}
	}
	if worst != nil && tooLong(blocks, end-start) && !r.starved {
		r.report(worst.Start, r.End(worst), "One of %d short callbacks has blocked the loop for up to %v, and was not timed: telemetry.WithStallLimit names such a callback.",
			worst.A, round(worst.Duration))
	}
}

// A chain is a callback and the microtasks that have run after it.
type chain struct {
	before, last   *Event
	start, end     int64
	waited         int64 // for a processor
	longest, count int64 // of the microtasks, and how many there are
}

// microtaskChains finds chains of microtasks that keep the loop from everything else. If a single
// microtask takes most of the time, it is a callback that blocks. If the loop did not get a processor
// at other times, then that explains it.
func microtaskChains(r *reading) {
	const fewest = 10
	var long []int64
	var worst, now chain
	first, last := r.span()
	without := r.withoutWaits()
	finish := func() {
		took := now.end - now.start - now.waited
		if now.count >= fewest && now.last != nil && took >= int64(longBlock) && now.longest < took/2 {
			long = append(long, took)
			if took > worst.end-worst.start-worst.waited {
				worst = now
			}
		}
	}
	for i := range r.Events {
		e := &r.Events[i]
		isChain := false
		switch {
		case !e.onLoop():
			continue
		case e.Kind == Callback && e.Phase() == "microtasks":
			isChain = true
			now.longest, now.count, now.last = max(now.longest, without(e)), now.count+1, e
			now.waited += r.End(e) - e.Start - without(e)
		case e.Kind == Untimed && e.C == e.A && e.A > 0 && e.B == 0:
			isChain = true
			now.count += int64(e.A)
		}
		if isChain {
			if now.start == 0 {
				now.start = e.Start
			}
			now.end = r.End(e)
			continue
		}
		finish()
		now = chain{}
		if e.Kind == Callback {
			now.before = e
		}
	}
	finish()
	if !tooLong(long, last-first) || r.starved {
		return
	}
	after := ""
	if worst.before != nil {
		after = " after " + r.Functions[worst.before.A].String()
	}
	r.report(worst.start, worst.end, "A chain of microtasks has kept the loop from everything else for %v%s, the last of them %v: continue the chain with Submit or AfterSubmitted now and then.",
		round(worst.end-worst.start), after, r.Functions[worst.last.A])
}
