//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// TestListenInUse: listening on an address that is in use fails, and the existing listener is not
// affected.
func TestListenInUse(t *testing.T) {
	l := running(t)
	for _, network := range []string{"tcp", "unix"} {
		listener := serve(t, l, network, func(c *stream.Conn) { echo(t, c) })
		_, err := listening(t, l, network, listener.Addr().String())
		matches(t, err, syscall.EADDRINUSE)
		peer := connect(t, listener)
		_, err = peer.Write([]byte("x"))
		check(t, err)
		_, err = peer.Read(make([]byte, 1))
		check(t, err)
	}
}

// TestListenAgain: after Close the listener's address is free, and a Unix socket's path is removed.
func TestListenAgain(t *testing.T) {
	l := running(t)
	path := filepath.Join(short(t), "s")
	for range 3 {
		listener, err := listening(t, l, "unix", path)
		check(t, err)
		_, err = os.Stat(path)
		check(t, err)
		on(t, l, func() {
			check(t, listener.Close())
			matches(t, listener.Close(), stream.ErrClosed)
			matches(t, listener.OnAccept(func(*stream.Conn) {}), stream.ErrClosed)
		})
		_, err = os.Stat(path)
		matches(t, err, os.ErrNotExist)
	}
}

// TestListenWildcard: an empty host means every address of the machine, of both families if it has
// both.
func TestListenWildcard(t *testing.T) {
	l := running(t)
	for network, hosts := range map[string][]string{"tcp": {"127.0.0.1", "::1"}, "tcp4": {"127.0.0.1"}, "tcp6": {"::1"}} {
		listener, err := listening(t, l, network, ":0")
		if err != nil && network == "tcp6" {
			t.Log("no IPv6 here:", err)
			continue
		}
		check(t, err)
		on(t, l, func() { check(t, listener.OnAccept(func(c *stream.Conn) { echo(t, c) })) })
		_, port, err := net.SplitHostPort(listener.Addr().String())
		check(t, err)
		for _, host := range hosts {
			if six, err := net.Listen("tcp6", "[::1]:0"); err == nil {
				check(t, six.Close())
			} else if host == "::1" {
				continue
			}
			peer, err := net.Dial("tcp", net.JoinHostPort(host, port))
			if err != nil {
				t.Errorf("%s: %v", network, err)
				continue
			}
			_, err = peer.Write([]byte("x"))
			check(t, err)
			echoed := make([]byte, 1)
			_, err = peer.Read(echoed)
			check(t, err)
			equal(t, "echo", string(echoed), "x")
			check(t, peer.Close())
		}
	}
}

// TestDescriptorsRunOut: without free descriptors a listener pauses and reports an error.
// It accepts the waiting connections when descriptors are free again.
func TestDescriptorsRunOut(t *testing.T) {
	l := running(t)
	accepted, troubles := make(chan struct{}, 10), make(chan error, 100)
	listener := serve(t, l, "tcp", func(c *stream.Conn) { accepted <- struct{}{} })
	on(t, l, func() {
		check(t, listener.OnError(func(err error) {
			select {
			case troubles <- err:
			default:
			}
		}))
		matches(t, listener.OnAccept(nil), wakeful.ErrNilFunc)
	})
	connect(t, listener)
	<-accepted // everything that is opened only once is open

	restore, fd := withoutDescriptors(t)
	defer restore()
	port := listener.Addr().(*net.TCPAddr).Port
	check(t, unix.Connect(fd, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}))
	for range 2 { // it tries again, and pauses again
		matches(t, <-troubles, syscall.EMFILE)
		parks(t, l) // instead of retrying forever
	}
	restore()
	<-accepted
}

// withoutDescriptors returns a socket, and leaves no descriptor free until restore is called, which may
// be repeated.
func withoutDescriptors(t *testing.T) (restore func(), fd int) {
	t.Helper()
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	check(t, err)
	t.Cleanup(func() { check(t, unix.Close(fd)) })
	var before, none unix.Rlimit
	check(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &before))
	free, err := unix.Dup(fd) // the lowest free number
	check(t, err)
	none = before
	lower(&none, free)
	check(t, unix.Close(free))
	check(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &none))
	return func() { check(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &before)) }, fd
}

// lower sets the limit. The type of its field differs between systems.
func lower(limit *unix.Rlimit, to int) {
	limit.Cur = 0
	for range to {
		limit.Cur++
	}
}

// TestCloseListenerInAccept: Close in OnAccept drops the connections that were not accepted.
func TestCloseListenerInAccept(t *testing.T) {
	l := running(t)
	listener, err := listening(t, l, "tcp", "127.0.0.1:0")
	check(t, err)
	for range 3 { // three are waiting
		connect(t, listener)
	}
	calls := 0
	on(t, l, func() {
		check(t, listener.OnError(func(err error) { t.Error(err) }))
		check(t, listener.OnAccept(func(*stream.Conn) {
			calls++
			check(t, listener.Close())
		}))
	})
	until(func() (called bool) {
		on(t, l, func() { called = calls > 0 })
		return called
	})
	on(t, l, func() { equal(t, "accepted", calls, 1) })
}
