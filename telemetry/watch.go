package telemetry

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns Watchers: how they start and end, and the list of current ones.

// ErrWatched is returned by Watch for a loop that is watched already. Match it with errors.Is.
var ErrWatched = errors.New("telemetry: the loop is watched already; use its Watcher, which WatcherOf returns, or close that one first")

// A Watcher observes one loop. Create it with Watch. Any goroutine may call its methods at any
// time, also after the loop's end and after Close.
type Watcher struct {
	// Immutable after Watch.

	loop     *wakeful.Loop
	inside   observe.Loop
	name     string
	settings settings
	since    time.Time
	observer *observe.Observer
	monitor  *monitor
	fake     bool // time is the fake time of a testing/synctest bubble

	closeOnce sync.Once
	delay     delay
	stalls    stalls
	drops     drops
}

// watched holds the Watchers that are not closed and whose loops had not ended at the last check.
var watched = struct {
	mu  sync.Mutex
	all map[*wakeful.Loop]*Watcher
}{all: map[*wakeful.Loop]*Watcher{}}

// Watch starts observing a loop: before Run, while it runs, or after its end. Any goroutine may
// call it. Counting starts with Watch, except for Snapshot.Metrics, which the loop always counts. A
// loop has at most one Watcher: a second Watch returns ErrWatched until the first Watcher is
// closed. It returns an error that matches wakeful.ErrInvalidOption for a nil loop and for an
// invalid option. Call Close for a loop that never runs. The Watcher of a loop that has ended needs
// no Close.
func Watch(loop *wakeful.Loop, options ...Option) (*Watcher, error) {
	if loop == nil {
		return nil, invalid("Watch: the loop is nil; make one with wakeful.New")
	}
	w := &Watcher{loop: loop, inside: observe.Open(loop), settings: defaults(), since: time.Now()}
	for _, option := range options {
		if option.apply == nil {
			return nil, invalid("Watch: an option is the zero value; use the functions that make options")
		}
		if err := option.apply(&w.settings); err != nil {
			return nil, err
		}
	}
	if w.settings.traces != "" && w.settings.limit == 0 {
		return nil, invalid("WithTraces needs WithStallLimit, which says when to write a trace")
	}
	if w.name = loop.Name(); w.name == "" {
		w.name = fmt.Sprintf("loop %d", w.inside.ID())
	}

	watched.mu.Lock()
	defer watched.mu.Unlock()
	w.monitor = monitorHere()
	w.fake = w.monitor.bubble != ""
	w.observer = &observe.Observer{Origins: w.settings.origins, Notify: w.monitor.notify}
	w.observer.Recorder.Every, w.observer.Recorder.Fake = w.settings.sampling, w.fake
	if old := watched.all[loop]; old != nil && old.inside.State() != observe.Ended {
		return nil, fmt.Errorf("%w (%s)", ErrWatched, w.name)
	}
	if w.inside.State() == observe.Ended {
		return w, nil
	}
	if w.settings.traces != "" {
		if w.fake {
			return nil, invalid("WithTraces does not work in a testing/synctest bubble, where the runtime cannot record")
		}
		if err := recorder.addUser("WithTraces"); err != nil {
			return nil, err
		}
	}
	loop.Metrics() // the times count from now on
	watched.all[loop] = w
	w.inside.Attach(w.observer)
	w.monitor.add(w)
	return w, nil
}

// WatcherOf returns the Watcher of a loop, or nil if the loop is not watched or has ended. Any
// goroutine may call it.
func WatcherOf(loop *wakeful.Loop) *Watcher {
	watched.mu.Lock()
	defer watched.mu.Unlock()
	if w := watched.all[loop]; w != nil && w.inside.State() != observe.Ended {
		return w
	}
	return nil
}

// Watchers returns all Watchers that are not closed and whose loops have not ended, ordered by the
// loops' IDs. Any goroutine may call it.
func Watchers() []*Watcher {
	watched.mu.Lock()
	defer watched.mu.Unlock()
	var all []*Watcher
	for _, w := range watched.all {
		if w.inside.State() != observe.Ended {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b *Watcher) int { return cmp.Compare(a.inside.ID(), b.inside.ID()) })
	return all
}

// Loop returns the loop that is watched.
func (w *Watcher) Loop() *wakeful.Loop { return w.loop }

// Close stops observing. Snapshot still returns the loop's current Metrics and the figures that
// were recorded until Close. Close always returns nil, and may be called several times.
func (w *Watcher) Close() error {
	w.stopWatching(true)
	return nil
}

// stopWatching ends the observation after Close or the loop's end.
func (w *Watcher) stopWatching(closed bool) {
	w.closeOnce.Do(func() {
		if !closed {
			keepWatcher(w)
		}
		watched.mu.Lock()
		mine := watched.all[w.loop] == w
		if mine {
			delete(watched.all, w.loop)
		}
		watched.mu.Unlock()
		if !mine {
			return // the loop had ended before Watch
		}
		if closed {
			w.inside.Attach(nil)
			w.inside.Withdraw()
		}
		w.monitor.remove(w)
		if w.settings.traces != "" {
			recorder.removeUser()
		}
	})
}
