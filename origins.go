package wakeful

import (
	"cmp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/timerheap"
)

// This file owns the list of things that keep a loop alive, for an observer, and the places where
// they were created.

// originDepth is the number of recorded stack frames.
const originDepth = 16

// origin is where something was created: on the stack of Go, and in the script that ran on the
// loop's goroutine, if one did. Immutable.
type origin struct {
	stack  []uintptr
	script []string
}

// alive adds an origin to what it is of. o may be nil.
func (o *origin) alive(a observe.Alive) observe.Alive {
	if o != nil {
		a.Origin, a.Script = o.stack, o.script
	}
	return a
}

// origins holds the places where things were created that keep the loop alive.
type origins struct {
	// enabled is set while origins are recorded. Observers write it. It is read where something is
	// created, which costs one load while it is not set.
	enabled atomic.Bool

	mu sync.Mutex
	// tracked holds the things that the loop only counts: keep-alives, work, and things that module
	// js adds. Emptied when recording ends.
	tracked map[any]observe.Alive
}

func (o *origins) enable(on bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.enabled.Store(on)
	if !on {
		o.tracked = nil
	}
}

// origin returns the place of the caller's caller, or nil while origins are not recorded.
func (l *Loop) origin() *origin {
	if !l.observation.origins.enabled.Load() {
		return nil
	}
	var pcs [originDepth]uintptr
	o := &origin{stack: slices.Clone(pcs[:runtime.Callers(3, pcs[:])])}
	if l.OnLoop() {
		if script := l.observation.scripts.Running.Load(); script != nil {
			o.script = script.Position()
		}
	}
	return o
}

func (o *origins) track(key any, a observe.Alive) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.enabled.Load() {
		return
	}
	if o.tracked == nil {
		o.tracked = make(map[any]observe.Alive)
	}
	o.tracked[key] = a
}

func (o *origins) untrack(key any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.tracked, key)
}

// hold holds a keep-alive and records where. The count and the record change under the lock, as in
// release. So under the lock a keep-alive is in both or in neither.
func (o *origins) hold(k *KeepAlive, where *origin) {
	o.mu.Lock()
	defer o.mu.Unlock()
	k.loop.addAlive(1) // before it is held, as in Hold: a Release need not have the lock
	if k.held.Swap(true) {
		k.loop.addAlive(-1)
		return
	}
	if !o.enabled.Load() {
		return
	}
	if o.tracked == nil {
		o.tracked = make(map[any]observe.Alive)
	}
	o.tracked[k] = where.alive(observe.Alive{Kind: kindKeepAlive})
}

// release releases a keep-alive, and forgets where it was held.
func (o *origins) release(k *KeepAlive) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if k.held.Swap(false) {
		delete(o.tracked, k)
		k.loop.addAlive(-1)
	}
}

// Tracking reports whether origins are recorded.
func (o *observed) Tracking() bool { return o.observation.origins.enabled.Load() }

// Track records that key keeps the loop alive.
func (o *observed) Track(key any, a observe.Alive) { o.observation.origins.track(key, a) }

// Untrack removes key again.
func (o *observed) Untrack(key any) { o.observation.origins.untrack(key) }

// Kinds of things that keep the loop alive.
const (
	kindTimer      = "timer"
	kindDescriptor = "descriptor"
	kindKeepAlive  = "keep-alive"
	kindWork       = "work"
)

// Alive lists the things that keep the loop alive: timers by their deadlines, then the others.
func (o *observed) Alive(limit int) (entries []observe.Alive, count int) {
	l := (*Loop)(o)
	select {
	case <-l.done:
		return nil, 0
	default:
	}
	// The counts are read one after the other. If one changes in between, a thing is listed as
	// another kind. So read them again, but only a few times, because a busy loop may change them
	// all the time.
	t := &l.observation.origins
	var timers, registrations []observe.Alive
	var working int
	for try := 1; ; try++ {
		before := l.alive.Load()
		working = int(max(0, l.workers.accepted.Load()-l.workers.settled.Load()))
		timers, registrations = l.timers.referenced(), l.descriptors.referenced()
		t.mu.Lock()
		after := l.alive.Load()
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

// referenced returns the timers that keep the loop alive.
func (ts *timers) referenced() (all []observe.Alive) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.heap.Each(func(n *timerheap.Node, when int64) {
		if t := timerOf(n); !t.unref {
			all = append(all, t.origin.alive(observe.Alive{Kind: kindTimer, Func: entryOf(t.fn), Due: when, Count: 1}))
		}
	})
	return all
}

// referenced returns the registrations that keep the loop alive.
func (d *descriptors) referenced() (all []observe.Alive) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.poller.Load()
	if p == nil {
		return nil
	}
	p.Each(func(r *FDRegistration) {
		if !r.unref {
			all = append(all, r.origin.alive(observe.Alive{
				Kind: kindDescriptor, Detail: strconv.Itoa(r.fd), Func: entryOf(r.fn), Count: 1,
			}))
		}
	})
	return all
}
