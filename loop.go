package wakeful

import (
	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// A Loop runs functions one at a time, in order, on one goroutine. Make it with New. Any goroutine
// may call its methods unless their documentation says otherwise.
type Loop struct {
	// A loop is made of parts, which do not know it. Each part has a file of its own, which says who
	// may use what of it.

	// Used by every Submit. The loop writes wake when it parks.

	wake      wake.EventCount
	submitted ingress.Queue // Submit, SubmitBatch, mailboxes, results of RunBlocking
	priority  ingress.Queue // SubmitPriority

	// Immutable after New.

	options settings
	gate    *gate // nil without WithQueueLimit
	host    *host // nil without WithHost

	// Shared, written rarely.

	owner       owner
	attention   attention
	alive       references
	ending      ending
	locals      loopLocals
	timers      timers
	descriptors descriptors
	sources     itemSources
	workers     workerPool
	figures     figures
	observation observation

	// Loop goroutine only.

	turn      turnState
	callbacks callbackQueues
	idle      IdleState
}

// OnLoop reports whether the caller is one of the loop's callbacks.
func (l *Loop) OnLoop() bool {
	return l.owner.calls()
}

// Done returns a channel that is closed when the loop has fully stopped.
func (l *Loop) Done() <-chan struct{} { return l.ending.done }

// Name returns the name given to WithName, or "". Any goroutine may call it at any time.
func (l *Loop) Name() string { return string(l.options.name) }

// named adds the loop's name to an error, which may be nil.
func (l *Loop) named(err error) error { return l.options.name.wrap(err) }

// label returns the name that goroutines of the loop are labeled with. The host's are not the loop's.
func (l *Loop) label() loopName {
	if l.host != nil {
		return ""
	}
	return l.options.name
}

// reject counts n refused functions.
func (l *Loop) reject(n int, err error) error {
	l.figures.rejected.Add(uint64(n))
	return l.named(err)
}

// now returns the time in nanoseconds on the loop's own clock.
func (l *Loop) now() int64 { return l.timers.base.now() }

// enter makes the calling goroutine the loop's.
func (l *Loop) enter() {
	l.owner.Store(native.Goroutine())
	l.label().label()
	l.observation.begin()
}

// leave is called when the goroutine is no longer the loop's.
func (l *Loop) leave() {
	l.owner.Store(0)
	l.observation.end()
}

// publish makes the counters and samples visible. Loop only.
func (l *Loop) publish() {
	l.figures.publish(&l.turn.counters)
	l.turn.sampler.flush()
}

// hasQueued reports whether something that was accepted has not run. It ignores timers.
func (l *Loop) hasQueued() bool { return !l.queuesEmpty() || l.hasDeferred() }

// queuesEmpty reports whether the queues that other goroutines fill are empty.
func (l *Loop) queuesEmpty() bool { return l.submitted.Empty() && l.priority.Empty() }

// hasDeferred reports whether callbacks have queued something for this turn or the next.
func (l *Loop) hasDeferred() bool { return l.turn.items != nil || l.callbacks.deferred() }

// setIn returns the start of the timed callback of the caller, 0 if the caller is no callback of a
// recorded loop, or one that is not timed. Any goroutine may call it.
func (l *Loop) setIn() int64 {
	if l.observation.ring.Load() == nil || !l.OnLoop() || l.turn.sampler.ring == nil {
		return 0
	}
	return l.turn.sampler.ring.Running()
}
