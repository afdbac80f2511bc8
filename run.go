package wakeful

import (
	"context"
	"runtime/pprof"

	"github.com/wakeful-go/wakeful/internal/native"
)

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
	case l.host != nil && l.host.simulated:
		if err := l.Start(ctx); err != nil {
			return err
		}
		<-l.ending.done
		return l.ending.cause
	case l.host != nil:
		return l.named(guestMode("Run", "the loop was made WithHost, so call Start and RunUntil"))
	}
	release, err := l.begin(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if l.options.name != "" {
			pprof.SetGoroutineLabels(ctx) // the goroutine is no longer the loop's
		}
		<-l.ending.done // after a Goexit the loop is still there, and so is its context
		release()
	}()
	l.started()
	l.runToEnd()
	return l.ending.cause
}

// begin admits the one Run, whose context ends the loop until release is called.
func (l *Loop) begin(ctx context.Context) (release func() bool, err error) {
	if err := l.ending.enter(); err != nil {
		return nil, l.named(err)
	}
	if ctx.Err() != nil {
		l.requestStop(stopping, context.Cause(ctx))
	}
	return context.AfterFunc(ctx, func() { l.requestStop(stopping, context.Cause(ctx)) }), nil
}

// started makes the start visible to readers of the metrics.
func (l *Loop) started() {
	if l.options.strategy != nil {
		l.figures.divide() // the strategy reads the clock anyway
	}
	l.turn.counters.startedAt = native.Ticks()
	l.figures.publishedAt = l.turn.counters.startedAt
	l.publish()
}

// runToEnd runs the loop on the calling goroutine until the loop ends. If a callback ends the
// goroutine instead, a new one continues.
func (l *Loop) runToEnd() {
	ended := false
	defer func() {
		if !ended {
			l.leave()
			go l.runToEnd()
		}
	}()
	l.enter()
	for !l.runTurns() {
	}
	ended = true
	l.finish()
}
