package ws

// Which messages of a loop are decompressed when. The limits are those of a loop and not of a
// connection, so they hold for any number of connections.

import (
	"errors"
	"fmt"

	"github.com/gobwas/ws"
	"github.com/wakeful-go/wakeful"
)

const (
	// inflatePerTurn is how many bytes are decompressed until other callbacks run.
	inflatePerTurn = 64 << 10
	// keptOutput is the capacity up to which a loop keeps its buffer for decompressed messages.
	keptOutput = 2 * inflatePerTurn
)

var errTooLarge = errors.New("ws: the message is too large")

// An inflation decompresses the messages of a loop's connections. It finishes one before it begins
// the next: in turns, each connection with a part of its message would hold memory for the whole.
// Loop only.
type inflation struct {
	loop      *wakeful.Loop
	inflater          // of the message of current
	current   *Conn   // the first of line, once its message was begun
	line      []*Conn // whose next message is there, and compressed
	left      int     // bytes that may be decompressed before the next immediate
	scheduled bool    // turn will be called
}

var inflations = wakeful.NewLoopLocal(func(l *wakeful.Loop) *inflation {
	return &inflation{loop: l, left: inflatePerTurn}
})

// wait puts w at the end of the line.
func (z *inflation) wait(w *Conn) {
	if !w.inLine {
		w.inLine = true
		z.line = append(z.line, w)
	}
	z.schedule()
}

// schedule goes on in an immediate, behind the other callbacks of the turn. A loop that refuses it
// delivers nothing any more.
func (z *inflation) schedule() {
	if len(z.line) > 0 && !z.scheduled {
		z.scheduled = z.loop.AfterSubmitted(z.turn) == nil
	}
}

func (z *inflation) turn() {
	z.scheduled, z.left = false, inflatePerTurn
	defer z.schedule() // for the rest, and also if a user's function panics
	for len(z.line) > 0 && z.left > 0 {
		z.advance(true)
	}
}

// inflate is called when a compressed message of w has arrived. It returns when the message was
// delivered, or when w is in the line. Then the connection does not read.
func (z *inflation) inflate(w *Conn, p []byte) {
	w.inflating, w.deflated = true, p
	if len(z.line) > 0 {
		z.wait(w)
		return
	}
	w.inLine = true
	z.line = append(z.line, w)
	defer z.schedule()
	for w.inLine && z.left > 0 {
		z.advance(false)
	}
}

// advance does a step for the first connection. If that is the last one of its message, it delivers
// the message and, with resume, has the connection go on.
func (z *inflation) advance(resume bool) {
	w := z.line[0]
	if !w.canParse() || w.discard {
		z.leave(w) // when the user resumes it, its message is begun again
	} else {
		z.decompress(w, resume)
	}
	if cap(z.out) > keptOutput && len(z.line) == 0 {
		z.out = nil
	}
}

func (z *inflation) decompress(w *Conn, resume bool) {
	if z.current != w {
		z.current, w.checked = w, 0
		z.beginMessage(w.deflated)
	}
	limit := w.settings.maxMessage
	spent, done, err := z.step(min(z.left, limit+1-len(z.out)))
	z.left -= spent
	switch {
	case len(z.out) > limit:
		z.finish(w)
		w.fail(ws.StatusMessageTooBig, fmt.Errorf("%w: it has more than %d bytes", errTooLarge, limit))
	case err != nil:
		z.finish(w)
		w.fail(ws.StatusInvalidFramePayloadData, fmt.Errorf("%w: a message cannot be decompressed: %w", ErrProtocol, err))
	case w.kind == Text && !w.checkText(z.out, done):
		z.finish(w)
	case done:
		z.finish(w)
		if resume {
			defer w.resume()
		}
		w.deliver(z.out)
	}
}

// leave takes w, which is the first, out of the line.
func (z *inflation) leave(w *Conn) {
	z.line[0] = nil
	z.line = z.line[1:]
	z.current, z.in = nil, nil
	w.inLine = false
}

// finish is called when the message of w was decompressed, or has failed.
func (z *inflation) finish(w *Conn) {
	z.leave(w)
	w.inflating, w.deflated = false, nil
}
