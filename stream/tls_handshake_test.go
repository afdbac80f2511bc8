//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// clientHello returns the first message of a TLS client.
func clientHello(t testing.TB) []byte {
	t.Helper()
	ours, theirs := net.Pipe()
	defer ours.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = tls.Client(theirs, clientConfig()).HandshakeContext(context.Background()) // fails
	}()
	hello := make([]byte, 16<<10)
	n, err := io.ReadAtLeast(ours, hello, 5)
	check(t, err)
	for want := 5 + int(hello[3])<<8 + int(hello[4]); n < want; {
		more, err := ours.Read(hello[n:])
		check(t, err)
		n += more
	}
	check(t, ours.Close())
	<-done
	return hello[:n]
}

// TestTLSHandshakeErrors: what is wrong is reported to the listener, and the connection ends.
func TestTLSHandshakeErrors(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		hello := clientHello(t)
		for name, c := range map[string]struct {
			do   func(net.Conn)
			want string
		}{
			"not TLS":           {func(c net.Conn) { write(t, c, []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n")) }, "does not look like a TLS handshake"},
			"nothing":           {func(c net.Conn) { check(t, c.(*net.TCPConn).CloseWrite()) }, "EOF"},
			"half a message":    {func(c net.Conn) { write(t, c, hello[:100]); check(t, c.(*net.TCPConn).CloseWrite()) }, "EOF"},
			"end in the middle": {func(c net.Conn) { write(t, c, hello); check(t, c.(*net.TCPConn).CloseWrite()) }, "EOF"},
			"a record too long": {func(c net.Conn) { write(t, c, []byte{22, 3, 1, 0xff, 0xff}) }, "oversized"},
			"application data":  {func(c net.Conn) { write(t, c, []byte{23, 3, 3, 0, 1, 0}) }, "does not look like a TLS handshake"},
			"version too old": {func(c net.Conn) {
				handshake(c, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11})
			}, "unsupported versions"}, //nolint:gosec // a test of that
			"unknown authority":   {func(c net.Conn) { handshake(c, &tls.Config{ServerName: "localhost"}) }, "bad certificate"},
			"no common protocol":  {func(c net.Conn) { handshake(c, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"b"}}) }, "unsupported application protocols"}, //nolint:gosec // not a test of verification
			"empty records":       {func(c net.Conn) { write(t, c, []byte(strings.Repeat("\x16\x03\x01\x00\x00", 100))) }, "unexpected message"},
			"alert":               {func(c net.Conn) { write(t, c, []byte{21, 3, 1, 0, 2, 2, 40}) }, "handshake failure"},
			"a flood of warnings": {func(c net.Conn) { flood(c, []byte{21, 3, 1, 0, 2, 1, 90}) }, "too many ignored records"},
			"a message without end": {func(c net.Conn) {
				flood(c, append([]byte{22, 3, 1, 0x40, 0, 1, 0, 0xff, 0xff}, make([]byte, 16380)...))
			}, ""},
		} {
			t.Run(name, func(t *testing.T) {
				l := running(t)
				failed := make(chan error, 1)
				config := serverConfig(t)
				config.NextProtos = []string{"a"}
				listener := serveTLS(t, l, config, func(err error) { failed <- err }, func(*stream.Conn) { t.Error("OnAccept was called") })
				peer := connect(t, listener)
				go c.do(peer)
				err := <-failed
				if operation, ok := errors.AsType[*net.OpError](err); !ok || operation.Op != "handshake" || !strings.Contains(err.Error(), c.want) {
					t.Errorf("error %v, want one of a handshake with %q", err, c.want)
				}
				_, err = io.Copy(io.Discard, peer) // ends, with or without a reset
				if err != nil && !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, net.ErrClosed) {
					t.Error(err)
				}
			})
		}
	})
}

// write writes to a peer that may close at any time.
func write(t testing.TB, c net.Conn, p []byte) {
	if _, err := c.Write(p); err != nil && !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
}

// flood writes p until the peer ends.
func flood(c net.Conn, p []byte) {
	for {
		if _, err := c.Write(p); err != nil {
			return
		}
	}
}

// handshake does a client's handshake that may fail.
func handshake(c net.Conn, config *tls.Config) {
	_ = tls.Client(c, config).HandshakeContext(context.Background())
}

// TestTLSClientErrors: a client reports what is wrong, and calls its function once.
func TestTLSClientErrors(t *testing.T) {
	bothWays(t, func(t *testing.T) {
		l := running(t)
		good := acceptTLS(t, serverConfig(t), func(c *tls.Conn) { _ = c.HandshakeContext(context.Background()) })
		plain := acceptTLS(t, serverConfig(t), func(c *tls.Conn) {
			_, _ = io.WriteString(c.NetConn(), "220 ready\r\n")
			_, _ = io.Copy(io.Discard, c.NetConn()) // an early end would reset the connection
		})
		closing := acceptTLS(t, serverConfig(t), func(*tls.Conn) {})
		never := func(*stream.Conn) { t.Error("connected") }
		unknown := dialTLS(t, l, good, &tls.Config{ServerName: "localhost"}, never)
		if _, ok := errors.AsType[*tls.CertificateVerificationError](unknown); !ok {
			t.Errorf("unknown authority: %v", unknown)
		}
		wrong := clientConfig()
		wrong.ServerName = "example.com"
		if _, ok := errors.AsType[x509.HostnameError](dialTLS(t, l, good, wrong, never)); !ok {
			t.Error("a certificate for another name was accepted")
		}
		if _, ok := errors.AsType[tls.RecordHeaderError](dialTLS(t, l, plain, clientConfig(), never)); !ok {
			t.Error("a server without TLS was accepted")
		}
		if dialTLS(t, l, closing, clientConfig(), never) == nil {
			t.Error("no error for a server that closes")
		}
		silent, err := net.Listen("tcp", "127.0.0.1:0")
		check(t, err)
		defer silent.Close()
		matches(t, dialTLS(t, l, silent.Addr().String(), clientConfig(), never, stream.WithHandshakeTimeout(time.Millisecond)), os.ErrDeadlineExceeded)
	})
}

// TestTLSServerNameFromAddress: without a ServerName the host of the address is verified.
func TestTLSServerNameFromAddress(t *testing.T) {
	l := running(t)
	address := acceptTLS(t, serverConfig(t), func(c *tls.Conn) { _ = c.HandshakeContext(context.Background()) })
	check(t, dialTLS(t, l, address, &tls.Config{RootCAs: testAuthority().pool}, func(c *stream.Conn) { check(t, c.Close()) })) // 127.0.0.1
	_, port, err := net.SplitHostPort(address)
	check(t, err)
	check(t, dialTLS(t, l, "localhost:"+port, &tls.Config{RootCAs: testAuthority().pool}, func(c *stream.Conn) {
		state, err := c.ConnectionState()
		check(t, err)
		equal(t, "name", state.ServerName, "localhost")
		check(t, c.Close())
	}))
}

// TestTLSNegotiation: ALPN, the server's name in GetConfigForClient, client certificates.
func TestTLSNegotiation(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		base := withVersion(serverConfig(t), version)
		states := make(chan tls.ConnectionState, 1)
		var addresses [2]string
		config := &tls.Config{MinVersion: tls.VersionTLS12, GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			if l.OnLoop() {
				t.Error("GetConfigForClient was called on the loop")
			}
			addresses = [2]string{hello.Conn.LocalAddr().String(), hello.Conn.RemoteAddr().String()}
			if hello.ServerName != "localhost" {
				return nil, fmt.Errorf("server name %q", hello.ServerName)
			}
			chosen := base.Clone()
			chosen.NextProtos = []string{"h9", "chat"}
			chosen.ClientAuth, chosen.ClientCAs = tls.RequireAndVerifyClientCert, testAuthority().pool
			return chosen, nil
		}}
		listener := serveTLS(t, l, config, nil, func(c *stream.Conn) {
			state, err := c.ConnectionState()
			check(t, err)
			states <- state
			echo(t, c)
		})
		client := clientConfig()
		client.NextProtos = []string{"chat"}
		client.Certificates = []tls.Certificate{certificate(t, "RSA", 0, "the client")}
		peer := connectTLS(t, listener, client)
		_, err := peer.Write([]byte("x")) // with TLS 1.3 the client ends its handshake before the server
		check(t, err)
		state := <-states
		equal(t, "protocol", state.NegotiatedProtocol, "chat")
		equal(t, "name", state.ServerName, "localhost")
		equal(t, "client", state.PeerCertificates[0].Subject.CommonName, "the client")
		equal(t, "server's address", addresses[0], listener.Addr().String())
		equal(t, "client's address", addresses[1], peer.LocalAddr().String())
	})
}

// TestTLSResumption: a client on a loop gets session tickets and uses them.
func TestTLSResumption(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		listener := serveTLS(t, l, withVersion(serverConfig(t), version), nil, func(c *stream.Conn) { echo(t, c) })
		config := clientConfig()
		config.ClientSessionCache = tls.NewLRUClientSessionCache(1)
		for i := range 3 {
			resumed, end := false, make(chan error, 1)
			check(t, dialTLS(t, l, listener.Addr().String(), config, func(c *stream.Conn) {
				state, err := c.ConnectionState()
				check(t, err)
				resumed = state.DidResume
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func([]byte) { check(t, c.CloseWrite()) })) // tickets come before data
				check(t, c.WriteAll([]byte("x")))
			}))
			check(t, <-end)
			equal(t, "resumed", resumed, i > 0)
		}
	})
}

// TestTLSPanicInConfig: a panic and a Goexit in a function of the configuration fail the handshake.
func TestTLSPanicInConfig(t *testing.T) {
	for name, do := range map[string]func(){"panic": func() { panic("a test") }, "goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			failed := make(chan error, 1)
			config := serverConfig(t)
			config.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { do(); return nil, nil }
			listener := serveTLS(t, l, config, func(err error) { failed <- err }, func(*stream.Conn) { t.Error("accepted") })
			go handshake(connect(t, listener), clientConfig())
			if _, ok := errors.AsType[*wakeful.PanicError](<-failed); !ok {
				t.Error("want a *wakeful.PanicError")
			}
		})
	}
}

// TestTLSHugeCertificates: long chains on both sides, and less room for them than they need.
func TestTLSHugeCertificates(t *testing.T) {
	undo := stream.LimitExchange(1000)
	t.Cleanup(undo)
	everyTLS(t, func(t *testing.T, version uint16) {
		l := running(t)
		config := withVersion(serverConfig(t), version)
		config.Certificates = []tls.Certificate{certificate(t, "ECDSA", 60_000, "localhost")}
		config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, testAuthority().pool
		listener := serveTLS(t, l, config, nil, func(c *stream.Conn) { echo(t, c) })
		client := clientConfig()
		client.Certificates = []tls.Certificate{certificate(t, "ECDSA", 60_000, "the client")}
		end := make(chan error, 1)
		var got []byte
		check(t, dialTLS(t, l, listener.Addr().String(), client, func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
			check(t, c.WriteAll([]byte("x")))
			check(t, c.CloseWrite())
		}))
		check(t, <-end)
		equal(t, "came back", string(got), "x")
	})
}

// TestTLSCertificateTooLarge: a certificate above the limit of crypto/tls fails the handshake.
func TestTLSCertificateTooLarge(t *testing.T) {
	l := running(t)
	config := serverConfig(t)
	config.Certificates = []tls.Certificate{certificate(t, "ECDSA", 300_000, "localhost")}
	address := acceptTLS(t, config, func(c *tls.Conn) { _ = c.HandshakeContext(context.Background()) })
	err := dialTLS(t, l, address, clientConfig(), func(*stream.Conn) { t.Error("connected") })
	if err == nil || !strings.Contains(err.Error(), "exceeds maximum") {
		t.Errorf("error %v", err)
	}
}

// TestTLSHandshakeTimeout: clients that send nothing, a part, or a first message only.
func TestTLSHandshakeTimeout(t *testing.T) {
	hello := clientHello(t)
	for name, part := range map[string][]byte{"nothing": nil, "a part": hello[:50], "a message": hello} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			failed := make(chan error, 1)
			listener := serveTLS(t, l, serverConfig(t), func(err error) { failed <- err }, func(*stream.Conn) { t.Error("accepted") },
				stream.WithHandshakeTimeout(time.Millisecond))
			write(t, connect(t, listener), part)
			matches(t, <-failed, os.ErrDeadlineExceeded)
		})
	}
}

// TestTLSHalfOpen: clients that stop before and in the middle of their handshake hold a bounded
// number of goroutines, and do not keep others out.
func TestTLSHalfOpen(t *testing.T) {
	undo := stream.ShortenHandshakeGrace(time.Millisecond)
	t.Cleanup(undo)
	clients := 300
	if os.Getenv("WAKEFUL_TLS") == "large" {
		clients = manyClients(t)
	}
	const limit = 8
	for name, part := range map[string][]byte{"silent": nil, "after a message": clientHello(t)} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			listener := serveTLS(t, l, serverConfig(t), func(error) {}, func(c *stream.Conn) { echo(t, c) },
				stream.WithMaxHandshakes(limit), stream.WithHandshakeTimeout(time.Hour))
			before := runtime.NumGoroutine()
			for range clients {
				write(t, connect(t, listener), part)
			}
			peer := connectTLS(t, listener, clientConfig())
			write(t, peer, []byte("x"))
			_, err := io.ReadFull(peer, make([]byte, 1))
			check(t, err)
			// Those that have ended but not returned count, so the bound is checked when they have.
			const watcher = 1 // the loop has it while it parks elsewhere
			until(func() bool { return runtime.NumGoroutine() <= before+limit+watcher })
		})
	}
}

// TestTLSSecure: both ends begin with a line of their own and go on with TLS.
func TestTLSSecure(t *testing.T) {
	everyTLS(t, func(t *testing.T, version uint16) {
		for _, network := range []string{"tcp", "unix"} {
			t.Run(network, func(t *testing.T) {
				l := running(t)
				config := withVersion(serverConfig(t), version)
				listener := serve(t, l, network, func(c *stream.Conn) {
					check(t, c.OnData(func(p []byte) {
						equal(t, "command", string(p), "STARTTLS\r\n")
						check(t, c.WriteAll([]byte("go ahead\r\n")))
						check(t, stream.Secure(c, config, func(c *stream.Conn, err error) {
							check(t, err)
							echo(t, c)
						}))
						matches(t, c.WriteAll([]byte("too early")), stream.ErrHandshake)
						matches(t, c.MoveTo(l, func(*stream.Conn, error) {}), stream.ErrHandshake)
						matches(t, c.CloseWrite(), stream.ErrHandshake)
						_, err := c.ConnectionState()
						matches(t, err, stream.ErrHandshake)
						if stream.Secure(c, config, func(*stream.Conn, error) {}) == nil {
							t.Error("Secure was accepted twice")
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
						check(t, stream.Secure(c, clientConfig(), func(c *stream.Conn, err error) {
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

// TestTLSSecureFails: the function gets the error, then OnClose does.
func TestTLSSecureFails(t *testing.T) {
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
				check(t, stream.Secure(conn, config, func(conn *stream.Conn, err error) {
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
	var d *stream.Dialing
	on(t, l, func() {
		var err error
		d, err = stream.DialTLS(l, "tcp", address, clientConfig(), 0, func(*stream.Conn, error) { t.Error("called") })
		check(t, err)
		matches(t, <-outside(d.Cancel), wakeful.ErrNotOnLoop)
	})
	for { // until the handshake has begun and is cancelled
		on(t, l, func() { check(t, d.Cancel()) })
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
		"no time":                  listen(config, stream.WithHandshakeTimeout(0)),
		"no handshakes":            listen(config, stream.WithMaxHandshakes(0)),
		"a side for a listener":    listen(config, stream.AsTLSClient()),
		"no function":              stream.ListenTLS(l, "tcp", "127.0.0.1:0", config, nil),
		"renegotiation":            dial(renegotiating),
		"a side for a dialer":      dial(nil, stream.AsTLSServer()),
		"a limit for a dialer":     dial(nil, stream.WithMaxHandshakes(1)),
		"no address":               func() error { _, err := stream.DialTLS(l, "tcp", "nowhere", nil, 0, never); return err }(),
		"no function for a dialer": func() error { _, err := stream.DialTLS(l, "tcp", "127.0.0.1:1", nil, 0, nil); return err }(),
		"no connection":            stream.Secure(nil, config, never),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
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
		if stream.Secure(c, config, never) == nil {
			t.Error("Secure has guessed the side of an adopted connection")
		}
		matches(t, stream.Secure(c, config, nil, stream.AsTLSServer()), wakeful.ErrNilFunc)
		matches(t, <-outside(func() error { return stream.Secure(c, config, never) }), wakeful.ErrNotOnLoop)
		_, err = c.ConnectionState()
		matches(t, err, stream.ErrNotTLS)
		check(t, c.Close())
		matches(t, stream.Secure(c, config, never, stream.AsTLSServer()), stream.ErrClosed)
	}))
	<-adopted
}
