package poll

import "sync"

// A Parker parks a loop in the kernel's queue, by way of the Go runtime's netpoller. It
// is for a loop that mostly receives descriptor events: an event unparks it there. With
// the watcher in between, unparking the loop takes several times as long as finding the
// event. Any other notifier calls Unpark, which takes some 0.2 us longer than a send on a
// channel; so a loop that was unparked a few times in a row arms the watcher and parks on
// its channel again.
//
// In a poller of OpenBlocking the loop's thread blocks in the queue, whatever unparks the loop.
//
// Park and ConsumeUnpark are called by the loop, Unpark by any goroutine.
type Parker[T any] struct {
	poller *Poller[T]
	onWake func() bool // the poller's check, bound once
	// unparks counts the parks in a row that ended by Unpark.
	unparks int
}

// OpenBlocking is Open for a poller in which the loop's thread blocks, so that it needs no watcher.
// Where there is none, the error matches errors.ErrUnsupported.
func OpenBlocking[T any](mu sync.Locker) (*Poller[T], error) {
	b, err := openBlocking()
	if err != nil {
		return nil, err
	}
	p := newPoller[T](b, mu, func() {})
	p.blocks = true
	return p, nil
}

// maxUnparks is how many parks in a row may end by Unpark before the watcher takes over.
const maxUnparks = 3

// Parker returns where the loop is to park next, or nil for its channel; then the
// watcher is armed. Called without the lock, by the loop.
func (p *Poller[T]) Parker() *Parker[T] {
	switch {
	case p.blocks:
	case p.watcher.armed:
		return nil
	case p.parker.unparks >= maxUnparks && !p.orphaned || !p.backend.canPark():
		// Next to an orphan the watcher would find an event at once, each time.
		p.parker.unparks = 0
		p.watcher.arm()
		return nil
	}
	return &p.parker
}

// Park implements wake.Parker: it returns true if there is something to Collect.
func (k *Parker[T]) Park() bool {
	found := k.poller.backend.park(k.onWake)
	k.unparks++
	if found {
		k.unparks = 0
	}
	return found
}

// Unpark implements wake.Parker.
func (k *Parker[T]) Unpark() { k.poller.backend.unpark() }

// ConsumeUnpark implements wake.Parker.
func (k *Parker[T]) ConsumeUnpark() { k.poller.backend.consumeUnpark() }
