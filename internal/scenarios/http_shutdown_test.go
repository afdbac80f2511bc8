//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// The end of an HTTP server with connections that have sent nothing.

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// TestShutdownOfNewHTTPConnections: a connection that has not sent a byte has 5 seconds from Shutdown on,
// although the timer of another one fires before.
func TestShutdownOfNewHTTPConnections(t *testing.T) {
	sim.Run(t, 1, func(w *sim.World) {
		server, client := w.Loop("server"), w.Loop("client")
		s := &streamhttp.Server{IdleTimeout: time.Second, OnLoop: func(*http.Request) bool { return true }, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "done")
		})}
		if err := stream.Listen(server, "tcp", ":80", func(l *stream.Listener, err error) {
			if err == nil {
				err = s.Serve(l)
			}
			if err != nil {
				w.Fail("listen: %w", err)
			}
		}); err != nil {
			w.Fail("listen: %w", err)
		}
		const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
		ends := map[string]time.Duration{}
		answers := map[string]string{}
		connect := func(name string, after time.Duration) {
			if _, err := stream.Dial(client, "tcp", "server:80", 0, func(c *stream.Conn, err error) {
				if err != nil {
					w.Fail("dial: %w", err)
					return
				}
				_ = c.OnClose(func(error) { ends[name] = w.Elapsed() })
				_ = c.OnData(func(p []byte) { answers[name] += string(p) })
				_, _ = client.AfterFunc(after, func() { _, _ = c.Write([]byte(request)) })
			}); err != nil {
				w.Fail("dial: %w", err)
			}
		}
		w.At(time.Millisecond, func() {
			connect("idle", 0)
			connect("late", 4*time.Second)
			connect("silent", time.Hour)
		})
		w.At(500*time.Millisecond, func() {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			_ = s.Shutdown(ctx) // it does not wait
		})
		w.For(10 * time.Second)
		switch {
		case !strings.HasSuffix(answers["idle"], "done") || ends["idle"] > time.Second:
			w.Fail("idle: %q, ended after %v", answers["idle"], ends["idle"])
		case !strings.HasSuffix(answers["late"], "done"):
			w.Fail("late: %q, ended after %v", answers["late"], ends["late"])
		case ends["silent"] < 5500*time.Millisecond || ends["silent"] > 6*time.Second:
			w.Fail("silent: ended after %v", ends["silent"])
		}
	})
}
