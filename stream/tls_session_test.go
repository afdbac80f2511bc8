//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

// Tests of where the functions of a tls.Config are called, and of session tickets that arrive after
// the handshake.

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"maps"
	"net"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// putFunc is a ClientSessionCache that never has a session.
type putFunc func(key string, session *tls.ClientSessionState)

func (f putFunc) Put(key string, session *tls.ClientSessionState) { f(key, session) }
func (putFunc) Get(string) (*tls.ClientSessionState, bool)        { return nil, false }

// withPut returns a client's configuration whose cache calls put.
func withPut(put func()) *tls.Config {
	config := withVersion(clientConfig(), tls.VersionTLS13)
	config.ClientSessionCache = putFunc(func(string, *tls.ClientSessionState) { put() })
	return config
}

// greeting listens with crypto/tls for clients that get a ticket and a line of data, in one segment.
// The test's loop comes after it, so that it ends first.
func greeting(t *testing.T) (address string) {
	config := withVersion(serverConfig(t), tls.VersionTLS13)
	config.ClientAuth = tls.RequestClientCert // the ticket comes after the client's last message
	return acceptTLS(t, config, func(c *tls.Conn) {
		c = tls.Server(&corked{Conn: c.NetConn()}, config)
		_, err := io.WriteString(c, "welcome")
		check(t, err)
		_, _ = io.Copy(io.Discard, c) // until the client ends, perhaps with a reset
	})
}

// corked is a net.Conn that writes before it reads.
type corked struct {
	net.Conn
	out []byte
}

func (c *corked) Write(p []byte) (int, error) {
	c.out = append(c.out, p...)
	return len(p), nil
}

func (c *corked) Read(p []byte) (int, error) {
	if _, err := c.Conn.Write(c.out); err != nil {
		return 0, err
	}
	c.out = nil
	return c.Conn.Read(p)
}

// TestTLSPutBlocks: while Put blocks, the loop goes on, and what the server has sent after the ticket
// waits.
func TestTLSPutBlocks(t *testing.T) {
	address := greeting(t)
	l := running(t)
	began, goOn := make(chan struct{}, 1), make(chan struct{})
	returned := false // written before the data that comes after it
	config := withPut(func() {
		if l.OnLoop() {
			t.Error("Put was called on the loop")
			return
		}
		began <- struct{}{}
		<-goOn
		returned = true
	})
	data := make(chan string, 1)
	check(t, dialTLS(t, l, address, config, func(c *stream.Conn) {
		check(t, c.OnData(func(p []byte) {
			equal(t, "Put has returned", returned, true)
			data <- string(p)
		}))
	}))
	select {
	case <-began:
		fired := make(chan struct{})
		on(t, l, func() {
			_, err := l.AfterFunc(0, func() { close(fired) })
			check(t, err)
		})
		<-fired
		for range 3 {
			parks(t, l) // it does not poll either
		}
		equal(t, "deliveries", len(data), 0)
		close(goOn)
		equal(t, "data", <-data, "welcome")
	case <-data:
		t.Error("the data has overtaken the ticket")
	}
}

// TestTLSPutOrder: a client that has got data has the ticket before it in its cache, also if Put is
// slow, so it resumes the session when it dials again.
func TestTLSPutOrder(t *testing.T) {
	const rounds = 5
	bothWays(t, func(t *testing.T) {
		l := running(t)
		listener := serveTLS(t, l, withVersion(serverConfig(t), tls.VersionTLS13), nil, func(c *stream.Conn) { echo(t, c) })
		sessions := tls.NewLRUClientSessionCache(1)
		for i := range rounds {
			resumed, end := false, make(chan error, 1)
			config := withVersion(clientConfig(), tls.VersionTLS13)
			config.ClientSessionCache = struct{ tls.ClientSessionCache }{slowPut{sessions}}
			check(t, dialTLS(t, l, listener.Addr().String(), config, func(c *stream.Conn) {
				state, err := c.ConnectionState()
				check(t, err)
				resumed = state.DidResume
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func([]byte) { check(t, c.CloseWrite()) }))
				check(t, c.WriteAll([]byte("x")))
			}))
			check(t, <-end)
			equal(t, "resumed", resumed, i > 0)
		}
	})
}

// slowPut is a cache whose Put returns when the other goroutines had turns.
type slowPut struct{ tls.ClientSessionCache }

func (s slowPut) Put(key string, session *tls.ClientSessionState) {
	for range 100 {
		runtime.Gosched()
	}
	s.ClientSessionCache.Put(key, session)
}

// TestTLSPutPanics: a panic in Put ends the connection and not the loop.
func TestTLSPutPanics(t *testing.T) {
	address := greeting(t)
	l := running(t)
	end := make(chan error, 1)
	check(t, dialTLS(t, l, address, withPut(func() { panic("a test") }), func(c *stream.Conn) {
		check(t, c.OnClose(func(err error) { end <- err }))
		check(t, c.OnData(func([]byte) { t.Error("data was delivered") }))
	}))
	if p, ok := errors.AsType[*wakeful.PanicError](<-end); !ok || p.Value != "a test" {
		t.Errorf("error %v, want the panic", p)
	}
}

// TestTLSPutAtEnd: Shutdown waits for a Put until its context ends. Close does not. A connection that
// is closed meanwhile ends at once.
func TestTLSPutAtEnd(t *testing.T) {
	for name, c := range map[string]struct {
		closeConn bool
		end       func(t *testing.T, l *wakeful.Loop, goOn func())
		waits     bool
	}{
		"shutdown":                   {false, shutdownAfter, true},
		"shutdown, connection ended": {true, shutdownAfter, true},
		"shutdown, context ended": {false, func(t *testing.T, l *wakeful.Loop, _ func()) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_ = l.Shutdown(ctx) // the context's error
			<-l.Done()
		}, false},
		"close": {false, func(t *testing.T, l *wakeful.Loop, _ func()) {
			check(t, l.Close())
			<-l.Done()
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := wakeful.New()
			check(t, err)
			go l.Run(context.Background())
			began, goOn, returned := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
			var conn *stream.Conn
			end := make(chan error, 1)
			check(t, dialTLS(t, l, greeting(t), withPut(func() {
				began <- struct{}{}
				<-goOn
				close(returned)
			}), func(got *stream.Conn) {
				conn = got
				check(t, conn.OnClose(func(err error) { end <- err }))
				check(t, conn.OnData(func([]byte) { t.Error("data was delivered") }))
			}))
			<-began
			if c.closeConn {
				on(t, l, func() { check(t, conn.Close()) })
				check(t, <-end)
			}
			c.end(t, l, sync.OnceFunc(func() { close(goOn) }))
			if c.waits {
				select {
				case <-returned:
				default:
					t.Error("Shutdown has not waited for Put")
				}
				return
			}
			close(goOn)
			<-returned
		})
	}
}

// shutdownAfter has Put return when Shutdown has begun.
func shutdownAfter(t *testing.T, l *wakeful.Loop, goOn func()) {
	draining := make(chan struct{})
	_, err := l.OnDrain(func(context.Context) { close(draining) })
	check(t, err)
	go func() {
		<-draining
		goOn()
	}()
	check(t, l.Shutdown(t.Context()))
}

// TestTLSPutAutoExit: an auto-exit loop whose connection has ended waits for Put.
func TestTLSPutAutoExit(t *testing.T) {
	address := greeting(t)
	returned := make(chan struct{})
	ended(t, func(l *wakeful.Loop) {
		began, goOn := make(chan struct{}), make(chan struct{})
		_, err := stream.DialTLS(l, "tcp", address, withPut(func() {
			close(began)
			<-goOn
			close(returned)
		}), 0, func(c *stream.Conn, err error) {
			check(t, err)
			check(t, c.OnData(func([]byte) {}))
			check(t, c.OnClose(func(error) { close(goOn) }))
			check(t, l.RunBlocking(context.Background(), func(context.Context) (struct{}, error) { <-began; return struct{}{}, nil },
				func(struct{}, error) { check(t, c.Close()) }))
		})
		check(t, err)
	})
	select {
	case <-returned:
	default:
		t.Error("the loop has ended before Put returned")
	}
}

// TestTLSPutMove: a connection that moves while Put blocks reads on its new loop without waiting for
// it, and is not disturbed when Put returns.
func TestTLSPutMove(t *testing.T) {
	address := greeting(t)
	l, other := running(t), running(t)
	began, goOn := make(chan struct{}, 1), make(chan struct{})
	var conn *stream.Conn
	data := make(chan bool, 1)
	check(t, dialTLS(t, l, address, withPut(func() { began <- struct{}{}; <-goOn }), func(c *stream.Conn) {
		conn = c
		check(t, c.OnData(func([]byte) { data <- other.OnLoop() }))
	}))
	<-began
	on(t, l, func() { check(t, conn.MoveTo(other, func(_ *stream.Conn, err error) { check(t, err) })) })
	equal(t, "delivered on the other loop", <-data, true)
	close(goOn)
	parks(t, l)
}

// calls records which functions of configurations were called on the loop, and which elsewhere.
type calls struct {
	loop *wakeful.Loop
	mu   sync.Mutex
	on   map[string]bool
	off  map[string]bool
}

func (c *calls) record(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loop.OnLoop() {
		c.on[name] = true
	} else {
		c.off[name] = true
	}
}

// Of io.Reader and io.Writer: recording is the one of Rand or KeyLogWriter.
type recording struct {
	calls *calls
	name  string
}

func (r recording) Read(p []byte) (int, error)  { r.calls.record(r.name); return rand.Read(p) }
func (r recording) Write(p []byte) (int, error) { r.calls.record(r.name); return len(p), nil }

// recordingCache is a ClientSessionCache.
type recordingCache struct {
	calls *calls
	tls.ClientSessionCache
}

func (r recordingCache) Get(key string) (*tls.ClientSessionState, bool) {
	r.calls.record("ClientSessionCache.Get")
	return r.ClientSessionCache.Get(key)
}

func (r recordingCache) Put(key string, session *tls.ClientSessionState) {
	r.calls.record("ClientSessionCache.Put")
	r.ClientSessionCache.Put(key, session)
}

// instrument sets all functions of a configuration.
func (c *calls) instrument(base *tls.Config, sessions tls.ClientSessionCache) *tls.Config {
	config := base.Clone()
	config.Rand, config.KeyLogWriter = recording{c, "Rand"}, recording{c, "KeyLogWriter"} //nolint:staticcheck // Rand is one of the functions
	config.Time = func() time.Time { c.record("Time"); return time.Now() }
	config.ClientSessionCache = recordingCache{c, sessions}
	own := base.Certificates[0]
	config.Certificates = nil
	config.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) { c.record("GetCertificate"); return &own, nil }
	config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
		c.record("GetClientCertificate")
		return &own, nil
	}
	config.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { c.record("GetConfigForClient"); return nil, nil }
	config.VerifyPeerCertificate = func([][]byte, [][]*x509.Certificate) error { c.record("VerifyPeerCertificate"); return nil }
	config.VerifyConnection = func(tls.ConnectionState) error { c.record("VerifyConnection"); return nil }
	config.WrapSession = func(state tls.ConnectionState, session *tls.SessionState) ([]byte, error) {
		c.record("WrapSession")
		return base.EncryptTicket(state, session)
	}
	config.UnwrapSession = func(ticket []byte, state tls.ConnectionState) (*tls.SessionState, error) {
		c.record("UnwrapSession")
		return base.DecryptTicket(ticket, state)
	}
	config.EncryptedClientHelloRejectionVerify = func(tls.ConnectionState) error {
		c.record("EncryptedClientHelloRejectionVerify")
		return nil
	}
	config.GetEncryptedClientHelloKeys = func(*tls.ClientHelloInfo) ([]tls.EncryptedClientHelloKey, error) {
		c.record("GetEncryptedClientHelloKeys")
		return nil, nil
	}
	return config
}

// TestTLSConfigFunctions: of the functions of a configuration only Rand and Time are called on the
// loop, as the documentation of ListenTLS says. The connections use TLS 1.3, TLS 1.2, and TLS 1.2
// with CBC, each twice, so that sessions are resumed. The last one has its encrypted first message
// refused.
func TestTLSConfigFunctions(t *testing.T) {
	l := running(t)
	c := &calls{loop: l, on: map[string]bool{}, off: map[string]bool{}}
	for _, test := range []struct {
		version uint16
		suites  []uint16
	}{{tls.VersionTLS13, nil}, {tls.VersionTLS12, nil}, {tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA}}} {
		base := withVersion(serverConfig(t), test.version)
		base.CipherSuites = test.suites
		base.RootCAs, base.ClientCAs, base.ServerName = testAuthority().pool, testAuthority().pool, "localhost"
		base.ClientAuth = tls.RequireAnyClientCert
		config := c.instrument(base, tls.NewLRUClientSessionCache(1))
		set := reflect.ValueOf(config).Elem()
		for i := range set.NumField() {
			field := set.Type().Field(i)
			if kind := field.Type.Kind(); field.IsExported() && (kind == reflect.Func || kind == reflect.Interface) && set.Field(i).IsNil() {
				t.Errorf("this test does not set %s: is it called on the loop?", field.Name)
			}
		}
		listener := serveTLS(t, l, config, nil, func(c *stream.Conn) { echo(t, c) })
		for range 2 {
			end := make(chan error, 1)
			check(t, dialTLS(t, l, listener.Addr().String(), config, func(c *stream.Conn) {
				check(t, c.OnClose(func(err error) { end <- err }))
				check(t, c.OnData(func([]byte) { check(t, c.CloseWrite()) }))
				check(t, c.WriteAll([]byte("x")))
			}))
			check(t, <-end)
		}
	}
	base := withVersion(serverConfig(t), tls.VersionTLS13)
	base.ServerName, base.RootCAs = "localhost", testAuthority().pool
	config := c.instrument(base, tls.NewLRUClientSessionCache(1))
	// The server completes its handshake before the client's alert arrives.
	listener := serveTLS(t, l, config, func(error) {}, func(c *stream.Conn) { check(t, c.OnData(func([]byte) {})) })
	config = config.Clone()
	config.EncryptedClientHelloConfigList = encryptedHellos(t)
	err := dialTLS(t, l, listener.Addr().String(), config, func(*stream.Conn) { t.Error("connected") })
	if _, ok := errors.AsType[*tls.ECHRejectionError](err); !ok {
		t.Errorf("error %v, want a refusal of the encrypted first message", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	equal(t, "functions called on the loop", names(c.on), "Rand Time")
	equal(t, "functions called elsewhere", names(c.off), "ClientSessionCache.Get ClientSessionCache.Put "+
		"EncryptedClientHelloRejectionVerify GetCertificate GetClientCertificate GetConfigForClient "+
		"GetEncryptedClientHelloKeys KeyLogWriter Rand Time UnwrapSession VerifyConnection VerifyPeerCertificate WrapSession")
}

// encryptedHellos returns an ECHConfigList (RFC 9849, section 4) with one key.
func encryptedHellos(t *testing.T) []byte {
	key, err := ecdh.X25519().GenerateKey(rand.Reader)
	check(t, err)
	public, name := key.PublicKey().Bytes(), "example.com"
	contents := append([]byte{1, 0, 0x20, 0, byte(len(public))}, public...) // X25519 with SHA-256
	contents = append(contents, 0, 4, 0, 1, 0, 1, 32, byte(len(name)))      // HKDF-SHA256 and AES-128-GCM
	contents = append(append(contents, name...), 0, 0)
	config := append([]byte{0xfe, 0x0d, 0, byte(len(contents))}, contents...)
	return append([]byte{0, byte(len(config))}, config...)
}

// names returns the names in order.
func names(of map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(of)), " ") }
