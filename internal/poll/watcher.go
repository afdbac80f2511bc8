package poll

import "sync/atomic"

// A watcher is a goroutine that waits until the kernel's queue has something, in
// place of the loop. Both sides of their protocol are in this file.
//
//	the watcher                            the loop, in its turn, if ready
//	W1  await news                         L1  ready = false
//	W2  ready = true                       L2  collect, without waiting
//	W3  notify the loop                    L3  ready = true, if something may be left
//
// Nothing is lost. What becomes ready before L2 is collected; what becomes ready
// after it is news, which the backend tells, late perhaps but never not at all: so
// W2 comes after L2, and L1, which comes before, does not erase it. What a
// collection leaves is no news: an entry for which there was no room, or one that
// is level-triggered and may not have been dealt with. So the loop itself keeps
// ready then, and looks again in its next turn. W2 comes before W3, and the loop
// looks at ready again between announcing its sleep and sleeping: it either sees
// ready or is notified (package wake).
//
// The watcher only hears; it never takes an event. One that is edge-triggered or
// one-shot is reported once, and the watcher has nobody to give it to.
//
// Sometimes the loop looks for nothing: when news comes late, of an event that it
// has collected. To ask the kernel first cost two system calls per event (docs/
// decisions/descriptors.md).
type watcher struct {
	backend backend
	notify  func()
	// ready is set by the watcher before it notifies; the loop clears it before it
	// collects and sets it after. It reads it in each turn and after it has
	// announced a sleep. In another order on either side the loop sleeps beside
	// what is ready (models).
	ready   atomic.Bool
	ended   chan struct{}
	started bool // the owner's, as the rest of the poller
}

func (w *watcher) init(b backend, notify func()) {
	w.backend, w.notify, w.ended = b, notify, make(chan struct{})
}

// start starts the watcher, if it has not been started.
func (w *watcher) start() {
	if !w.started {
		w.started = true
		go w.watch()
	}
}

// watch is the watcher's side.
func (w *watcher) watch() {
	defer close(w.ended)
	w.backend.await(func() {
		w.ready.Store(true)
		w.notify()
	})
}

// look is L1: the loop is about to collect.
func (w *watcher) look() { w.ready.Store(false) }

// lookAgain is L3: the loop is to collect in its next turn, whatever is heard.
func (w *watcher) lookAgain() { w.ready.Store(true) }

// join waits for the end of the watcher, whose backend is closed.
func (w *watcher) join() {
	if w.started {
		<-w.ended
	}
}
