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
		err := dialTLS(t, l, listener.Addr().String(), client, func(c *stream.Conn) {
			check(t, c.OnClose(func(err error) { end <- err }))
			check(t, c.OnData(func(p []byte) { got = append(got, p...) }))
			check(t, c.WriteAll([]byte("x")))
			check(t, c.CloseWrite())
		})
		if err != nil {
			t.Fatal(err)
		}
		check(t, <-end)
		equal(t, "came back", string(got), "x")
	})
}

// TestTLSFullInput: the goroutine may read its input while the loop handles an event. The loop goes
// on as before until it is called. An event of an edge-triggered socket would be lost otherwise.
func TestTLSFullInput(t *testing.T) {
	undo := stream.LimitExchange(1000)
	t.Cleanup(undo)
	before, during, after := stream.FullInput(1000)
	equal(t, "wants data with full input, after it was read, and after the call", [3]bool{before, during, after}, [3]bool{false, false, true})
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
				stream.WithMaxHandshakes(limit))
			before := runtime.NumGoroutine()
			for range clients {
				c := connect(t, listener)
				write(t, c, part)
				if part != nil { // it has got a place, so nobody waits for that of the last client
					_, err := c.Read(make([]byte, 1))
					check(t, err)
				}
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
