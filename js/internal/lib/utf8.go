package lib

import (
	"strings"
	"unicode/utf8"
)

// UTF8 decodes bytes as the Encoding Standard does. The longest valid start of an incomplete
// character becomes one replacement character, not one for each byte.
func UTF8(b []byte) string {
	text, _, _ := DecodeUTF8(b, false, false)
	return text
}

// DecodeUTF8 is UTF8 for a chunk. With more, an incomplete character at the end is not decoded, and is
// the rest. With fatal, ok is false if the bytes are invalid.
func DecodeUTF8(b []byte, more, fatal bool) (text string, rest []byte, ok bool) {
	if utf8.Valid(b) {
		return string(b), nil, true
	}
	var out strings.Builder
	out.Grow(len(b) + 16)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r != utf8.RuneError || size > 1 {
			out.Write(b[:size])
			b = b[size:]
			continue
		}
		n, complete := badUTF8(b)
		if more && !complete {
			rest = b
			break
		}
		if fatal {
			return "", nil, false
		}
		out.WriteRune(utf8.RuneError)
		b = b[n:]
	}
	return out.String(), rest, true
}

// badUTF8 returns the length of the incomplete character at the start of b, at least one, and
// whether more bytes cannot complete it. b must not start with a whole character.
func badUTF8(b []byte) (n int, complete bool) {
	low, high, need := byte(0x80), byte(0xbf), 0
	switch first := b[0]; {
	case first >= 0xc2 && first <= 0xdf:
		need = 1
	case first >= 0xe0 && first <= 0xef:
		need = 2
		switch first {
		case 0xe0:
			low = 0xa0
		case 0xed:
			high = 0x9f
		}
	case first >= 0xf0 && first <= 0xf4:
		need = 3
		switch first {
		case 0xf0:
			low = 0x90
		case 0xf4:
			high = 0x8f
		}
	}
	for n = 1; n <= need; n++ {
		if n == len(b) {
			return n, false
		}
		if b[n] < low || b[n] > high {
			return n, true
		}
		low, high = 0x80, 0xbf
	}
	return 1, true
}
