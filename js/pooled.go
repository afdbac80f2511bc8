package js

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns a runtime of a pool, and one use of it after the other.

// pooled is a runtime of a pool. One call at a time uses it.
type pooled struct {
	pool *Pool
	rt   *Runtime
	stop context.CancelCauseFunc // ends its loop

	handlers map[*vm.Program]vm.Value // Loop goroutine only
}

// newPooled makes a runtime on a loop of its own.
func newPooled(p *Pool) (*pooled, error) {
	loop, err := wakeful.New()
	if err != nil {
		return nil, err
	}
	rt, err := New(loop, p.config.Options...)
	if err != nil {
		_ = loop.Close()
		return nil, err
	}
	e := &pooled{pool: p, rt: rt, handlers: map[*vm.Program]vm.Value{}}
	var ctx context.Context
	ctx, e.stop = context.WithCancelCause(p.ctx)
	go func() { _ = loop.Run(ctx) }()
	if p.config.Setup != nil {
		err = p.config.Setup(rt)
	}
	if err == nil {
		err = rt.Do(context.Background(), func(*vm.Runtime) error { return nil }) // what Setup has queued has run
	}
	if err != nil {
		e.close()
		return nil, fmt.Errorf("js: the pool's Setup: %w", err)
	}
	return e, nil
}

// close ends the runtime and its loop.
func (e *pooled) close() {
	_ = e.rt.Close()
	e.stop(ErrPoolClosed)
}

// use calls a handler and gives the runtime back.
func (e *pooled) use(ctx context.Context, program *vm.Program, args []any) (any, error) {
	return e.call(ctx, program, true, func(fn vm.Value) (Value, error) { return e.rt.callFunction(fn, args) })
}

// call begins a use on the loop, waits for its outcome, and gives the runtime back.
func (e *pooled) call(ctx context.Context, program *vm.Program, direct bool, begin func(fn vm.Value) (Value, error)) (any, error) {
	returns := false
	defer func() {
		if !returns { // a function of the caller, such as a method of an argument, has panicked
			e.pool.discard(e, reasonEnded)
		}
	}()
	value, err, left := e.rt.awaitCall(ctx, call{name: "Pool.Run", direct: direct, closed: e.pool.closed, begin: func(*evaluation) (Value, error) {
		e.rt.meter.written.Store(0)
		fn, err := e.function(program)
		if err != nil {
			return nil, err
		}
		return begin(fn)
	}})
	returns = true
	switch {
	case !left:
		e.pool.release(e)
	case isClosed(e.pool.closed):
		return nil, ErrPoolClosed
	default:
		go e.reclaim(err)
	}
	if errors.Is(err, wakeful.ErrClosed) && isClosed(e.pool.closed) {
		err = ErrPoolClosed
	}
	return value, err
}

// reclaimGrace is how long a loop may take to answer, twice, before its runtime is set aside.
const reclaimGrace = 20 * time.Millisecond

// reclaim gives a runtime back whose caller has left before the script had ended. If the loop does
// not answer, what runs is interrupted, and if that does not help, the runtime is set aside.
func (e *pooled) reclaim(cause error) {
	answered := make(chan struct{})
	if e.rt.loop.SubmitPriority(func() { close(answered) }) != nil {
		e.pool.discard(e, reasonEnded)
		return
	}
	for range 2 {
		patience := time.NewTimer(reclaimGrace)
		select {
		case <-answered:
			patience.Stop()
			e.pool.release(e)
			return
		case <-patience.C:
			e.rt.Interrupt(cause)
		}
	}
	e.pool.discard(e, reasonStuck)
}

// function returns the function of a handler. It evaluates the expression once. On the loop.
func (e *pooled) function(program *vm.Program) (vm.Value, error) {
	if fn := e.handlers[program]; fn != nil {
		return fn, nil
	}
	fn, err := e.rt.vm.RunProgram(program)
	if err != nil {
		return nil, err
	}
	if !callable(fn) {
		return nil, vm.Try(e.rt.vm, func() error {
			panic(e.rt.newError("TypeError", "the value of the handler is not a function: "+display(fn)))
		})
	}
	e.handlers[program] = fn
	return fn, nil
}
