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
// They are counted while the probe still waits, one per interval. So a loop that hangs shows in
// every figure and export while it hangs. Counts never go back, so a count cannot be corrected when
// the loop continues. But the delays of a stall are known beforehand: functions that come at regular
// intervals are late by times that are spread evenly from 0 to the length of the stall. So when the
// probe has waited for k intervals, a delay within the k-th of them is counted. The delay of the
// probe itself is counted when it has run.
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
	// missed is the number of probes that were counted without being pushed while this one waits.
	// offset is where in its interval the delay of each of them is. It is random for each probe.
	missed int64
	offset int64
	dumps  dumps

	mu     sync.Mutex
	counts observe.Counts
}

// check evaluates the last probe, pushes a probe if it is due and the loop is awake, and returns
// the time of the next check.
func (d *delay) check(w *Watcher, now time.Time, awake bool) time.Time {
	if d.probing {
		ran := !w.inside.Probing()
		until := w.inside.Now()
		if ran {
			until = w.inside.ProbedAt()
			d.probing = false
		}
		if !d.void {
			d.record(until-d.pushedAt, ran)
			if limit := w.settings.late; limit > 0 && time.Duration(until-d.pushedAt) >= limit {
				d.dumps.start(w, now)
			}
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
		d.missed, d.offset = 0, rand.Int64N(int64(delayInterval))
	}
	return d.next
}

// record counts the probes that were not pushed because a probe has waited for so long, unless they
// were counted before, and the delay of the probe itself if it has run.
func (d *delay) record(waited int64, ran bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for ; (d.missed+1)*int64(delayInterval) < waited; d.missed++ {
		d.counts.Add(float64(d.missed*int64(delayInterval)+d.offset)*1e-9, 1)
	}
	if ran {
		d.counts.Add(float64(waited)*1e-9, 1)
	}
}

// histogram returns the delays so far.
func (d *delay) histogram() Histogram {
	d.mu.Lock()
	defer d.mu.Unlock()
	return newHistogram(&d.counts)
}
