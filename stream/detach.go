package stream

// Sockets that leave the loop: for package net, or for another process that takes over (package
// handover).

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/wakeful-go/wakeful"
)

// Detach takes a connection from the loop and returns its socket. What has arrived and was not given
// to OnData is still in the socket. unsent has the bytes that Write has accepted and the kernel has
// not. Whoever goes on with the socket writes them first. Nothing is sent to the peer, and OnClose is
// called with nil at the end of the turn.
//
// The errors are ErrClosed for a connection that has ended or whose CloseWrite was called, ErrMoving
// if it is moving to another loop, wakeful.ErrClosed if the loop is ending, wakeful.ErrNotOnLoop, and
// one that matches errors.ErrUnsupported for a connection with TLS, whose keys another process does
// not have. After an error the connection stays as it is.
func (c *Conn) Detach() (socket *os.File, unsent []byte, err error) {
	if err := c.usable(); err != nil {
		return nil, nil, err
	}
	switch {
	case c.moving:
		return nil, nil, ErrMoving
	case c.layer != nil:
		return nil, nil, fmt.Errorf("stream: a connection with TLS cannot be detached: %w", errors.ErrUnsupported)
	case c.writeEnded:
		return nil, nil, fmt.Errorf("CloseWrite was called before: %w", ErrClosed)
	case c.drainer != nil || c.set.drain != nil || c.set.ended:
		return nil, nil, fmt.Errorf("detach: %w", wakeful.ErrClosed)
	}
	if c.sendJoined(); c.closed {
		return nil, nil, c.err
	}
	fd, err := c.set.sockets.duplicate(c.fd)
	if err != nil {
		return nil, nil, fmt.Errorf("stream: detach: %w", err)
	}
	for c.queue.size > 0 {
		n := c.queue.head(&c.set.blocks)
		for _, b := range c.set.blocks[:n] {
			unsent = append(unsent, b...)
			c.queue.advance(len(b))
		}
		clear(c.set.blocks[:])
	}
	c.finish(nil)
	return os.NewFile(uintptr(fd), c.remote.network), unsent, nil
}

// File returns a duplicate of the listener's descriptor, for another process. Both accept from the
// same backlog, and no connection is refused as long as one of them is open. From now on, closing the
// listener does not remove the path of a Unix socket.
func (l *Listener) File() (*os.File, error) {
	if err := l.usable(); err != nil {
		return nil, err
	}
	fd, err := l.set.sockets.duplicate(l.fd)
	if err != nil {
		return nil, fmt.Errorf("stream: listener: %w", err)
	}
	l.adopted = true
	return os.NewFile(uintptr(fd), l.local.network), nil
}

// File returns a duplicate of the listener's descriptor, as Listener.File does. It waits for the
// group's first loop, so no callback of another loop may call it. With WithAcceptorPerLoop it returns
// an error that matches errors.ErrUnsupported, because each loop has a socket of its own. After Close
// it returns ErrClosed, and wakeful.ErrClosed when the loop has ended.
func (l *GroupListener) File() (*os.File, error) {
	if l.settings.perLoop {
		return nil, fmt.Errorf("stream: GroupListener.File WithAcceptorPerLoop: %w", errors.ErrUnsupported)
	}
	first := l.group.Loops()[0]
	file := func() (*os.File, error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if listener := l.listeners[first]; listener != nil {
			return listener.File()
		}
		return nil, ErrClosed
	}
	if first.OnLoop() {
		return file()
	}
	return first.Call(context.Background(), file)
}
