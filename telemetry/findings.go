package telemetry

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// This file owns the findings of the live page. The rules are those of `wakeful trace`. They read the
// recordings of the loops. For a loop that is not recorded they read its stalls, pending promises and
// refused functions only.

const (
	// findingsPeriod is the least time between two readings.
	findingsPeriod = 5 * time.Second
	// findingsShare limits how much of the time is spent on them: one part in so many.
	findingsShare = 50
)

// pageFinding is a finding on the page.
type pageFinding struct {
	Rule  string `json:"rule"`
	Text  string `json:"text"`
	Since int64  `json:"since"`
	Until int64  `json:"until"`
}

// findings are the last findings of all loops, by their numbers. One stream of the page has them.
type findings struct {
	next     time.Time
	by       map[uint64][]pageFinding
	recorded map[uint64]bool
}

// update reads the loops again, if it is time.
func (f *findings) update(watchers []*Watcher) {
	now := time.Now()
	if now.Before(f.next) {
		return
	}
	f.by, f.recorded = map[uint64][]pageFinding{}, map[uint64]bool{}
	recorders := recordersNow()
	for _, r := range recorders {
		f.recorded[r.inside.ID()] = true
	}
	all := take(recorders)
	for _, w := range watchers {
		if !f.recorded[w.inside.ID()] {
			r := Recorder{loop: w.loop, inside: w.inside}
			l := recording.Loop{Name: w.name, ID: w.inside.ID(), State: string(w.state())}
			r.takeWaiting(&l)
			all.Loops = append(all.Loops, l)
		}
	}
	for _, found := range all.Findings() {
		f.by[found.ID] = append(f.by[found.ID], pageFinding{found.Rule, found.Text, found.Start / 1e6, found.End / 1e6})
	}
	f.next = now.Add(max(findingsPeriod, findingsShare*time.Since(now)))
}
