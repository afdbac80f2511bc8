package designs

import (
	"context"
	"runtime"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/internal/goroutine"
)

// This file has Run, Shutdown, Close, and the end of a loop.

// A phase of a loop's life; it only grows.
type phase uint32

const (
	open     phase = iota // Submit is accepted
	draining              // Submit is rejected, what was accepted runs
	closing               // what has not started is discarded
)

// life is guarded by mu, but for done.
type life struct {
	mu    sync.Mutex
	ran   bool  // Run was called
	ended bool  // the end has begun, or is over
	cause error // what Run returns, read once done is closed
	done  chan struct{}
}

// Run runs tasks until the loop has stopped: nil after Shutdown or Close,
// context.Cause(ctx) when ctx ended first, which discards like Close. Run may
// be called once; a second call returns ErrRanAlready. A loop that was stopped
// before it ran makes the first Run return nil.
func (l *Loop) Run(ctx context.Context) error {
	l.life.mu.Lock()
	if l.life.ran {
		l.life.mu.Unlock()
		return ErrRanAlready
	}
	l.life.ran = true
	ended := l.life.ended
	l.life.mu.Unlock()
	if !ended {
		if ctx.Err() != nil {
			l.halt(context.Cause(ctx))
		}
		stop := context.AfterFunc(ctx, func() { l.halt(context.Cause(ctx)) })
		defer stop()
		// Not on this goroutine: a task may end its goroutine, and Run must
		// return all the same.
		l.safety.enter(StateAwake)
		if l.relay != nil {
			go l.pump()
		}
		go l.runTurns()
	}
	<-l.life.done
	return l.life.cause
}

// Shutdown rejects new tasks, runs the accepted ones, and waits until the loop has stopped or ctx
// has ended. In the latter case it returns ctx's error, and the loop continues draining. Any
// goroutine may call it. Inside a task it does not wait. A loop that has not run ends at once if it
// has no tasks. Otherwise a later Run drains it.
func (l *Loop) Shutdown(ctx context.Context) error {
	inside := l.inside()
	// The queues first: a loop that sees the phase may then rely on getting
	// no more tasks.
	l.shut()
	l.life.mu.Lock()
	mine := !l.life.ran && !l.life.ended && l.allStarted()
	if mine {
		l.life.ended = true
	}
	l.life.mu.Unlock()
	l.raise(draining)
	if mine {
		l.finish()
	}
	l.wake()
	if inside {
		return nil
	}
	select {
	case <-l.life.done:
		return nil
	default:
	}
	select {
	case <-l.life.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close discards tasks that have not started and stops the loop, without waiting for the running
// task. Any goroutine may call it any number of times, also inside a task.
func (l *Loop) Close() error {
	l.halt(nil)
	return nil
}

// halt is Close with the error for Run.
func (l *Loop) halt(cause error) {
	l.life.mu.Lock()
	first := !l.life.ended && phase(l.hot.phase.Load()) != closing
	if first {
		l.life.cause = cause
	}
	l.raise(closing)
	mine := first && !l.life.ran
	if mine {
		l.life.ended = true
	}
	l.life.mu.Unlock()
	l.shut()
	if mine {
		l.finish()
	}
	l.wake()
}

// raise moves the phase on to p, unless it is further.
func (l *Loop) raise(p phase) {
	for {
		now := l.hot.phase.Load()
		if phase(now) >= p || l.hot.phase.CompareAndSwap(now, uint32(p)) {
			return
		}
	}
}

// shut makes both queues reject.
func (l *Loop) shut() {
	l.outer.close()
	l.inner.close()
}

// allStarted reports that nothing accepted is left to take or to start. Loop
// goroutine, or whoever keeps Run from starting.
func (l *Loop) allStarted() bool {
	return l.submitted.left() == 0 && l.priority.left() == 0 &&
		l.outer.allTaken() && l.inner.allTaken()
}

// finish ends the loop: it discards and counts what is left. Called once, by
// the loop's goroutine or by whoever ended a loop that never ran.
func (l *Loop) finish() {
	l.shut()
	for {
		n := l.submitted.discard() + l.priority.discard()
		l.lost.Add(uint64(n))
		if l.allStarted() {
			break
		}
		if n == 0 {
			runtime.Gosched() // a push is between its place and its task
		}
	}
	l.publish()
	l.life.mu.Lock()
	l.life.ended = true
	l.life.mu.Unlock()
	l.timers.close()
	l.waker.release()
	l.safety.enter(StateReleased)
	close(l.life.done)
}

// inside reports that the caller is a task of this loop.
func (l *Loop) inside() bool {
	owner := l.owner.Load()
	return owner != 0 && owner == goroutine.ID()
}
