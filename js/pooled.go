package js

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/node"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// This file owns a runtime of a pool: one use after the other, and what is done in between so that
// a use leaves nothing behind.

// pooled is a runtime of a pool. One call at a time uses it.
type pooled struct {
	pool   *Pool
	rt     *Runtime
	driver *driver // nil if a goroutine runs the loop

	// unhalt ends what halt has begun. The loop writes it before it answers that a use is pending.
	unhalt func() bool

	// Of the current use. The caller writes them before it submits begin, and the loop reads them
	// after.

	ctx     context.Context
	program *vm.Program
	args    []any
	settled chan outcome
	// state is that of script.state.
	state atomic.Uint32
	// done gets one value from the loop for each of the steps begin and end.
	done  chan answered
	begin func() // runs the handler
	end   func() // cleans up after a handler whose promise was pending

	// Loop goroutine only.

	current  *evaluation  // of the current use
	snapshot *vm.Snapshot // nil if the engine's structures are not known
	handlers map[*vm.Program]handler
	script   *script // of the current use
	dir      string
	numbered int64 // primitive values that timers had when the snapshot was taken
}

// A handler is the JavaScript function that a program evaluated to in one runtime.
type handler struct {
	value Value
	call  vm.Callable
	// raw calls it so that the engine does not run its jobs when it returns. nil if it cannot.
	raw func(vm.FunctionCall) vm.Value
}

// answered is the loop's answer to a step of a use.
type answered struct {
	outcome
	pending bool // the result is a promise, whose outcome settled gets
	// What the use has left, after its end.
	written  int
	canceled bool
	why      *reason // the runtime cannot be used again
}

// newPooled makes a runtime on a loop of the pool.
func newPooled(p *Pool, loop *wakeful.Loop, driver *driver) (*pooled, error) {
	rt, err := New(loop, p.config.Options...)
	if err != nil {
		if driver != nil {
			_ = loop.Close()
		}
		return nil, err
	}
	e := &pooled{pool: p, rt: rt, driver: driver, done: make(chan answered, 1), handlers: map[*vm.Program]handler{}}
	e.begin, e.end = e.runHandler, e.finish
	if p.config.Setup != nil {
		err = p.config.Setup(rt)
	}
	if err == nil {
		err = rt.Do(context.Background(), func(*vm.Runtime) error { return nil }) // what Setup has queued has run
	}
	if err == nil {
		err = e.capture()
	}
	if err != nil {
		e.close()
		return nil, fmt.Errorf("js: the pool's Setup: %w", err)
	}
	return e, nil
}

// close ends the runtime, and its loop if no other runtime has it.
func (e *pooled) close() {
	_ = e.rt.Close()
	if e.driver != nil {
		_ = e.rt.loop.Close()
	}
}

var errSetupBusy = errors.New("it has returned while timers or other work of it were left: wait with Runtime.WaitIdle, or clear them")

// capture takes the snapshot between two callbacks.
func (e *pooled) capture() error {
	taken := make(chan error, 1)
	err := e.rt.loop.Submit(func() {
		if e.rt.ending.stopped.Load() {
			taken <- e.rt.endedError()
			return
		}
		if e.rt.busy() {
			taken <- errSetupBusy
			return
		}
		e.dir, _ = e.rt.files.Dir()
		e.numbered = e.rt.timers.last
		e.rt.rejections = rejections{}
		e.rt.hideGoErrors() // arguments of a use may need it, and what it makes is written back after each
		e.rt.meter.reset()
		e.snapshot = e.rt.snapshot()
		taken <- nil
	})
	if err != nil {
		return err
	}
	select {
	case err := <-taken:
		return err
	case <-e.rt.loop.Done():
		return wakeful.ErrClosed
	}
}

// snapshot takes a snapshot of what scripts can change. On the loop, between callbacks.
func (r *Runtime) snapshot() *vm.Snapshot {
	types := append([]reflect.Type{reflect.TypeFor[environment]()}, node.OwnTypes()...)
	return vm.NewSnapshot(r.vm, []any{&r.natives, &r.modules, &r.process, &r.locals, &r.contexts}, types...)
}

// use calls a handler and gives the runtime back. The caller does that, and not the loop, so that
// the next one does not get the answer.
func (e *pooled) use(ctx context.Context, program *vm.Program, args []any) (any, error) {
	if limit := e.rt.settings.limits.Wall; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, ErrWallLimit)
		defer cancel()
	}
	e.ctx, e.program, e.args = ctx, program, args
	e.settled = make(chan outcome, 1)
	e.state.Store(scriptWaiting)
	settled := e.settled
	if e.driver != nil && e.driver.take() {
		return e.drive(ctx, settled)
	}
	if err := e.rt.loop.Submit(e.begin); err != nil {
		e.pool.discard(e, reasonEnded)
		return nil, e.closedError(err)
	}
	var got answered
	select {
	case got = <-e.done:
	case <-e.pool.closed:
		return nil, ErrPoolClosed
	case <-ctx.Done():
		if e.state.CompareAndSwap(scriptWaiting, scriptLeft) {
			return nil, context.Cause(ctx) // begin gives the runtime back
		}
		select { // wait until the interrupt has ended it
		case got = <-e.done:
		case <-e.pool.closed:
			return nil, ErrPoolClosed
		}
	}
	if !got.pending {
		e.back(got)
		return got.value, got.err
	}
	defer e.unhalt()
	var result outcome
	select {
	case result = <-settled:
	case <-ctx.Done():
		result.err = context.Cause(ctx)
	case <-e.rt.ending.done:
		result.err = e.rt.endedError()
	case <-e.pool.closed:
		return nil, ErrPoolClosed
	}
	if err := e.rt.loop.Submit(e.end); err != nil {
		e.pool.discard(e, reasonEnded)
		return result.value, errors.Join(result.err, e.closedError(err))
	}
	select {
	case got = <-e.done:
		e.back(got)
	case <-e.pool.closed:
	}
	return result.value, result.err
}

// back gives the runtime back to the pool.
func (e *pooled) back(got answered) {
	if got.why != nil {
		e.pool.discard(e, *got.why)
		return
	}
	e.pool.release(e, got.written, got.canceled)
}

// closedError is the error of a loop that accepts nothing.
func (e *pooled) closedError(err error) error {
	if errors.Is(err, wakeful.ErrClosed) {
		return ErrPoolClosed
	}
	return err
}

// errHandlerGoexit is the error of a use whose handler did not return, if that did not end the
// goroutine of the caller.
var errHandlerGoexit = fmt.Errorf("a function of Go that the handler called has called runtime.Goexit: %w", ErrEnded)

// runHandler calls the handler and its nextTicks and microtasks. On the loop.
func (e *pooled) runHandler() {
	if !e.state.CompareAndSwap(scriptWaiting, scriptBegun) {
		e.pool.release(e, 0, false) // the caller has left
		return
	}
	returns := false
	defer func() {
		if !returns { // a function of Go has called runtime.Goexit
			why := reasonEnded
			e.done <- answered{err: errHandlerGoexit, why: &why}
		}
	}()
	r := e.rt
	e.current = &evaluation{settled: e.settled}
	s := &script{runtime: r, evaluation: e.current, fn: e.call}
	s.direct = e.handlers[e.program].raw != nil && e.request() == nil && r.order.visible && vm.Repairs()
	e.script = s
	s.runNow(e.ctx)
	e.script = nil
	if s.err != nil {
		answer(e.settled, outcome{err: s.err})
	}
	got := answered{pending: true}
	select {
	case o := <-e.settled:
		got = e.clean()
		got.outcome = o
	default:
		e.halt() // before the loop runs a callback of this use
	}
	returns = true
	e.done <- got
}

// call calls the function of the handler.
func (e *pooled) call() (Value, error) {
	r := e.rt
	q := e.request()
	if q != nil {
		web.ServeFunction(hostView{r}) // loaded before function takes a snapshot
	}
	fn, err := e.function()
	if err != nil {
		return nil, err
	}
	if q != nil {
		v, err := q.callHandler(fn.value, vm.Undefined())
		if err != nil {
			return nil, err
		}
		return nil, r.follow(v, e.settled)
	}
	var values []vm.Value
	if len(e.args) > 0 {
		values = make([]vm.Value, len(e.args))
		for i, a := range e.args {
			values[i] = r.ToValue(a)
		}
	}
	if e.script.direct {
		v := fn.raw(vm.FunctionCall{This: vm.Undefined(), Arguments: values})
		if _, isObject := v.(*vm.Object); isObject {
			settled := e.settled
			e.script.rest = func() (Value, error) { return nil, r.follow(v, settled) }
			return nil, nil
		}
		answer(e.settled, outcome{value: v.Export()})
		return nil, nil
	}
	v, err := fn.call(vm.Undefined(), values...)
	if err != nil {
		return nil, err
	}
	return nil, r.follow(v, e.settled)
}

// request returns the request of Pool.Handler that the use answers, or nil.
func (e *pooled) request() *request {
	if len(e.args) != 1 {
		return nil
	}
	q, _ := e.args[0].(*request)
	return q
}

// function returns the function of the handler. It evaluates the expression once, and adds the
// function to the snapshot.
func (e *pooled) function() (handler, error) {
	if fn := e.handlers[e.program]; fn.call != nil {
		return fn, nil
	}
	v, err := e.rt.vm.RunProgram(e.program)
	if err != nil {
		return handler{}, err
	}
	fn, ok := vm.AssertFunction(v)
	if !ok {
		return handler{}, e.rt.newErrorFrom("TypeError", "the value of the handler is not a function: "+display(v))
	}
	made := handler{value: v, call: fn}
	made.raw, _ = v.(*vm.Object).Export().(func(vm.FunctionCall) vm.Value)
	switch {
	case e.snapshot == nil:
	case e.snapshot.Same():
		e.snapshot.Add(v)
	default:
		// What evaluating the expression has changed belongs to the state that each use finds.
		e.snapshot = e.rt.snapshot()
		for _, known := range e.handlers {
			e.snapshot.Add(known.value)
		}
		e.snapshot.Add(v)
	}
	e.handlers[e.program] = made
	return made, nil
}

// newErrorFrom returns an exception as an error of Go.
func (r *Runtime) newErrorFrom(constructor, message string) error {
	return vm.Try(r.vm, func() error { panic(r.newError(constructor, message)) })
}

// finish cleans up after a handler whose promise was pending. On the loop. Only such a use has
// called halt.
func (e *pooled) finish() {
	e.rt.interrupts.nextUse()
	e.done <- e.clean()
}

// clean removes what a use has left. On the loop, outside JavaScript.
func (e *pooled) clean() (got answered) {
	r := e.rt
	e.current.left.Store(true)
	e.current.dead = true
	e.current, e.ctx, e.args, e.settled = nil, nil, nil, nil
	got.canceled, got.why = r.cancelWork(e.numbered)
	switch {
	case got.why != nil:
	case e.snapshot == nil:
		why := reasonUnrestorable
		got.why = &why
	default:
		tracked := r.contexts.wrap != nil
		got.written = e.snapshot.Restore()
		if tracked && r.contexts.wrap == nil {
			r.vm.SetAsyncContextTracker(nil) // the first context was one of the use
		}
		if dir, _ := r.files.Dir(); dir != e.dir {
			r.files.Chdir(e.dir)
		}
	}
	return got
}
