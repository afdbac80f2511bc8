package wakeful

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/wake"
	"golang.org/x/sys/cpu"
)

// Slots of a segment of the two queues. Most loops have little in the priority queue.
const (
	submittedSegment = 512
	prioritySegment  = 64
)

// A Loop runs functions one at a time, in order, on one goroutine. Make it with
// New. Its methods may be called from any goroutine unless they say otherwise.
type Loop struct {
	// Read by every Submit, written when the loop parks and at its end.
	// The queue begins with its tail, so a Submit reads one line here.

	wake      wake.EventCount
	submitted ingress.Queue // Submit, SubmitBatch, mailboxes, results of Go
	priority  ingress.Queue // SubmitPriority

	// Immutable after New.

	budget          int
	microtaskBudget int
	strategy        WaitStrategy // nil for Block
	onPanic         func(*PanicError)
	autoExit        bool
	singleProcessor bool  // GOMAXPROCS was 1 when the loop was made
	gate            *gate // nil without WithQueueLimit
	epoch           time.Time
	done            chan struct{} // closed when the loop has fully stopped

	// Shared, written rarely.

	// goroutine identifies the goroutine that runs the loop, 0 when there is none. Written
	// by that goroutine. A goroutine that compares it with its own identity finds them
	// equal only if it is the one that wrote it.
	goroutine atomic.Uintptr
	// stop is one of running, draining, stopping and only grows. Raised under ending.mu
	// after the queues were closed, so a loop that sees it raised and the queues empty
	// knows that they stay empty. In the other order a push could be accepted after the
	// loop's last check (TestSubmitAgainstShutdown). Read per callback.
	stop atomic.Uint32
	// alive counts what keeps an auto-exit loop running: referenced timers and
	// registrations, held keep-alives, and work of Go. The goroutine that brings it to 0
	// notifies. The loop reads it before it closes the queues, so it sees what was
	// submitted before the release.
	alive atomic.Int64
	// rejected counts calls that were refused. Not touched on success.
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

	// _ separates what others write from what the loop writes per callback.
	_ cpu.CacheLinePad

	// Loop goroutine only.

	phase        phase
	remaining    int        // functions of the phase's snapshot that have not run
	unusedBudget int        // budget of this turn beyond remaining
	items        itemSource // a batch, mailbox or late results whose items are running
	// microtasksPending is set when the microtask queues may not be empty: the one thing
	// to check after each callback.
	microtasksPending bool
	microtasksRun     int           // since the last callback; 0 outside of drainMicrotasks
	goexitReported    bool          // the Goexit that is under way was reported to its caller
	ticks             callbackQueue // NextTick
	microtasks        callbackQueue // QueueMicrotask
	immediates        callbackQueue
	closeCallbacks    callbackQueue
	firing            firing
	readyDescriptors  []poll.Ready[*Registration] // the snapshot of the descriptor phase
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

// New returns a loop that is not running yet: it accepts functions and timers,
// which run once Run is called.
func New(options ...Option) (*Loop, error) {
	s := defaults()
	for _, option := range options {
		if option == nil {
			return nil, invalid("New", "nil", "an option is nil")
		}
		if err := option(&s); err != nil {
			return nil, err
		}
	}
	l := &Loop{
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
	return l, nil
}

// Run runs the loop on the calling goroutine until Shutdown, Close, the end of
// ctx, or, with WithAutoExit, until nothing is left to do; and returns once it
// has fully stopped. It returns nil, except after the end of ctx, which acts as
// Close: then it returns the cause of that end. A loop runs once: a second Run
// returns ErrAlreadyRun, a Run after Close ErrClosed. A nil ctx is
// ErrNilContext, and the loop has not run.
//
// When a callback ends the goroutine with runtime.Goexit, the loop goes on, on a
// new goroutine. The one that called Run stays until the loop has stopped, and
// then ends as Goexit demands, without returning from Run.
func (l *Loop) Run(ctx context.Context) error {
	if ctx == nil {
		return ErrNilContext
	}
	if err := l.ending.enter(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		l.end(stopping, context.Cause(ctx))
	}
	release := context.AfterFunc(ctx, func() { l.end(stopping, context.Cause(ctx)) })
	defer func() {
		<-l.done // after a Goexit the loop is still there, and so is its context
		release()
	}()
	l.counters.startedAt = native.Ticks()
	l.publish() // a reader sees that the loop has started
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

// never is the deadline of no timer.
const never = math.MaxInt64

// ending guards how a loop begins and ends.
type ending struct {
	mu            sync.Mutex
	ran           bool  // Run was called
	terminated    bool  // nothing is left of the loop
	cause         error // of the end, if it was a context's; settled before done is closed
	hooks         []*shutdownHook
	hooksRunning  bool // the hooks run: only they may add more
	hooksFinished bool // none is accepted any more
}

// enter lets one Run in.
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
