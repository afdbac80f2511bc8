package wakeful

import (
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// A KeepAlive keeps an auto-exit loop running while it is held, see
// Loop.KeepAlive. It can be held and released many times.
type KeepAlive struct {
	held    atomic.Bool
	alive   *references
	origins *origins
}

// KeepAlive returns a held keep-alive. While it is held, a loop made WithAutoExit does not end by
// itself. A goroutine that works for the loop holds one until it has submitted its result. Without
// WithAutoExit it has no effect.
func (l *Loop) KeepAlive() *KeepAlive {
	k := &KeepAlive{alive: &l.alive, origins: &l.observation.origins}
	k.Hold()
	return k
}

// Hold keeps the loop running until Release. Holding a held keep-alive has no effect. Any goroutine
// may call it. After the end of the loop it does nothing.
func (k *KeepAlive) Hold() {
	if origin := k.origins.caller(); origin != nil {
		k.origins.mu.Lock()
		defer k.origins.mu.Unlock()
		if k.hold() {
			k.origins.add(k, origin.alive(observe.Alive{Kind: kindKeepAlive}))
		}
		return
	}
	k.hold()
}

// hold holds k, and reports whether it was not held. While origins are recorded, the count and the
// record change under their lock, as in Release. So under the lock a keep-alive is in both or in
// neither.
func (k *KeepAlive) hold() bool {
	// Count before holding: a Release in between, which need not have the lock, must not decrement
	// the count for something else that keeps the loop running.
	k.alive.add(1)
	if k.held.Swap(true) {
		k.alive.add(-1)
		return false
	}
	return true
}

// Release lets the loop end when nothing else keeps it running. Releasing a keep-alive that is not
// held has no effect. Any goroutine may call it.
func (k *KeepAlive) Release() {
	o := k.origins
	if o.enabled.Load() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if k.held.Swap(false) {
			delete(o.tracked, k)
			k.alive.add(-1)
		}
		return
	}
	if k.held.Swap(false) {
		o.untrack(k) // if recording has begun in between
		k.alive.add(-1)
	}
}
