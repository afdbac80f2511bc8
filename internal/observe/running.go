package observe

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns which Observer belongs to the calling goroutine. A function that was given a name
// (telemetry.Named) does not know which loop it runs on.

var (
	observersMu sync.Mutex
	// observers has the observer of each goroutine that runs an observed loop, by its identity.
	// The map is never changed; enter and leave replace it. nil while there is none, so that
	// named functions of a program without a watched loop cost one load.
	observers atomic.Pointer[map[uintptr]*Observer]
)

// Current returns the observer of the loop that runs on the calling goroutine, nil if there is none.
func Current() *Observer {
	all := observers.Load()
	if all == nil {
		return nil
	}
	return (*all)[native.Goroutine()]
}

// Enter records that the calling goroutine runs the loop that o observes, nil for no loop.
// goroutine is the caller's identity.
func Enter(goroutine uintptr, o *Observer) {
	observersMu.Lock()
	defer observersMu.Unlock()
	changed := map[uintptr]*Observer{}
	if all := observers.Load(); all != nil {
		if o == nil && (*all)[goroutine] == nil {
			return
		}
		changed = maps.Clone(*all)
	}
	delete(changed, goroutine)
	if o != nil {
		changed[goroutine] = o
	}
	if len(changed) == 0 {
		observers.Store(nil)
		return
	}
	observers.Store(&changed)
}
