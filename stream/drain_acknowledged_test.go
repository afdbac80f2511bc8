//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream_test

// Accepted bytes that the peer's system has not acknowledged when the loop ends. Only Linux tells how
// many these are.

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"golang.org/x/sys/unix"
)

// narrow connects to a listener, with a system that receives only a few KiB that nobody reads.
func narrow(t *testing.T, address net.Addr) *net.TCPConn {
	t.Helper()
	d := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) error {
		var err error
		if failed := raw.Control(func(fd uintptr) {
			err = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_RCVBUF, 4096)
		}); failed != nil {
			return failed
		}
		return err
	}}
	c, err := d.DialContext(t.Context(), address.Network(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c.(*net.TCPConn)
}

// ways are the ways in which a loop ends without waiting for a peer that does not read.
var ways = map[string]func(*testing.T, *wakeful.Loop){
	"Shutdown, little time": func(t *testing.T, l *wakeful.Loop) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		t.Cleanup(cancel)
		check(t, l.Shutdown(ctx))
	},
	"Shutdown, no time": func(t *testing.T, l *wakeful.Loop) { check(t, l.Shutdown(canceled())) },
	"Close":             func(t *testing.T, l *wakeful.Loop) { check(t, l.Close()) },
}

// TestUnacknowledgedIsUnsent: bytes that the system has taken and the peer's has not acknowledged
// count as unsent, with and without TLS. The system still delivers them if nothing was dropped.
func TestUnacknowledgedIsUnsent(t *testing.T) {
	sent := pattern()[:2_000_000]
	for name, stop := range ways {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			end, queued := make(chan error, 1), make(chan int, 1)
			listener := serve(t, l, "tcp", func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.WriteAll(sent))
				queued <- c.Queued()
			})
			peer := narrow(t, listener.Addr())
			waiting := <-queued
			on(t, l, func() { stop(t, l) })
			matches(t, <-end, stream.ErrUnsent, wakeful.ErrClosed)
			if waiting > 0 {
				t.Logf("%d bytes were in the queue, so the connection was reset", waiting)
				return
			}
			got, err := io.ReadAll(peer)
			check(t, err)
			if !bytes.Equal(got, sent) {
				t.Errorf("%d bytes arrived, other than the %d that were accepted", len(got), len(sent))
			}
		})
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			t.Run(name+"/"+tls.VersionName(version), func(t *testing.T) {
				l := running(t)
				end, written := make(chan error, 1), make(chan struct{})
				listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					check(t, c.WriteAll(sent))
					close(written)
				})
				check(t, tls.Client(narrow(t, listener.Addr()), clientConfig()).Handshake())
				<-written
				on(t, l, func() { stop(t, l) })
				matches(t, <-end, stream.ErrUnsent, wakeful.ErrClosed)
			})
		}
	}
}

// TestUnsentCountsTheKernel: the number of bytes in the error is everything that the peer did not
// get, and not only what was in the queue.
func TestUnsentCountsTheKernel(t *testing.T) {
	for name, stop := range ways {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			sent := pattern()
			_, peer, end := accepted(t, l, "tcp", sent)
			on(t, l, func() { stop(t, l) })
			err := <-end
			matches(t, err, stream.ErrUnsent, wakeful.ErrClosed)
			got, problem := io.ReadAll(peer)
			matches(t, problem, syscall.ECONNRESET)
			unsent := unsentOf(t, err)
			if unsent > len(sent) || unsent+len(got) < len(sent) {
				t.Errorf("%d bytes arrived of %d, and %d are reported: %v", len(got), len(sent), unsent, err)
			}
		})
	}
}

// unsentOf returns the number of bytes that an error reports.
func unsentOf(t *testing.T, err error) int {
	t.Helper()
	found := regexp.MustCompile(`(\d+) bytes`).FindStringSubmatch(fmt.Sprint(err))
	if found == nil {
		t.Fatalf("no number of bytes in: %v", err)
	}
	n, err := strconv.Atoi(found[1])
	check(t, err)
	return n
}

// TestResetWhileAcknowledging: a peer that resets while Shutdown waits for its acknowledgments ends
// the wait, and what it has not acknowledged is reported with the reason.
func TestResetWhileAcknowledging(t *testing.T) {
	for _, ended := range []bool{false, true} { // with and without the end of the direction
		t.Run(fmt.Sprint(ended), func(t *testing.T) {
			l := running(t)
			sent := pattern()[:512<<10]
			end, conns := make(chan error, 1), make(chan *stream.Conn, 1)
			listener := serve(t, l, "tcp", func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.WriteAll(sent))
				if ended {
					check(t, c.CloseWrite())
				}
				conns <- c
			})
			peer := narrow(t, listener.Addr())
			<-conns
			on(t, l, func() { check(t, l.Shutdown(context.Background())) })
			received, err := io.ReadFull(peer, make([]byte, 1<<10))
			check(t, err)
			reset(t, peer)
			err = <-end
			matches(t, err, wakeful.ErrClosed, stream.ErrUnsent)
			if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
				t.Errorf("%v does not say that the peer is gone", err)
			}
			if unsent := unsentOf(t, err); unsent == 0 || unsent > len(sent)-received {
				t.Errorf("%d bytes arrived at least, of %d: %v", received, len(sent), err)
			}
		})
	}
}

// TestAcknowledgedEnd: the end of the direction does not count as a byte, and neither does what the
// peer's system has acknowledged and nobody has read.
func TestAcknowledgedEnd(t *testing.T) {
	for name, stop := range ways {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			end, conns := make(chan error, 1), make(chan *stream.Conn, 1)
			listener := serve(t, l, "tcp", func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.WriteAll([]byte("hello")))
				check(t, c.CloseWrite())
				conns <- c
			})
			connect(t, listener)
			c := <-conns
			until(func() (acknowledged bool) {
				on(t, l, func() { acknowledged = stream.Unacknowledged(c) == 0 })
				return acknowledged
			})
			on(t, l, func() { stop(t, l) })
			err := <-end
			matches(t, err, wakeful.ErrClosed)
			if errors.Is(err, stream.ErrUnsent) {
				t.Errorf("everything was acknowledged, and yet: %v", err)
			}
		})
	}
}
