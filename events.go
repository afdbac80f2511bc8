package wakeful

import (
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
)

// This file is the loop's side of its descriptors: when it polls the kernel for events, and how it
// calls the registered functions. Everything here is called on the loop's goroutine.

// The least number of ticks between two polls of the kernel by a loop that does not park: about 25
// us while it has work, and 1.5 us while it spins. A poll takes half a microsecond.
const (
	busyPollInterval = 1 << 16
	spinPollInterval = 1 << 12
)

// poller returns the poller, or nil if there is none. A draining loop ignores its descriptors, but
// may park while it waits for its workers.
func (l *Loop) poller() *poll.Poller[*FDRegistration] {
	if p := l.descriptors.poller.Load(); p != nil && l.stop.Load() == running {
		return p
	}
	return nil
}

// pollDescriptors polls the kernel for a loop that does not park, unless the last poll was less
// than interval ticks ago.
func (l *Loop) pollDescriptors(interval int64) {
	p := l.poller()
	if p == nil {
		return
	}
	now := native.Ticks()
	if now-l.polledAt < interval {
		return
	}
	l.polledAt = now
	d := &l.descriptors
	d.mu.Lock()
	p.Poll()
	d.mu.Unlock()
}

// collectEvents starts the descriptor phase of a turn: it takes the snapshot of ready descriptors,
// if there may be any. While the watcher is not armed, no event notifies a loop that always has
// work. So the loop polls at intervals of the clock, because a turn can take long.
func (l *Loop) collectEvents() {
	p := l.poller()
	if p == nil {
		return
	}
	if !p.Armed() && !p.Ready() && !p.MayHaveMore() {
		l.pollDescriptors(busyPollInterval)
	}
	if !p.Ready() && !p.MayHaveMore() {
		return
	}
	d := &l.descriptors
	d.mu.Lock()
	l.readyDescriptors = p.Collect()
	d.mu.Unlock()
	l.remaining = len(l.readyDescriptors)
}

// runDescriptors calls the functions of the snapshot. It skips a registration that was closed
// meanwhile, and an event that is no longer requested.
func (l *Loop) runDescriptors() (ended bool) {
	for l.remaining > 0 && l.stop.Load() == running {
		if l.attention.Load() != 0 && l.mustReturn() {
			return !l.isPaused()
		}
		f := &l.readyDescriptors[len(l.readyDescriptors)-l.remaining]
		l.remaining--
		r, events := f.Value, f.Events
		*f = poll.Ready[*FDRegistration]{} // so that the buffer keeps no registration alive
		if events &= poll.Events(r.wanted.Load()); events == 0 {
			continue
		}
		l.counters.descriptors++
		if l.sampler.countdown--; l.sampler.countdown < 0 {
			l.sampleEvents(r.fn, Events(events))
		} else {
			r.fn(Events(events))
		}
		if l.microtasksPending {
			l.drainMicrotasks()
		}
	}
	return true
}
