//go:build !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"net"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// TestResetWithAQueue: a connection that finds a reset while its write queue is not empty delivers
// everything that had arrived before. It is more than one read, and a write fails at once.
func TestResetWithAQueue(t *testing.T) {
	config := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) (err error) {
		controlled := raw.Control(func(fd uintptr) { err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_RCVBUF, 1<<20) })
		return errors.Join(controlled, err)
	}}
	socket, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	check(t, err)
	l := running(t)
	listeners, conns, end := make(chan *stream.Listener, 1), make(chan *stream.Conn, 1), make(chan error, 1)
	received := 0
	check(t, stream.AdoptListener(l, socket, func(listener *stream.Listener, err error) {
		check(t, err)
		check(t, listener.OnAccept(func(c *stream.Conn) {
			check(t, c.OnData(func(p []byte) { received += len(p) }))
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.WriteAll(pattern()))
			if c.Queued() == 0 {
				t.Error("the queue is empty")
			}
			conns <- c
		}))
		listeners <- listener
	}))
	listener := <-listeners
	peer := connect(t, listener).(*net.TCPConn)
	<-conns
	const size = 300 << 10
	on(t, l, func() { // the loop finds all of it in one event
		_, err := peer.Write(make([]byte, size))
		check(t, err)
		raw, err := peer.SyscallConn()
		check(t, err)
		until(func() (acknowledged bool) {
			check(t, raw.Control(func(fd uintptr) {
				n, err := unix.IoctlGetInt(int(fd), unix.SIOCOUTQ)
				check(t, err)
				acknowledged = n == 0
			}))
			return acknowledged
		})
		reset(t, peer)
	})
	matches(t, <-end, syscall.ECONNRESET)
	equal(t, "bytes", received, size)
	on(t, l, func() { check(t, listener.Close()) })
}
