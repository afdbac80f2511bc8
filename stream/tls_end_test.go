//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Tests of how TLS connections end.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestTLSTimeouts: a silent peer, and one that does not read.
func TestTLSTimeouts(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		for name, set := range map[string]func(*stream.Conn){
			"read": func(c *stream.Conn) { check(t, c.SetReadTimeout(time.Millisecond)) },
			"idle": func(c *stream.Conn) { check(t, c.SetIdleTimeout(time.Millisecond)) },
			"write": func(c *stream.Conn) {
				check(t, c.SetWriteTimeout(time.Millisecond))
				check(t, c.WriteAll(make([]byte, 32<<20)))
			},
		} {
			t.Run(name, func(t *testing.T) {
				l := running(t)
				end := make(chan error, 1)
				listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					check(t, c.OnData(func([]byte) {}))
					set(c)
				})
				handshake(connect(t, listener), clientConfig()) // its end may already be reset
				err := <-end
				matches(t, err, os.ErrDeadlineExceeded)
				operation, _ := errors.AsType[*net.OpError](err)
				equal(t, "operation", operation.Op, name)
			})
		}
	})
}

// TestTLSCloseInCallbacks: a connection may be closed in each of its callbacks.
func TestTLSCloseInCallbacks(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		for name, set := range map[string]func(*stream.Conn, func()){
			"accept": func(_ *stream.Conn, end func()) { end() },
			"data":   func(c *stream.Conn, end func()) { check(t, c.OnData(func([]byte) { end() })) },
			"EOF": func(c *stream.Conn, end func()) {
				check(t, c.OnData(func([]byte) {}))
				check(t, c.OnEOF(end))
			},
		} {
			t.Run(name, func(t *testing.T) {
				l := running(t)
				done := make(chan error, 1)
				listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { done <- err }))
					set(c, func() {
						check(t, c.Close())
						matches(t, c.WriteAll([]byte("x")), stream.ErrClosed)
					})
				})
				peer := connectTLS(t, listener, clientConfig())
				_, _ = peer.Write([]byte("data")) // the connection may have been closed
				_ = peer.CloseWrite()
				check(t, <-done)
			})
		}
	})
}

// TestTLSPanicInOnData: the connection goes on after its function has panicked, and what came with
// the data is not lost.
func TestTLSPanicInOnData(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t, quiet())
		end := make(chan error, 1)
		received := 0
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.OnData(func(p []byte) {
				received += len(p)
				panic("a test")
			}))
		})
		peer := connectTLS(t, listener, clientConfig())
		_, err := peer.Write(numberedBytes(1 << 20))
		check(t, err)
		check(t, peer.Close())
		check(t, <-end)
		equal(t, "received", received, 1<<20)
	})
}

// TestTLSShutdown: Shutdown sends what is queued and then close_notify.
func TestTLSShutdown(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		for _, size := range []int{0, 8 << 20} {
			t.Run(fmt.Sprint(size), func(t *testing.T) {
				l, err := wakeful.New()
				if err != nil {
					t.Fatal(err)
				}
				go l.Run(context.Background())
				end, written := make(chan error, 1), make(chan struct{})
				listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					check(t, c.OnData(func([]byte) {}))
					check(t, c.WriteAll(numberedBytes(size)))
					close(written)
				})
				peer := connectTLS(t, listener, clientConfig())
				<-written
				ended := make(chan error, 1)
				go func() { ended <- l.Shutdown(context.Background()) }()
				got, err := io.ReadAll(peer)
				check(t, err)
				if !bytes.Equal(got, numberedBytes(size)) {
					t.Errorf("received %d of %d bytes", len(got), size)
				}
				matches(t, <-end, wakeful.ErrClosed)
				check(t, <-ended)
			})
		}
	})
}
