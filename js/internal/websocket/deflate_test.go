package websocket

import (
	"bytes"
	"compress/flate"
	"errors"
	"strings"
	"testing"

	"github.com/gobwas/ws"
)

func TestAcceptsDeflate(t *testing.T) {
	for _, c := range []struct {
		answer []string
		want   bool
		err    string
	}{
		{nil, false, ""},
		{[]string{"permessage-deflate; server_no_context_takeover"}, true, ""},
		{[]string{"permessage-deflate;server_no_context_takeover ; client_no_context_takeover"}, true, ""},
		{[]string{"permessage-deflate; server_no_context_takeover; server_max_window_bits=10"}, true, ""},
		{[]string{"permessage-deflate"}, false, "not offered"},
		{[]string{"permessage-deflate; client_no_context_takeover"}, false, "not offered"},
		{[]string{"permessage-deflate; server_no_context_takeover; client_max_window_bits=10"}, false, "not offered"},
		{[]string{"permessage-deflate; server_no_context_takeover; more"}, false, "not offered"},
		{[]string{"permessage-deflate; server_no_context_takeover; server_max_window_bits=99"}, false, "not offered"},
		{[]string{"x-webkit-deflate-frame"}, false, "not offered"},
		{[]string{"permessage-deflate; server_no_context_takeover, another"}, false, "not offered"},
		{[]string{"permessage-deflate; server_no_context_takeover", "permessage-deflate; server_no_context_takeover"}, false, "not offered"},
		{[]string{";"}, false, "cannot be read"},
		{[]string{""}, false, "cannot be read"},
	} {
		got, err := acceptsDeflate(c.answer)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v, %v; want %v, %q", c.answer, got, err, c.want, c.err)
		}
	}
}

// A message is limited after decompression, and exactly.
func TestInflateLimit(t *testing.T) {
	const limit = 100_000
	for _, size := range []int{0, 1, limit - 1, limit, limit + 1, 10 * limit} {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, flate.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(make([]byte, size)); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		out, err := inflate(bytes.TrimSuffix(b.Bytes(), []byte(deflateEnd[:4])), limit)
		if tooLarge := errors.Is(err, errTooLarge); tooLarge != (size > limit) || !tooLarge && (err != nil || len(out) != size) {
			t.Errorf("%d bytes, of which %d are allowed: %d, %v", size, limit, len(out), err)
		}
	}
}

// Only data frames that become shorter are compressed, and decompressed they are what they were.
func TestCompressed(t *testing.T) {
	c := &Conn{deflate: true}
	long := bytes.Repeat([]byte("long "), compressFrom)
	random := make([]byte, 0, compressFrom)
	for x := uint32(1); len(random) < cap(random); x = x*1664525 + 1013904223 {
		random = append(random, byte(x>>24))
	}
	for name, test := range map[string]struct {
		conn    *Conn
		kind    ws.OpCode
		payload []byte
		want    bool
	}{
		"text":                {c, ws.OpText, long, true},
		"binary":              {c, ws.OpBinary, long, true},
		"short":               {c, ws.OpText, long[:compressFrom-1], false},
		"not compressible":    {c, ws.OpBinary, random, false},
		"a control frame":     {c, ws.OpPong, long, false},
		"without agreement":   {&Conn{}, ws.OpText, long, false},
		"just the first size": {c, ws.OpText, long[:compressFrom], true},
	} {
		got, rsv := test.conn.compressed(test.kind, test.payload)
		if isCompressed := rsv == ws.Rsv(true, false, false); isCompressed != test.want || !isCompressed && rsv != 0 {
			t.Errorf("%s: compressed %v, want %v; the bits are %b", name, isCompressed, test.want, rsv)
			continue
		}
		if test.want {
			if len(got) >= len(test.payload) {
				t.Errorf("%s: %d bytes became %d", name, len(test.payload), len(got))
			}
			var err error
			if got, err = inflate(got, len(test.payload)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !bytes.Equal(got, test.payload) {
			t.Errorf("%s: the payload has changed", name)
		}
	}
}
