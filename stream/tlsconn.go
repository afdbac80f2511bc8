package stream

// TLS on a connection, after its handshake: an unmodified crypto/tls.Conn that the loop calls. It
// reads from the wire what the socket has delivered, and gets a temporary error when that is used
// up. tlshandshake.go has the handshake before it, and tlsreader.go what is done when crypto/tls
// does not go on after a temporary error.

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

// tlsAnswers is how many bytes crypto/tls may add to a write queue that does not become empty. A
// peer that has keys updated again and again and does not read the answers gets no further.
const tlsAnswers = 64 << 10

type tlsState uint8

const (
	tlsWaiting     tlsState = iota // for the peer's first record, or for a place among the handshakes
	tlsHandshaking                 // on a goroutine
	tlsOpen
	tlsEnded
)

// tlsLoop is what the TLS connections of a loop share. Loop only.
type tlsLoop struct {
	plain      []byte // what a read has decrypted
	out        []byte // what crypto/tls has written
	handshakes handshakes
	idle       idleTLS
}

var tlsLoops = wakeful.NewLocal(func(l *wakeful.Loop) *tlsLoop {
	return &tlsLoop{handshakes: handshakes{loop: l, limit: defaultMaxHandshakes}, idle: idleTLS{loop: l}}
})

// tlsLayer is the layer. Its goroutine uses wire and tls while it runs, everything else belongs to
// the loop.
type tlsLayer struct {
	conn     *Conn
	tls      *tls.Conn
	wire     wire
	records  recordBoundary
	state    tlsState
	left     bool  // there may be something to decrypt that no event of the socket announces
	ticking  bool  // read is going to be called
	notified bool  // close_notify was sent: nothing more may follow
	answers  int   // bytes that crypto/tls has added to the queue by itself since it was empty
	err      error // what crypto/tls returned after the last data
	opener   *tlsOpening
	reader   *tlsReader // nil if the loop calls crypto/tls itself
}

func (t *tlsLayer) opening() bool { return t.state < tlsOpen }

func (t *tlsLayer) forget() { t.opener.then = nil }

func (t *tlsLayer) wantsData() bool {
	switch {
	case t.state == tlsEnded || t.wire.eof || t.err != nil:
		return false
	case t.wire.exchange != nil && t.wire.exchange.isFull():
		return false
	}
	return t.state < tlsOpen || t.conn.userWantsData()
}

func (t *tlsLayer) receive(p []byte) {
	complete := t.records.add(p)
	switch x := t.wire.exchange; {
	case t.state < tlsOpen:
		x.feed(p)
		t.requestAt(complete)
	case x != nil:
		x.feed(p)
	default:
		single := !t.left && complete == 1 && t.records.between()
		if len(t.wire.input) > 0 {
			p = append(t.wire.input, p...) // keep has made the first part
		}
		t.wire.input = p
		t.read(single)
	}
}

// endOfInput is called at the end of the peer's direction. The end of TLS should have come before.
func (t *tlsLayer) endOfInput() {
	t.wire.eof = true
	switch x := t.wire.exchange; {
	case x != nil:
		x.end()
		if t.state == tlsWaiting && t.opener.place == nil {
			t.conn.fail("handshake", io.EOF)
			return
		}
		_ = t.conn.update() // there is nothing more to read
	default:
		t.read(false)
	}
}

// read decrypts what there is and gives it to the user. single means that exactly one record is
// left, so that crypto/tls need not be asked whether there is another one.
func (t *tlsLayer) read(single bool) {
	s := t.wire.shared
	if !t.delivers() {
		t.left = true
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
	t.left = err == nil
	s.idle.touch(t)
	if err != nil && !errors.Is(err, errNoInput) {
		t.err = err
	}
	if t.answer() != nil {
		return
	}
	if t.left {
		t.keep()
		t.schedule() // now, since the user's function may panic
	}
	if n > 0 {
		t.deliver(s.plain[:n:n])
	} else {
		t.settle()
	}
}

// delivers reports whether the user may be called with data.
func (t *tlsLayer) delivers() bool {
	return t.state == tlsOpen && t.err == nil && t.conn.userWantsData() && t.conn.set.drain == nil
}

// keep copies the input, which is in the loop's buffer.
func (t *tlsLayer) keep() {
	if len(t.wire.input) > 0 {
		t.wire.input = bytes.Clone(t.wire.input)
	}
}

// deliver calls the user, and then ends what has ended, even if the user panics.
func (t *tlsLayer) deliver(p []byte) {
	if t.err != nil {
		defer t.settle()
	}
	t.conn.onData(p)
}

// settle acts on an error of crypto/tls when everything before it was delivered.
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
	if t.left || t.err != nil {
		t.schedule()
	}
}

// schedule has tick called after the current callback.
func (t *tlsLayer) schedule() {
	if !t.ticking {
		// A loop that refuses it delivers nothing any more.
		t.ticking = t.conn.loop.NextTick(t.tick) == nil
	}
}

// movable refuses a connection on which a goroutine is at work for its loop.
func (t *tlsLayer) movable() error {
	switch {
	case t.state < tlsOpen:
		return ErrHandshake
	case t.reader != nil:
		return fmt.Errorf("stream: a TLS connection with a goroutine that reads does not move: %w", errors.ErrUnsupported)
	}
	return nil
}

// leave removes the connection from what the loop sweeps.
func (t *tlsLayer) leave() { delete(t.wire.shared.idle.large, t) }

// arrive continues on another loop.
func (t *tlsLayer) arrive() {
	t.wire.shared = tlsLoops.Get(t.conn.loop)
	t.wire.shared.idle.touch(t)
	t.ticking = false // it was to be called on the old loop
	t.resume()
}

// tick reads without an event of the socket.
func (t *tlsLayer) tick() {
	if !t.conn.onLoop() {
		return // the connection has left the loop since
	}
	t.ticking = false
	switch {
	case t.state != tlsOpen || !t.conn.userWantsData():
		return
	case t.reader != nil:
		t.reader.tick()
		return
	}
	if t.err != nil {
		t.settle()
	} else if t.left {
		t.read(false)
	}
}

func (t *tlsLayer) write(p []byte, all bool) (n int, err error) {
	c := t.conn
	if t.state != tlsOpen {
		return 0, ErrHandshake
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
		return ErrHandshake
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
		// The user has closed it, and everything was sent: then the peer may know.
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
// connection without TLS, and ErrHandshake before the handshake is complete. It can be called after
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
		return tls.ConnectionState{}, ErrHandshake
	}
	return t.tls.ConnectionState(), nil
}

var (
	_ layer    = (*tlsLayer)(nil)
	_ net.Conn = (*wire)(nil)
)
