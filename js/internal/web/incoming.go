package web

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// chunkSize is the largest size of one read of a response's stream.
const chunkSize = 64 << 10

// incoming is a response's body. One goroutine at a time, off the loop, may read it. Any goroutine
// may call close.
type incoming struct {
	response *http.Response
	encoding string             // Content-Encoding
	cancel   context.CancelFunc // or nil
	end      sync.Once

	mu      sync.Mutex // held by who reads
	decoded io.Reader  // the decompressed body; made by the first read
	buffer  []byte
	ended   bool // the last read has read to the end

	// ahead says that whole and failed are set: the body, if it is short, or the error of reading it.
	ahead  bool
	whole  []byte
	failed error
}

// mostAhead is the length of the longest body that is read before a program asks for it. Most
// programs ask at once, and do not wait for another goroutine then.
const mostAhead = 64 << 10

// shortWait is how long the head of a response waits for a short body. A body that comes with the head
// is there when the program asks for it, and it does not wait for another goroutine then.
const shortWait = 200 * time.Microsecond

// readAhead reads the body if it is short. If that takes longer than shortWait, it calls late. The
// goroutine that has got the head calls it.
func (b *incoming) readAhead(late func()) {
	if b.encoding != "" || b.response.ContentLength < 0 || b.response.ContentLength > mostAhead {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	limit := time.AfterFunc(shortWait, late)
	defer limit.Stop()
	b.whole, b.failed = io.ReadAll(b.response.Body)
	b.ahead = true
	b.close()
}

// takeAhead returns the body if it was read ahead.
func (b *incoming) takeAhead() ([]byte, bool) {
	if !b.mu.TryLock() {
		return nil, false
	}
	defer b.mu.Unlock()
	return b.whole, b.ahead && b.failed == nil
}

// read returns the next bytes, or nil at the end.
func (b *incoming) read() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.open(); err != nil {
		b.close()
		return nil, err
	}
	if b.buffer == nil {
		b.buffer = make([]byte, chunkSize)
	}
	for {
		n, err := b.decoded.Read(b.buffer)
		if n > 0 {
			b.ended = errors.Is(err, io.EOF)
			return append([]byte(nil), b.buffer[:n]...), nil
		}
		if err != nil {
			b.close()
			if errors.Is(err, io.EOF) {
				return nil, nil
			}
			return nil, err
		}
	}
}

// readAll returns the rest of the body.
func (b *incoming) readAll() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.close()
	if err := b.open(); err != nil {
		return nil, err
	}
	return io.ReadAll(b.decoded)
}

// open decodes the content codings, last one first.
func (b *incoming) open() error {
	if b.decoded != nil {
		return nil
	}
	var reader io.Reader = b.response.Body
	if b.ahead {
		reader = io.MultiReader(bytes.NewReader(b.whole), failing{b.failed})
	}
	for _, coding := range slices.Backward(strings.Split(b.encoding, ",")) {
		var err error
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "gzip", "x-gzip":
			reader, err = gzip.NewReader(reader)
		case "deflate":
			reader, err = inflate(reader)
		}
		if errors.Is(err, io.EOF) {
			reader, err = strings.NewReader(""), nil // no body at all
		}
		if err != nil {
			return err
		}
	}
	b.decoded = reader
	return nil
}

// inflate decodes deflate, both in zlib's format, as specified, and without it, as some servers
// send it.
func inflate(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	head, err := buffered.Peek(2)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}

// failing is a reader that fails, or ends if there is no error.
type failing struct{ err error }

// Read returns the error.
func (f failing) Read([]byte) (int, error) { return 0, cmp.Or(f.err, io.EOF) }

// close ends the exchange. Further calls do nothing.
func (b *incoming) close() {
	b.end.Do(func() {
		_ = b.response.Body.Close()
		if b.cancel != nil {
			b.cancel()
		}
	})
}
