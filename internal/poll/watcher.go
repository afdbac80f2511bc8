package poll

import "sync/atomic"

// A watcher is the goroutine that waits for the kernel's queue while the loop is parked on
// its channel. When the loop itself parks in the queue (parker.go), the watcher waits to
// be armed. Both sides of the protocol are in this file:
//
//	the watcher                            the loop
//	W1  receive the arming                 L1  arm, before it parks on the channel
//	W2  wait until the queue is ready      L2  in a turn, if ready: clear ready and take
//	W3  ready = true                           over, then collect without waiting
//	W4  notify the loop
//
// At any time exactly one of four things holds: an arming is under way (after L1, before
// W1), the watcher waits (W2), ready is true (after W3, before L2), or the loop polls the
// queue itself (after L2, before L1). So an arming always finds room in the channel, and
// the loop never waits for the watcher.
//
// No event is lost. While the watcher is not armed, a loop that is awake polls now and
// then, and always before it parks in the queue; what becomes ready while it is parked
// there unparks it. An armed watcher polls before it parks, since the event may have
// happened long before. W3 comes before W4, and the loop checks ready again between
// announcing a park and parking: either it sees ready, or it is notified (package wake).
//
// The watcher never takes an event. One that is edge-triggered or one-shot is reported
// once, and must be reported to the loop.
type watcher struct {
	backend backend
	notify  func()
	// ready is set by the watcher before it notifies, and cleared by the loop, which reads
	// it in each turn and after it has announced a park. In another order on either side
	// the loop parks although a descriptor is ready (READY_AFTER_NOTIFY,
	// RECHECK_SKIPS_READY).
	ready   atomic.Bool
	armings chan struct{} // holds one; closed at the end
	ended   chan struct{}

	// Loop only.

	started bool
	armed   bool // from L1 to L2
}

func (w *watcher) init(b backend, notify func()) {
	w.backend, w.notify = b, notify
	w.armings, w.ended = make(chan struct{}, 1), make(chan struct{})
}

// arm is L1.
func (w *watcher) arm() {
	if !w.started {
		w.started = true
		go w.watch()
	}
	w.armed = true
	w.armings <- struct{}{}
}

// watch is the watcher's side.
func (w *watcher) watch() {
	defer close(w.ended)
	for range w.armings {
		if !w.backend.waitReady() {
			return
		}
		w.ready.Store(true)
		w.notify()
	}
}

// takeOver is L2: it does nothing unless the watcher has found something.
func (w *watcher) takeOver() {
	if w.armed && w.ready.Load() {
		w.ready.Store(false)
		w.armed = false
	}
}

// stop ends a watcher that waits to be armed. Closing the backend ends one that waits in waitReady,
// or prevents it from starting.
func (w *watcher) stop() { close(w.armings) }

// join waits for the end of the watcher.
func (w *watcher) join() {
	if w.started {
		<-w.ended
	}
}
