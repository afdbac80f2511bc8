package wakeful

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/wake"
	"golang.org/x/sys/cpu"
)

// Slots of the two lanes' segments. Most loops have little in the priority lane.
const (
	submittedSegment = 512
	internalSegment  = 64
)

// A Loop runs functions one at a time, in order, on one goroutine. Make it with
// New. Its methods may be called from any goroutine unless they say otherwise.
type Loop struct {
	// Read by every Submit, written when the loop falls asleep and at its end.
	// The queue begins with its tail, so a Submit reads one line here.

	wake      wake.EventCount
	submitted ingress.Queue // Submit and SubmitBatch unless bounded, mailboxes, results of Go
	internal  ingress.Queue // SubmitInternal

	// Immutable after New.

	budget          int
	microtaskBudget int
	strategy        WaitStrategy // nil for Block
	thread          *thread      // nil unless Pinned
	onPanic         func(*PanicError)
	autoExit        bool
	bounded         *bounded // nil without WithQueueLimit
	epoch           time.Time
	done            chan struct{} // closed when the loop has fully stopped

	// Shared, written rarely.

	// goroutine names the goroutine that carries the loop, 0 when there is none.
	// Written by that goroutine. Everybody compares it with their own name: it
	// can be equal only for the one that wrote it.
	goroutine atomic.Uintptr
	// stop is one of running, draining, stopping and only grows. Raised under
	// ending.mu after the lanes were closed, so a loop that sees it raised and
	// the lanes empty knows that they stay empty; before that, a push could be
	// accepted after the loop's last look (TestSubmitAgainstShutdown). Read per
	// callback.
	stop atomic.Uint32
	// alive counts what keeps an auto-exit loop running: referenced timers and
	// registrations, and held keep-alives. Whoever brings it to 0 notifies; the loop reads it before
	// it closes the lanes, so what was submitted before the release is seen.
	alive atomic.Int64
	// rejected counts calls that were refused. Not touched on success.
	rejected atomic.Uint64

	ending      ending
	timers      timers
	descriptors descriptors
	sequences   sequences
	errands     errands
	published   published

	// _ separates what others write from what the loop writes per callback.
	_ cpu.CacheLinePad

	// Loop goroutine only.

	phase   phase
	left    int      // functions of the phase's snapshot that have not run
	spare   int      // budget of this turn beyond left
	current sequence // a batch or mailbox whose items are running
	// attend is set when the microtask queues or current may not be empty: the
	// one thing to look at after each callback.
	attend     bool
	chain      int  // microtasks called since the last callback; 0 outside of settle
	told       bool // somebody knows already of the Goexit that is under way
	ticks      fifo // NextTick
	microtasks fifo // QueueMicrotask
	immediates fifo
	closings   fifo
	firing     firing
	found      []poll.Ready[*Registration] // the snapshot of the descriptors' phase
	clock      clock
	waiting    Waiting
	shown      int64  // ticks when the counters were last published
	looked     int64  // ticks when the kernel was last asked about descriptors
	visited    bool   // a reader of the metrics wakes the loop; written by it while the loop sleeps
	woken      uint64 // callbacks run when the loop was last woken, plus 1; 0 after the next rest
	counters   counters
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
		epoch:           time.Now(),
		done:            make(chan struct{}),
	}
	if p, is := s.strategy.(pinned); is {
		l.thread, s.strategy = &thread{cpu: p.cpu}, p.inner
	}
	if _, ok := s.strategy.(block); !ok {
		l.strategy = s.strategy
	}
	l.wake.Init()
	l.submitted.Init(submittedSegment)
	l.internal.Init(internalSegment)
	if s.limit > 0 {
		l.bounded = newBounded(s.limit, s.policy)
	}
	l.errands.loop, l.errands.limit = l, s.goroutines
	l.timers.next.Store(never)
	l.clock.armed = never
	l.waiting.init(l)
	return l, nil
}

// Run runs the loop on the calling goroutine until Shutdown, Close, the end of
// ctx, or, with WithAutoExit, until nothing is left to do; and returns once it
// has fully stopped. It returns nil, except after the end of ctx, which acts as
// Close: then it returns the cause of that end. A loop runs once: a second Run
// returns ErrAlreadyRun, a Run after Close ErrTerminated. A nil ctx is
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
	l.counters.started = native.Ticks()
	l.publish() // a loop that never rests is busy all the same
	l.carry()
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
	mu         sync.Mutex
	ran        bool  // Run was called
	terminated bool  // nothing is left of the loop
	cause      error // of the end, if it was a context's; settled before done is closed
	last       []*atEnd
	concluding bool // only those that run add more
	concluded  bool // none is accepted any more
}

// enter lets one Run in.
func (e *ending) enter() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ran {
		return ErrAlreadyRun
	}
	if e.terminated {
		return ErrTerminated
	}
	e.ran = true
	return nil
}
