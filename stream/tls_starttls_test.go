//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Tests of StartTLS, and of handshakes that the user or the end of the loop ends.

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// TestStartTLS: both ends begin with a line of their own and go on with TLS.
func TestStartTLS(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		for _, network := range []string{"tcp", "unix"} {
			t.Run(network, func(t *testing.T) {
				l := running(t)
				config := withVersion(serverConfig(t), version)
				listener := serve(t, l, network, func(c *stream.Conn) {
					check(t, c.OnData(func(p []byte) {
						equal(t, "command", string(p), "STARTTLS\r\n")
						check(t, c.WriteAll([]byte("go ahead\r\n")))
						check(t, c.StartTLS(config, func(c *stream.Conn, err error) {
							check(t, err)
							echo(t, c)
						}))
						matches(t, c.WriteAll([]byte("too early")), stream.ErrHandshakeIncomplete)
						matches(t, c.MoveTo(l, func(*stream.Conn, error) {}), stream.ErrHandshakeIncomplete)
						matches(t, c.CloseWrite(), stream.ErrHandshakeIncomplete)
						_, err := c.ConnectionState()
						matches(t, err, stream.ErrHandshakeIncomplete)
						if c.StartTLS(config, func(*stream.Conn, error) {}) == nil {
							t.Error("StartTLS was accepted twice")
						}
					}))
				})
				end := make(chan error, 1)
				var got []byte
				check(t, dial(t, l, network, listener.Addr().String(), 0, func(c *stream.Conn) {
					check(t, c.OnClose(func(err error) { end <- err }))
					_, err := c.ConnectionState()
					matches(t, err, stream.ErrNotTLS)
					check(t, c.OnData(func(p []byte) {
						equal(t, "answer", string(p), "go ahead\r\n")
						check(t, c.StartTLS(clientConfig(), func(c *stream.Conn, err error) {
							check(t, err)
							check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
							check(t, c.WriteAll([]byte("secret")))
							check(t, c.CloseWrite())
						}))
					}))
					check(t, c.WriteAll([]byte("STARTTLS\r\n")))
				}))
				check(t, <-end)
				equal(t, "came back", string(got), "secret")
			})
		}
	})
}

// TestStartTLSFails: the function gets the error, then OnClose does.
func TestStartTLSFails(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*stream.Conn, net.Conn)
		want error
	}{
		"peer ends":    {func(_ *stream.Conn, peer net.Conn) { check(t, peer.Close()) }, io.EOF},
		"user closes":  {func(c *stream.Conn, _ net.Conn) { check(t, c.Close()) }, stream.ErrClosed},
		"time is over": {func(*stream.Conn, net.Conn) {}, os.ErrDeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			var calls []string
			conns, end := make(chan *stream.Conn, 1), make(chan struct{})
			after := time.Hour
			if errors.Is(c.want, os.ErrDeadlineExceeded) {
				after = time.Millisecond
			}
			config := serverConfig(t)
			listener := serve(t, l, "tcp", func(conn *stream.Conn) {
				check(t, conn.OnClose(func(error) { calls = append(calls, "OnClose"); close(end) }))
				check(t, conn.StartTLS(config, func(conn *stream.Conn, err error) {
					matches(t, err, c.want)
					equal(t, "connection", conn, nil)
					calls = append(calls, "then")
				}, stream.WithHandshakeTimeout(after)))
				conns <- conn
			})
			peer := connect(t, listener)
			conn := <-conns
			on(t, l, func() { c.do(conn, peer) })
			<-end
			equal(t, "calls", fmt.Sprint(calls), "[then OnClose]")
		})
	}
}

// TestTLSCancel: a cancelled DialTLS calls nothing, and its connection ends.
func TestTLSCancel(t *testing.T) {
	l := running(t)
	ended := make(chan error, 1)
	address := acceptTLS(t, serverConfig(t), func(c *tls.Conn) {
		_, err := io.Copy(io.Discard, c.NetConn()) // the client's first message, and then its end
		ended <- err
	})
	var cancel func() error
	on(t, l, func() {
		var err error
		cancel, err = stream.DialTLS(l, "tcp", address, clientConfig(), 0, func(*stream.Conn, error) { t.Error("called") })
		check(t, err)
		matches(t, <-outside(cancel), wakeful.ErrNotOnLoop)
	})
	for { // until the handshake has begun and is cancelled
		on(t, l, func() { check(t, cancel()) })
		select {
		case <-ended:
		default:
			runtime.Gosched()
			continue
		}
		break
	}
}

// outside calls fn on a goroutine.
func outside(fn func() error) <-chan error {
	result := make(chan error, 1)
	go func() { result <- fn() }()
	return result
}

// TestTLSEndOfLoop: handshakes in every state end with the loop, whichever way it ends.
func TestTLSEndOfLoop(t *testing.T) {
	hello := clientHello(t)
	for name, stop := range map[string]func(*wakeful.Loop) error{
		"shutdown": func(l *wakeful.Loop) error { return l.Shutdown(context.Background()) },
		"close":    func(l *wakeful.Loop) error { return l.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			l, err := wakeful.New()
			check(t, err)
			go l.Run(context.Background())
			listener := serveTLS(t, l, serverConfig(t), func(err error) { t.Error(err) }, func(*stream.Conn) {}, stream.WithMaxHandshakes(2))
			var peers []net.Conn
			for range 4 {
				for _, part := range [][]byte{nil, hello[:20], hello} {
					peer := connect(t, listener)
					write(t, peer, part)
					peers = append(peers, peer)
				}
			}
			for range 3 {
				on(t, l, func() {})
			}
			check(t, stop(l))
			<-l.Done()
			for _, peer := range peers {
				_, _ = io.Copy(io.Discard, peer) // ends, possibly with a reset
			}
		})
	}
}

// TestTLSMisuse: errors say what is wrong, and nothing panics.
func TestTLSMisuse(t *testing.T) {
	l := running(t)
	none := func(*stream.Listener, error) { t.Error("called") }
	never := func(*stream.Conn, error) { t.Error("called") }
	config := serverConfig(t)
	renegotiating := clientConfig()
	renegotiating.Renegotiation = tls.RenegotiateFreelyAsClient
	listen := func(c *tls.Config, options ...stream.TLSOption) error {
		return stream.ListenTLS(l, "tcp", "127.0.0.1:0", c, none, options...)
	}
	dial := func(c *tls.Config, options ...stream.TLSOption) error {
		_, err := stream.DialTLS(l, "tcp", "127.0.0.1:1", c, 0, never, options...)
		return err
	}
	for name, err := range map[string]error{
		"no configuration":         listen(nil),
		"no certificate":           listen(&tls.Config{}), //nolint:gosec // a test of that
		"no function":              stream.ListenTLS(l, "tcp", "127.0.0.1:0", config, nil),
		"renegotiation":            dial(renegotiating),
		"no address":               func() error { _, err := stream.DialTLS(l, "tcp", "nowhere", nil, 0, never); return err }(),
		"no function for a dialer": func() error { _, err := stream.DialTLS(l, "tcp", "127.0.0.1:1", nil, 0, nil); return err }(),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, err := range map[string]error{
		"no time":               listen(config, stream.WithHandshakeTimeout(0)),
		"no handshakes":         listen(config, stream.WithMaxHandshakes(0)),
		"a side for a listener": listen(config, stream.WithClientSide()),
		"a side for a dialer":   dial(nil, stream.WithServerSide()),
		"a limit for a dialer":  dial(nil, stream.WithMaxHandshakes(1)),
		"the zero option":       dial(nil, stream.TLSOption{}),
	} {
		if !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%s: error %v, want ErrInvalidOption", name, err)
		}
	}
	adopted := make(chan struct{})
	ours, theirs := net.Pipe()
	defer ours.Close()
	matches(t, stream.AdoptConn(l, theirs, never), errors.ErrUnsupported)
	listener := serve(t, l, "tcp", func(*stream.Conn) {})
	check(t, stream.AdoptConn(l, connect(t, listener), func(c *stream.Conn, err error) {
		defer close(adopted)
		check(t, err)
		if c.StartTLS(config, never) == nil {
			t.Error("StartTLS has guessed the side of an adopted connection")
		}
		matches(t, c.StartTLS(config, nil, stream.WithServerSide()), wakeful.ErrNilFunc)
		matches(t, <-outside(func() error { return c.StartTLS(config, never) }), wakeful.ErrNotOnLoop)
		_, err = c.ConnectionState()
		matches(t, err, stream.ErrNotTLS)
		check(t, c.Close())
		matches(t, c.StartTLS(config, never, stream.WithServerSide()), stream.ErrClosed)
	}))
	<-adopted
}
