package js

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the host of a pooled runtime's loop. The loop is in guest mode and has no
// goroutine: the goroutine that calls Pool.Run is its host during the call. So a call needs no
// hand-over to another goroutine, which would take half of its time. Work that comes between calls
// starts a goroutine: Setup, functions that others submit, and the end.

// A driver is the host of one loop.
type driver struct {
	loop *wakeful.Loop
	// state says who turns the loop. wake writes it on any goroutine. The host writes it to say
	// what wake must do. Sequentially consistent: a wake-up before a swap to driverFree or
	// driverWaiting makes the swap fail, and a wake-up after the swap finds the new state.
	// Otherwise the loop would never run its work.
	state atomic.Uint32
	// tokens gets one token for each change from driverWaiting to driverWanted by wake.
	tokens chan struct{}
	ended  func() // called once when the loop has ended
	more   bool   // the last turn has left work. Host only
}

// Values of driver.state.
const (
	driverFree    = iota // the loop has no host
	driverTurning        // the host turns the loop, or will before it gives the loop up
	driverWanted         // as driverTurning, and the loop was woken since
	driverWaiting        // the host waits for a token
)

// newDriver makes a loop. ended is called once when it has ended, which ctx brings about, or Close.
func newDriver(ctx context.Context, ended func()) (*driver, error) {
	d := &driver{tokens: make(chan struct{}, 1), ended: sync.OnceFunc(ended)}
	loop, err := wakeful.New(wakeful.WithHost(d.wake))
	if err != nil {
		return nil, err
	}
	d.loop = loop
	observe.Open(loop).ShareHost()
	if err := loop.Start(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// wake is called on the goroutine that gives the idle loop work.
func (d *driver) wake() {
	for {
		switch s := d.state.Load(); s {
		case driverFree:
			if d.state.CompareAndSwap(s, driverTurning) {
				go d.turnAll()
				return
			}
		case driverTurning:
			if d.state.CompareAndSwap(s, driverWanted) {
				return
			}
		case driverWaiting:
			if d.state.CompareAndSwap(s, driverWanted) {
				d.tokens <- struct{}{}
				return
			}
		default:
			return
		}
	}
}

// take makes the caller the host. It returns false if another goroutine is.
func (d *driver) take() bool { return d.state.CompareAndSwap(driverFree, driverTurning) }

// turn runs the work of the loop until the given time. Zero is no limit. The caller is the host.
func (d *driver) turn(until time.Time) {
	d.state.Store(driverTurning)
	var err error
	if d.more, err = d.loop.RunUntil(until); err != nil {
		d.ended() // the loop's only host gets no other error than ErrClosed
	}
}

// turnBriefly runs the work of the loop for at most a millisecond, because a script may always have
// more.
func (d *driver) turnBriefly() { d.turn(time.Now().Add(time.Millisecond)) }

// giveUp ends the caller's time as the host. If the loop has work, a goroutine becomes the host.
func (d *driver) giveUp() {
	if d.more || !d.state.CompareAndSwap(driverTurning, driverFree) {
		go d.turnAll()
	}
}

// turnAll is the host until the loop has no work.
func (d *driver) turnAll() {
	finished := false
	defer func() {
		if !finished {
			go d.turnAll() // a callback has ended this goroutine
		}
	}()
	for {
		d.turn(time.Time{})
		if d.state.CompareAndSwap(driverTurning, driverFree) {
			finished = true
			return
		}
	}
}

// wait waits until the loop has work, or one of the channels is ready. The caller is the host.
func (d *driver) wait(a, b, c <-chan struct{}) {
	if d.more || !d.state.CompareAndSwap(driverTurning, driverWaiting) {
		return
	}
	select {
	case <-d.tokens:
		return
	case <-a:
	case <-b:
	case <-c:
	}
	if !d.state.CompareAndSwap(driverWaiting, driverTurning) {
		<-d.tokens
	}
}

// drive is pooled.use on the goroutine of the caller, which is the host of the loop during the
// call.
func (e *pooled) drive(ctx context.Context, settled <-chan outcome) (any, error) {
	d := e.driver
	returns := false
	defer func() {
		if !returns { // a function of Go has ended the goroutine
			d.giveUp()
			e.pool.discard(e, reasonEnded)
		}
	}()
	got, err := e.step(e.begin)
	result := got.outcome
	if err == nil && got.pending {
		result = e.follow(ctx, settled)
		got, err = e.step(e.end)
		e.unhalt()
	}
	returns = true
	d.giveUp() // before another call gets the runtime
	if err != nil {
		e.pool.discard(e, reasonEnded)
		return result.value, errors.Join(result.err, e.closedError(err))
	}
	e.back(got)
	return result.value, result.err
}

// step has the loop run begin or end, on this goroutine.
func (e *pooled) step(fn func()) (got answered, err error) {
	if err := e.rt.loop.Submit(fn); err != nil {
		return got, err
	}
	for {
		e.driver.turnBriefly()
		select {
		case got = <-e.done:
			return got, nil
		case <-e.rt.loop.Done():
			return got, wakeful.ErrClosed
		default: // what was submitted before took all the time
		}
	}
}

// follow turns the loop until the promise of the handler has settled.
func (e *pooled) follow(ctx context.Context, settled <-chan outcome) (result outcome) {
	for {
		select {
		case result = <-settled:
			return result
		default:
		}
		select {
		case <-ctx.Done():
			return outcome{err: context.Cause(ctx)}
		case <-e.rt.ending.done:
			return outcome{err: e.rt.endedError()}
		case <-e.pool.closed:
			return outcome{err: ErrPoolClosed}
		default:
		}
		e.driver.wait(ctx.Done(), e.rt.ending.done, e.pool.closed)
		e.driver.turnBriefly()
	}
}
