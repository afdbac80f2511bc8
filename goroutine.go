package wakeful

import (
	"context"
	"runtime/debug"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// RunBlocking calls work on another goroutine, where it may block, and then calls then on the loop
// with the result. Any goroutine may call RunBlocking, also a callback. It does not wait for work.
// It returns nil if the work was accepted. Then both functions are called once, unless Close or the
// end of Run's context comes first. Otherwise it returns ErrNilContext, ErrNilFunc, or ErrClosed
// when the loop is ending, and calls neither.
//
// WithMaxWorkers sets how much work runs at the same time, also before Run. Further work waits in
// order without a goroutine. The result has the position in the queue of a function that work's
// goroutine submits last, and no queue limit applies to it. Until then is called, the work keeps an
// auto-exit loop running.
//
// The context of the work has the values of ctx. It ends when ctx ends, and when the loop starts to
// end. Work that was accepted runs even if ctx has ended before. When the loop ends, its cause
// matches ErrClosed, and the cause of the end of Run's context if that was the reason. Shutdown
// still runs all accepted work, with a context that has ended, and waits for it. Work that returns
// when its context ends keeps that wait short. Work must not wait for Shutdown for longer than its
// context lasts. Close neither waits for running work nor starts waiting work. Results that were
// not delivered are discarded and counted at once, even if the work returns later.
//
// If work panics or calls runtime.Goexit, then gets a *PanicError, like the caller of Call, and the
// panic handler is not called.
func (l *Loop) RunBlocking[T any](ctx context.Context, work func(ctx context.Context) (T, error), then func(T, error)) error {
	switch {
	case ctx == nil:
		return ErrNilContext
	case work == nil || then == nil:
		return ErrNilFunc
	}
	j := &job[T]{loop: l, ctx: ctx, work: work, then: then}
	j.times = l.newWorkTimes(entryOf(work))
	o := &l.observation.origins
	if origin := o.caller(); origin != nil {
		// Before it is accepted: it may be delivered at once.
		o.track(j, origin.alive(observe.Alive{Kind: kindWork, Func: entryOf(work)}))
	}
	if !l.workers.accept(j.run) {
		o.untrack(j)
		return l.reject(1, ErrClosed)
	}
	return nil
}

// job is the state of one RunBlocking.
type job[T any] struct {
	loop *Loop
	ctx  context.Context
	work func(context.Context) (T, error)
	then func(T, error)
	// Written by work's goroutine. The queue makes them visible to the loop.
	value T
	err   error
	// times is for the recording of the loop, nil if there is none.
	times *workTimes
}

// run calls work and posts the result, even if work does not return.
func (j *job[T]) run() {
	returned := false
	defer func() {
		if !returned {
			p := &PanicError{Value: recover(), Loop: j.loop.Name(), Phase: "goroutine", Stack: debug.Stack()}
			if p.Value == nil {
				p.Value = ErrGoexit
			}
			j.err = p
		}
		j.work = nil
		if j.times != nil {
			j.times.ended = native.Ticks()
		}
		j.loop.workers.post(j.deliver)
	}()
	ctx, stop := j.context()
	defer stop()
	if j.times != nil {
		j.times.began = native.Ticks()
	}
	j.value, j.err = j.work(ctx)
	returned = true
}

// context returns the caller's context, which also ends with the loop. To merge the two costs
// allocations, which a context without an end and without values does not need.
func (j *job[T]) context() (ctx context.Context, stop func()) {
	ofLoop := j.loop.Context()
	if j.ctx == context.Background() {
		return ofLoop, func() {}
	}
	ctx, cancel := context.WithCancelCause(j.ctx)
	detach := context.AfterFunc(ofLoop, func() { cancel(context.Cause(ofLoop)) })
	return ctx, func() {
		detach()
		cancel(nil)
	}
}

// deliver calls then. Loop only.
func (j *job[T]) deliver() {
	l := j.loop
	l.workers.delivered.Add(1)
	l.observation.origins.untrack(j)
	l.alive.add(-1)
	if j.times == nil || !l.delivered(j.times, j.call) {
		j.call()
	}
}

// call calls then. Loop only.
func (j *job[T]) call() {
	j.loop.turn.sampler.called = entryOf(j.then)
	j.then(j.value, j.err)
}

// newWorkTimes returns the times of a work that is accepted now, nil if they are not recorded.
func (l *Loop) newWorkTimes(fn uintptr) *workTimes {
	if r := l.observation.ring.Load(); r == nil || r.Fake() {
		return nil
	}
	return &workTimes{fn: fn, startedIn: l.setIn(), accepted: native.Ticks()}
}

// delivered records work whose result the loop gets now, with then. It reports whether it has called
// then.
func (l *Loop) delivered(w *workTimes, then func()) (called bool) {
	s := &l.turn.sampler
	if s.ring == nil {
		return false
	}
	s.ring.Work(w.fn, w.startedIn, w.accepted, w.began, w.ended, native.Ticks())
	if s.ring.Running() != 0 {
		return false
	}
	l.countTaken()
	s.timed(then, int(l.turn.phase))
	return true
}
