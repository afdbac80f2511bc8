package stream

// The errors of connections. Most are those of package net, so that programs that
// match them work here too.

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"syscall"

	"github.com/wakeful-go/wakeful"
)

var (
	// ErrQueueFull means that a write queue has reached its limit, see
	// Conn.SetWatermarks, or that the kernel has no room for a packet. It matches
	// wakeful.ErrQueueFull as well.
	ErrQueueFull = fmt.Errorf("stream: too much is waiting to be written: %w", wakeful.ErrQueueFull)
	// ErrClosed means that the connection, listener or socket was closed, or its
	// write side by CloseWrite. It matches net.ErrClosed.
	ErrClosed = fmt.Errorf("stream: %w", net.ErrClosed)
	// ErrUnsent means that bytes that Write had accepted were dropped, at the end of the loop or
	// because the peer did not accept them after Close. At the end of the loop on Linux, it also
	// means that the peer's system had not acknowledged all of them. The error says how many, with
	// those of TLS itself, and matches the reason.
	ErrUnsent = errors.New("stream: accepted bytes were not sent")
	// ErrHandshakeIncomplete is returned between Conn.StartTLS and the call of its function by
	// methods that need a complete TLS handshake. Call them in that function, or later.
	ErrHandshakeIncomplete = errors.New("stream: the TLS handshake is not complete; go on in the function that StartTLS calls")
	// ErrMoving is returned by Conn.MoveTo when the connection is leaving its loop already.
	ErrMoving = errors.New("stream: the connection is moving already; call MoveTo again in the function that it calls")
	// ErrNotTLS is returned by Conn.ConnectionState for a connection without TLS.
	ErrNotTLS = errors.New("stream: the connection does not use TLS")
)

// errNotReturned is what OnClose gets after a panic in the function that a connection was passed
// to.
var errNotReturned = errors.New("the function that got the connection has panicked or called runtime.Goexit")

// errCutOff is the error for a packet that did not fit into the loop's buffer.
var errCutOff = errors.New("a packet of 64 KiB or more was dropped; send shorter ones, or use a stream socket")

// errUnsupported is what constructors return where there is no poller.
var errUnsupported = fmt.Errorf("stream: connections on a loop need epoll or kqueue, which this build for %s does not have; use package net and submit what it reads: %w",
	runtime.GOOS, errors.ErrUnsupported)

// opError wraps what went wrong in an operation on a socket, with both ends of
// it as far as they are known.
func opError(op, network string, local, remote net.Addr, err error) error {
	if number, ok := err.(syscall.Errno); ok { //nolint:errorlint // one that is wrapped has its call's name already
		err = os.NewSyscallError(op, number)
	}
	return &net.OpError{Op: op, Net: network, Source: local, Addr: remote, Err: err}
}

// invalid is the error for a value that an option cannot have.
func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: stream.%s(%v): %s", wakeful.ErrInvalidOption, option, value, want)
}

// invalidZero is the error for the zero value of an option, which no function of this package
// makes.
func invalidZero(call string) error {
	return fmt.Errorf("%w: stream.%s: an option is the zero value; use the functions that make options", wakeful.ErrInvalidOption, call)
}

// refusal returns the reason why a constructor cannot begin, if there is one. Any
// goroutine.
func refusal(l *wakeful.Loop, then bool) error {
	switch {
	case !supported:
		return errUnsupported
	case l == nil:
		return errors.New("stream: the loop is nil")
	case !then:
		return wakeful.ErrNilFunc
	}
	return nil
}
