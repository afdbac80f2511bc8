package ws

// A WebSocket after its opening handshake: what it consists of, and sending. Receiving is in
// receive.go, and the end in close.go.

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/gobwas/ws"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// A Kind is the kind of a message.
type Kind byte

// The kinds of messages.
const (
	Text   = Kind(ws.OpText)
	Binary = Kind(ws.OpBinary)
)

// String returns the kind's name.
func (k Kind) String() string {
	switch k {
	case Text:
		return "Text"
	case Binary:
		return "Binary"
	}
	return fmt.Sprintf("Kind(%d)", byte(k))
}

// Statuses of close frames, see RFC 6455, 7.4.1. The full list is at IANA.
const (
	StatusNormal          = 1000
	StatusGoingAway       = 1001
	StatusProtocolError   = 1002
	StatusNoStatus        = 1005 // never sent: the close frame had no status
	StatusAbnormal        = 1006 // never sent: there was no close frame
	StatusInvalidPayload  = 1007
	StatusPolicyViolation = 1008
	StatusTooLarge        = 1009
	StatusInternalError   = 1011
)

var (
	// ErrClosed is returned for a WebSocket that has begun to close. It matches stream.ErrClosed.
	ErrClosed = fmt.Errorf("ws: the close frame was sent: %w", stream.ErrClosed)
	// ErrProtocol means that the peer has broken the protocol. The error says how.
	ErrProtocol = errors.New("ws: the peer has broken the protocol")
	// errNotReturned is what OnClose gets after a panic in the function that a WebSocket was passed
	// to.
	errNotReturned = errors.New("ws: the function that got the WebSocket has panicked or called runtime.Goexit")
)

// A Conn is a WebSocket on a loop, from Accept, Upgrade or Dial. Its methods belong to the loop's
// callbacks. Called elsewhere they return wakeful.ErrNotOnLoop, or do nothing if they return no
// error.
type Conn struct {
	loop     *wakeful.Loop
	stream   *stream.Conn
	settings *settings
	agreement
	client bool
	bridge *bridge // to net/http's TLS; nil without

	onMessage func(Kind, []byte)
	onPing    func([]byte)
	onPong    func([]byte)
	onClose   func(status int, reason string, err error)

	receiver

	paused    bool
	sentClose bool
	gotClose  bool
	gone      bool // the stream has ended
	status    int  // the peer's
	reason    string
	err       error
	closing   *wakeful.Timer
	alive     *wakeful.Timer
}

// output is what the WebSockets of a loop share: the frame that is being sent. Loop only.
type output struct {
	frame  []byte
	header [ws.MaxHeaderSize]byte
}

func (o *output) Write(p []byte) (int, error) {
	o.frame = append(o.frame, p...)
	return len(p), nil
}

var outputs = wakeful.NewLoopLocal(func(*wakeful.Loop) *output { return &output{} })

// newConn makes a WebSocket of a connection whose opening handshake is complete. rest arrived
// behind it.
func newConn(c *stream.Conn, l *wakeful.Loop, s *settings, a agreement, client bool, rest []byte, then func(*Conn, error)) {
	w := &Conn{loop: l, stream: c, settings: s, agreement: a, client: client, status: StatusAbnormal}
	w.rest = bytes.Clone(rest)
	_ = c.OnClose(w.ended)
	_ = c.OnEOF(w.peerEnded)
	if s.keepAlive > 0 {
		w.watch()
	}
	returned := false
	defer func() {
		if !returned {
			w.fail(ws.StatusInternalServerError, errNotReturned)
		}
		w.resume() // once, after all that then sets up
	}()
	then(w, nil)
	returned = true
}

func (w *Conn) usable() error {
	switch {
	case !w.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case w.gone || w.sentClose:
		return ErrClosed
	}
	return nil
}

// Stream returns the connection below, for its watermarks, addresses and TLS state, and for Do, with
// which any goroutine can have a function called where the WebSocket can be used. Do not read,
// write, close or move it. Any goroutine may call Stream.
func (w *Conn) Stream() *stream.Conn { return w.stream }

// Subprotocol returns the application's protocol that was negotiated, "" if there is none. Any
// goroutine may call it.
func (w *Conn) Subprotocol() string { return w.protocol }

// Compressed reports whether permessage-deflate was negotiated. Any goroutine may call it.
func (w *Conn) Compressed() bool { return w.deflate }

// OnMessage sets the function that receives messages, and starts reading. The slice is valid until
// it returns. Messages that arrive before it is set wait.
func (w *Conn) OnMessage(fn func(kind Kind, p []byte)) error {
	if err := w.checkOpen(); err != nil {
		return err
	}
	w.onMessage = fn
	w.resume()
	return nil
}

// OnPing sets the function that is called for each ping. The pong is sent before, without it too.
func (w *Conn) OnPing(fn func(p []byte)) error { return w.set(func() { w.onPing = fn }) }

// OnPong sets the function that is called for each pong.
func (w *Conn) OnPong(fn func(p []byte)) error { return w.set(func() { w.onPong = fn }) }

// OnClose sets the function that is called once, after everything else, when the WebSocket has
// ended. status and reason are the peer's, see StatusNoStatus and StatusAbnormal. err is nil if
// both sides have closed it.
func (w *Conn) OnClose(fn func(status int, reason string, err error)) error {
	return w.set(func() { w.onClose = fn })
}

// OnDrain sets the function that is called when the write queue has fallen to the low watermark,
// see stream.Conn.
func (w *Conn) OnDrain(fn func()) error { return w.stream.OnDrain(fn) }

// AboveHighWatermark reports whether the source of messages should wait for OnDrain.
func (w *Conn) AboveHighWatermark() bool { return w.stream.AboveHighWatermark() }

func (w *Conn) set(fn func()) error {
	if err := w.checkOpen(); err != nil {
		return err
	}
	fn()
	return nil
}

func (w *Conn) checkOpen() error {
	switch {
	case !w.loop.OnLoop():
		return wakeful.ErrNotOnLoop
	case w.gone:
		return ErrClosed
	}
	return nil
}

// Pause stops reading, pings and close frames included. What arrives stays in the kernel.
func (w *Conn) Pause() error {
	return w.set(func() {
		w.paused = true
		_ = w.stream.Pause()
	})
}

// Resume reverses Pause.
func (w *Conn) Resume() error {
	return w.set(func() {
		w.paused = false
		w.resume()
	})
}

// Send sends a message. The caller may reuse p when it returns. Messages that callbacks of one phase
// send go out together, see stream.Conn.Write. If the write queue is full, the
// error matches stream.ErrQueueFull, and nothing of the message is sent. A text that is not UTF-8
// is an error. After Close, or the peer's close frame, the error matches ErrClosed.
func (w *Conn) Send(kind Kind, p []byte) error {
	if err := w.usable(); err != nil {
		return err
	}
	switch {
	case kind != Text && kind != Binary:
		return fmt.Errorf("ws: Send: %v is not a kind of message", kind)
	case kind == Text && !utf8.Valid(p):
		return errors.New("ws: Send: the text is not UTF-8; send it as Binary")
	}
	if w.deflate && len(p) >= w.settings.compressFrom {
		compressed, err := deflated(nil, p)
		if err != nil {
			return fmt.Errorf("ws: Send: %w", err)
		}
		return w.send(ws.OpCode(kind), compressed, ws.Rsv(true, false, false))
	}
	return w.send(ws.OpCode(kind), p, 0)
}

// Flush sends now what Send has joined, see stream.Conn.Write.
func (w *Conn) Flush() error {
	if err := w.checkOpen(); err != nil {
		return err
	}
	return w.stream.Flush()
}

// Ping sends a ping, with at most 125 bytes. The peer answers with a pong.
func (w *Conn) Ping(p []byte) error {
	if err := w.usable(); err != nil {
		return err
	}
	if len(p) > ws.MaxControlFramePayloadSize {
		return fmt.Errorf("ws: Ping: %d bytes, at most %d are allowed", len(p), ws.MaxControlFramePayloadSize)
	}
	return w.send(ws.OpPing, p, 0)
}

// send sends a frame.
func (w *Conn) send(op ws.OpCode, p []byte, rsv byte) error {
	h := ws.Header{Fin: true, OpCode: op, Rsv: rsv, Length: int64(len(p)), Masked: w.client}
	if w.client {
		_, _ = rand.Read(h.Mask[:]) // it never fails
	}
	o := outputs.Get(w.loop)
	o.frame = o.frame[:0]
	if err := ws.WriteHeaderBuffer(o, h, o.header[:]); err != nil {
		return fmt.Errorf("ws: %w", err)
	}
	from := len(o.frame)
	o.frame = append(o.frame, p...)
	if w.client {
		ws.Cipher(o.frame[from:], h.Mask, 0)
	}
	b := o.frame
	if cap(b) > 64<<10 {
		o.frame = nil
	}
	return w.stream.WriteAll(b)
}
