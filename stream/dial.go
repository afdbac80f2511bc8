package stream

// Dialing: name, socket, connect, and a time limit over all of it.

import (
	"context"
	"net"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A Dialing is a connection that is not there yet.
type Dialing struct {
	roster  *roster
	network string
	address string
	then    func(*Conn, error) // nil once it was called or is not to be
	abandon func()             // the lookup
	conn    *Conn              // nil while the name is being looked up
	timer   *wakeful.Timer
}

// Dial connects to address and calls then on the loop, not before the current
// callback has ended: with the connection, or with the reason why there is none.
// The network is "tcp", "tcp4", "tcp6" or "unix"; the address is as for net.Dial.
// A host with several addresses is tried at one, of IPv4 if there is one. A
// timeout that is not positive is none but the kernel's; when one passes, the
// error matches os.ErrDeadlineExceeded. If Dial itself returns an error, then is
// not called; nor is it when the loop ends first. Loop only.
func Dial(l *wakeful.Loop, network, address string, timeout time.Duration, then func(*Conn, error)) (*Dialing, error) {
	if err := refusal(l, then != nil); err != nil {
		return nil, err
	}
	r, err := rosterOf(l)
	if err != nil {
		return nil, err
	}
	d := &Dialing{roster: r, network: network, address: address, then: then}
	if timeout > 0 {
		timer, err := l.AfterFunc(timeout, func() { d.fail(os.ErrDeadlineExceeded) })
		if err != nil {
			return nil, err
		}
		timer.Unref() // what it guards keeps an auto-exit loop
		d.timer = timer
	}
	abandon, err := d.roster.resolve(streams, network, address, d.resolved)
	if err != nil {
		d.stop()
		return nil, err
	}
	d.abandon = abandon
	return d, nil
}

// Cancel gives up: then is not called any more. After then was called it does
// nothing. Loop only.
func (d *Dialing) Cancel() error {
	if !d.roster.loop.OnLoop() {
		return wakeful.ErrNotOnLoop
	}
	if d.then != nil {
		d.then = func(*Conn, error) {}
		d.fail(context.Canceled)
	}
	return nil
}

// resolved begins to connect.
func (d *Dialing) resolved(e endpoint, err error) {
	if err != nil {
		d.fail(err)
		return
	}
	e = e.target()
	fd, err := openSocket(e, false)
	if err != nil {
		d.fail(err)
		return
	}
	d.conn = newConn(d.roster, fd, e)
	d.conn.dialing = d
	if err := connect(fd, e); err == nil {
		d.succeed()
		return
	} else if !inProgress(err) {
		d.fail(err)
		return
	}
	if d.conn.update(); d.conn.closed {
		d.fail(d.conn.err)
	}
}

// connected is called when the socket is writable or has failed.
func (d *Dialing) connected() {
	if err := socketError(d.conn.fd); err != nil {
		d.fail(err)
	} else if connecting(d.conn.fd) {
		return // woken for nothing
	} else {
		d.succeed()
	}
}

func (d *Dialing) succeed() {
	then, c := d.stop(), d.conn
	c.dialing = nil
	// Once for all that then sets up, and also if then panics.
	defer c.update()
	then(c, nil)
}

func (d *Dialing) fail(err error) {
	then := d.stop()
	if then == nil {
		return
	}
	var remote net.Addr
	if d.conn != nil {
		remote = d.conn.RemoteAddr()
		d.conn.finish(err) // which tells nobody while it is dialing
	} else if d.network == "unix" {
		remote = endpoint{network: d.network, path: d.address}.addr()
	}
	then(nil, opError("connect", d.network, nil, remote, err))
}

// stop ends the waiting and returns then, if it is still to be called.
func (d *Dialing) stop() func(*Conn, error) {
	then := d.then
	d.then = nil
	if d.timer != nil {
		d.timer.Stop()
	}
	if d.abandon != nil {
		d.abandon()
	}
	return then
}
