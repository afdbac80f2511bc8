package recording

import (
	"cmp"
	"slices"
	"time"
)

// This file owns what a recording says about a loop that could run and did not.

// starvedFor is how long a loop that could run may wait for a processor, before one of a hundred of its
// wake-ups is too much.
const starvedFor = 10 * time.Millisecond

// withoutWaits returns how long a callback took without the time in which its thread waited for a
// processor, as far as that is known.
func (r *reading) withoutWaits() (took func(e *Event) int64) {
	waits := map[int64]int64{}
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Tag && e.Detail == TagWaited {
			waits[e.Start] = int64(e.A)
		}
	}
	return func(e *Event) int64 { return max(0, r.End(e)-e.Start-waits[e.Start]) }
}

// A wait is how long a loop that could run did not, before a time. kernel is how long of it, at most,
// its thread waited for a processor, and known whether that is known.
type wait struct {
	took, end, kernel int64
	known             bool
}

// lateParks returns the parks after which the loop waited for a processor, if they are a serious part
// of those of which it is known. A loop in guest mode waits for its host.
func (r *reading) lateParks() (late []wait, known int) {
	if r.Hosted {
		return nil, 0
	}
	var park *Event
	for i := range r.Events {
		e := &r.Events[i]
		if !e.onLoop() {
			continue
		}
		if park != nil {
			took := int64(park.B)
			byTimer := e.Kind == Callback && e.Phase() == "timers" && park.Reason() == "timer"
			if byTimer {
				took = max(took, 1000*int64(e.C)) // the one that wakes the loop for a timer may be late too
			}
			if byTimer || took > 0 {
				known++
			}
			if took >= int64(starvedFor) {
				w := wait{took: took, end: park.Start + park.Duration}
				if park.C != NotKnown {
					w.kernel, w.known = min(took, int64(park.C)), true
				}
				late = append(late, w)
			}
		}
		park = nil
		if e.Kind == Park && e.Duration != Unfinished {
			park = e
		}
	}
	if len(late) < manyWaits || float64(len(late)) < seriousShare*float64(known) {
		return nil, known
	}
	return late, known
}

// wasStarved reports whether the loop waited for a processor too often, or in a callback for so long
// that the watchdog of a Watcher saw it.
func (r *reading) wasStarved() bool {
	late, _ := r.lateParks()
	return len(late) > 0 || slices.ContainsFunc(r.Events, func(e Event) bool { return r.paused(&e) })
}

// paused reports whether a callback has run for longer than the limit of the watchdog, which did not
// report it. So the process had no processor. The watchdog may notice a callback when an eighth of the
// limit has passed.
func (r *reading) paused(e *Event) bool {
	return e.Kind == Callback && r.StallLimit > 0 && e.Duration >= r.StallLimit+r.StallLimit/2 && e.Start >= r.StallsSince &&
		!slices.ContainsFunc(r.Stalls, func(s Stall) bool {
			return s.Start <= e.Start+e.Duration && s.Start+s.Duration >= e.Start
		})
}

// noProcessor finds that the loop could have run and did not get a processor.
func noProcessor(r *reading) {
	late, parks := r.lateParks()
	if len(late) == 0 {
		return
	}
	waited, kernel := int64(0), int64(0)
	for _, w := range late {
		if w.known {
			waited, kernel = waited+w.took, kernel+w.kernel
		}
	}
	worst := slices.MaxFunc(late, func(a, b wait) int { return cmp.Compare(a.took, b.took) })
	why := "goroutines of this process have kept the processors: find what computes with a profile of the processor, or raise GOMAXPROCS"
	switch {
	case waited == 0:
		why = "other processes or goroutines of this one have kept the processors: compare the load of the machine with a profile of the processor"
	case 2*kernel > waited:
		why = "other processes, or the limit of its container, have kept its thread from the processors: give it more"
	}
	r.report(worst.end-worst.took, worst.end, "The loop could run and did not for up to %v, after %d of %d parks: %s.",
		round(worst.took), len(late), parks, why)
}
