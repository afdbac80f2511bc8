package stream

// The handshake of TLS. crypto/tls cannot resume one, so it runs on a goroutine, and the loop only
// carries bytes. A server starts the goroutine when the peer's first record is there: a peer that
// sends nothing holds no goroutine.

import (
	"container/list"
	"context"
	"crypto/tls"
	"errors"
	"os"
	"time"

	"github.com/wakeful-go/wakeful"
)

// tlsOpening is what only a handshake needs. Loop only.
type tlsOpening struct {
	config     *tls.Config
	client     bool
	then       func(*Conn, error) // nil once it was called or is not to be
	handshakes *handshakes
	place      *list.Element // among the running or waiting ones; nil before request and after done
	timer      *wakeful.Timer
	cancel     context.CancelFunc
	started    time.Time
}

// secure begins TLS on a connection. then is called at the end of the handshake.
func secure(c *Conn, config *tls.Config, client bool, h *handshakes, after time.Duration, then func(*Conn, error)) error {
	t := &tlsLayer{conn: c, opener: &tlsOpening{config: config, client: client, then: then, handshakes: h}}
	t.wire = wire{shared: tlsLoops.Get(c.loop), remote: c.remote, exchange: newExchange(t.post)}
	timer, err := c.loop.AfterFunc(after, func() { c.fail("handshake", os.ErrDeadlineExceeded) })
	if err != nil {
		return err
	}
	timer.Unref() // the connection keeps an auto-exit loop running
	t.opener.timer = timer
	c.onData, c.onEOF, c.paused, c.layer = nil, nil, false, t
	if client {
		t.request()
	}
	return nil
}

// post has the loop take the output of the goroutine. Any goroutine.
func (t *tlsLayer) post() {
	// A loop that is ending refuses it, and closes the connection.
	_ = t.conn.loop.SubmitPriority(t.exchanged)
}

// exchanged is called after the goroutine has written, or has read what made the loop stop reading.
func (t *tlsLayer) exchanged() {
	if t.state == tlsEnded || t.answer() != nil {
		return
	}
	t.inputFull = t.inputFull && t.wire.exchange != nil && t.wire.exchange.isFull()
	_ = t.conn.startReading()
}

// requestAt requests a place for a server's handshake when its first record is complete.
func (t *tlsLayer) requestAt(complete int) {
	if o := t.opener; !o.client && t.state == tlsWaiting && o.place == nil && (complete > 0 || t.records.implausible()) {
		t.request()
	}
}

func (t *tlsLayer) request() { t.opener.handshakes.request(t) }

// start begins the handshake.
func (t *tlsLayer) start() {
	c, o := t.conn, t.opener
	t.state, o.started = tlsHandshaking, time.Now()
	c.LocalAddr() // for the functions of the configuration
	t.wire.local = c.local
	if o.client {
		t.tls = tls.Client(&t.wire, t.withSessionCache(o.config))
	} else {
		t.tls = tls.Server(&t.wire, o.config)
	}
	ctx, cancel := context.WithCancel(c.loop.Context())
	o.cancel = cancel
	t.wire.exchange.gate = c.set.sockets.gate(c.fd)
	go t.handshake(ctx, resumes)
}

// handshake is the goroutine.
func (t *tlsLayer) handshake(ctx context.Context, resumes func() bool) {
	loop, x := t.conn.loop, t.wire.exchange
	if x.gate != nil {
		x.gate()
	}
	var err error
	direct, returned := false, false
	defer func() {
		if !returned {
			err = configPanic(loop, recover())
		}
		if loop.SubmitPriority(func() { t.finished(direct, err) }) != nil {
			x.close(wakeful.ErrClosed) // the loop is ending
		}
	}()
	direct = resumes()
	err = t.tls.HandshakeContext(ctx)
	returned = true
}

// finished is called on the loop when the goroutine has ended.
func (t *tlsLayer) finished(direct bool, err error) {
	c, o := t.conn, t.opener
	o.cancel()
	o.handshakes.done(t)
	if t.state == tlsEnded || t.answer() != nil { // also the alert that says what is wrong
		return
	}
	if err != nil {
		c.fail("handshake", err)
		return
	}
	o.timer.Stop()
	t.state, t.opener, t.mayHaveMore = tlsOpen, nil, true
	if direct {
		t.wire.input, t.wire.eof = t.wire.exchange.takeInput()
		t.wire.exchange, t.inputFull = nil, false
		freeTLSBuffers(t.tls, 0)
	} else {
		t.reader = newTLSReader(t)
	}
	then := o.then
	o.then = nil
	returned := false
	defer func() {
		c.failUnless(returned)
		_ = c.startReading() // once, after all that then sets up
	}()
	then(c, nil)
	returned = true
}

// abandon is called when the connection ends during the handshake.
func (t *tlsLayer) abandon(before tlsState, err error) {
	o := t.opener
	o.timer.Stop()
	switch {
	case before == tlsHandshaking:
		o.cancel() // the goroutine ends, and calls finished
	case o.place != nil:
		o.handshakes.withdraw(t)
	}
	then := o.then
	o.then = nil
	if then == nil || errors.Is(err, wakeful.ErrClosed) { // the loop is ending
		return
	}
	if err == nil {
		err = ErrClosed
	}
	atEndOfTurn(t.conn.loop, func() { then(nil, err) })
}
