package node

import (
	"math"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/host"
)

// This file owns monitorEventLoopDelay: how long it takes from one tick of a timer to the next,
// while the loop has something to do. Loop goroutine only.
//
// Node's timer wakes an idle process a hundred times a second. Here a tick before which nothing
// else has run is the last one. When JavaScript is entered again, the ticks in between are
// counted as on time, which they would have been: a parked loop fires a timer at once. So the
// percentiles weigh idle time as Node's do, and an idle loop is woken twice at most. The turns of
// functions of Go in such a pause are not measured; package telemetry measures those.

// delayMonitor is what JavaScript passes around as the handle of a monitor.
type delayMonitor struct {
	host       host.Host
	histogram  *histogram
	resolution time.Duration

	enabled bool
	timer   *wakeful.Timer // nil before the first enable
	last    time.Time      // of the last tick, and what the loop had done then
	before  wakeful.Metrics
	cancel  func() // while it waits for the next entry of JavaScript, else nil
	watched func() // ends what shows the runtime that it is enabled, see enable
}

// newDelayMonitor has the lowest value of Node's: a microsecond.
func newDelayMonitor(h host.Host, milliseconds int64) *delayMonitor {
	resolution := time.Duration(math.MaxInt64)
	if milliseconds < int64(resolution/time.Millisecond) {
		resolution = time.Duration(milliseconds) * time.Millisecond
	}
	return &delayMonitor{host: h, histogram: newHistogram(1000, math.MaxInt64, 3), resolution: resolution}
}

// enable reports whether the monitor was disabled. While it is enabled the runtime has something that
// watches entries, so that a pool does not use the runtime again.
func (m *delayMonitor) enable() bool {
	if m.enabled {
		return false
	}
	m.enabled = true
	m.watched = m.host.OnEntry(func() {})
	m.start()
	return true
}

// disable reports whether the monitor was enabled.
func (m *delayMonitor) disable() bool {
	if !m.enabled {
		return false
	}
	m.enabled = false
	m.watched()
	if m.timer != nil {
		m.timer.Stop()
	}
	if m.cancel != nil {
		m.resume()
	}
	return true
}

// start begins an interval. It fails when the loop is ending: then there are no more ticks.
func (m *delayMonitor) start() {
	m.last, m.before = time.Now(), m.host.Loop().Metrics()
	if m.timer != nil {
		_ = m.timer.Reset(m.resolution)
		return
	}
	if timer, err := m.host.Loop().AfterFunc(m.resolution, m.tick); err == nil {
		timer.Unref()
		m.timer = timer
	}
}

// tick is called by the timer. It counts as a callback of the loop itself.
func (m *delayMonitor) tick() {
	if !m.enabled || m.host.Context().Err() != nil {
		return
	}
	before := callbacks(m.before)
	m.histogram.record(int64(time.Since(m.last)), 1)
	if callbacks(m.host.Loop().Metrics()) == before+1 {
		m.last, m.before = time.Now(), m.host.Loop().Metrics()
		m.cancel = m.host.OnEntry(m.resume)
		return
	}
	m.start()
}

// resume ends the pause that tick has begun.
func (m *delayMonitor) resume() {
	m.cancel()
	m.cancel = nil
	idle := time.Since(m.last) - (m.host.Loop().Metrics().Busy - m.before.Busy)
	if n := int64(idle / m.resolution); n > 0 {
		m.histogram.record(int64(m.resolution), n)
	}
	if m.enabled {
		m.start()
	}
}

// callbacks returns how many callbacks of any kind a loop has run.
func callbacks(m wakeful.Metrics) uint64 {
	return m.Executed + m.Microtasks + m.TimersFired + m.Descriptors
}
