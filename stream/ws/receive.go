package ws

// Receiving: frames are parsed as their bytes arrive. A frame that is a whole message and is there
// as a whole is delivered where it lies, in the loop's buffer.

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/gobwas/ws"
)

// keptBuffer is the capacity up to which a connection keeps its buffer for messages.
const keptBuffer = 4 << 10

// receiver is the state of the parser. Loop only.
type receiver struct {
	header   [ws.MaxHeaderSize]byte // of the frame, as far as it has arrived
	have     int                    // bytes of it
	reader   bytes.Reader
	scratch  [ws.MaxHeaderSize]byte
	frame    ws.Header // once the header is complete
	inFrame  bool
	position int64 // bytes of the payload that have arrived

	message    []byte // of the data frames so far
	kind       Kind   // of the message; 0 between two
	compressed bool
	checked    int // bytes of a text that were found to be UTF-8
	control    []byte

	deflated  []byte // a compressed message that has arrived as a whole
	inflating bool   // it is being decompressed: nothing behind it is parsed
	inLine    bool   // of the inflation

	rest      []byte // arrived, and was not parsed: paused, or the user's function has panicked
	scheduled bool
	discard   bool // the connection has failed, input is dropped
}

// canParse reports whether something may be parsed, or decompressed.
func (w *Conn) canParse() bool {
	return !w.gone && !w.paused && (w.onMessage != nil || w.sentClose)
}

// resume parses what has arrived, and then continues reading.
func (w *Conn) resume() {
	if !w.canParse() {
		return
	}
	if w.inflating {
		inflations.Get(w.loop).wait(w)
		return
	}
	if len(w.rest) > 0 {
		if !w.scheduled {
			// A loop that refuses it delivers nothing any more.
			w.scheduled = w.loop.AfterCallback(w.resumeParsing) == nil
		}
		return
	}
	_ = w.stream.OnData(w.receive)
	_ = w.stream.Resume()
}

func (w *Conn) resumeParsing() {
	w.scheduled = false
	if w.canParse() && !w.inflating {
		rest := w.rest
		w.rest = nil
		w.parse(rest, true)
		w.resume()
	}
}

// receive is called with what has arrived.
func (w *Conn) receive(p []byte) {
	if len(w.rest) > 0 {
		p = append(w.rest, p...)
		w.rest = nil
		w.parse(p, true)
		return
	}
	w.parse(p, false)
}

// parse parses p. What is left when the user stops reading, when a message has to wait until it is
// decompressed, or when the user's function does not return, waits. It is copied unless p is owned.
func (w *Conn) parse(p []byte, owned bool) {
	returned := false
	defer func() {
		if len(p) > 0 && !w.gone && !w.discard {
			if w.rest = p; !owned {
				w.rest = bytes.Clone(p)
			}
		}
		switch {
		case !returned:
			w.resume()
		case w.inflating, len(w.rest) > 0 && !w.scheduled:
			_ = w.stream.Pause() // until the message is delivered, or the user resumes
		}
	}()
	for len(p) > 0 && w.canParse() && !w.inflating && !w.discard {
		if !w.inFrame {
			n, complete := w.parseHeader(p)
			if p = p[n:]; !complete {
				continue
			}
			if !w.checkHeader() {
				break
			}
		}
		n := int(min(int64(len(p)), w.frame.Length-w.position))
		part := p[:n]
		p = p[n:]
		w.payload(part)
	}
	returned = true
}

// parseHeader takes bytes of a frame's header from p.
func (w *Conn) parseHeader(p []byte) (n int, complete bool) {
	for n < len(p) {
		want := 2
		if w.have >= 2 {
			want = headerSize(w.header[1])
		}
		took := copy(w.header[w.have:want], p[n:])
		n += took
		w.have += took
		if complete = w.have >= 2 && w.have == headerSize(w.header[1]); complete {
			break
		}
	}
	if !complete {
		return n, false
	}
	w.reader.Reset(w.header[:w.have])
	h, err := ws.ReadHeaderBuffer(&w.reader, w.scratch[:])
	w.have = 0
	if err != nil {
		w.fail(ws.StatusProtocolError, fmt.Errorf("%w: %w", ErrProtocol, err))
		return n, false
	}
	w.frame = h
	return n, true
}

// headerSize returns the length of a header from its second byte.
func headerSize(second byte) int {
	n := 2
	switch second & 0x7f {
	case 126:
		n += 2
	case 127:
		n += 8
	}
	if second&0x80 != 0 {
		n += 4
	}
	return n
}

// checkHeader checks the header of a frame, and reports whether the connection goes on. A frame
// without a payload is complete then.
func (w *Conn) checkHeader() bool {
	h := w.frame
	state := ws.StateServerSide
	if w.client {
		state = ws.StateClientSide
	}
	if w.kind != 0 {
		state = state.Set(ws.StateFragmented)
	}
	compressed := h.Rsv == ws.Rsv(true, false, false) && w.deflate && w.kind == 0 && h.OpCode.IsData()
	if compressed {
		h.Rsv = 0
	}
	if err := ws.CheckHeader(h, state); err != nil {
		w.fail(ws.StatusProtocolError, fmt.Errorf("%w: %w", ErrProtocol, err))
		return false
	}
	if !h.OpCode.IsControl() {
		if h.Length > int64(w.settings.maxMessage-len(w.message)) {
			w.fail(ws.StatusMessageTooBig, fmt.Errorf("%w: it has more than %d bytes", errTooLarge, w.settings.maxMessage))
			return false
		}
		if w.kind == 0 {
			w.kind, w.compressed, w.checked = Kind(h.OpCode), compressed, 0
		}
	}
	w.inFrame, w.position = true, 0
	return true
}

// payload takes a part of the payload of a frame, and delivers what it completes.
func (w *Conn) payload(part []byte) {
	h := w.frame
	if h.Masked {
		ws.Cipher(part, h.Mask, int(w.position&3))
	}
	w.position += int64(len(part))
	complete := w.position == h.Length
	if h.OpCode.IsControl() {
		w.control = append(w.control, part...)
		if complete {
			w.inFrame = false
			p := w.control
			w.control = w.control[:0]
			w.receiveControl(h.OpCode, p)
		}
		return
	}
	if complete && h.Fin && len(w.message) == 0 && !w.compressed {
		w.inFrame = false
		w.deliver(part) // the whole message, in place
		return
	}
	w.message = append(w.message, part...)
	if w.kind == Text && !w.compressed && !w.checkText(w.message, complete && h.Fin) {
		return
	}
	if complete {
		w.inFrame = false
		if h.Fin {
			p := w.message
			if w.message = w.message[:0]; cap(p) > keptBuffer {
				w.message = nil
			}
			if w.compressed {
				inflations.Get(w.loop).inflate(w, p)
			} else {
				w.deliver(p)
			}
		}
	}
}

// checkText checks what was added to a text. A sequence at its end may be incomplete, unless it is
// the end.
func (w *Conn) checkText(p []byte, end bool) bool {
	rest := p[w.checked:]
	whole := len(rest)
	if !end {
		for i := 1; i < utf8.UTFMax && i <= len(rest); i++ {
			if b := rest[len(rest)-i]; utf8.RuneStart(b) {
				if !utf8.FullRune(rest[len(rest)-i:]) {
					whole = len(rest) - i
				}
				break
			}
		}
	}
	if !utf8.Valid(rest[:whole]) {
		w.notText()
		return false
	}
	w.checked += whole
	return true
}

func (w *Conn) notText() {
	w.fail(ws.StatusInvalidFramePayloadData, fmt.Errorf("%w: a text is not UTF-8", ErrProtocol))
}

// deliver calls the user with a message.
func (w *Conn) deliver(p []byte) {
	kind, unchecked := w.kind, len(p) > w.checked
	w.kind, w.checked = 0, 0
	if kind == Text && unchecked && !utf8.Valid(p) {
		w.notText()
		return
	}
	if w.onMessage != nil && !w.gotClose {
		w.onMessage(kind, p)
	}
}

// receiveControl acts on a control frame.
func (w *Conn) receiveControl(op ws.OpCode, p []byte) {
	switch {
	case w.gotClose:
	case op == ws.OpPing:
		if !w.sentClose {
			if err := w.send(ws.OpPong, p, 0); err != nil {
				_ = w.stream.Abort() // a peer that pings and does not read
				return
			}
		}
		if w.onPing != nil {
			w.onPing(p)
		}
	case op == ws.OpPong:
		if w.onPong != nil {
			w.onPong(p)
		}
	case op == ws.OpClose:
		w.receiveClose(p)
	}
}

// receiveClose answers the peer's close frame.
func (w *Conn) receiveClose(p []byte) {
	var body []byte
	status := StatusNoStatus
	switch {
	case len(p) == 1:
		w.fail(ws.StatusProtocolError, fmt.Errorf("%w: a close frame has one byte", ErrProtocol))
		return
	case len(p) >= 2:
		code, reason := ws.ParseCloseFrameData(p)
		if err := checkClose(code, reason); err != nil || code < 1000 || code > 4999 {
			answer := ws.StatusProtocolError
			if !utf8.ValidString(reason) {
				answer = ws.StatusInvalidFramePayloadData
			}
			w.fail(answer, fmt.Errorf("%w: close status %d cannot be used", ErrProtocol, code))
			return
		}
		status, w.reason = int(code), reason
		body = ws.NewCloseFrameBody(code, "")
	}
	w.gotClose, w.status, w.discard = true, status, true
	if !w.sentClose {
		_ = w.close(body)
	} else {
		w.onlyEnd()
	}
}
