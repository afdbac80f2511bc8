package streamhttp

// This file owns an exchange: a request, its handler and its answer.

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"
)

// exchange is a request that is being handled. The handler's goroutine has it, or the loop if the
// handler runs there.
type exchange struct {
	conn   *conn
	req    *http.Request
	cancel context.CancelFunc
	reader *requestReader // the body's; nil without one
	body   *requestBody   // nil without one
	w      response
	rest   []byte // what reader has read of the next request

	onLoop   bool
	returned bool        // the handler has returned
	hijacked atomic.Bool // the connection has another owner; set by the handler, read by the loop after it
}

func newExchange(c *conn, req *http.Request, r *requestReader, began time.Time) *exchange {
	x := &exchange{conn: c, reader: r}
	ctx, cancel := context.WithCancel(c.ctx)
	x.cancel = cancel
	// The copy of WithContext stays on the stack, and the body sets the trailers of req itself.
	*req = *req.WithContext(ctx)
	x.req, req.RemoteAddr, req.TLS = req, c.remote, c.tls
	if r != nil {
		x.body = newRequestBody(x, req)
		req.Body = x.body
		c.transfer.onDrained(cancel)
	}
	x.w.begin(x)
	s := c.loop.server
	if s.ReadTimeout > 0 || s.WriteTimeout > 0 || !c.transfer.inBefore.IsZero() || !c.transfer.outBefore.IsZero() {
		var in, out time.Time
		if s.ReadTimeout > 0 {
			in = began.Add(s.ReadTimeout)
		}
		if s.WriteTimeout > 0 {
			out = time.Now().Add(s.WriteTimeout)
		}
		c.transfer.setDeadlines(&in, &out)
	}
	return x
}

// runOnWorker has the handler called on a goroutine.
func (x *exchange) runOnWorker() {
	if err := x.conn.loop.loop.RunBlocking(context.Background(), x.work, x.worked); err != nil {
		x.cancel()
		x.conn.close() // the loop is ending
	}
}

// work is what the goroutine does.
func (x *exchange) work(context.Context) (struct{}, error) {
	growStack(0)
	x.serve()
	return struct{}{}, nil
}

// growStack makes the goroutine's stack as large as most handlers need. A new goroutine has 2 KiB. To
// grow it later, and twice, with the frames of a handler on it, took an eighth of the processor time of
// a short request.
//
//go:noinline
func growStack(i int) byte {
	var frame [6 << 10]byte
	frame[i] = 1
	return frame[len(frame)-1-i]
}

// serve calls the handler, and completes the answer unless the handler panics.
func (x *exchange) serve() {
	defer func() {
		if !x.returned {
			if v := recover(); v != nil && v != any(http.ErrAbortHandler) {
				x.logPanic(v)
			}
		}
		x.cancel()
	}()
	x.call()
	x.returned = true
	if !x.hijacked.Load() {
		x.w.finish()
	}
}

func (x *exchange) logPanic(v any) {
	stack := make([]byte, 64<<10)
	stack = stack[:runtime.Stack(stack, false)]
	x.conn.loop.server.logf("http: panic serving %v: %v\n%s", x.conn.remote, v, stack)
}

func (x *exchange) call() {
	s := x.conn.loop.server
	if x.req.RequestURI == "*" && x.req.Method == http.MethodOptions && !s.DisableGeneralOptionsHandler {
		x.w.Header().Set("Content-Length", "0")
		return
	}
	s.handler().ServeHTTP(&x.w, x.req)
}

// worked is called on the loop when the goroutine has returned.
func (x *exchange) worked(struct{}, error) {
	if x.complete() {
		x.conn.transfer.put(x.rest)
		x.conn.handleNext()
	}
}

// complete sends the rest of the answer, and reports whether the connection goes on. Loop only.
func (x *exchange) complete() bool {
	c := x.conn
	defer x.release()
	switch {
	case x.hijacked.Load():
		c.hijacked = true
		c.forget()
		return false
	case c.over:
		return false
	}
	c.writeOutput()
	if len(x.w.out) > 0 && x.w.headDone { // otherwise the handler has panicked before
		_ = c.stream.WriteAll(x.w.out) // its error ends the connection
	}
	switch {
	case x.returned && x.body.endedEarly():
		c.linger()
	case x.returned && x.w.reusable() && !c.over:
		return true
	default:
		c.close()
	}
	return false
}

// release gives back the memory of the exchange. Loop only.
func (x *exchange) release() {
	if x.body != nil {
		x.rest = x.body.detach()
		x.conn.transfer.onDrained(nil)
	}
	x.w.release()
	x.conn.x = nil
}

// runOnLoop calls the handler on the loop, and reports whether the connection goes on with the next
// request.
func (x *exchange) runOnLoop() (goesOn bool) {
	c := x.conn
	x.onLoop = true
	done := false
	defer func() {
		if !done { // runtime.Goexit
			x.release()
			c.close()
		}
	}()
	x.serve()
	done = true
	return x.complete() && !c.isBusy()
}

// gatherOnWorker reads the body on a goroutine, and then calls the handler on the loop.
func (x *exchange) gatherOnWorker() {
	err := x.conn.loop.loop.RunBlocking(context.Background(), func(context.Context) (int, error) {
		return x.body.gatherAll()
	}, func(status int, err error) {
		c := x.conn
		switch {
		case c.over || err != nil: // the client has gone, or was too slow
			x.release()
			x.cancel()
			c.close()
		case status != 0:
			x.release()
			x.cancel()
			c.refuse(&refusal{status: status})
		default:
			c.transfer.put(x.body.left())
			if x.runOnLoop() {
				c.handleNext()
			}
		}
	})
	if err != nil {
		x.cancel()
		x.conn.close() // the loop is ending
	}
}

// sendOutput writes what the goroutine has sent, unless the client is slow. Loop only.
func (c *conn) sendOutput() {
	if c.stream.AboveHighWatermark() {
		c.transfer.setBlocked(true) // drained calls it
		return
	}
	c.writeOutput()
}

func (c *conn) writeOutput() {
	if p := c.transfer.takeOutput(); len(p) > 0 {
		_ = c.stream.WriteAll(p) // its error ends the connection
		freeOut(p)
	}
}

// postOutput has the loop call sendOutput. Any goroutine.
func (c *conn) postOutput() error { return c.stream.Do(c.sendOutput) }

var errOnLoop = errors.New("streamhttp: a handler on the loop cannot wait for bytes: use Hijack of this package")
