package recording

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// This file owns the rules about what is held for too long: promises and keep-alives.

// longHeld is longer than the common time limits of requests.
const longHeld = time.Minute

// openPromises finds promises that are old, by where they were made.
func openPromises(r *reading) {
	now := r.Time.UnixNano()
	by := map[string][]Promise{}
	var sites []string
	for _, p := range r.Promises {
		if by[p.Site] == nil {
			sites = append(sites, p.Site)
		}
		by[p.Site] = append(by[p.Site], p)
	}
	for _, site := range sites {
		all := by[site]
		old := slices.DeleteFunc(all, func(p Promise) bool { return now-p.Made < int64(longHeld) })
		if len(old) == 0 {
			continue
		}
		what := "A promise made at " + site + " is"
		if len(old) > 1 {
			what = fmt.Sprintf("%d promises made at %s are", len(old), site)
		}
		oldest := slices.MinFunc(old, func(a, b Promise) int { return cmp.Compare(a.Made, b.Made) })
		r.report(oldest.Made, now, "%s pending, for up to %v: settle it on every path, or race it against Sleep.", what, round(now-oldest.Made))
	}
}

// heldKeepAlives finds keep-alives that are all that keeps an auto-exit loop from its end.
func heldKeepAlives(r *reading) {
	now := r.Time.UnixNano()
	if !r.AutoExit || r.State != "parked" || len(r.Alive) == 0 || len(r.Events) == 0 {
		return
	}
	for _, a := range r.Alive {
		if a.Kind != "keep-alive" {
			return
		}
	}
	last := int64(0) // when the loop last did something
	for i := range r.Events {
		if e := &r.Events[i]; e.onLoop() && e.Duration != Unfinished {
			last = max(last, e.Start+e.Duration)
		} else if e.onLoop() {
			last = max(last, e.Start)
		}
	}
	if now-last < int64(longHeld) {
		return
	}
	count, first := map[string]int{}, map[string]int64{}
	for _, a := range r.Alive {
		place := ""
		if len(a.Origin) > 0 {
			place = ", made at " + a.Origin[0].String()
		}
		held := a.Made
		if held == 0 {
			held = last
		}
		if count[place]++; count[place] == 1 || held < first[place] {
			first[place] = held
		}
	}
	for _, place := range slices.Sorted(maps.Keys(count)) {
		what := "a keep-alive has"
		if n := count[place]; n > 1 {
			what = fmt.Sprintf("%d keep-alives have", n)
		}
		if held := first[place]; now-held >= int64(longHeld) {
			r.report(held, now, "Nothing but %s kept the loop from its end for %v%s: release it when what it stands for is done, also after an error.",
				what, round(now-held), place)
		}
	}
}
