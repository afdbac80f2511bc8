package telemetry

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the goroutine that observes the watched loops. There is one per process, while any
// loop is watched. Each testing/synctest bubble has its own, because a goroutine cannot use both
// real and fake time.
//
// The goroutine ticks while any loop is awake: every delayInterval to probe the delay, and every
// eighth of a stall limit. When all loops are parked at two checks, one delayInterval apart, it
// parks too. Then the first loop that is unparked notifies it, because a loop reads its attention
// word anyway when it is unparked. So idle loops cost nothing, and in a bubble fake time does not
// advance with ticks forever.
//
// One check is not enough. A loop that parks for microseconds between two bursts would then notify
// the monitor at each burst. The monitor would run on the loop's processor when the loop parks
// next, and find it parked again. That took 200 to 900 checks a second and 3 % of the throughput of
// one producer, instead of 1 %.
//
// Rejected: a ticker that always runs. It wakes an idle process a hundred times a second.

// delayInterval is the average time between two probes of a loop's delay.
const delayInterval = 10 * time.Millisecond

// monitors holds the monitor of each bubble, and that of the process under "".
var monitors = struct {
	mu  sync.Mutex
	all map[string]*monitor
}{all: map[string]*monitor{}}

// A monitor is that goroutine and the loops that it observes.
type monitor struct {
	bubble string
	wake   chan struct{} // one slot: check all loops now

	// Guarded by monitors.mu.

	watchers []*Watcher // copied on write
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
			monitors.all[bubble] = m // a bubble's monitor is added with its first watcher
		}
	}
	return m
}

// bubble returns the name of the calling goroutine's testing/synctest bubble, or "". The runtime
// prints it in the first line of a traceback: "goroutine 24 [running, synctest bubble 1]:".
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

// notify makes the monitor check all loops now. It does not wait.
func (m *monitor) notify() {
	select {
	case m.wake <- struct{}{}:
	default: // a check is already requested and has not started
	}
}

// add adds w to the monitor.
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

// remove removes w. The goroutine ends with the last Watcher.
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

// current returns the Watchers to check. If there are none, the goroutine must end.
func (m *monitor) current() []*Watcher {
	monitors.mu.Lock()
	defer monitors.mu.Unlock()
	m.running = len(m.watchers) > 0
	return m.watchers
}

// run is the body of the goroutine.
func (m *monitor) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	parked := false // at the last check, all loops were
	for {
		all := m.current()
		if len(all) == 0 {
			return
		}
		next, awake := m.check(all)
		switch {
		case awake:
			parked = false
		case !parked:
			parked, next = true, time.Now().Add(delayInterval)
		case requestNotification(all):
			// Nothing happens until a loop is unparked, is added, or ends, or until something is logged.
			parked = false
			if next.IsZero() {
				<-m.wake
				continue
			}
		default: // one of them has been unparked
			next = time.Now().Add(delayInterval)
		}
		timer.Reset(time.Until(next))
		select {
		case <-timer.C:
		case <-m.wake:
		}
	}
}

// check checks all loops. It returns the time of the next check, and whether any loop is awake. If none is,
// the time may be zero: there is nothing to do until one is.
func (m *monitor) check(all []*Watcher) (next time.Time, awake bool) {
	for _, w := range all {
		at, busy := w.check()
		awake = awake || busy
		if !at.IsZero() && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next, awake
}

// requestNotification asks all loops for a notification when they are unparked. It reports whether
// all of them are still parked. A loop that is not may have missed the request.
func requestNotification(all []*Watcher) bool {
	for _, w := range all {
		w.inside.NotifyUnparked()
	}
	for _, w := range all {
		if w.awake() {
			return false
		}
	}
	return true
}

// awake reports whether callbacks of the loop may be running.
func (w *Watcher) awake() bool {
	s := w.inside.State()
	return s == observe.Ended || s != observe.New && !w.inside.Parked()
}

// check checks one loop. It returns the time of the next check, or that the loop is parked, with the time at
// which something is to be logged, the zero time for none.
func (w *Watcher) check() (next time.Time, busy bool) {
	now := time.Now()
	if w.inside.State() == observe.Ended {
		w.stalls.endCallback(w)
		w.drops.check(w, now, false, true)
		w.stopWatching(false)
		return now, false
	}
	awake := w.awake()
	next = w.delay.check(w, now, awake)
	if w.settings.limit > 0 {
		if at := w.stalls.check(w, now, awake); at.Before(next) {
			next = at
		}
	}
	if due := w.drops.check(w, now, awake, false); !awake {
		next = due
	}
	return next, awake
}
