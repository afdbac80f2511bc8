package peers

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/goroutine"
	"golang.org/x/sys/cpu"
)

var sliceEntry = contest.Entry{
	Name:    "slice",
	Kind:    contest.Floor,
	Summary: "What one writes by hand in 40 lines: a mutex, a slice that the loop swaps as a whole, and a channel that wakes it.",
	Can:     contest.Loops | contest.SubmitBeforeRun,
	New: func() (contest.Loop, error) {
		return &sliceLoop{wake: make(chan struct{}, 1), stopped: make(chan struct{})}, nil
	},
}

// sliceLoop is a queue that is written by hand. Submit and the inner loop of Run are what a program
// would have; the rest is the contract of package contest.
type sliceLoop struct {
	mu     sync.Mutex
	tasks  []func()
	closed bool // Submit refuses

	started  bool
	finished bool
	cause    error // what Run returns

	// _ separates what submitters write from what the loop writes.
	_ cpu.CacheLinePad

	wake                chan struct{}
	stopped             chan struct{} // closed when nothing will run any more
	discard             atomic.Bool   // Close was called: what has not started is discarded
	owner               atomic.Uint64 // the goroutine in Run
	rejected            atomic.Uint64
	executed, discarded uint64 // the loop's goroutine, until stopped is closed
}

// Submit adds a task. Only the first one of a batch wakes the loop.
func (l *sliceLoop) Submit(task func()) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		l.rejected.Add(1)
		return contest.ErrClosed
	}
	l.tasks = append(l.tasks, task)
	first := len(l.tasks) == 1
	l.mu.Unlock()
	if first {
		l.notify()
	}
	return nil
}

func (l *sliceLoop) notify() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// SubmitPriority is not supported, because there is one queue.
func (l *sliceLoop) SubmitPriority(func()) error { return contest.ErrUnsupported }

// Run runs tasks until Shutdown, Close or the end of ctx, which discards as Close does. A loop that
// was ended before returns nil at once.
func (l *sliceLoop) Run(ctx context.Context) error {
	l.mu.Lock()
	if l.started {
		l.mu.Unlock()
		return errRanAlready
	}
	l.started = true
	over := l.finished
	l.mu.Unlock()
	if over {
		return nil
	}
	l.owner.Store(goroutine.ID())
	unhook := context.AfterFunc(ctx, func() { l.end(true, ctx.Err()) })
	defer unhook()
	for spare := []func(){}; ; {
		l.mu.Lock()
		batch := l.tasks
		if len(batch) == 0 {
			closed := l.closed
			l.mu.Unlock()
			if closed {
				break
			}
			<-l.wake
			continue
		}
		l.tasks = spare[:0]
		l.mu.Unlock()
		for i, task := range batch {
			batch[i] = nil
			if l.discard.Load() {
				l.discarded++
				continue
			}
			task()
			l.executed++
		}
		spare = batch
	}
	close(l.stopped)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cause
}

// Shutdown refuses further tasks and waits until the loop has run the accepted ones; inside a task it
// does not wait. Before Run it ends an empty loop, and leaves what was accepted to a later Run.
func (l *sliceLoop) Shutdown(ctx context.Context) error {
	if l.end(false, nil) {
		return nil
	}
	return await(ctx, l.stopped)
}

// Close discards what has not started. It does not wait for a running task.
func (l *sliceLoop) Close() error {
	l.end(true, nil)
	return nil
}

// end starts the end, or makes one that has started discard. It reports whether its caller is a task
// of the loop.
func (l *sliceLoop) end(discard bool, cause error) (inside bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if discard && !l.discard.Load() && !l.finished {
		l.cause = cause
		l.discard.Store(true)
	}
	l.closed = true
	if !l.started && !l.finished && (discard || len(l.tasks) == 0) {
		l.finished = true
		l.discarded += uint64(len(l.tasks))
		l.tasks = nil
		close(l.stopped)
	}
	l.notify()
	return l.owner.Load() == goroutine.ID()
}

// Counts is valid once Run has returned.
func (l *sliceLoop) Counts() contest.Counts { return ended(l.executed, l.rejected.Load(), l.discarded) }
