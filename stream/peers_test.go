//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// The peers of the tested connections, made with package net, and the listeners that they connect
// to.

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// serve listens on a free address and returns the listener.
func serve(t testing.TB, l *wakeful.Loop, network string, accept func(*stream.Conn)) *stream.Listener {
	t.Helper()
	address := "127.0.0.1:0"
	if network == "unix" {
		address = filepath.Join(short(t), "s")
	}
	listener, err := listening(t, l, network, address)
	if err != nil {
		t.Fatal(err)
	}
	on(t, l, func() { check(t, listener.OnAccept(accept)) })
	return listener
}

// short returns a directory whose path is short enough for a Unix socket.
func short(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "s") //nolint:usetesting // TempDir has the test's name in it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { check(t, os.RemoveAll(dir)) })
	return dir
}

// listening calls Listen and waits for its result.
func listening(t testing.TB, l *wakeful.Loop, network, address string) (listener *stream.Listener, err error) {
	t.Helper()
	done := make(chan struct{})
	on(t, l, func() {
		failed := stream.Listen(l, network, address, func(got *stream.Listener, problem error) {
			listener, err = got, problem
			close(done)
		})
		if failed != nil {
			err = failed
			close(done)
		}
	})
	<-done
	return listener, err
}

// dial calls Dial and waits for its result. set is called with the connection, on the loop.
func dial(t testing.TB, l *wakeful.Loop, network, address string, timeout time.Duration, set func(*stream.Conn)) (err error) {
	t.Helper()
	done := make(chan struct{})
	on(t, l, func() {
		_, failed := stream.Dial(l, network, address, timeout, func(c *stream.Conn, problem error) {
			if err = problem; err == nil && set != nil {
				set(c)
			}
			close(done)
		})
		if failed != nil {
			err = failed
			close(done)
		}
	})
	<-done
	return err
}

// connect connects to a listener with package net.
func connect(t testing.TB, listener *stream.Listener) net.Conn {
	t.Helper()
	c, err := net.Dial(listener.Addr().Network(), listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// halfCloser is a net.Conn that can end one direction.
type halfCloser interface {
	io.ReadWriteCloser
	CloseWrite() error
}

// echo sends back the bytes that arrive, and pauses reading while the peer does not read.
func echo(t testing.TB, c *stream.Conn) {
	check(t, c.OnDrain(func() { check(t, c.Resume()) }))
	check(t, c.OnData(func(p []byte) {
		if n, err := c.Write(p); err != nil {
			t.Errorf("wrote %d of %d: %v", n, len(p), err)
		}
		if c.AboveHighWatermark() {
			check(t, c.Pause())
		}
	}))
}

// quiet returns a panic handler that ignores the test's own panics.
func quiet() wakeful.Option { return wakeful.WithPanicHandler(func(*wakeful.PanicError) {}) }

// until waits for a condition that other goroutines make true.
func until(fn func() bool) {
	for !fn() {
		runtime.Gosched()
	}
}

// parks waits until the loop has parked, so it has nothing to do.
func parks(t testing.TB, l *wakeful.Loop) {
	t.Helper()
	before := l.Metrics().Parks
	until(func() bool {
		on(t, l, func() {}) // ends the current park, if there is one
		return l.Metrics().Parks > before
	})
}

// descriptors returns the number of open descriptors of the process.
func descriptors(t testing.TB) int {
	t.Helper()
	warm, err := net.Listen("tcp", "127.0.0.1:0") // the runtime's poller opens descriptors of its own
	check(t, err)
	check(t, warm.Close())
	for _, dir := range []string{"/proc/self/fd", "/dev/fd"} {
		if entries, err := os.ReadDir(dir); err == nil {
			return len(entries)
		}
	}
	t.Skip("NOT RUN: this system does not list a process's descriptors")
	return 0
}

// ended runs first on an auto-exit loop until the loop has nothing left to do.
func ended(t testing.TB, first func(*wakeful.Loop)) {
	t.Helper()
	l, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		t.Fatal(err)
	}
	check(t, l.Submit(func() { first(l) }))
	check(t, l.Run(context.Background()))
}
