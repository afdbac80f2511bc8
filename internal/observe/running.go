package observe

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns which loop runs on a goroutine. A function that was given a name (telemetry.Named)
// does not know its loop, and a loop does not know who submits to it.

// running is an observed or recorded loop that runs on a goroutine.
type running struct {
	observer *Observer // nil for none
	tags     *Tags
}

var (
	runningMu sync.Mutex
	// runningOn has these loops by the identities of their goroutines. The map is never changed; Enter
	// replaces it. nil while there is none, so that named functions of a program without a watched
	// loop cost one load.
	runningOn atomic.Pointer[map[uintptr]running]
)

// Current returns the observer of the loop that runs on the calling goroutine, nil if there is none.
func Current() *Observer {
	all := runningOn.Load()
	if all == nil {
		return nil
	}
	return (*all)[native.Goroutine()].observer
}

// Here returns the Tags of the observed or recorded loop that runs on the calling goroutine, nil for
// none. While no loop is observed or recorded, it costs a load.
func Here() *Tags {
	if runningOn.Load() == nil {
		return nil
	}
	return tagsOn(native.Goroutine())
}

// tagsOn returns the Tags of the observed or recorded loop that runs on a goroutine, nil for none.
func tagsOn(goroutine uintptr) *Tags {
	all := runningOn.Load()
	if all == nil {
		return nil
	}
	return (*all)[goroutine].tags
}

// Enter records that a goroutine runs the loop with these Tags, observed by o, which may be nil. tags is
// nil if it runs no loop, or one that is neither observed nor recorded.
func Enter(goroutine uintptr, tags *Tags, o *Observer) {
	runningMu.Lock()
	defer runningMu.Unlock()
	changed := map[uintptr]running{}
	if all := runningOn.Load(); all != nil {
		if _, is := (*all)[goroutine]; tags == nil && !is {
			return
		}
		changed = maps.Clone(*all)
	}
	delete(changed, goroutine)
	if tags != nil {
		changed[goroutine] = running{o, tags}
	}
	if len(changed) == 0 {
		runningOn.Store(nil)
		return
	}
	runningOn.Store(&changed)
}
