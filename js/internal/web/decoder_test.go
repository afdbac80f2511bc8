package web

import (
	"strings"
	"testing"
)

// TestISO2022JP: a text with shifts, whole, in pieces of one byte, and with an invalid byte.
func TestISO2022JP(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\x1b(IP", "ﾐ"},
		{"\x1b$BPP\x1b(BP", "佩P"},
		{"\x1b(J\\~\n\\\x1b(B\\~", "¥‾\n¥\\~"},
		{"\x1b(J~\x1b$B!A\x1b(I!\x1b(J~", "‾～｡‾"},
		{"\x1b(J\x1b(X~", "\ufffd(X‾"},
		{"\x1b$@P\x1b$@PP", "\ufffd佩"},
		{"P\x1b", "P\ufffd"},
		{"\x80", "\ufffd"},
	} {
		got, ok := newDecoder("iso-2022-jp", false, false).decode([]byte(c.in), false)
		if got != c.want || !ok {
			t.Errorf("%q is %q, want %q", c.in, got, c.want)
		}
		d, pieces := newDecoder("iso-2022-jp", false, false), ""
		for i := range c.in {
			text, _ := d.decode([]byte{c.in[i]}, true)
			pieces += text
		}
		if text, _ := d.decode(nil, false); pieces+text != c.want {
			t.Errorf("%q in pieces is %q, want %q", c.in, pieces+text, c.want)
		}
		if _, ok := newDecoder("iso-2022-jp", true, false).decode([]byte(c.in), false); ok == strings.Contains(c.want, "\ufffd") {
			t.Errorf("%q: fatal decoding succeeds: %v", c.in, ok)
		}
	}
}

// TestUTF16InPieces: a code unit and a pair of surrogates may be split anywhere, and what is left of
// them at the end is one replacement character.
func TestUTF16InPieces(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\x00\x3d\xd8\x00\xdeb\x00", "a😀b"},
		{"\x3d\xd8a\x00", "\ufffda"},
		{"\x00\xdea\x00", "\ufffda"},
		{"a\x00\x3d\xd8", "a\ufffd"},
		{"a\x00\x3d\xd8\x00", "a\ufffd"},
		{"\x3d\xd8\x3d\xd8\x00\xde", "\ufffd😀"},
		{"\xff\xfea\x00\xff\xfe", "a\ufeff"},
	} {
		d, pieces := newDecoder("utf-16le", false, false), ""
		for i := range c.in {
			text, _ := d.decode([]byte{c.in[i]}, true)
			pieces += text
		}
		text, _ := d.decode(nil, false)
		whole, ok := newDecoder("utf-16le", true, false).decode([]byte(c.in), false)
		if pieces+text != c.want || ok == strings.Contains(c.want, "\ufffd") || ok && whole != c.want {
			t.Errorf("%q is %q in pieces, and %q, %v; want %q", c.in, pieces+text, whole, ok, c.want)
		}
	}
	if text, ok := newDecoder("utf-16be", true, true).decode([]byte("\xfe\xff\xff\xfd"), false); text != "\ufeff\ufffd" || !ok {
		t.Errorf("a replacement character is %q, %v", text, ok)
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
		got, ok := newDecoder(name, false, false).decode([]byte{c.in}, false)
		if got != string(c.want) || !ok {
			t.Errorf("%s: %x is %q", name, c.in, got)
		}
		if _, ok := newDecoder(name, true, false).decode([]byte{c.in}, false); ok != (c.want != 0xfffd) {
			t.Errorf("%s: fatal decoding of %x succeeds: %v", name, c.in, ok)
		}
	}
}
