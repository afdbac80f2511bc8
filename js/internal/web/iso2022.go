package web

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
)

// This file decodes ISO-2022-JP as the Encoding Standard says (https://encoding.spec.whatwg.org,
// iso-2022-jp decoder). The decoder of x/text accepts more: it has no errors for shifts and for
// escape sequences without characters between them, and takes Roman for ASCII.

// charset says which characters the bytes of ISO-2022-JP stand for.
type charset byte

const (
	ascii charset = iota
	roman
	katakana
	kanji
)

// charsets are the escape sequences.
var charsets = map[string]charset{"(B": ascii, "(J": roman, "(I": katakana, "$@": kanji, "$B": kanji}

// iso2022Decoder decodes ISO-2022-JP. It keeps bytes that may begin an escape sequence, or a
// character of two bytes.
type iso2022Decoder struct {
	fatal   bool
	set     charset
	escaped bool // the last thing was an escape sequence
	pending []byte
}

const escape = 0x1b

func (d *iso2022Decoder) decode(input []byte, more bool) ([]uint16, string, bool) {
	input = append(d.pending, input...)
	d.pending = nil
	var out strings.Builder
	for len(input) > 0 {
		r, size, whole := d.one(input, more)
		if !whole {
			d.pending = append([]byte(nil), input...)
			break
		}
		input = input[size:]
		if r == utf8.RuneError && d.fatal {
			return nil, "", false
		}
		if r >= 0 {
			out.WriteRune(r)
		}
	}
	return nil, out.String(), true
}

// one decodes one character or escape sequence and returns its length. The character is -1 for an
// escape sequence, and utf8.RuneError for an error. whole is false if more bytes are needed.
func (d *iso2022Decoder) one(input []byte, more bool) (r rune, size int, whole bool) {
	b := input[0]
	if b == escape {
		return d.escape(input, more)
	}
	d.escaped = false
	switch {
	case d.set == kanji:
		return d.kanji(input, more)
	case d.set == katakana && b >= 0x21 && b <= 0x5f:
		return 0xff61 - 0x21 + rune(b), 1, true
	case d.set == katakana, b >= 0x80, b == 0x0e, b == 0x0f:
		return utf8.RuneError, 1, true
	case d.set == roman && b == 0x5c:
		return '¥', 1, true
	case d.set == roman && b == 0x7e:
		return '‾', 1, true
	}
	return rune(b), 1, true
}

// escape changes the set of characters. Two sequences with nothing between them are an error.
func (d *iso2022Decoder) escape(input []byte, more bool) (r rune, size int, whole bool) {
	if len(input) < 3 {
		start := len(input) == 1 || input[1] == '(' || input[1] == '$'
		if more && start {
			return 0, 0, false
		}
	} else if set, ok := charsets[string(input[1:3])]; ok {
		again := d.escaped
		if d.set, d.escaped = set, true; again {
			return utf8.RuneError, 3, true
		}
		return -1, 3, true
	}
	d.escaped = false
	return utf8.RuneError, 1, true
}

// kanji decodes two bytes. An escape in place of the second one is not consumed.
func (d *iso2022Decoder) kanji(input []byte, more bool) (r rune, size int, whole bool) {
	if input[0] < 0x21 || input[0] > 0x7e {
		return utf8.RuneError, 1, true
	}
	switch {
	case len(input) == 1 && more:
		return 0, 0, false
	case len(input) == 1 || input[1] == escape:
		return utf8.RuneError, 1, true
	case input[1] < 0x21 || input[1] > 0x7e:
		return utf8.RuneError, 2, true
	}
	// EUC-JP has the same characters, with the highest bits set.
	text, err := japanese.EUCJP.NewDecoder().Bytes([]byte{input[0] | 0x80, input[1] | 0x80})
	if r, _ = utf8.DecodeRune(text); err != nil {
		r = utf8.RuneError
	}
	return r, 2, true
}
