package wakeful

import (
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/wake"
)

// references counts the things that keep an auto-exit loop running: referenced timers and
// registrations, held keep-alives, and work of RunBlocking.
type references struct {
	// count is written by the goroutines that add and release. The one that brings it to 0 notifies.
	// The loop reads it before it closes the queues, so it sees functions that were submitted before
	// the release.
	count atomic.Int64

	// Immutable after New.

	autoExit bool
	wake     *wake.EventCount
}

// add changes the count. If nothing keeps an auto-exit loop running any more, it notifies the loop.
func (r *references) add(change int64) {
	if r.count.Add(change) == 0 && r.autoExit {
		r.wake.Notify()
	}
}

// unused reports whether nothing keeps an auto-exit loop running.
func (r *references) unused() bool { return r.autoExit && r.count.Load() == 0 }
