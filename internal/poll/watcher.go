package poll

import "sync/atomic"

// A watcher is a goroutine that waits until the kernel's queue has something, in
// place of the loop. Both sides of their protocol are in this file.
//
//	the watcher                            the loop, in its turn, if ready
//	W1  receive the arming                 L1  collect, without waiting
//	W2  await                              L2  found some: run them; L1 in the next turn
//	W3  ready = true                       L3  found none: ready = false
//	W4  notify the loop                    L4  arm
//
// At any time exactly one of three things holds: an arming is under way (after
// L4, before W1), the watcher awaits (W2), or ready is true (after W3, before
// L3). So an arming always finds room in the channel, and the loop never waits
// for the watcher.
//
// Nothing is lost. What becomes ready before L1 is collected. What becomes ready
// after L1 found none is there when the watcher awaits: await asks the kernel
// before it parks, each time, instead of relying on being told, since the event
// may have happened long before. W3 comes before W4, and the loop looks at ready
// again between announcing its sleep and sleeping: it either sees ready or is
// notified (package wake).
//
// L3 comes before L4: in the other order the watcher could set ready in between,
// and the loop would erase it. And only an empty collection arms: a watcher that
// was armed while events are left would find them at once and wake a loop that
// knows.
//
// The watcher only asks whether there is something; it never takes an event. One
// that is edge-triggered or one-shot is reported once, and the watcher has nobody
// to give it to.
type watcher struct {
	backend backend
	notify  func()
	// ready is set by the watcher before it notifies, and cleared by the loop before
	// it arms; the loop reads it in each turn and after it has announced a sleep.
	// In another order on either side the loop sleeps beside what is ready (models).
	ready   atomic.Bool
	armed   chan struct{} // holds one arming; closed at the end
	ended   chan struct{}
	started bool // the owner's, as the rest of the poller
}

func (w *watcher) init(b backend, notify func()) {
	w.backend, w.notify = b, notify
	w.armed, w.ended = make(chan struct{}, 1), make(chan struct{})
}

// start starts the watcher, armed, if it has not been started.
func (w *watcher) start() {
	if !w.started {
		w.started = true
		w.armed <- struct{}{}
		go w.watch()
	}
}

// watch is the watcher's side.
func (w *watcher) watch() {
	defer close(w.ended)
	for range w.armed {
		if !w.backend.await() {
			return
		}
		w.ready.Store(true)
		w.notify()
	}
}

// arm is what the loop does when it has found nothing.
func (w *watcher) arm() {
	w.ready.Store(false)
	w.armed <- struct{}{}
}

// stop lets the watcher end where it waits to be armed; closing the backend ends
// it where it awaits, or keeps it from beginning to.
func (w *watcher) stop() { close(w.armed) }

// join waits for the end of the watcher.
func (w *watcher) join() {
	if w.started {
		<-w.ended
	}
}
