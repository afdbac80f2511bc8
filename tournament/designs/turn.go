package designs

import "github.com/wakeful-go/wakeful/tournament/internal/goroutine"

// This file has one turn of the loop, and the containment of tasks that panic or end their
// goroutine.

// TurnKind names what a turn does.
type TurnKind string

const (
	// FullTick runs all of the priority queue, Submit's tasks up to the budget, and polls the
	// poller, in every turn.
	FullTick TurnKind = "full-tick"
	// TightDrain runs what is queued and polls the poller only when nothing is, while no descriptor
	// is registered. Otherwise it is a full tick.
	TightDrain TurnKind = "tight-drain"
	// OneByOne runs one task at a time off a 32-slot channel, which a second
	// goroutine fills. It needs the channel waker.
	OneByOne TurnKind = "one-by-one"
)

// tightBatch is how many of Submit's tasks a tight drain runs before it checks the priority queue
// again. It is not a budget, because it does not end the turn.
const tightBatch = 1024

// runTurns runs the loop until it stops, on a goroutine of its own. If a task ends that goroutine,
// a new one continues after the task.
func (l *Loop) runTurns() {
	l.owner.Store(goroutine.ID())
	stopped := false
	defer func() {
		if !stopped {
			go l.runTurns()
		}
	}()
	l.fire(l.ready.batch[*l.ready.cursor:])
	for l.turn() {
	}
	l.owner.Store(0)
	l.finish()
	stopped = true
}

// turn runs one turn; it reports whether there is to be another.
func (l *Loop) turn() bool {
	if l.relay != nil {
		return l.relayTurn()
	}
	now := phase(l.hot.phase.Load())
	if now == closing {
		return false
	}
	full := l.composition.Turn == FullTick || l.waker.watching()
	limit := tightBatch
	if full {
		limit = l.composition.Budget
	}
	l.fireDue()
	l.drain(limit)
	l.publish()
	switch {
	// The phase was read before the drain. The queues were closed before it was raised.
	case now == draining && l.drained():
		return false
	case l.idle():
		l.park()
	case full:
		l.poll()
	}
	return true
}

// fireDue runs the timers whose deadline has passed.
func (l *Loop) fireDue() {
	if due := l.timers.due(l.dueBuffer[:0]); len(due) > 0 {
		l.fire(due)
		clear(due)
		l.dueBuffer = due
	}
}

const unlimited = int(^uint(0) >> 1)

// drain runs up to most of Submit's tasks. It checks the priority queue before each batch.
func (l *Loop) drain(most int) {
	for most > 0 && l.drainPriority() {
		f := &l.submitted
		if f.left() == 0 && !f.next(most) {
			return
		}
		before := *f.cursor
		l.runBatch(f)
		most -= *f.cursor - before
	}
}

// drainPriority runs all of the priority queue, and microtasks that a panic left behind. It reports
// whether the loop may continue with other tasks.
func (l *Loop) drainPriority() bool {
	for f := &l.priority; phase(l.hot.phase.Load()) != closing; l.runBatch(f) {
		if f.left() == 0 && !l.micros && !f.next(unlimited) {
			return true
		}
	}
	return false
}

// runBatch runs the rest of f's batch, until the loop is closed or a task panics. The cursor points
// after the running task, so that the loop continues with the next one.
func (l *Loop) runBatch(f *feed) {
	defer l.contain()
	if l.micros { // left behind by a panic
		l.runMicrotasks()
	}
	for *f.cursor < len(f.batch) {
		task := f.batch[*f.cursor]
		*f.cursor++
		task()
		if l.micros {
			l.runMicrotasks()
		}
		if phase(l.hot.phase.Load()) == closing {
			return
		}
	}
}

// contain recovers a panic. If the task ended its goroutine instead, nothing is recovered, and
// runTurns' deferred function takes over.
func (l *Loop) contain() {
	if v := recover(); v != nil {
		l.panics.Add(1)
		l.safety.recordPanic(v)
	}
}

// fire runs functions that are not in a queue: of timers and ready descriptors.
func (l *Loop) fire(batch []func()) {
	l.ready.batch, *l.ready.cursor = batch, 0
	for (l.ready.left() > 0 || l.micros) && phase(l.hot.phase.Load()) != closing {
		l.runBatch(&l.ready)
	}
}

// drained reports, while draining, that everything accepted has run, microtasks
// included.
func (l *Loop) drained() bool {
	done := l.allStarted() && !l.micros
	l.safety.progress(l)
	return done
}

// publish makes the count of executed tasks visible to Counts.
func (l *Loop) publish() {
	n := l.priority.started()
	if l.relay != nil {
		n += l.relay.taken - l.relay.wasted
	} else {
		n += l.submitted.started()
	}
	if n != l.executed.Load() {
		l.executed.Store(n)
	}
}

// A feed is a queue with the batch that was taken from it last. Loop goroutine
// only, but for in.
type feed struct {
	in     ingress
	batch  []func()
	cursor *int   // the tasks of batch that were started
	own    int    // where cursor points, unless it is a hot cell
	taken  uint64 // all tasks ever taken
	wasted uint64 // of these, the ones that were discarded
}

func (f *feed) init(in ingress, cursor *int) {
	f.in, f.cursor = in, cursor
	if cursor == nil {
		f.cursor = &f.own
	}
}

// next takes the next batch; it reports whether there is one.
func (f *feed) next(most int) bool {
	f.batch = f.in.take(most)
	*f.cursor = 0
	f.taken += uint64(len(f.batch))
	return len(f.batch) > 0
}

func (f *feed) left() int { return len(f.batch) - *f.cursor }

func (f *feed) idle() bool { return f.left() == 0 && f.in.empty() }

// started counts the tasks that were started.
func (f *feed) started() uint64 { return f.taken - f.wasted - uint64(f.left()) }

// discard drops the rest of the batch and everything that can be taken. It returns the number of
// tasks.
func (f *feed) discard() int {
	n := f.left()
	f.wasted += uint64(n)
	*f.cursor = len(f.batch)
	for f.next(unlimited) {
		n += len(f.batch)
		f.wasted += uint64(len(f.batch))
		*f.cursor = len(f.batch)
	}
	return n
}
