package stream

// This file owns TLS on a connection after the handshake. The loop calls an unmodified
// crypto/tls.Conn. It reads the bytes that the socket has delivered from a wire. When these are
// used up, the wire returns a temporary error. tlshandshake.go has the handshake. tlsreader.go has
// the substitute for a crypto/tls that does not continue after a temporary error.

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/wakeful-go/wakeful"
)

// tlsWriteSize is the number of bytes that are encrypted before they are given to the kernel.
const tlsWriteSize = 32 << 10

// tlsAnswers is how many bytes crypto/tls may add to a write queue that does not become empty. It
// stops a peer that requests key updates again and again and does not read the answers.
const tlsAnswers = 64 << 10

type tlsState uint8

const (
	tlsWaiting     tlsState = iota // for the peer's first record, or for a slot among the handshakes
	tlsHandshaking                 // on a goroutine
	tlsOpen
	tlsEnded
)

// tlsLoop has what the TLS connections of a loop share. Loop only.
type tlsLoop struct {
	plain []byte // buffer for decrypted bytes
	out   []byte // buffer for the bytes that crypto/tls writes
	idle  idleTLS

	// The handshakes of DialTLS and StartTLS.

	asClient, asServer handshakes
}

var tlsLoops = wakeful.NewLoopLocal(func(l *wakeful.Loop) *tlsLoop {
	return &tlsLoop{
		idle:     idleTLS{loop: l},
		asClient: handshakes{loop: l, limit: defaultMaxHandshakes, grace: clientGrace},
		asServer: handshakes{loop: l, limit: defaultMaxHandshakes, grace: handshakeGrace},
	}
})

// tlsLayer implements layer. While a goroutine does the handshake or reads, it uses wire and tls.
// Everything else belongs to the loop.
type tlsLayer struct {
	conn          *Conn
	tls           *tls.Conn
	wire          wire
	records       recordBoundary
	state         tlsState
	mayHaveMore   bool  // there may be bytes to decrypt, which no event of the socket reports
	inputFull     bool  // the goroutine has much to read, so the socket is not read until exchanged is called
	tickScheduled bool  // tick was passed to AfterCallback
	notified      bool  // close_notify was sent: nothing more may follow
	answers       int   // bytes that crypto/tls has added to the queue by itself since it was empty
	err           error // the error of crypto/tls after the last data
	opener        *tlsOpening
	reader        *tlsReader    // nil if the loop calls crypto/tls itself
	sessions      *sessionCache // nil without a ClientSessionCache
}

func (t *tlsLayer) opening() bool { return t.state < tlsOpen }

func (t *tlsLayer) forget() { t.opener.then = nil }

func (t *tlsLayer) wantsData() bool {
	switch {
	case t.state == tlsEnded || t.wire.eof || t.wire.held || t.err != nil:
		return false
	case t.inputFull:
		return false
	}
	return t.state < tlsOpen || t.conn.userWantsData()
}

func (t *tlsLayer) receive(p []byte) {
	complete := t.records.add(p)
	switch x := t.wire.exchange; {
	case t.state < tlsOpen:
		t.inputFull = x.feed(p)
		t.requestAt(complete)
	case x != nil:
		t.inputFull = x.feed(p)
	default:
		single := !t.mayHaveMore && complete == 1 && t.records.between()
		if len(t.wire.input) > 0 {
			p = append(t.wire.input, p...) // keep has made the first part
		}
		t.wire.input = p
		t.read(single)
	}
}

// endOfInput is called at the end of the peer's direction. A peer should send close_notify before.
func (t *tlsLayer) endOfInput() {
	t.wire.eof = true
	switch x := t.wire.exchange; {
	case x != nil:
		x.markEOF()
		if t.state == tlsWaiting && t.opener.place == nil {
			t.conn.fail("handshake", io.EOF)
			return
		}
		_ = t.conn.update() // there is nothing more to read
	default:
		t.read(false)
	}
}

// read decrypts the input and gives it to the user. single means that the input is exactly one
// record. Then crypto/tls is not called again to find out whether there is another one.
func (t *tlsLayer) read(single bool) {
	s := t.wire.shared
	if !t.delivers() {
		t.mayHaveMore = true
		t.keep()
		return
	}
	if s.plain == nil {
		s.plain = make([]byte, bufferSize)
	}
	n := 0
	var err error
	for err == nil && n < len(s.plain) {
		var more int
		more, err = t.tls.Read(s.plain[n:])
		if n += more; single && err == nil {
			err = errNoInput
		}
	}
	t.mayHaveMore = err == nil
	if t.wire.held {
		t.mayHaveMore = true
		t.save()
	}
	s.idle.touch(t)
	if err != nil && !errors.Is(err, errNoInput) {
		t.err = err
	}
	if t.answer() != nil {
		return
	}
	if t.mayHaveMore {
		t.keep()
		t.schedule() // before the user's function, which may panic
	}
	if n > 0 {
		t.deliver(s.plain[:n:n])
	} else {
		t.settle()
	}
}

// delivers reports whether the user may be called with data.
func (t *tlsLayer) delivers() bool {
	return t.state == tlsOpen && t.err == nil && !t.wire.held && t.conn.userWantsData() && t.conn.set.drain == nil
}

// keep copies the rest of the input, because it is in the loop's buffer.
func (t *tlsLayer) keep() {
	if len(t.wire.input) > 0 {
		t.wire.input = bytes.Clone(t.wire.input)
	}
}

// deliver calls the user's function and then settle, even if the function panics.
func (t *tlsLayer) deliver(p []byte) {
	if t.err != nil {
		defer t.settle()
	}
	t.conn.onData(p)
}

// settle handles the error of crypto/tls after all data before it was delivered.
func (t *tlsLayer) settle() {
	c, err := t.conn, t.err
	switch {
	case err == nil || t.state != tlsOpen || c.eof:
	case !errors.Is(err, io.EOF) || t.sawEndOfInput():
		if errors.Is(err, io.EOF) {
			err = fmt.Errorf("the peer has ended the connection without close_notify, so data may be missing: %w", io.ErrUnexpectedEOF)
		}
		c.fail("read", err)
	case c.userWantsData() && c.set.drain == nil:
		c.peerEnded()
	}
}

func (t *tlsLayer) sawEndOfInput() bool {
	if x := t.wire.exchange; x != nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		return x.sawEOF
	}
	return t.wire.sawEOF
}

func (t *tlsLayer) resume() {
	if t.state != tlsOpen || !t.conn.userWantsData() {
		return
	}
	if t.reader != nil {
		t.reader.resume()
		return
	}
	if t.mayHaveMore || t.err != nil {
		t.schedule()
	}
}

// schedule schedules a call of tick after the current callback.
func (t *tlsLayer) schedule() {
	if !t.tickScheduled {
		// A loop that refuses it delivers nothing any more.
		t.tickScheduled = t.conn.loop.AfterCallback(t.tick) == nil
	}
}

// movable refuses a connection with a goroutine of its own.
func (t *tlsLayer) movable() error {
	switch {
	case t.state < tlsOpen:
		return ErrHandshakeIncomplete
	case t.reader != nil:
		return fmt.Errorf("stream: a TLS connection with a goroutine that reads does not move: %w", errors.ErrUnsupported)
	}
	return nil
}

// leave removes the connection from the list of large buffers that the loop sweeps. The other loop
// does not wait for calls of this one.
func (t *tlsLayer) leave() {
	delete(t.wire.shared.idle.large, t)
	t.release()
}

// arrive continues on another loop.
func (t *tlsLayer) arrive() {
	t.wire.shared = tlsLoops.Get(t.conn.loop)
	t.wire.shared.idle.touch(t)
	t.tickScheduled = false // it was scheduled on the old loop
	t.resume()
}

// tick reads without an event of the socket.
func (t *tlsLayer) tick() {
	if !t.conn.onLoop() {
		return // the connection has left the loop since
	}
	t.tickScheduled = false
	switch {
	case t.state != tlsOpen || !t.conn.userWantsData():
		return
	case t.reader != nil:
		t.reader.tick()
		return
	}
	if t.err != nil {
		t.settle()
	} else if t.mayHaveMore {
		t.read(false)
	}
}

func (t *tlsLayer) write(p []byte, all bool) (n int, err error) {
	c := t.conn
	if t.state != tlsOpen {
		return 0, ErrHandshakeIncomplete
	}
	for n < len(p) {
		room := c.limit - c.queued()
		switch {
		case all && (n > 0 || room > 0):
			room = len(p)
		case room <= 0:
			return n, c.full()
		}
		part := p[n:min(len(p), n+tlsWriteSize, n+room)]
		if _, err := t.tls.Write(part); err != nil {
			c.fail("write", err)
			return n, c.err
		}
		if err := t.flush(); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}

// flush sends what crypto/tls has written. If that ends the connection, it returns the reason.
func (t *tlsLayer) flush() error {
	c, s := t.conn, t.wire.shared
	out := s.out
	if t.wire.exchange != nil {
		out = t.wire.exchange.take()
	} else if s.out = s.out[:0]; cap(s.out) > 4*tlsWriteSize {
		s.out = nil
	}
	switch {
	case c.closed:
		return c.err
	case len(out) == 0 || t.notified:
		return nil // after close_notify nothing may follow, not even an alert
	}
	return c.pass(out)
}

// answer sends what crypto/tls has written while it read: alerts, and key updates that the peer has
// asked for.
func (t *tlsLayer) answer() error {
	c := t.conn
	before := c.queued()
	if err := t.flush(); err != nil {
		return err
	}
	if before == 0 {
		t.answers = 0
	}
	if t.answers += max(0, c.queued()-before); t.answers > tlsAnswers {
		c.fail("read", fmt.Errorf("%w: the peer asks for answers and does not read them", ErrQueueFull))
		return c.err
	}
	return nil
}

// closeWrite sends close_notify.
func (t *tlsLayer) closeWrite() error {
	switch {
	case t.state != tlsOpen:
		return ErrHandshakeIncomplete
	case t.notified:
		return nil
	}
	_ = t.tls.CloseWrite() // it fails if an alert was sent, which says the same
	err := t.flush()
	t.notified = true
	return err
}

func (t *tlsLayer) closing(err error) {
	c, before := t.conn, t.state
	if before == tlsOpen && !t.notified && isCleanEnd(err) && c.queue.size == 0 && c.drainer == nil {
		// The user has closed the connection, and everything was sent. So tell the peer.
		t.notified = true
		_ = t.tls.CloseWrite()
		s := t.wire.shared
		out := s.out
		if s.out = s.out[:0]; t.wire.exchange != nil {
			out = t.wire.exchange.take()
		}
		c.send(out)
	}
	t.state = tlsEnded
	if t.wire.exchange != nil {
		t.wire.exchange.close(net.ErrClosed)
	}
	if before < tlsOpen {
		t.abandon(before, err)
	}
}

// ConnectionState returns what TLS has negotiated: version, cipher suite, ALPN protocol, server
// name, the peer's certificates. It returns wakeful.ErrNotOnLoop off the loop, ErrNotTLS for a
// connection without TLS, and ErrHandshakeIncomplete before the handshake is complete. It can be called after
// the end of the connection.
func (c *Conn) ConnectionState() (tls.ConnectionState, error) {
	if !c.onLoop() {
		return tls.ConnectionState{}, wakeful.ErrNotOnLoop
	}
	t, ok := c.layer.(*tlsLayer)
	switch {
	case !ok:
		return tls.ConnectionState{}, ErrNotTLS
	case t.opener != nil:
		return tls.ConnectionState{}, ErrHandshakeIncomplete
	}
	return t.tls.ConnectionState(), nil
}

var (
	_ layer    = (*tlsLayer)(nil)
	_ net.Conn = (*wire)(nil)
)
