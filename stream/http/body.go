package streamhttp

// This file owns the body of a request. Package net/http decodes it, from the bytes that the loop puts
// into the connection's transfer.

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// maxDiscard is how much of a body that the handler has not read is read and dropped, so that the
// connection can be used again. It is that of package net/http.
const maxDiscard = 256 << 10

var continueLine = []byte("HTTP/1.1 100 Continue\r\n\r\n")

// requestBody is the body of a request.
type requestBody struct {
	x       *exchange
	size    int64 // announced; negative if it is chunked
	expects bool  // the client has waited for 100 Continue

	// wantsContinue is set while the client waits for 100 Continue. The first of Read, which sends it,
	// and the answer, which makes it unnecessary, clears it. The other then leaves it alone: both lines
	// would be taken for the answer. Under answering, so that the answer comes behind the line.
	wantsContinue atomic.Bool
	answering     sync.Mutex

	mu       sync.Mutex
	src      io.ReadCloser // net/http's; nil once the exchange is over
	n        int64         // bytes that were read
	sawEOF   bool
	closed   bool
	early    bool // closed before its end
	skipped  bool // the client will not send it
	gathered *bytes.Reader
}

func newRequestBody(x *exchange, req *http.Request) *requestBody {
	b := &requestBody{x: x, size: req.ContentLength, src: req.Body}
	if hasToken(req.Header["Expect"], "100-continue") && req.ProtoAtLeast(1, 1) {
		b.expects = true
		b.wantsContinue.Store(true)
	}
	return b
}

// Read reads from the body, and waits for bytes that have not arrived.
func (b *requestBody) Read(p []byte) (int, error) {
	b.sendContinue()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.read(p)
}

func (b *requestBody) read(p []byte) (n int, err error) {
	switch {
	case b.closed || b.src == nil && b.gathered == nil:
		return 0, http.ErrBodyReadAfterClose
	case b.gathered != nil:
		return b.gathered.Read(p)
	case b.sawEOF:
		return 0, io.EOF
	}
	n, err = b.src.Read(p)
	b.n += int64(n)
	b.sawEOF = errors.Is(err, io.EOF)
	return n, err
}

// sendContinue sends 100 Continue if the client waits for it.
func (b *requestBody) sendContinue() {
	if !b.wantsContinue.Load() {
		return
	}
	b.answering.Lock()
	defer b.answering.Unlock()
	if b.wantsContinue.Swap(false) {
		_, _ = b.x.conn.transfer.send(bytes.Clone(continueLine), b.x.conn.postOutput) // Read then fails too
	}
}

// dontContinue says that an answer comes instead of 100 Continue. With final the client will not send
// the body.
func (b *requestBody) dontContinue(final bool) {
	if b == nil || !b.wantsContinue.Load() {
		return
	}
	b.answering.Lock()
	defer b.answering.Unlock()
	if b.wantsContinue.Swap(false) && final {
		b.x.w.closeAfter = true
		b.mu.Lock()
		defer b.mu.Unlock()
		b.closed, b.skipped = true, true
	}
}

// Close drops the rest of the body, if it is not long.
func (b *requestBody) Close() error {
	b.dontContinue(true)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.discard()
	return nil
}

func (b *requestBody) discard() {
	if b.closed {
		return
	}
	b.closed = true
	switch {
	case b.sawEOF || b.gathered != nil || b.src == nil:
	case b.size-b.n > maxDiscard:
		b.early = true
	default:
		_, err := io.CopyN(io.Discard, b.src, maxDiscard+1)
		b.sawEOF = errors.Is(err, io.EOF)
		b.early = !b.sawEOF
	}
}

// beforeAnswer is called before the head of an answer, unless that ends the connection. Some clients
// send all of a request before they read the answer, so the body is read first. It reports whether the
// connection can be used again.
func (b *requestBody) beforeAnswer(fullDuplex bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.gathered != nil || b.sawEOF:
		return true
	case fullDuplex && !b.closed:
		return true
	case b.size-b.n >= maxDiscard && !b.closed:
		b.early = true
		return false
	}
	b.discard()
	return !b.early && !b.skipped
}

// endedEarly reports whether the client may still be sending a body that nobody reads.
func (b *requestBody) endedEarly() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.early
}

// remains reports whether the body was not read to its end.
func (b *requestBody) remains() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.sawEOF && b.gathered == nil
}

// left returns what was read behind the body.
func (b *requestBody) left() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.leftBehind()
}

func (b *requestBody) leftBehind() (rest []byte) {
	if r := b.x.reader; r != nil {
		p, _ := r.buffered.Peek(r.buffered.Buffered())
		if len(p) > 0 {
			rest = bytes.Clone(p)
		}
		b.x.reader, b.src = nil, nil
		r.free()
	}
	return rest
}

// detach ends the body: a handler may have kept it, and the buffers go to another request. It returns
// what was read behind it.
func (b *requestBody) detach() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return b.leftBehind()
}

// gather reads the body of a request for the loop if all of it is at the beginning of p. It reports
// whether the handler can be called.
func (b *requestBody) gather(p []byte) bool {
	switch {
	case b == nil:
		return true
	case b.size < 0 || b.size > int64(len(p)) || b.size > b.x.conn.loop.server.maxLoopBody():
		return false
	}
	b.wantsContinue.Store(false)
	b.gathered = bytes.NewReader(bytes.Clone(p[:b.size]))
	b.left() // nothing, because the reader has read the head alone
	return true
}

// gatherAll reads the body on a goroutine. It returns the status of a refusal, or 0, and an error if the
// body does not come.
func (b *requestBody) gatherAll() (status int, err error) {
	limit := b.x.conn.loop.server.maxLoopBody()
	if b.size > limit {
		return http.StatusRequestEntityTooLarge, nil
	}
	all, err := io.ReadAll(io.LimitReader(b, limit+1))
	switch {
	case int64(len(all)) > limit:
		return http.StatusRequestEntityTooLarge, nil
	case errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, wakeful.ErrClosed):
		return 0, err
	case err != nil:
		return http.StatusBadRequest, nil // the client has broken the coding
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathered = bytes.NewReader(all)
	return 0, nil
}
