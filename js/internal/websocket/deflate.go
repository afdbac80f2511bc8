package websocket

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/gobwas/httphead"
	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsflate"
)

// This file owns permessage-deflate, RFC 7692. Each message is compressed on its own, in both
// directions, so a connection that waits holds no memory for it.

// deflateOffer is what the client offers. A server that accepts it has to answer with
// server_no_context_takeover.
const deflateOffer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

// compressFrom is the size in bytes from which a message is compressed. Shorter ones gain little.
const compressFrom = 1 << 10

// deflateEnd is what a sender leaves out at the end of a message, and a last block, without which a
// reader would wait for more.
const deflateEnd = "\x00\x00\xff\xff\x01\x00\x00\xff\xff"

var errDeflate = errors.New("a message cannot be decompressed")

// acceptsDeflate reports whether the server's extensions are an answer to deflateOffer. It returns
// an error if they are something else.
func acceptsDeflate(values []string) (bool, error) {
	if len(values) == 0 {
		return false, nil
	}
	var options []httphead.Option
	for _, value := range values {
		var ok bool
		if options, ok = httphead.ParseOptions([]byte(value), options); !ok {
			return false, fmt.Errorf("the server chose extensions that cannot be read: %q", value)
		}
	}
	var p wsflate.Parameters
	if len(options) != 1 || string(options[0].Name) != wsflate.ExtensionName || p.Parse(options[0]) != nil ||
		!p.ServerNoContextTakeover || p.ClientMaxWindowBits != 0 {
		return false, fmt.Errorf("the server chose extensions that were not offered: %q", values)
	}
	return true, nil
}

var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return w
}}

var inflaters = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// compressed returns a frame's payload and its reserved bits: compressed, if that makes it shorter.
func (c *Conn) compressed(kind ws.OpCode, payload []byte) ([]byte, byte) {
	if !c.deflate || !kind.IsData() || len(payload) < compressFrom {
		return payload, 0
	}
	b := bytes.NewBuffer(make([]byte, 0, len(payload)))
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(b)
	// Writing to a buffer does not fail.
	_, _ = w.Write(payload)
	_ = w.Flush()
	out := bytes.TrimSuffix(b.Bytes(), []byte(deflateEnd[:4]))
	if len(out) >= len(payload) {
		return payload, 0
	}
	return out, ws.Rsv(true, false, false)
}

// inflate decompresses a message, to at most limit bytes.
func inflate(message []byte, limit int) ([]byte, error) {
	r := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(r)
	// Reset does not fail.
	_ = r.(flate.Resetter).Reset(io.MultiReader(bytes.NewReader(message), bytes.NewReader([]byte(deflateEnd))), nil)
	out, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", errDeflate, err)
	case len(out) > limit:
		return nil, errTooLarge
	}
	return out, nil
}
