package stream

// This file owns the interface between a connection and a layer between its socket and its user.
// TLS is the only layer: tlsconn.go implements it.

import (
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
)

// layer translates between the bytes of the socket and those of the user. All methods belong to
// the loop. It is an interface so that a program without TLS does not link crypto/tls.
type layer interface {
	// wantsData reports whether the socket should be read.
	wantsData() bool
	// receive gets what was read from the socket. The slice is the loop's buffer.
	receive(p []byte)
	// endOfInput is called when the peer's system has ended the peer's direction.
	endOfInput()
	// resume is called when the user may want data again.
	resume()
	// write sends the user's bytes. With all it accepts all of p or nothing.
	write(p []byte, all bool) (int, error)
	// closeWrite tells the peer that nothing more comes.
	closeWrite() error
	// closing is called once, when the connection ends, before the descriptor is closed.
	closing(err error)
	// forget prevents the layer from calling the user's function when its handshake fails.
	forget()
	// movable returns the reason why the connection cannot move to another loop now, or nil.
	movable() error
	// leave is called on the old loop when the connection leaves it, and arrive on the new one.
	leave()
	arrive()
	// opening reports whether the layer is not ready for the user yet.
	opening() bool
}

// layerReadSize is the number of bytes that are read at once for a layer. They decode to at most
// one loop buffer, together with a record that was incomplete.
const layerReadSize = bufferSize / 2

// readBuffer returns what the socket is read into.
func (c *Conn) readBuffer() []byte {
	if c.layer != nil {
		return c.set.buffer[:layerReadSize]
	}
	return c.set.buffer
}

// writable returns the reason why the user can write nothing, or nil.
func (c *Conn) writable() error {
	if err := c.usable(); err != nil {
		return err
	}
	if c.writeEnded {
		return fmt.Errorf("write after CloseWrite: %w", ErrClosed)
	}
	if c.set.refusesWrites() {
		return fmt.Errorf("write while the loop ends: %w", wakeful.ErrClosed)
	}
	return nil
}

// writeLayer writes through the layer, behind the joined bytes.
func (c *Conn) writeLayer(p []byte, all bool) (int, error) {
	if c.sendJoined(); c.closed {
		return 0, c.err
	}
	return c.layer.write(p, all)
}

// pass sends what the layer has made. The queue takes what the kernel does not, without a limit:
// the layer must not lose a byte. If that ends the connection, it returns the reason.
func (c *Conn) pass(p []byte) error {
	n := 0
	if c.queue.size == 0 && c.drainer == nil {
		if n = c.send(p); c.closed {
			return c.err
		}
	}
	return c.enqueue(p[n:])
}

// isCleanEnd reports whether a connection that ends with err has lost nothing.
func isCleanEnd(err error) bool { return err == nil || errors.Is(err, wakeful.ErrClosed) }
