package telemetry

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the delay of a loop: how late would a function run that were submitted now?
//
// While the loop is awake the monitor pushes a probe into its queue now and then, and notifies
// nobody. The probe notes when it runs. The distances between probes are random, half to one and a
// half intervals, so that they do not keep step with timers of the program.
//
// While a probe waits no other one is pushed. Those that would have been pushed are counted with
// the delays that they would have had, as HdrHistogram does with an expected interval: otherwise a
// stall of a second would count as one late function (Tene's coordinated omission).
//
// A loop can park between the look at whether it is awake and the push. Then the probe lies in the
// queue until something else unparks the loop, and its delay is that of nothing. So the monitor
// looks once more after the push. A loop that is still awake finds the probe in its second check
// before it parks; of one that is parked the probe is void.

// delay is what a Watcher knows of it. Only the monitor changes it.
type delay struct {
	probing  bool
	void     bool
	pushedAt int64 // on the loop's clock
	next     time.Time

	mu     sync.Mutex
	counts observe.Counts
}

// look evaluates the probe that was pushed, pushes one if it is time and the loop is awake, and
// returns when to look again.
func (d *delay) look(w *Watcher, now time.Time, awake bool) time.Time {
	if d.probing && !w.inside.Probing() {
		d.probing = false
		if !d.void {
			d.record(w.inside.ProbedAt() - d.pushedAt)
		}
	}
	if d.probing || !awake || now.Before(d.next) {
		if !now.Before(d.next) {
			d.next = now.Add(delayInterval)
		}
		return d.next
	}
	d.next = now.Add(delayInterval/2 + rand.N(delayInterval))
	d.pushedAt = w.inside.Now()
	if w.inside.Probe() {
		d.probing, d.void = true, w.inside.Parked()
	}
	return d.next
}

// record counts a delay, and those of the probes that were not pushed because of it.
func (d *delay) record(delay int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	seconds, interval := float64(delay)*1e-9, delayInterval.Seconds()
	for d.counts.Add(seconds, 1); seconds > interval; d.counts.Add(seconds, 1) {
		seconds -= interval
	}
}

// histogram returns the delays so far.
func (d *delay) histogram() Histogram {
	d.mu.Lock()
	defer d.mu.Unlock()
	return newHistogram(&d.counts)
}
