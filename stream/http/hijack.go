package streamhttp

// This file owns how a handler takes a connection over from the server: Hijack gives it to callbacks of
// the loop, and http.Hijacker to a goroutine.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// Hijack takes a connection over from the server, in a handler, before it has written anything. then is
// called on the connection's loop, c.Loop(), with the connection and with the bytes that have arrived
// behind the request. They are valid until then returns. The connection has no functions set and does
// not read; it may use TLS. If the client has ended it, then gets the error, and no connection. If the
// loop ends first, the connection is closed and then is not called.
//
// w is the handler's ResponseWriter, or one that wraps it and has a method Unwrap, as for
// http.ResponseController. Hijack returns http.ErrNotSupported if the server is another one,
// http.ErrHijacked if the connection was hijacked before, an error if an answer was begun, and
// wakeful.ErrNilFunc. Then the handler still has the connection. After a nil error the handler must not
// use w and the body any more. Shutdown and Close of the server do not know the connection any more. Any
// goroutine that may use w may call Hijack. The handler need not return before then is called.
func Hijack(w http.ResponseWriter, then func(c *stream.Conn, rest []byte, err error)) error {
	if then == nil {
		return wakeful.ErrNilFunc
	}
	r, err := unwrap(w)
	if err == nil {
		err = r.take()
	}
	if err != nil {
		return err
	}
	c := r.x.conn
	return c.stream.Do(func() { c.giveUp(then) }) // refused by a loop that is ending, which closes it
}

// unwrap finds the response below wrappers.
func unwrap(w http.ResponseWriter) (*response, error) {
	for {
		switch inner := w.(type) {
		case *response:
			return inner, nil
		case interface{ Unwrap() http.ResponseWriter }:
			w = inner.Unwrap()
		default:
			return nil, fmt.Errorf("streamhttp: Hijack: a %T is not the ResponseWriter of a streamhttp.Server: %w", w, http.ErrNotSupported)
		}
	}
}

// take marks the connection as hijacked, and puts what was read behind the head back.
func (w *response) take() error {
	switch {
	case w.wroteHeader && w.status != http.StatusSwitchingProtocols && !w.tunnels():
		return errors.New("streamhttp: Hijack: the answer has begun; call it before Write and WriteHeader")
	case w.err != nil:
		return w.err
	case w.x.hijacked.Swap(true):
		return http.ErrHijacked
	}
	x := w.x
	if x.body != nil {
		x.conn.transfer.put(x.body.detach())
	}
	return nil
}

// tunnels reports whether the answer opens a tunnel.
func (w *response) tunnels() bool { return w.x.req.Method == http.MethodConnect && w.status/100 == 2 }

// giveUp hands the connection to its new owner. Loop only.
func (c *conn) giveUp(then func(*stream.Conn, []byte, error)) {
	c.writeOutput()
	rest, err := c.transfer.take()
	if c.over {
		then(nil, nil, err)
		return
	}
	c.over = true
	s := c.stream
	_ = s.OnData(nil) // fails after the end only
	if err != nil {
		_ = s.Close() // the client has ended its direction, which the new owner would not hear of
		c.forget()
		then(nil, nil, err)
		return
	}
	_, _, _, _ = s.OnClose(nil), s.OnEOF(nil), s.OnDrain(nil), s.SetWriteTimeout(0)
	_ = s.Resume()
	c.forget()
	then(s, rest, nil)
}

// Hijack implements http.Hijacker. The connection stays on the loop, and the net.Conn waits for it; so
// it needs no descriptor, and works with TLS.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if w.x.onLoop {
		return nil, nil, errOnLoop
	}
	if err := w.take(); err != nil {
		return nil, nil, err
	}
	c := w.x.conn
	none := time.Time{}
	c.transfer.setDeadlines(&none, &none)
	h := &hijackedConn{conn: c}
	if err := c.stream.Do(func() {
		c.writeOutput()
		c.hijacked = true
		_ = c.stream.SetWriteTimeout(0) // fails after the end only
		c.forget()
	}); err != nil {
		return nil, nil, err
	}
	return h, bufio.NewReadWriter(bufio.NewReader(h), bufio.NewWriter(h)), nil
}

// hijackedConn is a net.Conn over a connection on a loop. Any goroutine but the loop's may use it.
type hijackedConn struct{ conn *conn }

func (h *hijackedConn) Read(p []byte) (int, error) {
	n, err := h.conn.transfer.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = h.failed("read", err)
	}
	return n, err
}

func (h *hijackedConn) Write(p []byte) (n int, err error) {
	c := h.conn
	for n < len(p) {
		part := p[n:min(len(p), n+outBuffer)]
		if _, err := c.transfer.send(bytes.Clone(part), c.postOutput); err != nil {
			return n, h.failed("write", err)
		}
		n += len(part)
	}
	return n, nil
}

func (h *hijackedConn) failed(op string, err error) error {
	return &net.OpError{Op: op, Net: h.conn.stream.RemoteAddr().Network(), Source: h.conn.local, Addr: h.RemoteAddr(), Err: err}
}

// Close ends the connection behind what was written.
func (h *hijackedConn) Close() error {
	c := h.conn
	err := c.stream.Do(func() {
		c.writeOutput()
		c.close()
	})
	c.transfer.end(net.ErrClosed)
	return err
}

// CloseWrite ends the direction to the client.
func (h *hijackedConn) CloseWrite() error {
	c := h.conn
	return c.stream.Do(func() {
		c.writeOutput()
		_ = c.stream.CloseWrite() // fails after the end only
	})
}

func (h *hijackedConn) LocalAddr() net.Addr  { return h.conn.local }
func (h *hijackedConn) RemoteAddr() net.Addr { return h.conn.stream.RemoteAddr() }

func (h *hijackedConn) SetDeadline(t time.Time) error {
	h.conn.transfer.setDeadlines(&t, &t)
	return nil
}

func (h *hijackedConn) SetReadDeadline(t time.Time) error {
	h.conn.transfer.setDeadlines(&t, nil)
	return nil
}

func (h *hijackedConn) SetWriteDeadline(t time.Time) error {
	h.conn.transfer.setDeadlines(nil, &t)
	return nil
}

var _ net.Conn = (*hijackedConn)(nil)
