package poll

import "sync/atomic"

// Somebody waits until the kernel's queue has something: either the loop, which
// sleeps there (Sleep, in bed.go), or in its place a goroutine, the watcher, while
// the loop sleeps on its channel. Both sides of that are in this file.
//
//	the watcher                            the loop
//	W1  receive the arming                 L1  arm, before a sleep on the channel
//	W2  await                              L2  a turn, if ready: ready = false,
//	W3  ready = true                           and collect without waiting
//	W4  notify the loop
//
// At any time exactly one of four things holds: an arming is under way (after L1,
// before W1), the watcher awaits (W2), ready is true (after W3, before L2), or the
// loop is in charge (after L2, before L1). So an arming always finds room in the
// channel, and the loop never waits for the watcher.
//
// Nothing is lost. While the loop is in charge and awake, it looks by itself now
// and then, and always before it sleeps. What becomes ready while it sleeps in the
// queue wakes it there. If it arms the watcher instead, that one asks the kernel
// before it parks instead of relying on being told, since the event may have
// happened long before. W3 comes before W4, and the loop looks at ready again
// between announcing its sleep and sleeping: it either sees ready or is notified
// (package wake).
//
// The watcher only asks whether there is something; it never takes an event. One
// that is edge-triggered or one-shot is reported once, and the watcher has nobody
// to give it to.
type watcher struct {
	backend backend
	notify  func()
	// ready is set by the watcher before it notifies, and cleared by the loop; the
	// loop reads it in each turn and after it has announced a sleep. In another
	// order on either side the loop sleeps beside what is ready (models).
	ready   atomic.Bool
	armed   chan struct{} // holds one arming; closed at the end
	ended   chan struct{}
	started bool // the loop's
	// watching is set while the watcher is in charge: from L1 to L2. The loop's.
	watching bool
}

func (w *watcher) init(b backend, notify func()) {
	w.backend, w.notify = b, notify
	w.armed, w.ended = make(chan struct{}, 1), make(chan struct{})
}

// arm puts the watcher in charge.
func (w *watcher) arm() {
	if !w.started {
		w.started = true
		go w.watch()
	}
	w.watching = true
	w.armed <- struct{}{}
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

// relieve puts the loop in charge, if the watcher has found something.
func (w *watcher) relieve() {
	if w.watching && w.ready.Load() {
		w.ready.Store(false)
		w.watching = false
	}
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
