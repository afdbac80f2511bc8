package designs

import "sync/atomic"

// This file has the turn of alternatetwomini. A second goroutine, the pump, moves tasks from the
// ingress into a short channel, and the loop runs them one at a time. The pump sleeps on the waker.
// It is the consumer of Submit's queue until it ends. The loop's goroutine is the consumer of the
// priority queue.

// relaySlots is the capacity of the channel of tasks.
const relaySlots = 32

type relay struct {
	// tasks is never closed. A nil task makes the loop check its state.
	tasks chan func()
	// over is stored by the pump after it has sent its last task. The loop loads it after each
	// receive.
	over atomic.Bool
	// one is the batch that the loop runs.
	one [1]func()
	// taken and wasted belong to the loop, because the pump's feed does not know what happened to a
	// task in the channel.
	taken, wasted uint64
}

func newRelay() *relay { return &relay{tasks: make(chan func(), relaySlots)} }

// wakeLoop makes a waiting loop check its state. If the channel is full, the loop will receive its
// tasks and check anyway.
func (r *relay) wakeLoop() {
	select {
	case r.tasks <- nil:
	default:
	}
}

// pump moves Submit's tasks into the channel until there are no more or the loop is closed. It runs
// no task, so no task can end it.
func (l *Loop) pump() {
	for l.pumpOnce() {
	}
	l.relay.over.Store(true)
	// Either the loop receives this, or the channel was full after over was stored, and the loop
	// receives one of its tasks.
	l.relay.wakeLoop()
}

// pumpOnce empties the ingress and then sleeps. It reports whether to continue.
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
	if now == closing || now == draining && f.in.allTaken() {
		return false
	}
	l.parkIfIdle(f.idle)
	return true
}

// relayTurn runs one task from the channel. The turn that finds the channel empty after the pump
// has ended is the last one. The priority queue, which was closed before the pump ended, has been
// drained again by then.
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
