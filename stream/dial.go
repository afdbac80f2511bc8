package stream

// Dial: name lookup, socket, connect, and a time limit for all of it.

import (
	"context"
	"net"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// dialing is a connection that is being established.
type dialing struct {
	loop    *wakeful.Loop
	network string
	address string

	// Loop goroutine only.

	set          *connSet           // nil until the loop has begun to dial
	then         func(*Conn, error) // nil once it was called or is not to be
	cancelLookup func()
	conn         *Conn // nil while the name is being looked up
	timer        *wakeful.Timer
	secured      *Conn // of DialTLS, from the handshake on
}

// Dial connects to address and calls then on the loop, after the current callback at the earliest,
// with the connection or the error. The network is "tcp", "tcp4", "tcp6" or "unix", and the address
// is as for net.Dial. If a host has several addresses, Dial tries only one, an IPv4 address if
// there is one. Without a positive timeout only the kernel's limit applies. After a timeout the
// error matches os.ErrDeadlineExceeded.
//
// cancel ends the attempt, and then is not called any more. After then was called it does nothing.
// It belongs to the loop's callbacks; elsewhere it does nothing and returns wakeful.ErrNotOnLoop.
//
// Any goroutine may call Dial. If it returns an error, or if the loop ends first, then is not
// called. Called off the loop, Dial has no order with Submit.
func Dial(l *wakeful.Loop, network, address string, timeout time.Duration, then func(*Conn, error)) (cancel func() error, err error) {
	return dialWith(l, network, address, timeout, then != nil, func(*dialing) func(*Conn, error) { return then })
}

// dialWith is Dial with a function that may refer to the dialing.
func dialWith(l *wakeful.Loop, network, address string, timeout time.Duration, callable bool, then func(*dialing) func(*Conn, error)) (cancel func() error, err error) {
	if err := refusal(l, callable); err != nil {
		return nil, err
	}
	e, literal, err := parse(streamNetworks, network, address)
	if err != nil {
		return nil, err
	}
	d := &dialing{loop: l, network: network, address: address}
	d.then = then(d)
	err = onLoop(l, func(s *connSet) error { return d.begin(s, e, literal, timeout) }, d.fail)
	if err != nil {
		return nil, err
	}
	return d.cancel, nil
}

func (d *dialing) begin(s *connSet, e endpoint, literal bool, timeout time.Duration) error {
	if d.then == nil {
		return nil // cancelled before
	}
	d.set = s
	if timeout > 0 {
		timer, err := d.loop.AfterFunc(timeout, func() { d.fail(os.ErrDeadlineExceeded) })
		if err != nil {
			return err
		}
		timer.Unref() // it must not keep an auto-exit loop: that is up to the connection
		d.timer = timer
	}
	cancel, err := s.resolve(e, literal, d.address, d.resolved)
	if err != nil && d.timer != nil {
		d.timer.Stop()
	}
	d.cancelLookup = cancel
	return err
}

// cancel is what Dial returns. Any goroutine.
func (d *dialing) cancel() error {
	if !d.loop.OnLoop() {
		return wakeful.ErrNotOnLoop
	}
	if d.then != nil {
		d.then = func(*Conn, error) {}
		d.fail(context.Canceled)
	}
	d.cancelHandshake()
	return nil
}

// resolved begins to connect.
func (d *dialing) resolved(e endpoint, err error) {
	if err != nil {
		d.fail(err)
		return
	}
	e = e.target()
	fd, err := d.set.sockets.connect(e)
	if fd < 0 {
		d.fail(err)
		return
	}
	d.conn = newConn(d.set, fd, e)
	d.conn.dialing = d
	if err == nil {
		d.succeed()
		return
	} else if !inProgress(err) {
		d.fail(err)
		return
	}
	_ = d.conn.update() // a loop that is ending releases it
	if d.conn.closed {
		d.fail(d.conn.err)
	}
}

// connected is called when the socket is writable or has failed.
func (d *dialing) connected() {
	if err := d.set.sockets.error(d.conn.fd); err != nil {
		d.fail(err)
	} else if d.set.sockets.connecting(d.conn.fd) {
		return // a spurious wake-up
	} else {
		d.succeed()
	}
}

func (d *dialing) succeed() {
	then, c := d.stop(), d.conn
	c.dialing, c.side = nil, clientSide
	returned := false
	defer func() {
		c.failUnless(returned)
		_ = c.update() // once, after all that then sets up
	}()
	then(c, nil)
	returned = true
}

func (d *dialing) fail(err error) {
	then := d.stop()
	if then == nil {
		return
	}
	var remote net.Addr
	if d.conn != nil {
		remote = d.conn.RemoteAddr()
		d.conn.finish(err) // it calls no OnClose while it is dialing
	} else if d.network == "unix" {
		remote = endpoint{network: d.network, path: d.address}.addr()
	}
	then(nil, opError("connect", d.network, nil, remote, err))
}

// stop ends the waiting and returns then, if it is still to be called.
func (d *dialing) stop() func(*Conn, error) {
	then := d.then
	d.then = nil
	if d.timer != nil {
		d.timer.Stop()
	}
	if d.cancelLookup != nil {
		d.cancelLookup()
	}
	return then
}
