package ws

// permessage-deflate, each message on its own. This file compresses, inflater.go decompresses.

import (
	"bytes"
	"compress/flate"
	"io"
	"sync"
)

// deflateEnd is what a sender leaves out at the end of a message, and a last block, without which a
// reader would wait for more.
const deflateEnd = "\x00\x00\xff\xff\x01\x00\x00\xff\xff"

// deflateBit is RSV1, which marks a compressed message.
const deflateBit = 4

var writers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

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
