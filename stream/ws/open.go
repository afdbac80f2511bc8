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
// request that is not for a WebSocket is answered with the reason, and then gets an error that
// matches ErrHandshake. The connection is closed when the client has ended it, or after the time of
// WithCloseTimeout: closing it at once could drop the answer. If the loop ends first, then is not
// called. The connection must be on loop l. Call Accept in a callback of that loop; elsewhere it
// returns wakeful.ErrNotOnLoop.
//
// Accept is stricter than net/http: a line of the request's head must not end with LF alone.
func Accept(l *wakeful.Loop, c *stream.Conn, then func(*Conn, error), options ...Option) error {
	s, err := checkArguments("Accept", l, then, options)
	if err != nil {
		return err
	}
	if c == nil {
		return errors.New("ws: Accept: the connection is nil; pass the one that OnAccept gets")
	}
	h := &headReader{conn: c, then: then, server: true}
	return h.read(l, s, func(text []byte) (func(rest []byte), error) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(text)))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrHandshake, err)
		}
		response, a, err := s.answer(r)
		if err == nil {
			err = c.WriteAll(response)
		}
		if err != nil {
			return nil, err
		}
		return func(rest []byte) { newConn(c, l, s, a, false, rest, then) }, nil
	})
}

func checkArguments(call string, l *wakeful.Loop, then func(*Conn, error), options []Option) (*settings, error) {
	switch {
	case l == nil:
		return nil, errors.New("ws: the loop is nil; make one with wakeful.New")
	case then == nil:
		return nil, wakeful.ErrNilFunc
	}
	return newSettings(call, options)
}

// A headReader reads the HTTP head of an opening handshake. Loop only.
type headReader struct {
	conn   *stream.Conn
	then   func(*Conn, error)
	server bool // requests are read, not responses
	// parse is called with the head. The function that it returns gets the bytes that follow it.
	parse   func(text []byte) (func(rest []byte), error)
	limit   time.Duration  // of the wait for the end of a client that was refused
	timer   *wakeful.Timer // closes the connection
	text    []byte         // what has arrived
	settled bool           // the head was parsed, or then was called, or the loop is ending
}

// read makes h's functions those of the connection. Loop only.
func (h *headReader) read(l *wakeful.Loop, s *settings, parse func(text []byte) (func(rest []byte), error)) error {
	if !l.OnLoop() {
		return wakeful.ErrNotOnLoop
	}
	c := h.conn
	h.parse, h.limit = parse, s.closeTimeout
	timer, err := l.AfterFunc(s.openTimeout, func() {
		_ = c.Close() // first: then may panic
		h.fail(fmt.Errorf("%w: %w", ErrHandshake, os.ErrDeadlineExceeded))
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

// refuse answers a request that is not accepted, and ends our direction. What the client still
// sends is dropped until it ends, because closing a socket with unread input may drop the answer.
func (h *headReader) refuse(r *refusedRequestError) {
	h.settled, h.text = true, nil
	_ = h.conn.WriteAll(r.response())
	_ = h.conn.CloseWrite()
	_ = h.timer.Reset(h.limit) // fails on a loop that is ending, which closes the connection
	h.then(nil, r)
}

func (h *headReader) receive(p []byte) {
	if h.settled {
		return // refused, and the peer still sends
	}
	h.text = append(h.text, p...)
	end := bytes.Index(h.text, []byte("\r\n\r\n"))
	head := h.text
	if end >= 0 {
		head = head[:end+4]
	}
	switch {
	case h.server && hasBareLF(head):
		h.refuse(&refusedRequestError{http.StatusBadRequest, "a line of the head ends with LF instead of CR LF"})
		return
	case end < 0 && len(h.text) <= maxHead:
		return
	case end < 0 || end > maxHead:
		_ = h.conn.Close()
		h.fail(fmt.Errorf("%w: the head has more than %d bytes", ErrHandshake, maxHead))
		return
	}
	proceed, err := h.parse(head)
	if refused, ok := errors.AsType[*refusedRequestError](err); ok {
		h.refuse(refused)
		return
	}
	if err != nil {
		_ = h.conn.Close()
		h.fail(err)
		return
	}
	h.settle()
	_ = h.conn.OnData(nil)
	proceed(h.text[end+4:])
}

// hasBareLF reports whether a line ends with LF alone. To net/http that is the end of a line, too.
// So for it a head could end before CR LF CR LF, and what is between would be lost.
func hasBareLF(head []byte) bool {
	return bytes.Count(head, []byte("\n")) != bytes.Count(head, []byte("\r\n"))
}

// Upgrade makes a WebSocket of a request of net/http or of package stream/http and calls then on the
// loop. The opening handshake is done before Upgrade returns; if it fails, the client gets the answer,
// and Upgrade returns an error that matches ErrHandshake. After any other error, w is either untouched
// or the connection is closed. If the loop ends first, the connection is closed and then is not called.
// The deadlines of the server are removed, and it does not wait for the connection any more.
//
// A connection of package stream/http is on a loop already, with TLS or without, and stays there. If l is
// another loop, it moves. Pass streamhttp.Conn(r).Loop() for the connection's own. Its answer is sent
// soon after Upgrade has returned, and then gets an error if the client has gone before.
//
// A connection of net/http without TLS moves to the loop. Its own TLS stays on goroutines, since its
// connection has no descriptor that could move: two goroutines copy between it and a pair of
// sockets until the WebSocket has ended. Shutdown waits for what they still have to send, like for
// the write queue. Package stream/http, and stream.ListenTLS with Accept, have no goroutines. HTTP/2 connections cannot be
// hijacked; set http.Server.Protocols, or TLSNextProto to an empty map.
//
// Any goroutine may call it.
func Upgrade(w http.ResponseWriter, r *http.Request, l *wakeful.Loop, then func(*Conn, error), options ...Option) error {
	s, err := checkArguments("Upgrade", l, then, options)
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
	if err := upgradeServed(w, l, s, response, a, then); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	c, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return fmt.Errorf("ws: Upgrade: %w", err)
	}
	closing := func(err error) error {
		_ = c.Close() // the first error counts
		return fmt.Errorf("ws: Upgrade: %w", err)
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
	if secured, ok := c.(*tls.Conn); ok {
		err = bridged(l, secured, s, a, rest, then)
	} else {
		err = stream.AdoptConn(l, c, func(adopted *stream.Conn, err error) {
			if err != nil {
				then(nil, err)
				return
			}
			newConn(adopted, l, s, a, false, rest, then)
		})
	}
	if err != nil {
		return closing(err)
	}
	return nil
}

// bridged makes a WebSocket of net/http's TLS. If it returns an error, c still belongs to the
// caller.
func bridged(l *wakeful.Loop, c *tls.Conn, s *settings, a agreement, rest []byte, then func(*Conn, error)) error {
	b, socket, err := newBridge(l, c)
	if err != nil {
		return err
	}
	err = stream.AdoptConn(l, socket, func(adopted *stream.Conn, err error) {
		b.adopted()
		if err != nil {
			b.abandon()
			then(nil, err)
			return
		}
		newConn(adopted, l, s, a, false, rest, func(w *Conn, err error) {
			w.bridge = b
			then(w, err)
		})
	})
	if err != nil {
		_ = socket.Close()
		if b.forget() {
			b.abandon()
		}
	}
	return err
}

// Dial opens a WebSocket to a URL that begins with ws:// or wss://, and calls then on the loop. For
// wss see WithTLSConfig. Any goroutine may call it. If it returns an error, or if the loop ends
// first, then is not called.
func Dial(l *wakeful.Loop, address string, then func(*Conn, error), options ...Option) error {
	s, err := checkArguments("Dial", l, then, options)
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
	h := &headReader{conn: c, then: then}
	if err := h.read(l, s, func(text []byte) (func(rest []byte), error) {
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
