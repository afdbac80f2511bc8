package recording

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// This file owns the rules about how much a loop gets to do and in which pieces.

const (
	// longDelay is how late a function may run.
	longDelay = 100 * time.Millisecond
	// queueParts is in how many parts of the recording a queue must have grown.
	queueParts = 8
	// segment is what a segment of TCP can hold on an Ethernet, and manyPieces how many writes in one
	// callback are in pieces.
	segment    = 1460
	manyPieces = 4
	// muchSpin is the part of the time that a loop may spin in vain.
	muchSpin = 0.2
	// manyWaits is how often work may wait.
	manyWaits = 3
	// A key is hot if it takes hotShare of the time of all keys, because then no number of loops is
	// twice as fast as one, and its loop is busy for busyLoop of the time, which doubles the delay.
	hotShare = 0.5
	busyLoop = 0.5
	manyKeys = 10
	// fastCollections is the number of garbage collections in a second that is too much: each takes
	// a millisecond of processors or more.
	fastCollections = 100
	manyCollections = 20
	// oftenCollected is the least number in a second. If they are rare and stop the program for long, then
	// it waited for a processor.
	oftenCollected = 10
)

// growingQueue compares the lengths of the queue at the beginnings of turns, when the loop counts it. Until
// the next turn the length only falls. A loop that parks has emptied its queue.
func growingQueue(r *reading) {
	start, end := r.span()
	if end-start < int64(longSpan) {
		return
	}
	var lengths []int64
	before, ran, busy := int64(-1), int64(0), int64(0)
	for i := range r.Events {
		e := &r.Events[i]
		switch {
		case (e.Kind == Park || e.Kind == Untimed && e.B > 0) && e.Start-start > (end-start)/queueParts:
			return
		case e.Kind == Untimed:
			ran, busy = ran+int64(e.A), busy+e.Duration
		case e.Kind == Callback:
			ran, busy = ran+1, busy+r.End(e)-e.Start
			if now := int64(e.B); now > before {
				lengths = append(lengths, now)
			}
			before = int64(e.B)
		}
	}
	if len(lengths) < queueParts {
		return
	}
	var most [queueParts]int64
	for i := range most {
		most[i] = slices.Max(lengths[i*len(lengths)/queueParts : (i+1)*len(lengths)/queueParts])
		if i > 0 && most[i] <= most[i-1] {
			return
		}
	}
	first, last := most[0], most[queueParts-1]
	if delay := last * (busy / max(1, ran)); delay >= int64(longDelay) && last >= 2*first {
		r.report(start, end, "The queue has only grown, from %d to %d functions in %v, and what is submitted now waits for about %v; most time goes to %v: submit less, limit the queue with WithQueueLimit, or use several loops.",
			first, last, round(end-start), round(delay), r.busiest())
	}
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

// refusedFunctions finds that functions were refused while the loop ran: its queue was full.
func refusedFunctions(r *reading) {
	if r.Refused > 0 && (r.State == "running" || r.State == "parked") {
		start, end := r.span()
		r.report(start, end, "The loop has refused %d functions, most time goes to %v: submit less, wait as the error says, or raise WithQueueLimit.",
			r.Refused, r.busiest())
	}
}

// wakesForEach finds a place in the program that wakes the loop for single functions.
func wakesForEach(r *reading) {
	start, end := r.span()
	if end-start < int64(longSpan) {
		return
	}
	parks, callbacks, known := int64(0), int64(0), 0
	by := map[uint32]int{}
	for i := range r.Events {
		switch e := &r.Events[i]; e.Kind {
		case Park:
			parks++
			if e.A > 0 {
				known++
				if stack := r.Stacks[e.A-1]; len(stack) > 1 && strings.HasSuffix(stack[0].Name, ".Submit") {
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
	rate := perSecond(parks, end-start)
	if float64(rate)*wakeUp.Seconds() < wastedShare || callbacks > 2*parks {
		return
	}
	for n, stack := range r.Stacks {
		if 2*by[uint32(n)+1] > known {
			r.report(start, end, "%v wakes the loop for each function, about %d times a second: if it has several functions, submit them with SubmitBatch or send messages to a Mailbox.",
				stack[1], rate)
		}
	}
}

// smallWrites finds callbacks that write to a connection in several pieces that would fit in one segment.
func smallWrites(r *reading) {
	written := map[int64]*Event{}
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Tag && e.Detail == TagWritten && e.C >= manyPieces && e.B/e.C < segment {
			written[e.Start] = e
		}
	}
	if len(written) == 0 {
		return
	}
	for f, events := range r.calls(func(e *Event) bool { return written[e.Start] != nil }) {
		writes, bytes := int64(0), int64(0)
		for _, e := range events {
			writes, bytes = writes+int64(written[e.Start].C), bytes+int64(written[e.Start].B)
		}
		if writes >= manyCalls {
			r.report(events[0].Start, r.End(events[len(events)-1]), "%v writes to a connection about %d times in one call, %d bytes each: leave Flush out, so that the loop writes all of them at once.",
				f, writes/int64(len(events)), bytes/writes)
		}
	}
}

// spinInVain finds a wait strategy that spins much and finds nothing.
func spinInVain(r *reading) {
	start, end := r.span()
	if end-start < int64(longSpan) {
		return
	}
	spins, vain, took := int64(0), int64(0), int64(0)
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Spin {
			spins, vain, took = spins+int64(e.A), vain+int64(e.B), took+1000*int64(e.C)
		}
	}
	if share := float64(took) / float64(end-start); share >= muchSpin && vain*4 >= spins*3 {
		r.report(start, end, "The loop spins for %.0f %% of the time, and %d of %d spins find nothing: use the wait strategy Block or Adaptive.",
			100*share, vain, spins)
	}
}

// waitingWork finds work that waits for a goroutine.
func waitingWork(r *reading) {
	var worst *Event
	n, all := 0, 0
	for i := range r.Events {
		e := &r.Events[i]
		if e.Kind != Work {
			continue
		}
		all++
		if int64(e.C)*1000 >= int64(longDelay) {
			if n++; worst == nil || e.C > worst.C {
				worst = e
			}
		}
	}
	if n >= manyWaits && 10*n >= all {
		r.report(worst.Start-1000*int64(worst.C), worst.Start, "%v has waited for a goroutine for up to %v, and %d others too: raise WithMaxWorkers, or start less work at once.",
			r.Functions[worst.A], round(1000*int64(worst.C)), n-1)
	}
}

// smallWork finds work that takes less than to hand it over.
func smallWork(r *reading) {
	for f, events := range r.group(Work, func(*Event) bool { return true }) {
		first, last := events[0].Start, events[len(events)-1].Start
		rate := perSecond(len(events), last-first)
		enough := last-first >= int64(longSpan) || r.Lost > 0 && len(events) >= 10*manyCalls // there was no room for more
		if took := median(events, duration); enough && took <= int64(nothing) && float64(rate)*wakeUp.Seconds() >= wastedShare {
			r.report(first, last, "%v is started on a goroutine about %d times a second and runs for %v, less than to hand it over and back takes: call it on the loop.",
				f, rate, round(took))
		}
	}
}

// A key is what a TagKey names.
type key struct{ low, high uint32 }

// keyTimes returns how long the timed callbacks of each key took, and in total.
func (r *Recording) keyTimes(l *Loop) (by map[key]int64, labels map[key]uint32, total int64) {
	by, labels = map[key]int64{}, map[key]uint32{}
	tags := map[int64][]*Event{}
	for i := range l.Events {
		if e := &l.Events[i]; e.Kind == Tag && e.Detail == TagKey {
			tags[e.Start] = append(tags[e.Start], e)
		}
	}
	if len(tags) == 0 {
		return by, labels, 0
	}
	for i := range l.Events {
		e := &l.Events[i]
		if e.Kind != Callback {
			continue
		}
		for _, tag := range tags[e.Start] {
			took := (r.End(e) - e.Start) / int64(len(tags[e.Start]))
			k := key{tag.A, tag.B}
			by[k] += took
			labels[k] = max(labels[k], tag.C)
			total += took
		}
	}
	return by, labels, total
}

// hotKeys finds a key that takes most of the time of all keys of all loops.
func hotKeys(r *reading) {
	by, labels, total := r.keyTimes(r.Loop)
	var hot key
	for k, took := range by {
		if took > by[hot] {
			hot = k
		}
	}
	start, end := r.span()
	idle := int64(0)
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Park || e.Kind == Untimed && e.B > 0 {
			idle += r.End(e) - e.Start
		}
	}
	if total == 0 || float64(by[hot]) < hotShare*float64(total) || float64(end-start-idle) < busyLoop*float64(end-start) {
		return
	}
	keys := map[key]bool{}
	total = 0
	for i := range r.Loops {
		some, _, took := r.keyTimes(&r.Loops[i])
		total += took
		for k := range some {
			keys[k] = true
		}
	}
	if share := float64(by[hot]) / float64(total); share >= hotShare && len(keys) >= manyKeys {
		name := fmt.Sprintf("with the hash %08x%08x", hot.high, hot.low)
		if n := labels[hot]; n > 0 {
			name = fmt.Sprintf("%q", r.Labels[n-1])
		}
		r.report(start, end, "The key %s takes %.0f %% of the time of all %d keys, and its loop is busy for %.0f %%: more loops do not help, so split the key, or make its functions faster.",
			name, 100*share, len(keys), 100*float64(end-start-idle)/float64(end-start))
	}
}

// panics finds callbacks that panic.
func panics(r *reading) {
	for f, events := range r.calls(func(e *Event) bool { return e.Detail&Panicked != 0 }) {
		r.report(events[0].Start, r.End(events[len(events)-1]), "%v has panicked %s: the panic handler of the loop gets the value and the stack.",
			f, times(len(events)))
	}
}

// collections finds that the garbage collector takes too much. It is the same for all loops.
func collections(r *reading) {
	start, end := r.span()
	if r.Loop != &r.Loops[0] || end-start < int64(longSpan) {
		return
	}
	var in []Pause
	total := int64(0)
	for _, p := range r.Pauses {
		if p.Start >= start && p.Start <= end {
			in = append(in, p)
			total += p.Duration
		}
	}
	if len(in) < manyCollections {
		return
	}
	over := in[len(in)-1].Start - in[0].Start
	rate := perSecond(len(in)-1, over)
	if share := float64(total) / float64(max(1, over)); share >= seriousShare && rate >= oftenCollected || rate >= fastCollections {
		r.report(in[0].Start, in[len(in)-1].Start, "The garbage collector runs about %d times a second and has stopped the program for %.1f %% of the time: allocate less, or raise GOGC or GOMEMLIMIT.",
			rate, 100*share)
	}
}
