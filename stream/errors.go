package stream

// The errors of connections: few of their own, the rest is what package net uses,
// so that programs which match those go on working.

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
	// Conn.SetQueue, or that the kernel has no room for a packet. It matches
	// wakeful.ErrQueueFull as well.
	ErrQueueFull = fmt.Errorf("stream: too much is waiting to be written: %w", wakeful.ErrQueueFull)
	// ErrClosed means that the connection, listener or socket was closed, or its
	// write side by CloseWrite. It matches net.ErrClosed.
	ErrClosed = fmt.Errorf("stream: %w", net.ErrClosed)
	// ErrWatermarks is returned by Conn.SetQueue for values that cannot be.
	ErrWatermarks = errors.New("stream: watermarks need 0 <= low < high <= limit")
)

// errUnsupported is what constructors return where there is no poller.
var errUnsupported = fmt.Errorf("stream: connections on a loop need epoll or kqueue, which this build for %s has not; use package net and submit what it reads: %w",
	runtime.GOOS, errors.ErrUnsupported)

// opError wraps what went wrong in an operation on a socket, with both ends of
// it as far as they are known.
func opError(op, network string, local, remote net.Addr, err error) error {
	if number, ok := err.(syscall.Errno); ok { //nolint:errorlint // one that is wrapped has its call's name already
		err = os.NewSyscallError(op, number)
	}
	return &net.OpError{Op: op, Net: network, Source: local, Addr: remote, Err: err}
}

// refusal returns the reason why a constructor cannot begin, if there is one.
func refusal(l *wakeful.Loop, then bool) error {
	switch {
	case !supported:
		return errUnsupported
	case l == nil:
		return errors.New("stream: the loop is nil")
	case !then:
		return wakeful.ErrNilFunc
	case !l.OnLoop():
		return wakeful.ErrNotOnLoop
	}
	return nil
}
