package web

import (
	"strings"
	"testing"
)

// TestISO2022JP: the values are those that the Encoding Standard's algorithm gives.
func TestISO2022JP(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\x1b$", "\ufffd$"},
		{"\x1b(B\x1b(BP", "\ufffdP"},
		{"\x0d\x0e\x0f", "\r\ufffd\ufffd"},
		{"\x1b(J\\~", "¥‾"},
		{"\x1b(IP", "ﾐ"},
		{"\x1b$BPP\x1b(BP", "佩P"},
		{"\x1b$@P \x1b(BP", "\ufffdP"},
		{"\x1b$@P\x1b$@PP", "\ufffd佩"},
		{"P\x1b", "P\ufffd"},
		{"\x80", "\ufffd"},
	} {
		_, got, ok := newDecoder("iso-2022-jp", false, false)([]byte(c.in), false)
		if got != c.want || !ok {
			t.Errorf("%q is %q, want %q", c.in, got, c.want)
		}
		// In pieces of one byte.
		decode, pieces := newDecoder("iso-2022-jp", false, false), ""
		for i := range c.in {
			_, text, _ := decode([]byte{c.in[i]}, true)
			pieces += text
		}
		if _, text, _ := decode(nil, false); pieces+text != c.want {
			t.Errorf("%q in pieces is %q, want %q", c.in, pieces+text, c.want)
		}
		if _, _, ok := newDecoder("iso-2022-jp", true, false)([]byte(c.in), false); ok == strings.Contains(c.want, "\ufffd") {
			t.Errorf("%q: fatal decoding succeeds: %v", c.in, ok)
		}
	}
}

// TestControlCharacters: bytes without a character between 0x80 and 0x9f are control characters,
// and others are errors.
func TestControlCharacters(t *testing.T) {
	for name, c := range map[string]struct {
		in   byte
		want rune
	}{
		"iso-8859-2":   {0x80, 0x80},
		"iso-8859-8-i": {0x9f, 0x9f},
		"windows-1252": {0x81, 0x81},
		"windows-1253": {0xaa, 0xfffd},
		"ibm866":       {0x80, 'А'},
	} {
		_, got, ok := newDecoder(name, false, false)([]byte{c.in}, false)
		if got != string(c.want) || !ok {
			t.Errorf("%s: %x is %q", name, c.in, got)
		}
		if _, _, ok := newDecoder(name, true, false)([]byte{c.in}, false); ok != (c.want != 0xfffd) {
			t.Errorf("%s: fatal decoding of %x succeeds: %v", name, c.in, ok)
		}
	}
}
