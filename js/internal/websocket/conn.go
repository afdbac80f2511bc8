package websocket

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/gobwas/ws"
)

// This file owns an open connection: frames in and out, and the closing handshake.

// MaxMessage is the size in bytes of the largest message that is received, after decompression. A
// larger one ends the connection with code 1009.
const MaxMessage = 64 << 20

// closeTimeout is how long the peer may take to answer a close frame.
const closeTimeout = 5 * time.Second

// highestCode is the highest code of a close frame.
const highestCode = 4999

// shortPayload is the size in bytes up to which a payload is copied behind its header.
const shortPayload = 1 << 10

// leaveTimeout is how long Leave tries to send its close frame.
const leaveTimeout = time.Second

var (
	errTooLarge = fmt.Errorf("a message has more than %d bytes", MaxMessage)
	errUTF8     = errors.New("a text is not UTF-8")
)

// A Conn is an open WebSocket. One goroutine at a time may call Read. Any goroutine may call the
// other methods.
type Conn struct {
	protocol   string
	extensions string
	deflate    bool // long messages are compressed, and those of the peer may be
	transport  io.ReadWriteCloser
	reader     *bufio.Reader // of Read

	mu        sync.Mutex // for frames that are written, and the fields below
	sentClose bool
	together  []byte // a header and a short payload, for one call of the transport

	closing, ended sync.Once
}

// newConn returns the connection after an opening handshake.
func newConn(transport io.ReadWriteCloser, a agreed) *Conn {
	return &Conn{
		protocol: a.protocol, extensions: a.extensions, deflate: a.deflate,
		transport: transport, reader: bufio.NewReaderSize(transport, 4<<10),
	}
}

// Protocol returns the protocol that the server has chosen, or "".
func (c *Conn) Protocol() string { return c.protocol }

// Extensions returns the extensions that the server has accepted, or "".
func (c *Conn) Extensions() string { return c.extensions }

// Read returns the next message. It answers pings. After the peer's close frame, which it answers,
// the error is a *CloseError. After any error the connection has ended.
func (c *Conn) Read() (text bool, message []byte, err error) {
	text, message, err = c.read()
	if err == nil {
		return text, message, nil
	}
	if status := statusOf(err); status != 0 {
		_ = c.write(ws.OpClose, ws.NewCloseFrameBody(status, ""))
	}
	c.End()
	return false, nil, err
}

func (c *Conn) read() (text bool, message []byte, err error) {
	var kind ws.OpCode // of the message; 0 before its first frame
	deflated := false  // the message is compressed
	for {
		h, err := ws.ReadHeader(c.reader)
		if err != nil {
			return false, nil, brokenOff(err)
		}
		state := ws.StateClientSide
		if kind != 0 {
			state = state.Set(ws.StateFragmented)
		}
		if c.deflate && kind == 0 && h.OpCode.IsData() && h.Rsv == ws.Rsv(true, false, false) {
			deflated, h.Rsv = true, 0
		}
		if err := ws.CheckHeader(h, state); err != nil {
			return false, nil, err
		}
		if h.OpCode.IsControl() {
			if err := c.control(h); err != nil {
				return false, nil, err
			}
			continue
		}
		if kind == 0 {
			kind = h.OpCode
		}
		if message, err = c.payload(message, h.Length); err != nil {
			return false, nil, err
		}
		if !h.Fin {
			continue
		}
		if deflated {
			if message, err = inflate(message, MaxMessage); err != nil {
				return false, nil, err
			}
		}
		if kind == ws.OpText && !utf8.Valid(message) {
			return false, nil, errUTF8
		}
		return kind == ws.OpText, message, nil
	}
}

// payload appends the payload of a frame to a message. It allocates as the bytes arrive, because a
// header may announce more than will come.
func (c *Conn) payload(message []byte, length int64) ([]byte, error) {
	if length > MaxMessage-int64(len(message)) {
		return nil, errTooLarge
	}
	const step = 64 << 10
	for length > 0 {
		part := int(min(length, step))
		at := len(message)
		message = append(message, make([]byte, part)...)
		if _, err := io.ReadFull(c.reader, message[at:]); err != nil {
			return nil, brokenOff(err)
		}
		length -= int64(part)
	}
	return message, nil
}

// control handles a control frame. CheckHeader has limited its length to 125 bytes.
func (c *Conn) control(h ws.Header) error {
	body := make([]byte, h.Length)
	if _, err := io.ReadFull(c.reader, body); err != nil {
		return brokenOff(err)
	}
	switch h.OpCode {
	case ws.OpPing:
		_ = c.write(ws.OpPong, body)
	case ws.OpClose:
		e := &CloseError{Code: int(ws.StatusNoStatusRcvd)}
		if len(body) > 0 {
			code, reason := ws.ParseCloseFrameData(body)
			known := code
			switch code {
			case 1012, 1013, 1014: // registered with IANA since RFC 6455, whose list CheckCloseFrameData has
				known = ws.StatusInternalServerError
			}
			if err := ws.CheckCloseFrameData(known, reason); err != nil {
				if len(body) > 1 && !utf8.ValidString(reason) {
					return errUTF8
				}
				return err
			}
			if code > highestCode {
				return ws.ErrProtocolStatusCodeUnknown
			}
			e.Code, e.Reason = int(code), reason
		}
		_ = c.write(ws.OpClose, body[:min(len(body), 2)]) // the code is sent back
		return e
	}
	return nil
}

// brokenOff is the error of a connection that has ended without a close frame.
func brokenOff(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Write sends a message, and overwrites its bytes. After a close frame it does nothing. An error
// ends the connection, so Read returns one, too.
func (c *Conn) Write(text bool, message []byte) error {
	kind := ws.OpBinary
	if text {
		kind = ws.OpText
	}
	return c.write(kind, message)
}

// Close sends a close frame. Code 0 sends none of its own. Read returns what the peer answers, or
// an error if it does not answer in time. Further calls do nothing.
func (c *Conn) Close(code int, reason string) error {
	var body []byte
	if code != 0 {
		body = ws.NewCloseFrameBody(ws.StatusCode(code), reason)
	}
	// Before write, which waits for another one that the peer does not read.
	c.closing.Do(func() { time.AfterFunc(closeTimeout, c.End) })
	return c.write(ws.OpClose, body)
}

// Leave ends the connection with code 1001, without waiting for the peer's answer. It returns after
// at most a second.
func (c *Conn) Leave() {
	stop := time.AfterFunc(leaveTimeout, c.End)
	defer stop.Stop()
	_ = c.write(ws.OpClose, ws.NewCloseFrameBody(ws.StatusGoingAway, ""))
	c.End()
}

// End ends the connection at once, so that Read and Write return.
func (c *Conn) End() {
	c.ended.Do(func() { _ = c.transport.Close() })
}

// write sends a frame, masked in place. It drops frames after a close frame.
func (c *Conn) write(kind ws.OpCode, payload []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sentClose {
		return nil
	}
	c.sentClose = kind == ws.OpClose
	payload, rsv := c.compressed(kind, payload)
	frame := ws.NewFrame(kind, true, payload)
	frame.Header.Rsv = rsv
	frame = ws.MaskFrameInPlace(frame)
	head := bytes.NewBuffer(c.together[:0])
	err := ws.WriteHeader(head, frame.Header)
	if len(payload) <= shortPayload {
		head.Write(frame.Payload)
		c.together = head.Bytes()
	}
	if err == nil {
		_, err = c.transport.Write(head.Bytes())
	}
	if err == nil && len(payload) > shortPayload {
		_, err = c.transport.Write(frame.Payload)
	}
	if err != nil {
		c.End()
	}
	return err
}
