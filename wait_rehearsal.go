package wakeful

import (
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns what a loop that spins for long does against forgetting how.
//
// After a millisecond or more without a message the code between Submit and the callback
// is in nobody's caches any more: what a processor's neighbours do has taken its
// place, and whoever sends has slept besides. Then that code makes up most of the
// delay. The loop that spins has the time to go through it now and then, with a
// function that does nothing and in a loop that does nothing else, so that it is in
// the caches of one processor at least, from which others get it sooner than from
// memory. docs/decisions/waiting.md has the figures.

// rehearsals is how far apart they are, and how long a wait goes on before the first.
// One is a Submit and a call, and delays a message that comes just then by as much.
// (Every millisecond gained about half.)
const rehearsals = 200 * time.Microsecond

// rehearsal is the state of one loop's. Loop goroutine only.
type rehearsal struct {
	period int64 // of rehearsals, in ticks
	last   int64 // ticks
	stage  *Loop // nil before the first
}

// rehearse submits a function to the stage and runs it, by the code that users of this
// loop and the loop itself will go through next. It touches nothing of the loop: there
// is nothing that the function could overtake, and it counts nowhere. (For a loop with a
// queue limit half of it is in vain: bounded queues are not rehearsed.)
func (w *Waiting) rehearse() {
	r := &w.rehearsal
	r.last = w.looked
	if r.stage == nil {
		r.stage = newStage()
	}
	if r.stage.Submit(idle) == nil {
		r.stage.waiting.run()
	}
}

// idle is what the stage runs.
func idle() {}

// newStage returns a loop that is never run, of 7.5 KB.
func newStage() *Loop {
	l := &Loop{budget: 1}
	l.wake.Init()
	l.submitted.Init(submittedSegment)
	l.internal.Init(1)
	l.waiting.loop, l.waiting.own = l, true
	return l
}

// due reports whether a wait since began is due for a rehearsal.
func (r *rehearsal) due(began, now int64) bool {
	return now-began > r.period && now-r.last > r.period
}

func (r *rehearsal) init() { r.period = native.TicksIn(rehearsals) }
