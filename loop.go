package wakeful

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/wake"
	"golang.org/x/sys/cpu"
)

// The numbers of slots in a segment of the two queues. The priority queue of most loops is short.
const (
	submittedSegment = 512
	prioritySegment  = 64
)

// A Loop runs functions one at a time, in order, on one goroutine. Make it with New. Any goroutine
// may call its methods unless their documentation says otherwise.
type Loop struct {
	// Read by every Submit, written when the loop parks and at its end. The queue starts with its
	// tail, so a Submit reads one cache line here.

	wake      wake.EventCount
	submitted ingress.Queue // Submit, SubmitBatch, mailboxes, results of RunBlocking
	priority  ingress.Queue // SubmitPriority

	// Immutable after New.

	name            string
	budget          int
	microtaskBudget int
	strategy        WaitStrategy // nil for Block
	onPanic         func(*PanicError)
	autoExit        bool
	singleProcessor bool  // GOMAXPROCS was 1 when the loop was made
	gate            *gate // nil without WithQueueLimit
	host            *host // nil without WithHost
	epoch           time.Time
	done            chan struct{} // closed when the loop has fully stopped

	// Shared, written rarely.

	// goroutine is the identity of the goroutine that runs the loop, 0 if there is none. That
	// goroutine writes it. Another goroutine that compares it with its own identity never finds
	// them equal.
	goroutine atomic.Uintptr
	// stop is one of running, draining, stopping and only grows. Raised under ending.mu
	// after the queues were closed, so a loop that sees it raised and the queues empty
	// knows that they stay empty. In the other order a push could be accepted after the
	// loop's last check (TestSubmitAgainstShutdown).
	stop atomic.Uint32
	// attention is not 0 when the loop must do something between two callbacks. It has
	// attentionStop once stop is stopping, and the requests of observers. The loop reads it before
	// each callback, so a request costs nothing while there is none. Stopping sets it after stop.
	// The loop clears the bits that it answers.
	attention atomic.Uint32
	// alive counts the things that keep an auto-exit loop running: referenced timers and
	// registrations, held keep-alives, and work of RunBlocking. The goroutine that brings it to 0
	// notifies. The loop reads it before it closes the queues, so it sees functions that were
	// submitted before the release.
	alive atomic.Int64
	// rejected counts refused calls. A successful call does not touch it.
	rejected atomic.Uint64

	lifetime    lifetime
	locals      loopLocals
	ending      ending
	drain       drain
	timers      timers
	descriptors descriptors
	sources     itemSources
	workers     workerPool
	figures     figures
	observation observation

	// _ separates fields that others write from fields that the loop writes for each callback.
	_ cpu.CacheLinePad

	// Loop goroutine only.

	sampler      sampler
	phase        phase
	remaining    int        // functions of the phase's snapshot that have not run
	unusedBudget int        // remaining budget of this turn, without the part reserved for remaining
	items        itemSource // the batch, mailbox or late results whose items are running
	// microtasksPending is set if the microtask queues may not be empty. It is the only check after
	// each callback.
	microtasksPending bool
	microtasksRun     int           // microtasks since the last callback; 0 outside drainMicrotasks
	goexitReported    bool          // the caller of the running Goexit has been reported
	afterCallback     callbackQueue // AfterCallback
	microtasks        callbackQueue // QueueMicrotask
	afterSubmitted    callbackQueue // AfterSubmitted
	atTurnEnd         callbackQueue // AtTurnEnd
	atPhaseEnd        callbackQueue // turnphase.AtEnd
	firing            firing
	readyDescriptors  []poll.Ready[*FDRegistration] // the snapshot of the descriptor phase
	clock             clock
	idle              IdleState
	polledAt          int64  // ticks when the kernel was last polled for descriptor events
	publishedAt       int64  // ticks when a park last had the counters published
	executedBefore    uint64 // counters.executed when the last turn began
	// callbacksWhenUnparked is 1 plus the callbacks run when the loop was last unparked, and
	// 0 once that wake-up has been judged spurious or not.
	callbacksWhenUnparked uint64
	counters              counters
}

// New returns a loop that is not running yet. It accepts functions and timers, which run after Run
// was called.
func New(options ...Option) (*Loop, error) {
	s := defaults()
	for _, option := range options {
		if option.apply == nil {
			return nil, invalidZero("New")
		}
		if err := option.apply(&s); err != nil {
			return nil, err
		}
	}
	l := &Loop{
		name:            s.name,
		budget:          s.budget,
		microtaskBudget: s.microtaskBudget,
		onPanic:         s.onPanic,
		autoExit:        s.autoExit,
		singleProcessor: runtime.GOMAXPROCS(0) == 1,
		epoch:           time.Now(),
		done:            make(chan struct{}),
	}
	if _, ok := s.strategy.(block); !ok {
		l.strategy = s.strategy
	}
	if s.wakeHost != nil {
		if l.strategy != nil {
			return nil, invalid("WithWaitStrategy", fmt.Sprintf("%T", s.strategy), "a loop made WithHost does not wait; leave the strategy out")
		}
		l.host = &host{wake: s.wakeHost}
		l.wake.InitHost(l.host.notify)
	}
	l.wake.Init()
	l.submitted.Init(submittedSegment)
	l.priority.Init(prioritySegment)
	if s.limit > 0 {
		l.gate = newGate(l, s.limit, s.policy)
	}
	l.workers.loop, l.workers.limit = l, s.goroutines
	l.timers.next.Store(never)
	l.clock.armed = never
	l.idle.init(l)
	l.observation.init(l)
	l.scheduleSamples()
	return l, nil
}

// Run runs the loop on the calling goroutine until Shutdown, Close, the end of ctx, or, with
// WithAutoExit, until nothing is left to do. It returns when the loop has fully stopped. It returns
// nil, except after the end of ctx: that acts like Close, and Run returns its cause. A loop runs
// once: a second Run returns ErrAlreadyRun, and a Run after Close returns ErrClosed. For a nil ctx
// it returns ErrNilContext and does not run the loop. For a loop made WithHost it returns
// ErrGuestMode.
//
// When a callback ends the goroutine with runtime.Goexit, the loop continues on a new goroutine.
// The goroutine that called Run stays until the loop has stopped, and then ends without returning
// from Run, as Goexit requires.
func (l *Loop) Run(ctx context.Context) error {
	switch {
	case ctx == nil:
		return ErrNilContext
	case l.host != nil:
		return l.named(guestMode("Run", "the loop was made WithHost, so call Start and RunUntil"))
	}
	if err := l.ending.enter(); err != nil {
		return l.named(err)
	}
	if ctx.Err() != nil {
		l.requestStop(stopping, context.Cause(ctx))
	}
	release := context.AfterFunc(ctx, func() { l.requestStop(stopping, context.Cause(ctx)) })
	defer func() {
		if l.name != "" {
			pprof.SetGoroutineLabels(ctx) // the goroutine is no longer the loop's
		}
		<-l.done // after a Goexit the loop is still there, and so is its context
		release()
	}()
	l.counters.startedAt = native.Ticks()
	l.publishedAt = l.counters.startedAt
	l.publish() // readers see that the loop has started
	l.runToEnd()
	return l.ending.cause
}

// OnLoop reports whether the caller is one of the loop's callbacks.
func (l *Loop) OnLoop() bool {
	return l.goroutine.Load() == native.Goroutine()
}

// Done returns a channel that is closed when the loop has fully stopped.
func (l *Loop) Done() <-chan struct{} { return l.done }

// now returns the time in nanoseconds on the loop's own clock.
func (l *Loop) now() int64 { return int64(time.Since(l.epoch)) }

// never is the deadline of an absent timer.
const never = math.MaxInt64

// ending guards the start and the end of a loop.
type ending struct {
	mu            sync.Mutex
	ran           bool  // Run was called
	terminated    bool  // the loop has fully ended
	cause         error // cause of the context that ended the loop, if any; final before done is closed
	hooks         []*shutdownHook
	hooksRunning  bool // OnShutdown's functions are running: only they may add more
	hooksFinished bool // no function is accepted any more
}

// enter admits one Run.
func (e *ending) enter() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ran {
		return ErrAlreadyRun
	}
	if e.terminated {
		return ErrClosed
	}
	e.ran = true
	return nil
}
