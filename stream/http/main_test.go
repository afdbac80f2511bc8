//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

// What the tests share: loops, servers on them, and clients.

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// running returns a loop that runs until the test has ended.
func running(t testing.TB, options ...wakeful.Option) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	go l.Run(context.Background())
	t.Cleanup(func() { check(t, l.Shutdown(context.Background())) })
	return l
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// until waits until fn returns true.
func until(fn func() bool) {
	for !fn() {
		runtime.Gosched()
	}
}

// serve serves on a free port until the test has ended, and returns the address.
func serve(t testing.TB, l *wakeful.Loop, s *streamhttp.Server) string {
	t.Helper()
	return listen(t, l, s, func(then func(*stream.Listener, error)) error {
		return stream.Listen(l, "tcp", "127.0.0.1:0", then)
	})
}

// serveTLS is serve with TLS. The configuration is that of the tests of net/http.
func serveTLS(t testing.TB, l *wakeful.Loop, s *streamhttp.Server) (address string, client *tls.Config) {
	t.Helper()
	server, client := tlsConfigs(t)
	return listen(t, l, s, func(then func(*stream.Listener, error)) error {
		return stream.ListenTLS(l, "tcp", "127.0.0.1:0", server, then, stream.WithHandshakeTimeout(time.Hour)) // for a busy machine
	}), client
}

func tlsConfigs(t testing.TB) (server, client *tls.Config) {
	t.Helper()
	ts := httptest.NewTLSServer(nil)
	defer ts.Close()
	client = ts.Client().Transport.(*http.Transport).TLSClientConfig
	return &tls.Config{Certificates: ts.TLS.Certificates, MinVersion: tls.VersionTLS12}, &tls.Config{RootCAs: client.RootCAs, ServerName: "example.com", MinVersion: tls.VersionTLS12}
}

func listen(t testing.TB, l *wakeful.Loop, s *streamhttp.Server, begin func(func(*stream.Listener, error)) error) string {
	t.Helper()
	addresses := make(chan string, 1)
	check(t, begin(func(listener *stream.Listener, err error) {
		check(t, err)
		check(t, s.Serve(listener))
		addresses <- listener.Addr().String()
	}))
	return <-addresses
}

// onLoop has all requests handled on the loop.
func onLoop(*http.Request) bool { return true }

// eachWay runs a test with handlers on goroutines and on the loop.
func eachWay(t *testing.T, test func(t *testing.T, onLoop func(*http.Request) bool)) {
	t.Helper()
	t.Run("goroutine", func(t *testing.T) { test(t, nil) })
	t.Run("loop", func(t *testing.T) { test(t, onLoop) })
}

// dial connects. The connection has no time limit, because a busy machine can stop a test for any time;
// a test that waits for bytes that do not come ends with the time limit of go test, and the stacks.
func dial(t testing.TB, address string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // the test may have closed it
	return c.(*net.TCPConn)
}

// exchange sends a text, ends the direction, and returns all that comes back.
func exchange(t testing.TB, address, text string) string {
	t.Helper()
	c := dial(t, address)
	go func() {
		_, _ = io.WriteString(c, text) // a server that refuses closes
		_ = c.CloseWrite()
	}()
	answer, _ := io.ReadAll(c) // a reset comes behind the answer
	return string(answer)
}

// send writes to a connection.
func send(t testing.TB, c io.Writer, text string) {
	t.Helper()
	_, err := io.WriteString(c, text)
	check(t, err)
}

// logged is a logger whose lines a test looks at.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) logger() *log.Logger { return log.New(l, "", 0) }
