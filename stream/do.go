package stream

// This file owns how other goroutines reach a connection, which may move between loops. Do queues a
// function with the connection and submits one call of runDone to the loop that the connection is
// on. If the connection has left that loop before the call, the call does nothing, and the arrival
// on the new loop has submitted a call for each queued function. So no function is lost, and
// functions of one goroutine stay in order. A call that finds the queue empty does nothing either:
// that happens when a connection comes back to a loop that still has old calls.
//
// Rejected: to submit the function itself, and to pass it on from the old loop. A function that is
// submitted to the new loop meanwhile would overtake it.

import (
	"sync"

	"github.com/wakeful-go/wakeful"
)

// doQueue holds the functions of Do that have not been called.
type doQueue struct {
	mu    sync.Mutex
	call  func()        // runDone, once Do was called
	loop  *wakeful.Loop // where to submit call; nil between two loops
	to    *wakeful.Loop // between two loops: where the connection moves to
	queue []func()
	ended bool // the connection has ended
}

// Loop returns the loop that the connection is on or, while it moves, the loop that it moves to.
// After the end of the connection it is the last one. Any goroutine may call it. To run a function on
// that loop, call Do: the connection may move before a Submit to the loop is carried out.
func (c *Conn) Loop() *wakeful.Loop {
	d := &c.do
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.loop == nil {
		return d.to
	}
	return d.loop
}

// Do has fn called on the connection's loop, in a callback in which the connection can be used. If
// the connection moves to another loop before that, fn is called there. Any goroutine may call Do,
// also one of the loops. Functions of one goroutine are called in the order in which it called Do. Do
// has no order with Submit.
//
// An accepted function is called once, also if the connection ends before: then the connection's
// methods return an error that matches ErrClosed. If the loop is closed, or ends while the
// connection moves to it, accepted functions are not called. No queue limit of the loop applies, as
// for Loop.SubmitUnlimited. Do returns wakeful.ErrNilFunc, an error that matches ErrClosed after the
// end of the connection, and wakeful.ErrClosed if the loop is ending. Then fn is not called.
func (c *Conn) Do(fn func()) error {
	if fn == nil {
		return wakeful.ErrNilFunc
	}
	d := &c.do
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended {
		return ErrClosed
	}
	if d.call == nil {
		d.call = c.runDone
	}
	if d.loop != nil { // otherwise the arrival submits the call
		if err := d.loop.SubmitUnlimited(d.call); err != nil {
			return err
		}
	}
	d.queue = append(d.queue, fn)
	return nil
}

// runDone calls the next function. Loop only.
func (c *Conn) runDone() {
	if !c.onLoop() {
		return // the connection has left
	}
	if fn := c.do.take(); fn != nil {
		fn()
	}
}

// take removes the first function.
func (d *doQueue) take() (fn func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queue) == 0 {
		return nil
	}
	fn, d.queue[0] = d.queue[0], nil
	if d.queue = d.queue[1:]; len(d.queue) == 0 {
		d.queue = nil
	}
	return fn
}

// leave is called when the connection leaves its loop.
func (d *doQueue) leave(to *wakeful.Loop) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.loop, d.to = nil, to
}

// arrive is called on loop l when the connection is there.
func (d *doQueue) arrive(l *wakeful.Loop) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.loop, d.to = l, nil
	for range d.queue {
		_ = l.SubmitUnlimited(d.call) // a loop that refuses it is ending
	}
}

// end is called when the connection has ended.
func (d *doQueue) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = true
}
