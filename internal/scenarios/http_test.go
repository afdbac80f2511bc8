//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// HTTP in worlds with faults: each request of a connection has its own answer, in order, or the
// connection has ended.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

func TestHTTP(t *testing.T) { sim.Run(t, 1000, httpWorld) }

// requester sends requests over one connection, several at once, and checks the answers.
type requester struct {
	c              *stream.Conn
	asked, answers int
	part           []byte
	bodies         []string // that are expected
	ended          bool
}

// ask sends one request, with a body or without.
func (r *requester) ask(w *sim.World) {
	path, body := "/loop", ""
	if w.Rand().IntN(2) == 0 {
		path = "/goroutine"
	}
	if w.Rand().IntN(2) == 0 {
		body = strings.Repeat("x", w.Rand().IntN(1<<w.Rand().IntN(15)))
	}
	_, err := fmt.Fprintf(r.c, "POST %s?n=%d HTTP/1.1\r\nHost: server\r\nContent-Length: %d\r\n\r\n%s", path, r.asked, len(body), body)
	if err == nil {
		r.bodies = append(r.bodies, fmt.Sprint(path, " ", r.asked, " ", len(body)))
		r.asked++
	}
}

// receive checks the answers that are complete.
func (r *requester) receive(w *sim.World, p []byte) {
	r.part = append(r.part, p...)
	for {
		source := bytes.NewReader(r.part)
		buffer := bufio.NewReaderSize(source, 16)
		answer, err := http.ReadResponse(buffer, nil)
		if err != nil {
			return // the head is not complete
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return // nor the body
		}
		r.part = r.part[len(r.part)-source.Len()-buffer.Buffered():]
		if r.answers >= len(r.bodies) || answer.StatusCode != http.StatusOK || string(body) != r.bodies[r.answers] {
			w.Fail("answer %d is %s %.60q, want one of %.60q", r.answers, answer.Status, body, r.bodies)
			return
		}
		r.answers++
	}
}

// httpWorld has a server whose handlers run on the loop and on goroutines, and clients that ask
// several things at once.
func httpWorld(w *sim.World) {
	someFaults(w)
	if w.Rand().IntN(3) == 0 {
		w.Net().Faults(sim.Reset(0.2))
	}
	server, client := w.Loop("server"), w.Loop("client")
	s := &streamhttp.Server{
		OnLoop: func(r *http.Request) bool { return r.URL.Path == "/loop" },
		Handler: http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
			n, err := io.Copy(io.Discard, r.Body)
			if err != nil {
				panic(http.ErrAbortHandler) // the connection has ended
			}
			if r.URL.Path == "/goroutine" {
				time.Sleep(time.Millisecond) //nolint:forbidigo // in the world's time; it may block
			}
			fmt.Fprint(to, r.URL.Path, " ", r.FormValue("n"), " ", n)
		}),
	}
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
	var requesters []*requester
	for range 1 + w.Rand().IntN(3) {
		w.At(time.Duration(1+w.Rand().IntN(50))*time.Millisecond, func() {
			_, err := stream.Dial(client, "tcp", "server:80", 0, func(c *stream.Conn, err error) {
				if err != nil {
					return // the network refuses it
				}
				r := &requester{c: c}
				requesters = append(requesters, r)
				_ = c.OnClose(func(error) { r.ended = true })
				_ = c.OnData(func(p []byte) { r.receive(w, p) })
				var next func()
				next = func() {
					for range 1 + w.Rand().IntN(3) {
						r.ask(w)
					}
					if r.asked < 20 && !r.ended {
						_, _ = client.AfterFunc(time.Duration(1+w.Rand().IntN(100))*time.Millisecond, next)
					}
				}
				next()
			})
			if err != nil {
				w.Fail("dial: %w", err)
			}
		})
	}
	w.For(10 * time.Minute)
	for i, r := range requesters {
		if r.answers != r.asked && !r.ended {
			w.Fail("connection %d: %d of %d requests were answered", i, r.answers, r.asked)
		}
	}
	w.Go(func() {
		if err := s.Shutdown(context.Background()); err != nil && !errors.Is(err, http.ErrServerClosed) {
			w.Fail("shutdown: %w", err)
		}
	})
	w.For(time.Minute)
}
