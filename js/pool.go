package js

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the pool: which runtimes it has, who waits for one, and what is counted. What
// happens in one use is in pooled.go.

// Errors of a pool. Match them with errors.Is.
var (
	// ErrPoolFull means that all runtimes of a pool are in use and its queue is full.
	ErrPoolFull = errors.New("js: all runtimes of the pool are in use and its queue is full: try again later, or raise PoolConfig.Max or PoolConfig.Queue")
	// ErrPoolClosed means that the pool was closed.
	ErrPoolClosed = errors.New("js: the pool is closed; make another with NewPool")
)

// A PoolConfig describes a pool and the runtimes that it makes.
type PoolConfig struct {
	// Min is how many runtimes are made at once and kept. Max is how many there may be: 0 means Min,
	// and at least 1.
	Min, Max int
	// Queue is how many calls may wait for a runtime that another call uses. Further calls return
	// ErrPoolFull.
	Queue int
	// Fresh gives each use a runtime of its own, which is closed afterwards. Another is made ahead of
	// the next use if there are fewer than Min. Otherwise a runtime is used many times, and keeps what
	// scripts leave in it.
	Fresh bool
	// Options are those of each runtime. What Setup has used does not count for the Limits of
	// WithLimits, and Output counts anew for each use. A use that exceeds a limit returns its error.
	Options []Option
	// Setup prepares a new runtime: it runs scripts, and sets globals. It is called on a goroutine of
	// its own and may use all methods of the runtime. nil prepares nothing.
	Setup func(rt *Runtime) error
}

// A Pool runs functions of JavaScript in several runtimes at the same time, each on a loop and a
// goroutine of its own. Make it with NewPool. Any goroutine may call its methods, but not in Go
// functions that its scripts call.
//
// A runtime serves one use at a time. By default it lives on between uses, as a worker does: it keeps
// globals, caches and timers. So use a pool for the code of one owner. With PoolConfig.Fresh no use
// finds anything of another one.
type Pool struct {
	config   PoolConfig
	max      int
	running  sync.WaitGroup  // loops, and goroutines that make runtimes
	ctx      context.Context //nolint:containedctx // of the loops
	stop     context.CancelCauseFunc
	closed   chan struct{}
	programs sync.Map // by the source of a handler: *vm.Program

	mu      sync.Mutex
	free    []*pooled
	all     map[*pooled]struct{}
	made    int // runtimes, with those that are being made
	renewed int // of these, those that are being made in the place of a discarded one
	waiting []chan *pooled
	shut    bool
	metrics PoolMetrics
}

// PoolMetrics are the figures of a pool.
type PoolMetrics struct {
	Runtimes int // that exist now, with those that are being made
	InUse    int // runtimes in use, or being made
	Waiting  int // calls that wait for a runtime

	Uses    uint64 // calls that got a runtime
	Refused uint64 // calls that returned ErrPoolFull
	// Discarded is how many runtimes were given up after a use, without those of PoolConfig.Fresh.
	// Ended and SetAside say why: the runtime had ended, or something that cannot be interrupted was
	// still running after the end of the use's context.
	Discarded, Ended, SetAside uint64
}

// NewPool makes a pool and its first runtimes. If Setup fails, NewPool closes the pool and returns
// that error.
func NewPool(config PoolConfig) (*Pool, error) {
	switch {
	case config.Min < 0 || config.Max < 0 || config.Queue < 0:
		return nil, invalid("NewPool", config.Min, "Min, Max and Queue are not negative")
	case config.Max > 0 && config.Min > config.Max:
		return nil, invalid("NewPool", config.Min, fmt.Sprintf("Min is at most Max, which is %d", config.Max))
	}
	p := &Pool{config: config, max: max(1, config.Max, config.Min), all: map[*pooled]struct{}{}, closed: make(chan struct{})}
	p.ctx, p.stop = context.WithCancelCause(context.Background())
	for range config.Min {
		p.made++
		e, err := p.make()
		if err != nil {
			p.Close()
			return nil, err
		}
		p.free = append(p.free, e)
	}
	return p, nil
}

// make makes a runtime. The caller has counted it.
func (p *Pool) make() (*pooled, error) {
	e, err := newPooled(p)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil && p.shut {
		e.close()
		err = ErrPoolClosed
	}
	if err != nil {
		p.made--
		if !p.shut {
			p.pass(nil) // a waiting call makes one, and gets the error of Setup
		}
		return nil, err
	}
	p.all[e] = struct{}{}
	return e, nil
}

// makeForUse is make for a call that uses the runtime.
func (p *Pool) makeForUse() (*pooled, error) {
	e, err := p.make()
	if err == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.metrics.Uses++
	}
	return e, err
}

// Run calls a function of JavaScript in a runtime that no other call uses meanwhile, and returns its
// result as a Go value. If the result is a promise, it waits for it.
//
// handler is an expression whose value is the function: the name of one that Setup has made, or the
// function itself, as "(order) => order.total > 100". It may be TypeScript, as other code, and each
// runtime evaluates it once. So use a constant, and pass what changes as arguments. Arguments are
// converted as Runtime.ToValue does.
//
// If no runtime is free, Run makes one, or waits for one if there are already Max. When ctx ends, Run
// interrupts the script and returns an error that matches the cause of ctx, at most 10 ms later. If
// something that cannot be interrupted is still running then, such as a function of Go, the pool sets
// the runtime aside and makes another: see PoolMetrics.SetAside. Functions of Async get the values of
// ctx. An exception of the script, and the rejection of its promise, is returned as an *Error and
// nothing else happens. Other errors are ErrPoolFull, ErrPoolClosed, those of Setup, and ErrEnded if
// the script ends its runtime.
func (p *Pool) Run(ctx context.Context, handler string, args ...any) (any, error) {
	if ctx == nil {
		return nil, wakeful.ErrNilContext
	}
	program, err := p.program(handler)
	if err != nil {
		return nil, err
	}
	e, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	return e.use(ctx, program, args)
}

// program returns the compiled handler.
func (p *Pool) program(handler string) (*vm.Program, error) {
	if known, ok := p.programs.Load(handler); ok {
		return known.(*vm.Program), nil
	}
	// The last parenthesis is on a line of its own, because the expression may end with a comment.
	program, err := compileScript("[handler]", "("+handler+"\n)")
	if err != nil {
		return nil, err
	}
	known, _ := p.programs.LoadOrStore(handler, program)
	return known.(*vm.Program), nil
}

// acquire returns a runtime for one use.
func (p *Pool) acquire(ctx context.Context) (*pooled, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	p.mu.Lock()
	switch n := len(p.free); {
	case p.shut:
		p.mu.Unlock()
		return nil, ErrPoolClosed
	case n > 0:
		e := p.free[n-1]
		p.free[n-1], p.free = nil, p.free[:n-1]
		p.metrics.Uses++
		p.mu.Unlock()
		return e, nil
	case p.made < p.max:
		p.made++
		p.mu.Unlock()
		return p.makeForUse()
	case len(p.waiting) >= p.config.Queue+p.renewed: // who waits for a new one does not queue
		p.metrics.Refused++
		p.mu.Unlock()
		return nil, ErrPoolFull
	}
	turn := make(chan *pooled, 1)
	p.waiting = append(p.waiting, turn)
	p.mu.Unlock()
	select {
	case e := <-turn:
		if e == nil {
			return p.makeForUse()
		}
		return e, nil
	case <-ctx.Done():
	case <-p.closed:
	}
	p.mu.Lock()
	p.waiting = slices.DeleteFunc(p.waiting, func(w chan *pooled) bool { return w == turn })
	p.mu.Unlock()
	select {
	case e := <-turn: // it came at the same moment
		p.back(e)
	default:
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return nil, ErrPoolClosed
}

// back takes back what a caller got that does not wait any more.
func (p *Pool) back(e *pooled) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e == nil {
		p.made--
	} else {
		p.metrics.Uses--
	}
	p.pass(e)
}

// pass gives a runtime to the first waiting call, or puts it back. If the runtime is nil, the first
// waiting call may make one. Under the lock.
func (p *Pool) pass(e *pooled) {
	switch {
	case len(p.waiting) > 0 && (e != nil || p.made < p.max):
		turn := p.waiting[0]
		p.waiting[0], p.waiting = nil, p.waiting[1:]
		if e == nil {
			p.made++
		} else {
			p.metrics.Uses++
		}
		turn <- e
	case e != nil:
		p.free = append(p.free, e)
	}
}

// A reason says why a runtime is not used again.
type reason int

const (
	reasonUsed  reason = iota // PoolConfig.Fresh
	reasonEnded               // by the script
	reasonStuck               // something that cannot be interrupted runs
)

// release takes a runtime back after a use.
func (p *Pool) release(e *pooled) {
	switch {
	case e.rt.ending.stopped.Load():
		p.discard(e, reasonEnded)
	case p.config.Fresh:
		p.discard(e, reasonUsed)
	default:
		p.mu.Lock()
		p.pass(e)
		p.mu.Unlock()
	}
}

// discard gives a runtime up. If there are fewer than Min then, another is made.
func (p *Pool) discard(e *pooled, why reason) {
	e.close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, e)
	p.made--
	switch why {
	case reasonUsed:
	case reasonEnded:
		p.metrics.Discarded++
		p.metrics.Ended++
	case reasonStuck:
		p.metrics.Discarded++
		p.metrics.SetAside++
	}
	if p.shut {
		return
	}
	if p.made >= p.config.Min {
		p.pass(nil)
		return
	}
	p.made++
	p.renewed++
	p.running.Go(func() {
		made, err := p.make()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.renewed--
		if err == nil {
			p.pass(made)
		}
	})
}

// Metrics returns the pool's figures. Any goroutine may call it at any time.
func (p *Pool) Metrics() PoolMetrics {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.metrics
	m.Runtimes, m.InUse, m.Waiting = p.made, p.made-len(p.free), len(p.waiting)
	return m
}

// closeGrace is how long Close waits for what cannot be interrupted.
const closeGrace = time.Second

// Close ends all runtimes of the pool and waits until their loops have stopped, at most a second for
// functions that cannot be interrupted. Calls in progress return ErrPoolClosed. Close may be called
// any number of times, but not on a loop of the pool.
func (p *Pool) Close() {
	p.mu.Lock()
	if !p.shut {
		p.shut = true
		close(p.closed)
	}
	all := p.all
	p.all = map[*pooled]struct{}{}
	p.free = nil
	p.mu.Unlock()
	p.stop(ErrPoolClosed)
	deadline := time.NewTimer(closeGrace)
	defer deadline.Stop()
	for e := range all {
		e.close()
	}
	for e := range all {
		select {
		case <-e.rt.loop.Done():
		case <-deadline.C:
			return
		}
	}
	p.running.Wait()
}
