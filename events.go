package wakeful

import (
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
)

// The loop's side of its descriptors: how it hears of events and calls for them.

// How many ticks apart a loop asks the kernel that does not come to sleep: some 25
// us and 1.5 us, of which the answer takes half of one.
const (
	busyLooks = 1 << 16
	idleLooks = 1 << 12
)

// poller returns the poller, nil if there is none. A loop that drains does not look
// at descriptors, and sleeps all the same while it waits for work. Loop only.
func (l *Loop) poller() *poll.Poller[*Registration] {
	if p := l.descriptors.poller.Load(); p != nil && l.stop.Load() == running {
		return p
	}
	return nil
}

// watched returns the poller for a turn. While the watcher is not in charge, nobody
// tells a loop that has always something to run, so it asks: by the clock, since a
// turn can take long. Loop only.
func (l *Loop) watched() *poll.Poller[*Registration] {
	p := l.poller()
	if p != nil && !p.Watching() && !p.Ready() && !p.Left() {
		l.look(busyLooks)
	}
	return p
}

// eventful reports whether descriptors may be ready. Loop only.
func (l *Loop) eventful() bool {
	p := l.poller()
	// What is left is looked for before a sleep; a loop that spins may not come to one.
	return p != nil && (p.Ready() || p.Left() && l.strategy != nil)
}

// bed returns where the loop is to sleep, nil for its channel. Loop only.
func (l *Loop) bed() *poll.Bed[*Registration] {
	if p := l.poller(); p != nil {
		return p.Bed()
	}
	return nil
}

// unwatched reports whether a loop that is about to sleep on its channel would not
// hear of descriptors there: the first of them was registered just now.
func (l *Loop) unwatched() bool {
	p := l.poller()
	return p != nil && !p.Watching()
}

// look asks the kernel about the descriptors, for a loop that does not come to
// sleep; but not within the given ticks of the last time. Loop only.
func (l *Loop) look(apart int64) {
	p := l.poller()
	if p == nil {
		return
	}
	now := native.Ticks()
	if now-l.looked < apart {
		return
	}
	l.looked = now
	d := &l.descriptors
	d.mu.Lock()
	p.Look()
	d.mu.Unlock()
}

// collectEvents begins the phase of the descriptors: it takes the snapshot of those
// that are ready.
func (l *Loop) collectEvents() {
	d := &l.descriptors
	d.mu.Lock()
	l.found = d.poller.Load().Collect()
	d.mu.Unlock()
	l.left = len(l.found)
}

// runDescriptors calls the functions of the snapshot. What was closed meanwhile
// is skipped, and so is what is no longer asked for.
func (l *Loop) runDescriptors() {
	for l.left > 0 && l.stop.Load() == running {
		f := &l.found[len(l.found)-l.left]
		l.left--
		r, events := f.Value, f.Events
		*f = poll.Ready[*Registration]{} // the buffer keeps nobody alive
		if events &= poll.Events(r.wanted.Load()); events == 0 {
			continue
		}
		l.counters.descriptors++
		r.fn(Events(events))
		if l.attend {
			l.settle()
		}
	}
}
