package lib

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
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
	for i := max(0, len(b)-utf8.UTFMax+1); more && i < len(b); i++ {
		if !utf8.FullRune(b[i:]) {
			b, rest = b[:i], b[i:]
		}
	}
	if fatal && !utf8.Valid(b) {
		return "", nil, false
	}
	decoded, _ := unicode.UTF8.NewDecoder().Bytes(b) // never returns an error
	return string(decoded), rest, true
}
