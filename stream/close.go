package stream

// This file owns how the user ends a connection: Close, which sends what was written, and Abort.

import (
	"errors"
	"time"

	"github.com/wakeful-go/wakeful"
)

// closeTimeout limits how long a closing connection waits for its peer to accept bytes, unless
// SetWriteTimeout has set a limit.
var closeTimeout = 10 * time.Second

// Close ends the connection. Like Close of package net it sends what was written: if the kernel does
// not accept all of it at once, the descriptor stays open until the write queue is sent. Meanwhile
// what arrives is dropped, and no callback but OnClose is called. OnClose gets nil when the kernel
// has accepted everything. If the peer accepts nothing for the time of SetWriteTimeout, or for 10
// seconds if none is set, the rest is dropped, and the error matches ErrUnsent. OnClose is called
// at the end of the turn at the earliest. Closing again returns ErrClosed.
//
// As with package net, bytes that have arrived and were not read reset the connection, and then the
// peer may not get all that was sent. If it may still be writing, call CloseWrite, and let the
// connection close when the peer has ended its direction. During a TLS handshake Close is like Abort.
func (c *Conn) Close() error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.layer != nil && c.layer.opening() {
		c.finish(nil)
		return nil
	}
	if c.sendJoined(); c.layer != nil && !c.closed {
		_ = c.layer.closeWrite() // its error has ended the connection, and OnClose gets it
	}
	switch {
	case c.closed:
	case c.blocked():
		c.sendAndClose()
	default:
		c.finish(nil)
	}
	return nil
}

// sendAndClose ends the connection when the write queue is sent.
func (c *Conn) sendAndClose() {
	c.closing, c.writeEnded = true, true
	if c.drainer != nil {
		c.drainer.finish() // the end of the loop then ends the connection
		return
	}
	for _, t := range [...]*timeout{&c.reading, &c.idling} {
		t.stop()
		t.after = 0
	}
	if c.writing.after == 0 {
		if err := c.writing.change(closeTimeout); err != nil && !errors.Is(err, wakeful.ErrClosed) {
			c.finish(err)
			return
		}
	}
	_ = c.update() // fails on a loop that is ending; a drainer then sends the queue
}

// Abort ends the connection at once, without sending what the kernel has not accepted yet. If there
// are such bytes, TCP is reset, so that the peer does not take the part that it has for everything.
// OnClose gets nil at the end of the turn. A connection that Close was called on, and that still
// sends, can be aborted. After the end Abort returns ErrClosed.
func (c *Conn) Abort() error {
	switch {
	case !c.onLoop():
		return wakeful.ErrNotOnLoop
	case c.closed:
		return ErrClosed
	}
	if len(c.joined) > 0 {
		p := c.takeJoined()
		c.queue.push(p) // which finish drops
		freeJoinBuffer(p)
	}
	c.finish(nil)
	return nil
}
