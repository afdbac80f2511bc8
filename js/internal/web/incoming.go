package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
)

// chunkSize is the largest size of one read of a response's stream.
const chunkSize = 64 << 10

// incoming is a response's body. One goroutine at a time, off the loop, may read it. Any goroutine
// may call close.
type incoming struct {
	body     io.ReadCloser
	encoding string // Content-Encoding
	cancel   context.CancelFunc
	end      sync.Once

	mu      sync.Mutex
	decoded io.Reader // the decompressed body; made by the first read
	buffer  []byte
	ended   bool // the last read has read to the end
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
	var reader io.Reader = b.body
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

// close ends the exchange. Further calls do nothing.
func (b *incoming) close() {
	b.end.Do(func() {
		_ = b.body.Close()
		b.cancel()
	})
}
