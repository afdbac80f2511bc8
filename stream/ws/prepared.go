package ws

// Messages that many WebSockets get. The frame of a server is the same for all its clients, because
// only clients mask, and because each message is compressed on its own: handshakes agree on
// server_no_context_takeover and a window of 15 bits, whatever a client offers. So a compressed frame
// refers to nothing that one of the receivers may not have got. There are two frames at most, with
// and without compression.

import (
	"bytes"
	"errors"
	"sync"

	"github.com/gobwas/ws"
)

// A PreparedMessage is a message for many WebSockets. It is framed, and compressed for those that
// have negotiated compression, once for all of them. Make it with NewPreparedMessage. Any goroutine
// may use it, and WebSockets of several loops may send it at the same time.
type PreparedMessage struct {
	kind       Kind
	payload    []byte
	plain      func() ([]byte, error) // the frame
	compressed func() (preparedDeflate, error)
}

// preparedDeflate is the compressed form of a message. A client masks the payload, for each
// connection in another way.
type preparedDeflate struct{ payload, frame []byte }

// NewPreparedMessage returns a message with a copy of p. It returns an error for a kind other than
// Text and Binary, and for a text that is not UTF-8. It does not compress: the first SendPrepared to
// a WebSocket with compression does. Any goroutine may call it.
func NewPreparedMessage(kind Kind, p []byte) (*PreparedMessage, error) {
	if err := checkMessage("NewPreparedMessage", kind, p); err != nil {
		return nil, err
	}
	m := &PreparedMessage{kind: kind, payload: bytes.Clone(p)}
	m.plain = sync.OnceValues(func() ([]byte, error) { return m.frame(m.payload, 0) })
	m.compressed = sync.OnceValues(func() (d preparedDeflate, err error) {
		if d.payload, err = deflated(nil, m.payload); err == nil {
			d.frame, err = m.frame(d.payload, deflateBit)
		}
		return d, err
	})
	return m, nil
}

// frame returns the frame of a server.
func (m *PreparedMessage) frame(p []byte, rsv byte) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, ws.MaxHeaderSize+len(p)))
	err := ws.WriteHeader(b, ws.Header{Fin: true, OpCode: ws.OpCode(m.kind), Rsv: rsv, Length: int64(len(p))})
	b.Write(p)
	return b.Bytes(), err
}

// SendPrepared sends m as Send sends a message, with the same errors.
func (w *Conn) SendPrepared(m *PreparedMessage) error {
	if err := w.usable(); err != nil {
		return err
	}
	if m == nil || m.plain == nil {
		return errors.New("ws: SendPrepared: the message was not made by NewPreparedMessage")
	}
	if !w.compresses(len(m.payload)) {
		if w.client {
			return w.send(ws.OpCode(m.kind), m.payload, 0)
		}
		frame, err := m.plain()
		if err != nil {
			return err
		}
		return w.stream.WriteAll(frame)
	}
	d, err := m.compressed()
	switch {
	case err != nil:
		return err
	case w.client:
		return w.send(ws.OpCode(m.kind), d.payload, deflateBit)
	}
	return w.stream.WriteAll(d.frame)
}
