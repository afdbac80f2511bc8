package poll

import "sync"

// A Bed is where a loop sleeps to whom more comes from descriptors than from
// elsewhere: in the kernel's queue, by way of the Go runtime's poller. An event
// wakes it there, without the watcher in between, whose waking of the loop takes
// several times as long as finding the event. Who wakes the loop otherwise calls
// Rouse, which takes some 0.2 us longer than sending to a channel; so a loop that
// is roused a few times in a row arms the watcher and goes back to its channel.
//
// Sleep and Absorb belong to the loop, Rouse to everybody.
type Bed[T any] struct {
	poller *Poller[T]
	mu     sync.Locker // of the poller's owner
	onLook func() bool // look, bound once
	// roused counts the sleeps in a row that ended by Rouse.
	roused int
}

// often is how many sleeps in a row may end by Rouse before the watcher takes over.
const often = 3

// Bed returns where the loop is to sleep next: the bed, or nil for its channel;
// then the watcher is armed. Called without the lock, by the loop.
func (p *Poller[T]) Bed() *Bed[T] {
	switch {
	case p.watcher.watching:
		return nil
	case p.bed.roused >= often || !p.backend.sleeps():
		p.bed.roused = 0
		p.watcher.arm()
		return nil
	}
	return &p.bed
}

// Sleep implements wake.Bed: it returns true if there is something to Collect.
func (b *Bed[T]) Sleep() bool {
	found := b.poller.backend.sleep(b.onLook)
	b.roused++
	if found {
		b.roused = 0
	}
	return found
}

// look collects what there is, for the next Collect.
func (b *Bed[T]) look() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.poller.Look()
	return b.poller.stashed > 0
}

// Rouse implements wake.Bed.
func (b *Bed[T]) Rouse() { b.poller.backend.rouse() }

// Absorb implements wake.Bed.
func (b *Bed[T]) Absorb() {
	for b.poller.backend.sleep(func() bool { return false }) {
	}
}
