package ws

// How a WebSocket is opened: from a connection of package stream, from net/http, and as a client.

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// maxHead limits the head of a request or a response.
const maxHead = 16 << 10

// Accept does the server's opening handshake on a connection of package stream, with TLS or
// without, and calls then on the loop. It replaces the functions of OnData, OnEOF and OnClose. A
// request that is not for a WebSocket is answered with the reason, the connection is closed, and
// then gets an error that matches ErrHandshake. If the loop ends first, then is not called. The
// connection must be on loop l. Call Accept in a callback of that loop; elsewhere it returns
// wakeful.ErrNotOnLoop.
func Accept(l *wakeful.Loop, c *stream.Conn, then func(*Conn, error), options ...Option) error {
	s, err := checkArguments(l, then, options)
	if err != nil {
		return err
	}
	if c == nil {
		return errors.New("ws: Accept: the connection is nil; pass the one that OnAccept gets")
	}
	return readHead(l, c, s, then, func(text []byte) (func(rest []byte), error) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(text)))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrHandshake, err)
		}
		response, a, err := s.answer(r)
		if refused, ok := errors.AsType[*refusedRequestError](err); ok {
			_ = c.WriteAll(refused.response())
			_ = c.CloseWrite()
		}
		if err == nil {
			err = c.WriteAll(response)
		}
		if err != nil {
			return nil, err
		}
		return func(rest []byte) { newConn(c, l, s, a, false, rest, then) }, nil
	})
}

func checkArguments(l *wakeful.Loop, then func(*Conn, error), options []Option) (*settings, error) {
	switch {
	case l == nil:
		return nil, errors.New("ws: the loop is nil; make one with wakeful.New")
	case then == nil:
		return nil, wakeful.ErrNilFunc
	}
	return newSettings(options)
}

// A headReader reads the HTTP head of an opening handshake. Loop only.
type headReader struct {
	conn *stream.Conn
	then func(*Conn, error)
	// parse is called with the head. The function that it returns gets the bytes that follow it.
	parse   func(text []byte) (func(rest []byte), error)
	timer   *wakeful.Timer
	text    []byte // what has arrived
	settled bool   // the head was parsed, or then was called, or the loop is ending
}

// readHead makes c's functions those of a headReader. Loop only.
func readHead(l *wakeful.Loop, c *stream.Conn, s *settings, then func(*Conn, error), parse func(text []byte) (func(rest []byte), error)) error {
	if !l.OnLoop() {
		return wakeful.ErrNotOnLoop
	}
	h := &headReader{conn: c, then: then, parse: parse}
	timer, err := l.AfterFunc(s.openTimeout, func() {
		h.fail(fmt.Errorf("%w: %w", ErrHandshake, os.ErrDeadlineExceeded))
		_ = c.Close()
	})
	if err != nil {
		return err
	}
	h.timer = timer
	timer.Unref() // the connection keeps an auto-exit loop running
	if err := c.OnClose(h.closed); err != nil {
		timer.Stop()
		return err
	}
	_ = c.OnEOF(nil)
	return c.OnData(h.receive)
}

// settle reports whether it is called for the first time.
func (h *headReader) settle() bool {
	first := !h.settled
	h.settled = true
	h.timer.Stop()
	return first
}

func (h *headReader) fail(err error) {
	if h.settle() {
		h.then(nil, err)
	}
}

// closed is called when the connection has ended before its head was complete.
func (h *headReader) closed(err error) {
	switch {
	case errors.Is(err, wakeful.ErrClosed):
		h.settle() // the loop is ending
		return
	case err == nil:
		err = io.ErrUnexpectedEOF
	}
	h.fail(fmt.Errorf("%w: %w", ErrHandshake, err))
}

func (h *headReader) receive(p []byte) {
	if h.settled {
		return // refused, and the peer still sends
	}
	h.text = append(h.text, p...)
	end := bytes.Index(h.text, []byte("\r\n\r\n"))
	switch {
	case end < 0 && len(h.text) <= maxHead:
		return
	case end < 0 || end > maxHead:
		h.fail(fmt.Errorf("%w: the head has more than %d bytes", ErrHandshake, maxHead))
		_ = h.conn.Close()
		return
	}
	proceed, err := h.parse(h.text[:end+4])
	if err != nil {
		h.fail(err)
		if _, ok := errors.AsType[*refusedRequestError](err); !ok { // that ends after its answer
			_ = h.conn.Close()
		}
		return
	}
	h.settle()
	_ = h.conn.OnData(nil)
	proceed(h.text[end+4:])
}

// Hijack takes a connection over from net/http and calls then on the loop. The opening handshake is
// done before Hijack returns; if it fails, the client gets the answer, and Hijack returns an error
// that matches ErrHandshake. After any other error, w is either untouched or the connection is
// closed. If the loop ends first, the connection is closed and then is not called. The deadlines of
// the http.Server are removed, and it does not wait for the connection any more.
//
// A connection without TLS moves to the loop. The server's own TLS stays on goroutines, since its
// connection has no descriptor that could move: two goroutines copy between it and a pair of
// sockets. stream.ListenTLS with Accept has no goroutines. HTTP/2 connections cannot be hijacked;
// set http.Server.Protocols, or TLSNextProto to an empty map.
//
// Any goroutine may call it.
func Hijack(w http.ResponseWriter, r *http.Request, l *wakeful.Loop, then func(*Conn, error), options ...Option) error {
	s, err := checkArguments(l, then, options)
	if err != nil {
		return err
	}
	response, a, err := s.answer(r)
	if refused, ok := errors.AsType[*refusedRequestError](err); ok {
		if refused.status == http.StatusUpgradeRequired {
			w.Header().Set("Sec-WebSocket-Version", "13")
			w.Header().Set("Upgrade", "websocket")
		}
		http.Error(w, refused.reason, refused.status)
		return err
	}
	c, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return fmt.Errorf("ws: Hijack: %w", err)
	}
	closing := func(err error) error {
		_ = c.Close() // the first error counts
		return fmt.Errorf("ws: Hijack: %w", err)
	}
	rest, err := buffered.Peek(buffered.Reader.Buffered())
	if err != nil {
		return closing(err)
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return closing(err)
	}
	if _, err := c.Write(response); err != nil {
		return closing(err)
	}
	var socket io.Closer = c
	if _, ok := c.(*tls.Conn); ok {
		if socket, err = bridge(c); err != nil {
			return closing(err)
		}
	}
	err = stream.AdoptConn(l, socket, func(adopted *stream.Conn, err error) {
		if err != nil {
			_ = socket.Close()
			then(nil, err)
			return
		}
		newConn(adopted, l, s, a, false, rest, then)
	})
	if err != nil {
		_ = socket.Close()
		return closing(err)
	}
	return nil
}

// Dial opens a WebSocket to a URL that begins with ws:// or wss://, and calls then on the loop. For
// wss see WithTLSConfig. Any goroutine may call it. If it returns an error, or if the loop ends
// first, then is not called.
func Dial(l *wakeful.Loop, address string, then func(*Conn, error), options ...Option) error {
	s, err := checkArguments(l, then, options)
	if err != nil {
		return err
	}
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("ws: Dial: %w", err)
	}
	port := map[string]string{"ws": "80", "wss": "443"}[u.Scheme]
	switch {
	case port == "":
		return fmt.Errorf("ws: Dial: the URL %q does not begin with ws:// or wss://", address)
	case u.Host == "" || u.Fragment != "" || strings.Contains(address, "#"):
		return fmt.Errorf("ws: Dial: the URL %q needs a host and no fragment", address)
	}
	if u.Port() != "" {
		port = u.Port()
	}
	begun := time.Now()
	connected := func(c *stream.Conn, err error) {
		if err != nil {
			then(nil, err)
			return
		}
		left := *s
		left.openTimeout = max(1, s.openTimeout-time.Since(begun))
		if err := clientHandshake(l, c, &left, u, then); err != nil {
			_ = c.Close() // the loop is ending
		}
	}
	host := net.JoinHostPort(u.Hostname(), port)
	if u.Scheme == "wss" {
		_, err = stream.DialTLS(l, "tcp", host, s.config, s.openTimeout, connected)
	} else {
		_, err = stream.Dial(l, "tcp", host, s.openTimeout, connected)
	}
	return err
}

// clientHandshake does the client's opening handshake.
func clientHandshake(l *wakeful.Loop, c *stream.Conn, s *settings, u *url.URL, then func(*Conn, error)) error {
	request, key := s.request(u)
	if err := readHead(l, c, s, then, func(text []byte) (func(rest []byte), error) {
		r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(text)), nil)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrHandshake, err)
		}
		_ = r.Body.Close() // its bytes are not in text
		a, err := s.accepted(r, key)
		if err != nil {
			return nil, err
		}
		return func(rest []byte) { newConn(c, l, s, a, true, rest, then) }, nil
	}); err != nil {
		return err
	}
	return c.WriteAll(request)
}
