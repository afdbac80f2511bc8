package streamhttp

// The buffers that responses and heads use for a short time.

import (
	"bufio"
	"io"
	"sync"
)

const (
	// bodyBuffer is the length up to which a body is collected, so that its length can be announced. It
	// is that of package net/http.
	bodyBuffer = 2 << 10
	// outBuffer is the length from which on the framed bytes are handed to the loop.
	outBuffer = 32 << 10
)

var (
	bodies = sync.Pool{New: func() any { return new([bodyBuffer]byte) }}
	outs   = sync.Pool{New: func() any { return new([4 << 10]byte) }}
	larges = sync.Pool{New: func() any { return new([2 * outBuffer]byte) }}
)

func newOut() []byte { return outs.Get().(*[4 << 10]byte)[:0] }

// freeOut returns a buffer of newOut, which may have grown.
func freeOut(p []byte) {
	switch cap(p) {
	case 4 << 10:
		outs.Put((*[4 << 10]byte)(p[:4<<10]))
	case 2 * outBuffer:
		larges.Put((*[2 * outBuffer]byte)(p[:2*outBuffer]))
	}
}

// grown returns p with room for n bytes more.
func grown(p []byte, n int) []byte {
	if len(p)+n <= cap(p) || len(p)+n > 2*outBuffer {
		return p // append grows it
	}
	larger := append(larges.Get().(*[2 * outBuffer]byte)[:0], p...)
	freeOut(p)
	return larger
}

// requestReader is what net/http parses a request from: exactly one head, and then what follows it.
type requestReader struct {
	buffered *bufio.Reader
	head     []byte
	body     io.Reader
}

// The size of the buffer is the limit for trailers, as in package net/http.
var requestReaders = sync.Pool{New: func() any {
	r := &requestReader{}
	r.buffered = bufio.NewReaderSize(r, 4<<10)
	return r
}}

func newRequestReader(head []byte, body io.Reader) *requestReader {
	r := requestReaders.Get().(*requestReader)
	r.head, r.body = head, body
	r.buffered.Reset(r)
	return r
}

func (r *requestReader) free() {
	r.head, r.body = nil, nil
	r.buffered.Reset(nil)
	requestReaders.Put(r)
}

func (r *requestReader) Read(p []byte) (int, error) {
	if len(r.head) > 0 {
		n := copy(p, r.head)
		r.head = r.head[n:]
		return n, nil
	}
	return r.body.Read(p)
}

// text appends to a buffer. It is an io.StringWriter, which http.Header.Write looks for.
type text struct{ p *[]byte }

func (t text) Write(p []byte) (int, error) {
	*t.p = append(*t.p, p...)
	return len(p), nil
}

func (t text) WriteString(s string) (int, error) {
	*t.p = append(*t.p, s...)
	return len(s), nil
}
