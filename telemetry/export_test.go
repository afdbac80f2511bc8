package telemetry

import (
	"encoding/json"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// Unmonitored returns a Watcher without a monitor, and the function that a monitor would call at a
// given time.
func Unmonitored(l *wakeful.Loop, limit time.Duration, report func(Stall)) (w *Watcher, look func(time.Time)) {
	w = &Watcher{loop: l, inside: observe.Open(l), name: "test", fake: true, since: time.Now(), observer: &observe.Observer{}}
	w.settings.limit, w.settings.report = limit, report
	w.inside.Attach(w.observer)
	return w, func(now time.Time) { w.stalls.check(w, now, w.awake()) }
}

// Stuck returns how long the current callback has certainly run.
func (w *Watcher) RanFor() time.Duration { return w.stalls.ranFor }

// The decision whether a pause explains the time.
var (
	PauseExplains = pauseExplains
	Share         = share
)

// ProcessTime returns the processor time that the process has used, -1 if it is unknown.
var ProcessTime = processTime

// WaitsForGoroutine and OthersWant are what a stall that waits for another goroutine is judged by.
var (
	WaitsForGoroutine = waitsForGoroutine
	OthersWant        = othersWant
)

// StackOf returns the state and the stack of a loop's goroutine.
func StackOf(l *wakeful.Loop) (state, text string) {
	s := stackOf(observe.Open(l))
	return s.state, s.text
}

// PageLoop returns what the page is sent of a loop.
func PageLoop(s, before Snapshot) ([]byte, error) { return json.Marshal(newPageLoop(s, before)) }

// ForgetTraces has the process write as many traces as if it had written none.
func ForgetTraces() {
	recorder.mu.Lock()
	defer recorder.mu.Unlock()
	recorder.written = 0
}

// ForgetDumps makes the process write recordings again.
func ForgetDumps() { dumped.Store(0) }
