package ws

// permessage-deflate, each message on its own.

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"sync"
)

// deflateEnd is what a sender leaves out at the end of a message, and a last block, without which a
// reader would wait for more.
const deflateEnd = "\x00\x00\xff\xff\x01\x00\x00\xff\xff"

var errTooLarge = errors.New("ws: the message is too large")

var writers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

var readers = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// deflated appends the compressed p to to.
func deflated(to, p []byte) ([]byte, error) {
	b := bytes.NewBuffer(to)
	w := writers.Get().(*flate.Writer)
	defer writers.Put(w)
	w.Reset(b)
	if _, err := w.Write(p); err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte(deflateEnd[:4])), nil
}

// inflated decompresses p, to at most limit bytes.
func inflated(p []byte, limit int) ([]byte, error) {
	r := readers.Get().(io.ReadCloser)
	defer readers.Put(r)
	if err := r.(flate.Resetter).Reset(io.MultiReader(bytes.NewReader(p), bytes.NewReader([]byte(deflateEnd))), nil); err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(out) > limit {
		return nil, errTooLarge
	}
	return out, nil
}
