package telemetry

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the goroutine that looks at the watched loops from outside. There is one per
// process, while any loop is watched. A testing/synctest bubble has its own, since a goroutine
// lives in one kind of time.
//
// The goroutine ticks while any loop is awake: every delayInterval to probe the delay, and every
// eighth of a stall limit. When all loops are parked it parks too. Then the first loop that is
// unparked notifies it: a loop looks at its attention word anyway when it is unparked. So idle
// loops cost nothing, and in a bubble fake time does not pass by ticks. Rejected: a ticker that goes
// on, which wakes an idle process a hundred times a second.

// delayInterval is the average time between two probes of a loop's delay.
const delayInterval = 10 * time.Millisecond

// monitors has the monitor of each bubble, and of the process under "".
var monitors = struct {
	mu  sync.Mutex
	all map[string]*monitor
}{all: map[string]*monitor{}}

// A monitor is that goroutine, and the loops that it looks at.
type monitor struct {
	bubble string
	wake   chan struct{} // holds one token: look at everything now

	// Guarded by monitors.mu.

	watchers []*Watcher // replaced, never changed
	running  bool
}

// monitorHere returns the monitor for the calling goroutine's kind of time.
func monitorHere() *monitor {
	bubble := bubble()
	monitors.mu.Lock()
	defer monitors.mu.Unlock()
	m := monitors.all[bubble]
	if m == nil {
		m = &monitor{bubble: bubble, wake: make(chan struct{}, 1)}
		if bubble == "" {
			monitors.all[bubble] = m // a bubble's is added with its first watcher
		}
	}
	return m
}

// bubble names the testing/synctest bubble of the calling goroutine, "" for none. The runtime says
// it in the first line of a traceback: "goroutine 24 [running, synctest bubble 1]:".
func bubble() string {
	var buffer [128]byte
	line := buffer[:runtime.Stack(buffer[:], false)]
	_, rest, found := bytes.Cut(line, []byte("synctest bubble "))
	if !found {
		return ""
	}
	number, _, _ := bytes.Cut(rest, []byte("]"))
	return string(number)
}

// notify has the monitor look at everything now. It does not wait.
func (m *monitor) notify() {
	select {
	case m.wake <- struct{}{}:
	default: // it will look, and has not begun to
	}
}

// add has the monitor look at w.
func (m *monitor) add(w *Watcher) {
	monitors.mu.Lock()
	defer monitors.mu.Unlock()
	m.watchers = append(slices.Clip(m.watchers), w)
	monitors.all[m.bubble] = m
	if !m.running {
		m.running = true
		go m.run()
		return
	}
	m.notify()
}

// remove takes w out. The goroutine ends with the last one.
func (m *monitor) remove(w *Watcher) {
	monitors.mu.Lock()
	var left []*Watcher
	for _, other := range m.watchers {
		if other != w {
			left = append(left, other)
		}
	}
	m.watchers = left
	if m.bubble != "" && len(left) == 0 && monitors.all[m.bubble] == m {
		delete(monitors.all, m.bubble)
	}
	monitors.mu.Unlock()
	m.notify()
}

// current returns those to look at; when there are none the goroutine is to end.
func (m *monitor) current() []*Watcher {
	monitors.mu.Lock()
	defer monitors.mu.Unlock()
	m.running = len(m.watchers) > 0
	return m.watchers
}

// run is the goroutine.
func (m *monitor) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		all := m.current()
		if len(all) == 0 {
			return
		}
		next, awake := m.look(all)
		if !awake {
			// Nothing happens until a loop goes on, or is added, or ends.
			<-m.wake
			continue
		}
		timer.Reset(time.Until(next))
		select {
		case <-timer.C:
		case <-m.wake:
		}
	}
}

// look looks at all loops, and returns when it is to look again, or that all of them are parked.
func (m *monitor) look(all []*Watcher) (next time.Time, awake bool) {
	for _, w := range all {
		at, busy := w.look()
		if busy && (!awake || at.Before(next)) {
			next, awake = at, true
		}
	}
	if awake {
		return next, true
	}
	for _, w := range all {
		w.inside.TellUnparked()
	}
	for _, w := range all {
		if w.awake() {
			return time.Now(), true // it went on in between and may not have seen the request
		}
	}
	return next, false
}

// awake reports whether callbacks of the loop may be running.
func (w *Watcher) awake() bool {
	s := w.inside.State()
	return s == observe.Ended || s != observe.New && !w.inside.Parked()
}

// look looks at one loop, and returns when it is to be looked at again, or that it is parked.
func (w *Watcher) look() (next time.Time, busy bool) {
	now := time.Now()
	if w.inside.State() == observe.Ended {
		w.stalls.settle(w)
		w.drops.look(w, now, true)
		w.end(false)
		return now, false
	}
	awake := w.awake()
	next = w.delay.look(w, now, awake)
	if w.settings.limit > 0 {
		if at := w.stalls.look(w, now, awake); at.Before(next) {
			next = at
		}
	}
	w.drops.look(w, now, !awake)
	return next, awake
}
