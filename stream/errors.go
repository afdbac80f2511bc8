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
	// ErrUnsent means that the end of the loop has dropped bytes that Write had
	// accepted. The error says how many, and matches the reason.
	ErrUnsent = errors.New("stream: accepted bytes were not sent")
	// ErrWatermarks is returned by Conn.SetWatermarks for values that are out of order.
	ErrWatermarks = errors.New("stream: watermarks need 0 <= low < high <= limit")
	// ErrHandshake is returned by methods that need TLS until its handshake is complete. Call them
	// in the function that Secure calls, or later.
	ErrHandshake = errors.New("stream: the TLS handshake is not complete; go on in the function that Secure calls")
	// ErrNotTLS is returned by Conn.ConnectionState for a connection without TLS.
	ErrNotTLS = errors.New("stream: the connection does not use TLS")
)

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
