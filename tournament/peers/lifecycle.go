package peers

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/cpu"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/goroutine"
)

// This file owns what the wrapped loops have in common: the beginning, the end, and the counts of
// tasks.

// errRanAlready is returned by every Run but the first.
var errRanAlready = errors.New("peers: the loop has been run already; make a new one")

// A lifecycle is the beginning and the end of a wrapped loop, which embeds it. Its Shutdown, Close,
// SubmitPriority and Counts are those of the contract.
type lifecycle struct {
	_ cpu.CacheLinePad // separates what Submit of the loop uses from what the loop writes for each task

	// discard is stored by request and loaded by the loop for each task: a task that the loop takes
	// after Close has returned is discarded.
	discard  atomic.Bool
	rejected atomic.Uint64

	// Loop goroutine only, until stopped is closed.
	executed, discarded uint64

	// Immutable.
	loop    ender
	stopped chan struct{} // closed when nothing will run any more

	life    sync.Mutex // for the fields below, and around calls of loop
	started bool       // Run was called
	over    bool       // nothing will run any more
	cause   error      // what Run returns
	owner   uint64     // the goroutine in Run
	dropped uint64     // tasks that Close itself discarded
}

// An ender is the part of an end that differs between loops. No task is called in it.
type ender interface {
	// refuse makes Submit refuse.
	refuse()
	// drain takes the tasks that wait, and returns how many there were. It may leave them to the loop,
	// which discards them.
	drain() int
	// empty reports whether no task waits. Run has not been called.
	empty() bool
	// abandon ends a loop that has not run and never will, and discards what waits.
	abandon()
	// wake makes a loop that runs notice the end, and a later Run one that does not.
	wake()
}

func newLifecycle(loop ender) lifecycle {
	return lifecycle{loop: loop, stopped: make(chan struct{})}
}

// run is Run: it calls body, which returns at the end of the loop. The end of ctx discards as Close
// does. A loop that was ended before returns nil at once.
func (l *lifecycle) run(ctx context.Context, body func()) error {
	l.life.Lock()
	if l.started {
		l.life.Unlock()
		return errRanAlready
	}
	l.started, l.owner = true, goroutine.ID()
	over := l.over
	l.life.Unlock()
	if over {
		return nil
	}
	unhook := context.AfterFunc(ctx, func() { l.request(true, ctx.Err()) })
	defer unhook()

	body()
	l.life.Lock()
	defer l.life.Unlock()
	l.over = true
	close(l.stopped)
	return l.cause
}

// request starts the end, or makes one that has started discard. It reports whether its caller is a
// task of the loop.
func (l *lifecycle) request(discard bool, cause error) (inside bool) {
	l.life.Lock()
	defer l.life.Unlock()
	if l.over || discard && l.discard.Load() {
		return false
	}
	l.loop.refuse()
	if discard {
		l.discard.Store(true)
		l.cause = cause
		l.dropped += uint64(l.loop.drain())
	}
	if !l.started && (discard || l.loop.empty()) {
		l.discard.Store(true) // who gets in now is discarded
		l.over = true
		l.loop.abandon()
		close(l.stopped)
		return false
	}
	l.loop.wake()
	return l.started && l.owner == goroutine.ID()
}

// refused counts a task that Submit has refused, and returns the error.
func (l *lifecycle) refused() error {
	l.rejected.Add(1)
	return contest.ErrClosed
}

// Shutdown refuses further tasks and waits until the loop has run the accepted ones; inside a task it
// does not wait. Before Run it ends an empty loop, and leaves what was accepted to a later Run. A loop
// that has stopped wins over a context that has ended.
func (l *lifecycle) Shutdown(ctx context.Context) error {
	if l.request(false, nil) {
		return nil
	}
	select {
	case <-l.stopped:
		return nil
	default:
	}
	select {
	case <-l.stopped:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close discards what has not started. It does not wait for a running task.
func (l *lifecycle) Close() error {
	l.request(true, nil)
	return nil
}

// SubmitPriority is not supported, because these loops have one queue.
func (l *lifecycle) SubmitPriority(func()) error { return contest.ErrUnsupported }

// Counts is valid once Run has returned.
func (l *lifecycle) Counts() contest.Counts {
	l.life.Lock()
	defer l.life.Unlock()
	c := contest.Counts{Executed: l.executed, Rejected: l.rejected.Load(), Discarded: l.discarded + l.dropped}
	c.Submitted = c.Executed + c.Rejected + c.Discarded
	return c
}
