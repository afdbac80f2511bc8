package designs

import "sync/atomic"

// This file owns the turn of alternatetwomini: a second goroutine, the pump,
// empties the ingress into a short channel, and the loop runs one task at a time
// off it. The pump is the one that sleeps on the waker; it is the consumer of
// Submit's queue until it is over, the loop's goroutine that of the priority queue.

// relaySlots is the capacity of the channel of tasks.
const relaySlots = 32

type relay struct {
	// tasks is never closed. A nil task means: look around.
	tasks chan func()
	// over is stored by the pump when it has sent its last task; the loop
	// loads it after each receive.
	over atomic.Bool
	// one is the batch that the loop runs.
	one [1]func()
	// taken and wasted are the loop's own: the pump's feed does not know
	// what became of a task in the channel.
	taken, wasted uint64
}

func newRelay() *relay { return &relay{tasks: make(chan func(), relaySlots)} }

// nudge makes the loop look around, if it waits. A full channel will do that
// anyway: there is a receive to come for each of its tasks.
func (r *relay) nudge() {
	select {
	case r.tasks <- nil:
	default:
	}
}

// pump moves Submit's tasks into the channel, until there are no more or the
// loop is closed. It runs no task, so nothing can end it early.
func (l *Loop) pump() {
	for l.pumpOnce() {
	}
	l.relay.over.Store(true)
	// Either the loop receives this, or the channel was full after over was
	// stored, and it receives one of those.
	l.relay.nudge()
}

// pumpOnce empties the ingress, then sleeps; it reports whether to go on.
func (l *Loop) pumpOnce() bool {
	now := phase(l.hot.phase.Load())
	f := &l.submitted
	for f.left() > 0 || f.next(unlimited) {
		if phase(l.hot.phase.Load()) == closing {
			return false
		}
		task := f.batch[*f.cursor]
		*f.cursor++
		l.relay.tasks <- task
	}
	if now == closing || now == draining && f.in.spent() {
		return false
	}
	l.doze(f.idle)
	return true
}

// relayTurn runs one task off the channel. The turn that finds the channel empty
// after the pump is over is the last: nothing comes after it, and the priority
// lane, which was shut before the pump ended, has been drained once more.
func (l *Loop) relayTurn() bool {
	r := l.relay
	over := r.over.Load()
	task, got := r.receive(!over)
	l.drainPriority()
	if task != nil {
		r.taken++
		r.one[0] = task
		l.fire(r.one[:])
		if l.ready.left() > 0 { // closed before it started
			r.wasted++
			l.lost.Add(1)
			l.fire(nil)
		}
		r.one[0] = nil
	}
	l.publish()
	return got || !over
}

// receive returns the next task, which may be nil, and whether there was one.
func (r *relay) receive(wait bool) (task func(), got bool) {
	if wait {
		return <-r.tasks, true
	}
	select {
	case task = <-r.tasks:
		return task, true
	default:
		return nil, false
	}
}
