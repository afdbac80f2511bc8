package js

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/wakeful-go/wakeful"
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
	// Loops is how many loops the runtimes share. Each runs on a goroutine of its own. 0 means that
	// each runtime has a loop, which runs on the goroutine that calls Run: that is several times as
	// fast. Functions of Go that scripts call run there too.
	Loops int
	// Options are those of each runtime. The Limits of WithLimits count anew for each use: TotalCPU,
	// Timers, PendingPromises, Output and Heap too. What Setup has used does not count. A use that
	// exceeds a limit returns its error. A runtime that has ended by TotalCPU is discarded.
	Options []Option
	// Setup prepares a new runtime: it runs scripts, and sets globals. It is called on a goroutine of
	// its own and may use all methods of the runtime. What it has started must have ended when it
	// returns. It is called again for each runtime that takes the place of a discarded one. nil
	// prepares nothing.
	Setup func(rt *Runtime) error
}

// A Pool runs functions of JavaScript in runtimes that are prepared once and used many times. Make
// it with NewPool. Any goroutine may call its methods, but not in callbacks of the pool's own
// loops, such as Go functions that its scripts call.
//
// Each use finds a runtime as Setup has left it. After a use the pool cancels the timers and other
// work that is left, and writes back what the scripts have changed: globals, built-in objects,
// variables, module caches. What Go keeps is not restored: values of Go that scripts may change, and
// the state of functions of Go, which a hash of crypto, a histogram and a TextDecoder have too if
// Setup has made them. A runtime that cannot be restored is discarded, and a new one takes
// its place.
type Pool struct {
	config   PoolConfig
	max      int
	loops    []*wakeful.Loop
	running  sync.WaitGroup  // loops, and goroutines that make runtimes
	ctx      context.Context //nolint:containedctx // of the loops
	stop     context.CancelCauseFunc
	closed   chan struct{}
	handlers sync.Map // by source: *compiledHandler

	mu      sync.Mutex
	free    []*pooled
	all     map[*pooled]struct{}
	made    int // runtimes, with those that are being made
	renewed int // of these, those that are being made in the place of a discarded one
	next    int // loop of the next runtime
	waiting []chan *pooled
	shut    bool
	metrics PoolMetrics
}

// PoolMetrics are the figures of a pool.
type PoolMetrics struct {
	Runtimes int // that exist now, with those that are being made
	InUse    int // runtimes in use, or being made
	Waiting  int // calls that wait for a runtime

	Uses     uint64 // calls of Run that got a runtime
	Refused  uint64 // calls that returned ErrPoolFull
	Restored uint64 // uses after which something was to be written back
	Canceled uint64 // uses after which timers or other work was left
	Computed uint64 // uses whose handler only computed, as Run says
	// Discarded is how many runtimes were given up after a use, and Ended, Busy and Unrestorable say
	// why: the runtime had ended, or work of Go was still in progress, or the state could not be
	// restored.
	Discarded, Ended, Busy, Unrestorable uint64
}

// NewPool makes a pool and its first runtimes. If Setup fails, NewPool closes the pool and returns
// that error.
func NewPool(config PoolConfig) (*Pool, error) {
	switch {
	case config.Min < 0 || config.Max < 0 || config.Queue < 0 || config.Loops < 0:
		return nil, invalid("NewPool", config.Min, "Min, Max, Queue and Loops are not negative")
	case config.Max > 0 && config.Min > config.Max:
		return nil, invalid("NewPool", config.Min, fmt.Sprintf("Min is at most Max, which is %d", config.Max))
	}
	p := &Pool{config: config, max: max(1, config.Max, config.Min), all: map[*pooled]struct{}{}, closed: make(chan struct{})}
	p.ctx, p.stop = context.WithCancelCause(context.Background())
	for range config.Loops {
		loop, err := wakeful.New()
		if err != nil {
			p.Close()
			return nil, err
		}
		p.loops = append(p.loops, loop)
		p.running.Go(func() { _ = loop.Run(p.ctx) })
	}
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
	loop, driver, err := p.place()
	var e *pooled
	if err == nil {
		e, err = newPooled(p, loop, driver)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil && p.shut {
		e.close()
		err = ErrPoolClosed
	}
	if err != nil {
		p.made--
		return nil, err
	}
	p.all[e] = struct{}{}
	return e, nil
}

// place returns the loop of a new runtime, and its driver if no goroutine runs it.
func (p *Pool) place() (*wakeful.Loop, *driver, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.shut:
		return nil, nil, ErrPoolClosed
	case len(p.loops) > 0:
		loop := p.loops[p.next%len(p.loops)]
		p.next++
		return loop, nil, nil
	}
	driver, err := newDriver(p.ctx, p.running.Done)
	if err != nil {
		return nil, nil, err
	}
	p.running.Add(1)
	return driver.loop, driver, nil
}

// Run calls a function of JavaScript in a runtime that nothing else uses during the call, and
// returns its result as a Go value. If the result is a promise, it waits for it. Then it cancels
// what the call has left: timers, immediates, nextTicks, microtasks, requests.
//
// handler is an expression whose value is the function: the name of one that Setup has made, or the
// function itself, as "(order) => order.total > 100". It is compiled once, so use a constant, and
// pass what changes as arguments. Arguments are converted as Runtime.ToValue does.
//
// A handler of operators, literals, conditions and its parameters can change nothing, so nothing is
// cleaned up after it: "(order) => order.total > 100" takes a seventh of the time of a handler that
// calls a function. This holds from its second use in a runtime on, if PoolConfig.Loops is 0, and if
// what it reads of its arguments are strings, numbers, booleans and nil: arguments, or elements of a
// map[string]any. PoolMetrics.Computed counts these uses.
//
// If no runtime is free, Run makes one, or waits for one if there are already Max. When ctx ends,
// Run stops the script and returns the cause of ctx. An exception of the script, and the rejection
// of its promise, is returned as an *Error and nothing else happens. Other errors are ErrPoolFull,
// ErrPoolClosed, those of Setup, and ErrEnded if the script ends its runtime.
func (p *Pool) Run(ctx context.Context, handler string, args ...any) (any, error) {
	if ctx == nil {
		return nil, wakeful.ErrNilContext
	}
	h, err := p.compiled(handler)
	if err != nil {
		return nil, err
	}
	e, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	if value, err, computed := e.compute(h, args); computed {
		if err != nil {
			p.discard(e, reasonUnrestorable)
		} else {
			p.releaseComputed(e)
		}
		return value, err
	}
	return e.use(ctx, h.program, args)
}

// compiled returns the program of a handler.
func (p *Pool) compiled(handler string) (*compiledHandler, error) {
	if known, ok := p.handlers.Load(handler); ok {
		return known.(*compiledHandler), nil
	}
	h, err := compileHandler(handler)
	if err != nil {
		return nil, err
	}
	known, _ := p.handlers.LoadOrStore(handler, h)
	return known.(*compiledHandler), nil
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
		p.metrics.Uses++
		p.mu.Unlock()
		return p.make()
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
			return p.make()
		}
		return e, nil
	case <-ctx.Done():
	case <-p.closed:
	}
	p.mu.Lock()
	for i, w := range p.waiting {
		if w == turn {
			p.waiting = append(p.waiting[:i:i], p.waiting[i+1:]...)
			break
		}
	}
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
	p.metrics.Uses--
	if e == nil {
		p.made--
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
		p.metrics.Uses++
		if e == nil {
			p.made++
		}
		turn <- e
	case e != nil:
		p.free = append(p.free, e)
	}
}

// A reason says why a runtime is not used again.
type reason int

const (
	reasonEnded reason = iota
	reasonBusy
	reasonUnrestorable
)

// release takes a runtime back after a use.
func (p *Pool) release(e *pooled, written int, canceled bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if written > 0 {
		p.metrics.Restored++
	}
	if canceled {
		p.metrics.Canceled++
	}
	p.pass(e)
}

// releaseComputed takes a runtime back after a use that has only computed.
func (p *Pool) releaseComputed(e *pooled) {
	p.mu.Lock()
	p.metrics.Computed++
	p.pass(e)
	p.mu.Unlock()
}

// discard gives a runtime up. If there are fewer than Min then, another is made.
func (p *Pool) discard(e *pooled, why reason) {
	e.close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, e)
	p.made--
	p.metrics.Discarded++
	switch why {
	case reasonEnded:
		p.metrics.Ended++
	case reasonBusy:
		p.metrics.Busy++
	case reasonUnrestorable:
		p.metrics.Unrestorable++
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
		if err != nil {
			made = nil // a waiting call makes one, and gets the error of Setup
		}
		p.pass(made)
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

// Close ends all runtimes and loops of the pool and waits until they have stopped. Calls in progress
// return ErrPoolClosed. Close may be called any number of times, but not on a loop of the pool.
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
	for e := range all {
		_ = e.rt.Close()
	}
	p.stop(ErrPoolClosed)
	p.running.Wait()
}
