package streamhttp

// This file owns a connection: what waits on it, when a request begins, and when the next one may. All
// of it belongs to the loop. exchange.go has what happens between a request and its answer.

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/stream"
)

// requestsPerCallback is the number of pipelined requests that the loop handles before it runs other
// callbacks.
const requestsPerCallback = 16

// shortest is the number of bytes that begin a request on a connection that had one before. Fewer are
// dropped when the connection ends. It is that of package net/http.
const shortest = 4

// conn is a connection. While it waits for a request, this is all there is of it.
type conn struct {
	loop   *serverLoop
	stream *stream.Conn

	// Its place among the connections of the loop, see timelimits.go.

	before, next *conn
	since        time.Time
	kind         waitKind
	listed       bool

	lastPost  bool // the request before was a POST
	forgotten bool // the server does not count it any more
	hijacked  bool // a net.Conn of Hijack has it
	over      bool // it has ended, or stream.Conn has another owner
	scheduled bool // next will be handled in a later callback
	scan      headScan

	x        *exchange // nil while no request is handled
	transfer transfer

	// Set by the first request.

	ctx    context.Context
	local  net.Addr
	remote string
	tls    *tls.ConnectionState
}

// newConn begins to serve a connection.
func newConn(l *serverLoop, s *stream.Conn) {
	c := &conn{loop: l, stream: s}
	c.transfer.conn = c
	if l.ended {
		_ = s.Close()
	}
	if s.OnClose(c.ended) != nil {
		c.forget()
		return
	}
	_ = s.OnEOF(c.inputEnded)
	_ = s.OnDrain(c.drained)
	if d := l.server.WriteTimeout; d > 0 {
		_ = s.SetWriteTimeout(d)
	}
	l.place(c, waitNew)
	_ = s.OnData(c.receive)
}

// forget tells the server that the connection is gone.
func (c *conn) forget() {
	c.loop.remove(c)
	if !c.forgotten {
		c.forgotten = true
		c.loop.server.forget()
	}
}

// ended is called when the connection has ended.
func (c *conn) ended(err error) {
	if err == nil {
		err = net.ErrClosed
	}
	c.over = true
	c.transfer.end(err)
	c.cancel()
	c.forget()
}

// cancel ends the context of the request.
func (c *conn) cancel() {
	if c.x != nil {
		c.x.cancel()
	}
}

func (c *conn) receive(p []byte) {
	switch {
	case c.kind == waitLinger || c.over:
	case c.isBusy():
		c.keep(p)
	default:
		held, _ := c.transfer.take()
		if len(held) > 0 {
			c.proceed(append(held, p...), true)
		} else {
			c.proceed(p, false)
		}
	}
}

// isBusy reports whether what arrives has to wait.
func (c *conn) isBusy() bool {
	return c.x != nil || c.hijacked || c.scheduled || c.stream.AboveHighWatermark()
}

// keep keeps what has arrived while it cannot be handled, and stops reading if it is much.
func (c *conn) keep(p []byte) {
	if c.over || c.kind == waitLinger || len(p) == 0 {
		return
	}
	if c.transfer.add(p) {
		_ = c.stream.Pause() // fails after the end only
	}
}

// resumeReading has the loop read the socket again. Any goroutine.
func (c *conn) resumeReading() {
	_ = c.stream.Do(func() { _ = c.stream.Resume() }) // fails after the end only
}

// inputEnded is called at the end of the client's direction. What has arrived before is handled, and
// answers are still sent.
func (c *conn) inputEnded() {
	switch empty := c.transfer.endInput(io.EOF); {
	case !c.isBusy() && !empty && c.kind != waitLinger:
		c.refuseIncomplete(len(c.transfer.in)) // no goroutine uses it now
	case !c.isBusy():
		c.close()
	case empty:
		c.cancel()
	}
}

// drained is called when the write queue is short again.
func (c *conn) drained() {
	c.transfer.setBlocked(false)
	c.sendOutput()
	if c.kind != waitLinger && !c.isBusy() {
		c.handleNext()
	}
}

// proceed handles the requests at the beginning of p, and keeps the rest. p is the loop's buffer, unless
// it is owned.
func (c *conn) proceed(p []byte, owned bool) {
	for range requestsPerCallback {
		switch {
		case len(p) == 0:
			c.rest()
			return
		case c.ctx != nil && len(p) < shortest:
			c.keepHead(p, owned)
			return
		case c.lastPost:
			p, c.lastPost = p[emptyLines(p):], false
		}
		end := c.scan.find(p)
		limit := c.loop.server.maxHeaderBytes() + 4096
		switch {
		case end > limit || end < 0 && len(p) > limit:
			c.refuse(headTooLarge)
			return
		case end < 0 && c.scan.firstIs(p, firstLineRefused):
			c.refuse(badRequest)
			return
		case end < 0:
			c.keepHead(p, owned)
			return
		}
		head, lines := p[:end], c.scan.lines
		c.scan = headScan{}
		var more bool
		if p, more = c.begin(head, lines, p[end:]); !more {
			c.keep(p)
			return
		}
	}
	c.keep(p)
	c.schedule()
}

// keepHead keeps a head that is not complete.
func (c *conn) keepHead(p []byte, owned bool) {
	if !owned {
		p = bytes.Clone(p)
	}
	c.transfer.put(p)
	switch {
	case c.transfer.inErr != nil: // only the loop writes it
		c.refuseIncomplete(len(p))
	case c.kind != waitNew && c.kind != waitHead: // on a new connection the time counts from its beginning
		c.loop.place(c, waitHead)
	}
}

// rest is called when everything that has arrived was handled.
func (c *conn) rest() {
	switch {
	case c.transfer.inErr != nil || c.kind == busy && c.loop.server.over.Load():
		c.close()
	case c.kind == busy:
		c.loop.place(c, waitIdle)
	}
}

// handleNext goes on after an answer. If the answer is long and the client slow, drained calls it.
func (c *conn) handleNext() {
	if c.loop.ended {
		c.close() // what has arrived since is not handled
		return
	}
	if c.stream.AboveHighWatermark() {
		return
	}
	p, _ := c.transfer.take()
	if c.transfer.stopped {
		c.transfer.stopped = false
		_ = c.stream.Resume() // fails after the end only
	}
	c.proceed(p, true)
}

// schedule has handleNext called after other callbacks.
func (c *conn) schedule() {
	c.scheduled = c.stream.Do(func() {
		c.scheduled = false
		if !c.over && !c.isBusy() {
			c.handleNext()
		}
	}) == nil
}

// begin handles a request. p is what follows its head. It returns what is left of p, and whether the
// request was answered.
func (c *conn) begin(head []byte, lines int, p []byte) (left []byte, answered bool) {
	s := c.loop.server
	req, r, refused := s.parse(head, lines, &c.transfer)
	if refused == nil && !expectationMet(req) {
		refused = &refusal{status: http.StatusExpectationFailed, version: "HTTP/1." + strconv.Itoa(min(1, req.ProtoMinor))}
		if r != nil {
			r.free()
		}
	}
	if refused != nil {
		c.refuse(refused)
		return nil, false
	}
	c.prepare()
	began := c.since
	if s.ReadTimeout > 0 && (c.kind == busy || c.kind == waitIdle) {
		began = time.Now()
	}
	x := newExchange(c, req, r, began)
	c.x, c.lastPost = x, req.Method == http.MethodPost
	c.loop.place(c, busy)
	if c.transfer.inErr != nil && len(p) == 0 {
		x.cancel()
	}
	switch onLoop := s.OnLoop != nil && call(c, func() bool { return s.OnLoop(x.req) }); {
	case !onLoop:
		c.keep(p)
		x.runOnWorker()
		return nil, false
	case !x.body.gather(p):
		c.keep(p)
		x.gatherOnWorker()
		return nil, false
	}
	if x.body != nil {
		p = p[x.body.size:]
	}
	return p, x.runOnLoop()
}

// call calls a function of the server's settings. If it panics or calls runtime.Goexit, nobody would
// answer the request, so the connection ends.
func call[T any](c *conn, fn func() T) T {
	returned := false
	defer func() {
		if !returned {
			c.abort()
		}
	}()
	result := fn()
	returned = true
	return result
}

// expectationMet reports whether the server can do what the request expects.
func expectationMet(req *http.Request) bool {
	expect := req.Header["Expect"]
	return len(expect) == 0 || expect[0] == "" || hasToken(expect, "100-continue")
}

// prepare sets what the requests of the connection share.
func (c *conn) prepare() {
	if c.ctx != nil {
		return
	}
	c.local, c.remote = c.stream.LocalAddr(), c.stream.RemoteAddr().String()
	base := context.Background()
	if f := c.loop.server.ConnContext; f != nil {
		base = call(c, func() context.Context { return f(base, c.stream) })
	}
	c.ctx = connContext{base, c}
	if state, err := c.stream.ConnectionState(); err == nil {
		c.tls = &state
	}
}

// refuse answers a request that is not handled, and ends the connection.
func (c *conn) refuse(r *refusal) {
	_ = c.stream.WriteAll(r.text()) // its error ends the connection
	c.linger()
}

// refuseIncomplete ends a connection whose client has ended within a head of n bytes.
func (c *conn) refuseIncomplete(n int) {
	if c.ctx != nil && n < shortest {
		c.close()
		return
	}
	c.refuse(badRequest)
}

// linger ends our direction, and drops what arrives until the client ends its own. Closing at once
// could drop the answer, because unread input resets the connection.
func (c *conn) linger() {
	if c.transfer.inErr != nil {
		c.close()
		return
	}
	_, _ = c.transfer.take()
	c.loop.place(c, waitLinger)
	_ = c.stream.CloseWrite() // as all methods it fails after the end only
	_ = c.stream.Resume()
}

// close ends the connection when what was written is sent.
func (c *conn) close() { _ = c.stream.Close() }

// abort ends the connection at once.
func (c *conn) abort() { _ = c.stream.Abort() }

// timedOut is called when the connection has waited for too long.
func (c *conn) timedOut() {
	if c.kind == waitIdle && c.stream.Queued() > 0 {
		c.loop.place(c, waitIdle) // the client is still taking the answer
		return
	}
	c.loop.remove(c) // the end of the connection comes later, and fire looks at the first of a list
	c.close()
}

// closeIfIdle is called when the server ends.
func (c *conn) closeIfIdle() {
	if c.kind == waitIdle {
		c.close()
	}
}
