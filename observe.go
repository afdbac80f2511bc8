package wakeful

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns how other packages of the module observe a loop: the methods of observe.Loop, which
// are not part of the public interface.

func init() {
	observe.Open = func(loop any) observe.Loop {
		if l, ok := loop.(*Loop); ok {
			return (*observed)(l)
		}
		return nil
	}
}

// observed is a Loop with the methods of observe.Loop.
type observed Loop

// ID returns the number of the loop.
func (o *observed) ID() uint64 { return o.observation.id }

// Attach replaces the observer. A loop that has not run or has ended does not notice it.
func (o *observed) Attach(by *observe.Observer) {
	o.observation.observer.Store(by)
	o.observation.origins.enable(by != nil && by.Origins)
	o.attention.Or(attentionObserver)
}

// Record replaces the ring. A loop that has not run or has ended does not notice it.
func (o *observed) Record(r *observe.Ring) {
	o.observation.ring.Store(r)
	o.attention.Or(attentionObserver)
}

// Ring returns the ring, nil for none.
func (o *observed) Ring() *observe.Ring { return o.observation.ring.Load() }

// State returns the state of the loop.
func (o *observed) State() observe.State {
	switch {
	case o.ending.isDone():
		return observe.Ended
	case o.ending.state.Load() != running:
		return observe.Draining
	case o.owner.Load() == 0 && !o.ending.hasRun():
		return observe.New
	}
	return observe.Running
}

// Parked reports whether the loop has announced a park.
func (o *observed) Parked() bool { return o.wake.Announced() }

// Now returns the time on the loop's clock.
func (o *observed) Now() int64 { return (*Loop)(o).now() }

// Epoch returns the beginning of the loop's clock.
func (o *observed) Epoch() int64 { return o.timers.base.epoch.UnixNano() }

// Ask asks the loop to answer at its next callback.
func (o *observed) Ask() { o.attention.Or(attentionAsked) }

// NotifyUnparked requests a notification of the observer when the loop is unparked.
func (o *observed) NotifyUnparked() { o.attention.Or(attentionUnpark) }

// Asked reports whether the loop has not answered yet.
func (o *observed) Asked() bool { return o.attention.Load()&attentionAsked != 0 }

// AnsweredAt returns the time of the loop's last answer.
func (o *observed) AnsweredAt() int64 { return o.observation.answeredAt.Load() }

// Withdraw cancels Ask.
func (o *observed) Withdraw() { o.attention.And(^uint32(attentionAsked)) }

// Goroutine returns the ID of the loop's goroutine.
func (o *observed) Goroutine() uint64 { return o.observation.goroutineID.Load() }

// Stack returns the bounds of the stack of the loop's goroutine.
func (o *observed) Stack() (low, high uintptr) {
	return native.Stack(o.observation.goroutine.Load())
}

// Scripts returns the data that module js shares with the loop.
func (o *observed) Scripts() *observe.Scripts { return &o.observation.scripts }

// ShareHost declares that any goroutine may turn the loop.
func (o *observed) ShareHost() { o.host.shared = true }

// AutoExit reports whether the loop was made WithAutoExit.
func (o *observed) AutoExit() bool { return o.options.autoExit }

// Hosted reports whether the loop was made WithHost.
func (o *observed) Hosted() bool { return o.host != nil }

// Tags returns what packages built on loops use to record.
func (o *observed) Tags() *observe.Tags { return &o.observation.tags }

// Probe pushes the probe.
func (o *observed) Probe() bool { return o.observation.probe.push(&o.sources) }

// Probing reports whether the probe is in the queue.
func (o *observed) Probing() bool { return o.observation.probe.queued.Load() }

// ProbedAt returns the time at which the probe ran.
func (o *observed) ProbedAt() int64 { return o.observation.probe.ranAt.Load() }

// Tracking reports whether origins are recorded.
func (o *observed) Tracking() bool { return o.observation.origins.enabled.Load() }

// Track records that key keeps the loop alive.
func (o *observed) Track(key any, a observe.Alive) { o.observation.origins.track(key, a) }

// Untrack removes key again.
func (o *observed) Untrack(key any) { o.observation.origins.untrack(key) }

// Alive lists the things that keep the loop alive: timers by their deadlines, then the others.
func (o *observed) Alive(limit int) (entries []observe.Alive, count int) {
	l := (*Loop)(o)
	if l.ending.isDone() {
		return nil, 0
	}
	// The counts are read one after the other. If one changes in between, a thing is listed as
	// another kind. So read them again, but only a few times, because a busy loop may change them
	// all the time.
	t := &l.observation.origins
	var timers, registrations []observe.Alive
	var working int
	for try := 1; ; try++ {
		before := l.alive.count.Load()
		working = int(max(0, l.workers.accepted.Load()-l.workers.delivered.Load()))
		timers, registrations = l.timers.referenced(), l.descriptors.referenced()
		t.mu.Lock()
		after := l.alive.count.Load()
		count = int(max(0, after))
		if len(timers) > 0 {
			count += len(timers) - 1 // all timers count as one
		}
		if before == after || try == 8 {
			break // with the lock
		}
		t.mu.Unlock()
		runtime.Gosched()
	}
	others := count - len(timers) - len(registrations) - working
	entries = append(timers, registrations...)
	for _, a := range t.tracked {
		switch a.Kind {
		case kindWork:
			working--
		case kindKeepAlive:
			others--
		default: // of a package that is built on the loop, not counted by the loop
			count++
		}
		a.Count = 1
		entries = append(entries, a)
	}
	t.mu.Unlock()
	if working > 0 {
		entries = append(entries, observe.Alive{Kind: kindWork, Count: working})
	}
	if others > 0 {
		entries = append(entries, observe.Alive{Kind: kindKeepAlive, Count: others})
	}
	slices.SortStableFunc(entries, func(a, b observe.Alive) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Due, b.Due))
	})
	return entries[:min(limit, len(entries))], count
}

// rank orders kinds. Kinds of module js come first, because they say the most.
func rank(a observe.Alive) int {
	switch a.Kind {
	case kindTimer:
		return 1
	case kindDescriptor:
		return 2
	case kindWork:
		return 3
	case kindKeepAlive:
		return 4
	}
	return 0
}
