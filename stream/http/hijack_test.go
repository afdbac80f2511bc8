//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

const upgrade = "GET /up HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"

// wrapped is a ResponseWriter that wraps another, as middleware has it.
type wrapped struct{ http.ResponseWriter }

func (w wrapped) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// TestHijack: a connection that was hijacked lives on the loop, with what came behind the request.
func TestHijack(t *testing.T) {
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		l := running(t)
		s := &streamhttp.Server{OnLoop: onLoop, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			check(t, streamhttp.Hijack(wrapped{w}, func(c *stream.Conn, rest []byte, err error) {
				check(t, err)
				equal(t, "on the loop", c.Loop().OnLoop(), true)
				_, _ = c.Write([]byte("HTTP/1.1 101 Switching Protocols\r\n\r\n"))
				_, _ = c.Write(rest)
				check(t, c.OnData(func(p []byte) { _, _ = c.Write(p) }))
			}))
			_, err := w.Write([]byte("x"))
			equal(t, "Write", err, http.ErrHijacked)
			equal(t, "again", streamhttp.Hijack(w, func(*stream.Conn, []byte, error) {}), http.ErrHijacked)
		}), ErrorLog: new(logged).logger()}
		plain := dial(t, serve(t, l, s))
		address, config := serveTLS(t, l, s)
		for _, c := range []net.Conn{plain, tls.Client(dial(t, address), config)} {
			send(t, c, upgrade+"early")
			want := "HTTP/1.1 101 Switching Protocols\r\n\r\nearly"
			p := make([]byte, len(want))
			_, err := io.ReadFull(c, p)
			check(t, err)
			equal(t, "answer", string(p), want)
			send(t, c, "later")
			_, err = io.ReadFull(c, p[:5])
			check(t, err)
			equal(t, "echo", string(p[:5]), "later")
		}
		check(t, s.Shutdown(t.Context())) // it does not wait for them
	})
}

// TestHijacker: a goroutine takes a connection over as from package net/http, also with TLS.
func TestHijacker(t *testing.T) {
	l := running(t)
	s := &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_, err = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
		check(t, err)
		line, err := buffered.ReadString('\n')
		check(t, err)
		_, err = io.WriteString(c, line)
		check(t, err)
		check(t, c.SetReadDeadline(time.Now()))
		var timeout net.Error
		_, err = buffered.ReadByte()
		equal(t, "the deadline", errors.As(err, &timeout) && timeout.Timeout(), true)
		check(t, c.SetReadDeadline(time.Time{}))
		_, err = io.Copy(c, buffered)
		check(t, err)
	})}
	plain := dial(t, serve(t, l, s))
	address, config := serveTLS(t, l, s)
	for _, c := range []interface {
		net.Conn
		CloseWrite() error
	}{plain, tls.Client(dial(t, address), config)} {
		send(t, c, upgrade+"line\n")
		answers := bufio.NewReader(c)
		for _, want := range []string{"HTTP/1.1 101 Switching Protocols\r\n", "\r\n", "line\n"} {
			line, err := answers.ReadString('\n')
			check(t, err)
			equal(t, "line", line, want)
		}
		send(t, c, "end")
		check(t, c.CloseWrite())
		rest, err := io.ReadAll(answers)
		check(t, err)
		equal(t, "rest", string(rest), "end")
	}
}

// TestHijackRefused: the errors of Hijack.
func TestHijackRefused(t *testing.T) {
	if err := streamhttp.Hijack(nil, func(*stream.Conn, []byte, error) {}); !errors.Is(err, http.ErrNotSupported) {
		t.Error(err)
	}
	address := serve(t, running(t), &streamhttp.Server{OnLoop: onLoop, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _, err := http.NewResponseController(w).Hijack()
		equal(t, "a net.Conn on the loop is refused", err != nil, true)
		_, _ = w.Write([]byte("a"))
		equal(t, "an answer was begun", streamhttp.Hijack(w, func(*stream.Conn, []byte, error) {}) != nil, true)
	})})
	equal(t, "answer", len(exchange(t, address, upgrade)) > 0, true)
	address = serve(t, running(t), &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("a"))
		_, _, err := http.NewResponseController(w).Hijack()
		equal(t, "a net.Conn after the answer was begun is refused", err != nil, true)
	})})
	equal(t, "answer of a goroutine", len(exchange(t, address, upgrade)) > 0, true)
}
