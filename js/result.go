package js

import (
	"context"
	"fmt"
	"slices"
	"weak"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns results that are promises: how Go waits for one, and who is told when it
// is rejected. RunString, RunFile, Eval and Await may be called from any goroutine; the rest
// is for the loop.
//
// A result is marked in the callback that returns it, before its nextTicks and microtasks
// run. From then on its rejection is the caller's and is not announced as unhandled. Await
// cannot do that by itself: it comes a callback later, when the rejection would already have
// been announced and would have ended the program.

// maxUnawaited is how many rejected results are kept until somebody awaits them.
const maxUnawaited = 64

// results are the promises that scripts have returned to Go. Loop goroutine only.
type results struct {
	owned      map[weak.Pointer[vm.Promise]]struct{} // that were not awaited yet
	ownedSwept int                                   // len(owned) after collected promises were removed
	// unawaited are those that were rejected, the oldest first, and not awaited. They are
	// held here so that the garbage collector does not decide what lookIdle reports.
	unawaited []*vm.Promise
}

// own marks a value that is returned to Go, if it is a promise.
func (q *rejections) own(v Value) {
	p, ok := lib.As[*vm.Promise](v)
	if !ok {
		return
	}
	key := weak.Make(p)
	if q.owned == nil {
		q.owned = map[weak.Pointer[vm.Promise]]struct{}{}
	}
	sweep(q.owned, &q.ownedSwept)
	q.owned[key] = struct{}{}
	if known := q.known[key]; known != nil && !known.announced {
		delete(q.known, key) // announce skips it
		q.keep(p)
	}
}

// owns reports whether a promise is a result that was not awaited.
func (q *results) owns(p *vm.Promise) bool {
	_, ok := q.owned[weak.Make(p)]
	return ok
}

// keep adds a rejected result to those that nobody has awaited.
func (q *results) keep(p *vm.Promise) {
	if len(q.unawaited) == maxUnawaited {
		q.unawaited = slices.Delete(q.unawaited, 0, 1)
	}
	q.unawaited = append(q.unawaited, p)
}

// release takes the mark from a promise that is awaited or handled.
func (q *results) release(p *vm.Promise) {
	delete(q.owned, weak.Make(p))
	if i := slices.Index(q.unawaited, p); i >= 0 {
		q.unawaited = slices.Delete(q.unawaited, i, i+1)
	}
}

// abandon makes the rejected results that nobody has awaited unhandled rejections, and
// reports whether there were any.
func (q *rejections) abandon() bool {
	all := q.unawaited
	q.unawaited = nil
	for _, p := range all {
		delete(q.owned, weak.Make(p))
		q.reject(p)
	}
	return len(all) > 0
}

// outcome is what a promise has become.
type outcome struct {
	value any
	err   error
}

// Eval runs a script as RunString does and waits for its result as Await does. It returns
// the value of the last statement as a value of Go or, if that is a promise, what it was
// fulfilled with. An exception, or the rejection of that promise, is returned as an *Error
// and goes nowhere else: the runtime lives on. The other errors are those of RunString
// and Await. Any goroutine may call Eval but the loop's.
func (r *Runtime) Eval(ctx context.Context, source string) (any, error) {
	program, err := r.compileScript("[eval]", source)
	if err != nil {
		return nil, err
	}
	return r.await(ctx, "Eval", func(settled chan<- outcome) error {
		v, err := r.vm.RunProgram(program)
		if err != nil {
			return err
		}
		return r.follow(v, settled)
	})
}

// EvalFile loads a file as RunFile does, and waits for it: for an ES module until its
// top-level await has ended, and then for what it exports, if that is a promise. Errors and
// goroutines are as for Eval. A module is loaded once: later calls return what the first
// one did.
func (r *Runtime) EvalFile(ctx context.Context, path string) (any, error) {
	return r.await(ctx, "EvalFile", func(settled chan<- outcome) error {
		rec := r.loadMain(path)
		if rec == nil {
			settled <- outcome{}
			return nil
		}
		if rec.promise == nil {
			return r.follow(r.exportsOf(rec.file), settled)
		}
		return r.then(rec.promise, func(vm.Value) error {
			return r.follow(r.exportsOf(rec.file), settled)
		}, settled)
	})
}

// Await waits for a promise and returns what it was fulfilled with, as a value of
// Go, or an *Error of what it was rejected with. A value that is no promise is
// returned as a value of Go. Await returns early with the cause of the end of ctx,
// and with ErrEnded or wakeful.ErrClosed if runtime or loop end. Any goroutine
// may call it but the loop's, where it would wait for itself.
//
// The result of RunString, RunScript or RunFile may be rejected before it is awaited.
// Any other promise, one that Do has found for instance, that is rejected before Await
// comes to it is in that turn an unhandled rejection, which ends the program as in Node
// unless WithUncaught or a listener of unhandledRejection says otherwise.
func (r *Runtime) Await(ctx context.Context, value Value) (any, error) {
	return r.await(ctx, "Await", func(settled chan<- outcome) error {
		if value == nil {
			settled <- outcome{}
			return nil
		}
		return r.follow(value, settled)
	})
}

// await calls begin on the loop as one callback and waits for the outcome that it brings.
func (r *Runtime) await(ctx context.Context, caller string, begin func(chan<- outcome) error) (any, error) {
	if r.loop.OnLoop() {
		return nil, fmt.Errorf("js: %s was called on the loop, and would wait for itself: %w", caller, errWouldWait)
	}
	settled := make(chan outcome, 1)
	if err := r.Do(ctx, func(*vm.Runtime) error { return begin(settled) }); err != nil {
		return nil, err
	}
	var err error
	select {
	case o := <-settled:
		return o.value, o.err
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-r.ending.done:
		err = r.endedError()
	case <-r.loop.Done():
		err = wakeful.ErrClosed
	}
	select {
	case o := <-settled:
		return o.value, o.err
	default:
		return nil, err
	}
}

// follow sends the outcome of a value, or of the promise that it is, when that has settled.
func (r *Runtime) follow(value vm.Value, settled chan<- outcome) error {
	p, ok := lib.As[*vm.Promise](value)
	if !ok {
		settled <- r.exported(value)
		return nil
	}
	return r.then(p, func(v vm.Value) error {
		settled <- r.exported(v)
		return nil
	}, settled)
}

// then calls next when a promise is fulfilled, and sends what it was rejected with. It uses
// the engine's own then, whatever the program has made of that of the promise.
func (r *Runtime) then(p *vm.Promise, next func(vm.Value) error, settled chan<- outcome) error {
	r.rejections.release(p)
	_, err := r.natives.then(r.vm.ToValue(p),
		r.vm.ToValue(func(c vm.FunctionCall) vm.Value {
			if err := next(c.Argument(0)); err != nil {
				settled <- outcome{err: r.wrap(err)}
			}
			return vm.Undefined()
		}),
		r.vm.ToValue(func(c vm.FunctionCall) vm.Value {
			settled <- outcome{err: r.thrown(c.Argument(0), nil, "")}
			return vm.Undefined()
		}))
	return err
}

// exported returns a value as one of Go. What a getter throws on the way is its error.
func (r *Runtime) exported(v vm.Value) (o outcome) {
	if v == nil {
		return outcome{}
	}
	err := vm.Try(r.vm, func() error {
		o.value = lib.Export(v)
		return nil
	})
	if err != nil {
		o = outcome{err: r.wrap(err)}
	}
	return o
}
