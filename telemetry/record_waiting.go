package telemetry

import (
	"cmp"

	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/recording"
)

// This file owns what a recording has besides events: the last stalls, the promises that are pending,
// and what keeps the loop alive.

// keptPromises is the number of pending promises in a recording.
const keptPromises = 100

// takeWaiting adds these things.
func (r *Recorder) takeWaiting(l *recording.Loop) {
	l.AutoExit, l.Hosted, l.Refused = r.inside.AutoExit(), r.inside.Hosted(), r.loop.Metrics().Rejected
	watched.mu.Lock()
	w := watched.all[r.loop]
	watched.mu.Unlock()
	if w = cmp.Or(w, r.watcher.Load()); w != nil {
		_, stalls := w.stalls.snapshot()
		l.StallLimit, l.StallsSince = int64(w.settings.limit), w.since.UnixNano()
		if len(stalls) == recentStalls {
			l.StallsSince = stalls[recentStalls-1].Since.UnixNano()
		}
		for _, s := range stalls {
			l.Stalls = append(l.Stalls, recording.Stall{
				Callback: recording.Function{Name: s.Callback, File: s.File, Line: s.Line},
				Start:    s.Since.UnixNano(), Duration: int64(s.Duration), State: s.State, Stack: s.Stack, Returned: s.Ended,
			})
		}
	}
	if observe.Promises != nil {
		var pending []observe.Promise
		pending, l.Pending = observe.Promises(r.loop, keptPromises)
		for _, p := range pending {
			l.Promises = append(l.Promises, recording.Promise{Made: p.Made.UnixNano(), Site: limited(p.Site)})
		}
	}
	if !r.inside.Tracking() { // nobody would know where they come from, and listing many timers takes long
		return
	}
	alive, _ := r.inside.Alive(keptAlive)
	for _, a := range alive {
		e := newAliveEntry(r.inside, a)
		to := recording.Alive{Kind: e.Kind, Detail: e.Detail, Count: e.Count, Made: a.Made, Script: e.Script}
		if !e.Due.IsZero() {
			to.Due = e.Due.UnixNano()
		}
		for _, f := range e.Origin {
			to.Origin = append(to.Origin, recording.Function{Name: f.Function, File: f.File, Line: f.Line})
		}
		l.Alive = append(l.Alive, to)
	}
}
