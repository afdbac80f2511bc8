package telemetry

import (
	"math/rand/v2"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the delay of a loop: how late a function would run that is submitted now.
//
// While the loop is awake, the monitor pushes a probe into its queue from time to time and does not
// notify the loop. The probe records when it runs. The intervals between probes are random, from
// half to one and a half times the average, so that they are not in step with timers of the
// program.
//
// While a probe waits, no other probe is pushed. The probes that would have been pushed are counted
// with the delays that they would have had, as HdrHistogram does with an expected interval.
// Otherwise a stall of a second would count as one late function (Tene's coordinated omission).
//
// A loop can park between the monitor's check that it is awake and the push. Then the probe stays
// in the queue until another producer unparks the loop, and its delay means nothing. So the monitor
// checks again after the push. A loop that is still awake finds the probe in its second check
// before it parks. If the loop is parked, the probe is void.

// delay is the delay state of a Watcher. Only the monitor changes it.
type delay struct {
	probing  bool
	void     bool
	pushedAt int64 // on the loop's clock
	next     time.Time

	mu     sync.Mutex
	counts observe.Counts
}

// check evaluates the last probe, pushes a probe if it is due and the loop is awake, and returns
// the time of the next check.
func (d *delay) check(w *Watcher, now time.Time, awake bool) time.Time {
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

// record counts a delay, and the delays of the probes that were not pushed because of it.
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
