// Package wire carries frames between a host and its workers: over one socket, in both directions. Each
// end trusts nothing that it reads. A frame is its length (four bytes, least significant first), a kind
// (one byte), a call (eight bytes), the number of its parts (one byte), and the parts, each with its
// length before it.
package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Frame is one message. What its kinds and parts mean, the users say.
type Frame struct {
	Kind  byte
	Call  uint64
	Parts [][]byte
}

const (
	head     = 1 + 8 + 1
	maxParts = 16
)

// ErrMalformed is the error of Read for what is no frame.
var ErrMalformed = errors.New("malformed frame")

// Append appends a frame to a buffer.
func Append(b []byte, f Frame) []byte {
	size := head
	for _, part := range f.Parts {
		size += 4 + len(part)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	b = append(b, f.Kind)
	b = binary.LittleEndian.AppendUint64(b, f.Call)
	b = append(b, byte(len(f.Parts)))
	for _, part := range f.Parts {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(part)))
		b = append(b, part...)
	}
	return b
}

// Read reads a frame of at most limit bytes. Memory is taken as bytes arrive, and not as a length
// claims.
func Read(r *bufio.Reader, limit int64) (Frame, error) {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return Frame{}, err
	}
	n := int64(binary.LittleEndian.Uint32(size[:]))
	if n < head || n > limit {
		return Frame{}, fmt.Errorf("%w: %d bytes", ErrMalformed, n)
	}
	text, err := io.ReadAll(io.LimitReader(r, n))
	if err != nil {
		return Frame{}, err
	}
	if int64(len(text)) < n {
		return Frame{}, io.ErrUnexpectedEOF
	}
	f := Frame{Kind: text[0], Call: binary.LittleEndian.Uint64(text[1:])}
	count := int(text[9])
	if count > maxParts {
		return Frame{}, fmt.Errorf("%w: %d parts", ErrMalformed, count)
	}
	for text = text[head:]; count > 0; count-- {
		if len(text) < 4 {
			return Frame{}, ErrMalformed
		}
		length := uint64(binary.LittleEndian.Uint32(text))
		if text = text[4:]; length > uint64(len(text)) {
			return Frame{}, ErrMalformed
		}
		f.Parts = append(f.Parts, text[:length:length])
		text = text[length:]
	}
	if len(text) > 0 {
		return Frame{}, ErrMalformed
	}
	return f, nil
}

// Outbox is a queue of frames that a goroutine writes, so that nobody who sends one waits. Any
// goroutine.
type Outbox struct {
	mu     sync.Mutex
	wake   sync.Cond
	text   []byte
	closed bool
}

// NewOutbox returns an empty queue.
func NewOutbox() *Outbox {
	o := &Outbox{}
	o.wake.L = &o.mu
	return o
}

// Send queues a frame. After Close it does nothing.
func (o *Outbox) Send(f Frame) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.text = Append(o.text, f)
		o.wake.Signal()
	}
}

// Close ends WriteTo. What is queued is discarded.
func (o *Outbox) Close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed, o.text = true, nil
	o.wake.Signal()
}

// WriteTo writes all frames until Close or an error.
func (o *Outbox) WriteTo(w io.Writer) (int64, error) {
	var spare []byte
	for total := int64(0); ; {
		o.mu.Lock()
		for len(o.text) == 0 && !o.closed {
			o.wake.Wait()
		}
		if o.closed {
			o.mu.Unlock()
			return total, nil
		}
		text := o.text
		o.text = spare[:0]
		o.mu.Unlock()
		n, err := w.Write(text)
		total += int64(n)
		if err != nil {
			return total, err
		}
		if spare = text; cap(spare) > maxSpare {
			spare = nil
		}
	}
}

// maxSpare is the size of a buffer that is used again.
const maxSpare = 1 << 20
