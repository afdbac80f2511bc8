//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// resolver replaces Go's resolver by one that reaches its servers through dial.
func resolver(t *testing.T, dial func(ctx context.Context) error) {
	t.Helper()
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return nil, dial(ctx)
	}}
	t.Cleanup(func() { net.DefaultResolver = before })
}

func TestDialRefused(t *testing.T) {
	l := running(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	check(t, taken.Close())
	err = dial(t, l, "tcp", taken.Addr().String(), time.Hour, nil)
	matches(t, err, syscall.ECONNREFUSED)
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "connect" || op.Addr.String() != taken.Addr().String() {
		t.Errorf("%v does not say what was refused", err)
	}
	matches(t, dial(t, l, "unix", filepath.Join(short(t), "none"), 0, nil), os.ErrNotExist)
}

// TestDialTimeout: a listener whose backlog is full does not answer.
func TestDialTimeout(t *testing.T) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	check(t, unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	check(t, unix.Listen(fd, 0))
	sa, err := unix.Getsockname(fd)
	check(t, err)
	address := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: sa.(*unix.SockaddrInet4).Port}
	l := running(t)
	for err == nil { // until the backlog is full
		err = dial(t, l, "tcp", address.String(), 50*time.Millisecond, nil)
	}
	matches(t, err, os.ErrDeadlineExceeded)
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("%v is no timeout", err)
	}
}

// TestDialNames: a name is looked up off the loop. A name that does not exist, or is not found in
// time, is an error.
func TestDialNames(t *testing.T) {
	l := running(t)
	listener := serve(t, l, "tcp", func(*stream.Conn) {})
	_, port, err := net.SplitHostPort(listener.Addr().String())
	check(t, err)
	check(t, dial(t, l, "tcp4", net.JoinHostPort("localhost", port), 0, nil))
	check(t, dial(t, l, "tcp", ":"+port, 0, nil)) // the machine itself

	unknown := errors.New("nobody knows")
	resolver(t, func(context.Context) error { return unknown })
	var notFound *net.DNSError
	if err := dial(t, l, "tcp", "wakeful.invalid:80", 0, nil); !errors.As(err, &notFound) {
		t.Errorf("error %v, want one of the resolver", err)
	}
	if _, err := listening(t, l, "tcp", "wakeful.invalid:80"); !errors.As(err, &notFound) {
		t.Errorf("error %v, want one of the resolver", err)
	}
	if err := dial(t, l, "tcp", "127.0.0.1:no-such-service", 0, nil); !errors.As(err, &notFound) {
		t.Errorf("error %v, want one of the resolver", err)
	}
}

// TestDialSlowResolver: the time limit covers the lookup. cancel and the end of the loop end it.
func TestDialSlowResolver(t *testing.T) {
	asked, answer := make(chan struct{}, 100), make(chan struct{})
	// The resolver continues after a caller has given up, until it has an answer.
	t.Cleanup(func() { close(answer) })
	resolver(t, func(context.Context) error {
		asked <- struct{}{}
		<-answer
		return errors.New("nobody knows")
	})
	l := running(t) // ends before the resolver is put back
	matches(t, dial(t, l, "tcp", "wakeful.invalid:80", 10*time.Millisecond, nil), os.ErrDeadlineExceeded)
	never := func(*stream.Conn, error) { t.Error("called after cancel, or after the end of the loop") }
	var cancel func() error
	on(t, l, func() {
		var err error
		cancel, err = stream.Dial(l, "tcp", "wakeful.invalid:80", 0, never)
		check(t, err)
	})
	<-asked
	matches(t, cancel(), wakeful.ErrNotOnLoop)
	on(t, l, func() {
		check(t, cancel())
		check(t, cancel())
		_, err := stream.Dial(l, "tcp", "wakeful.invalid:80", 0, never)
		check(t, err)
	})
}

// TestCancel: cancel ends a Dial before and after it has begun to connect.
func TestCancel(t *testing.T) {
	l := running(t)
	before := descriptors(t)
	listener := serve(t, l, "tcp", func(*stream.Conn) {})
	on(t, l, func() {
		cancel, err := stream.Dial(l, "tcp", listener.Addr().String(), time.Hour, func(*stream.Conn, error) { t.Error("called after cancel") })
		check(t, err)
		check(t, cancel())
		cancelled := false
		cancel, err = stream.Dial(l, "tcp", listener.Addr().String(), time.Hour, func(*stream.Conn, error) {
			if cancelled { // it may have been connected at once
				t.Error("called after cancel")
			}
		})
		check(t, err)
		check(t, l.AfterCallback(func() { // after it began
			cancelled = true
			check(t, cancel())
		}))
	})
	shutDown(t, l)
	equal(t, "descriptors", descriptors(t), before)
}

// TestDialMistakes: Dial itself returns an error for invalid arguments.
func TestDialMistakes(t *testing.T) {
	l := running(t)
	never := func(*stream.Conn, error) { t.Error("called although Dial returned an error") }
	on(t, l, func() {
		_, err := stream.Dial(l, "tcp", "127.0.0.1:1", 0, nil)
		matches(t, err, wakeful.ErrNilFunc)
		for _, bad := range [][2]string{{"udp", "127.0.0.1:1"}, {"carrier", "pigeon"}, {"", ""}, {"unix", ""}, {"tcp", "127.0.0.1"}, {"tcp4", "[::1]:1"}, {"tcp6", "127.0.0.1:1"}} {
			if _, err := stream.Dial(l, bad[0], bad[1], 0, never); err == nil {
				t.Errorf("%q is no address of %q", bad[1], bad[0])
			}
		}
	})
}
