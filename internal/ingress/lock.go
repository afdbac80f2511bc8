package ingress

import (
	"runtime"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

const (
	// minPauses and maxPauses are how long a goroutine waits before it looks at the lock again, in
	// pauses of the processor. Between two looks, the cache line stays with the processor that has
	// the lock, which pushes several functions in this time.
	minPauses, maxPauses = 2, 16
	// maxSpin is how many pauses a goroutine waits before it gives up its thread's processor: about
	// 2 us, a thousand times as long as a push.
	maxSpin = 64
)

// A lock protects a few instructions, and now and then an allocation. It is free if held is 0.
//
// A goroutine that does not get the lock spins, because the holder has it for some nanoseconds
// only. If the holder allocates or does not run, spinning is in vain. So the goroutine then yields
// twice in turn: its thread to other threads, and itself to other goroutines. Yielding the thread
// matters if the system runs the holder's thread on the same processor: without it, the holder
// continues only after the time slice of the spinning thread, 3 ms, and a thread that was just
// woken is often in that place.
type lock struct {
	held atomic.Uint32
}

func (l *lock) acquire() {
	if l.held.Swap(1) != 0 {
		l.acquireContended()
	}
}

func (l *lock) acquireContended() {
	for pauses, spun := minPauses, 0; ; pauses = min(2*pauses, maxPauses) {
		for range pauses {
			native.Pause()
		}
		if l.held.Load() == 0 && l.held.Swap(1) == 0 {
			return
		}
		if spun += pauses; spun >= maxSpin {
			spun = 0
			native.YieldThread()
			runtime.Gosched()
		}
	}
}

// release has release order: the next holder sees what this one wrote. It is not sequentially
// consistent, so a load that follows may be earlier. No protocol relies on that order, but on that
// of hasPushes.
func (l *lock) release() { native.StoreRelease32(&l.held, 0) }
