package web

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// A decoder decodes a chunk. With more, an incomplete character at the end waits for the next
// chunk. The result is in units, or in text if units is nil. ok is false if the input was invalid
// and the decoder is fatal.
type decoder func(input []byte, more bool) (units []uint16, text string, ok bool)

func newDecoder(name string, fatal, ignoreBOM bool) decoder {
	switch name {
	case "utf-8":
		return (&utf8Decoder{fatal: fatal, keepBOM: ignoreBOM}).decode
	case "utf-16le", "utf-16be":
		return (&utf16Decoder{fatal: fatal, keepBOM: ignoreBOM, big: name == "utf-16be"}).decode
	case "iso-2022-jp":
		return (&iso2022Decoder{fatal: fatal}).decode
	default:
		found, err := htmlindex.Get(name)
		if err != nil {
			found = encoding.Nop
		}
		if name == "iso-8859-8-i" { // the same characters in another order of writing
			found = charmap.ISO8859_8
		}
		if table, ok := found.(*charmap.Charmap); ok {
			return (&byteDecoder{fatal: fatal, table: table}).decode
		}
		return (&legacyDecoder{fatal: fatal, transformer: found.NewDecoder()}).decode
	}
}

// utf8Decoder makes as many replacement characters as the standard: one for the longest valid start
// of a character, not one for each byte.
type utf8Decoder struct {
	fatal, keepBOM bool
	started        bool   // something was decoded, so a byte order mark is an ordinary character
	pending        []byte // the incomplete character
}

func (d *utf8Decoder) decode(input []byte, more bool) ([]uint16, string, bool) {
	if len(d.pending) > 0 {
		input = append(slices.Clone(d.pending), input...)
		d.pending = nil
	}
	text, rest, ok := lib.DecodeUTF8(input, more, d.fatal)
	d.pending = slices.Clone(rest)
	if !ok {
		return nil, "", false
	}
	return nil, d.withoutBOM(text), true
}

func (d *utf8Decoder) withoutBOM(text string) string {
	if d.started || text == "" {
		return text
	}
	d.started = true
	if !d.keepBOM {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	return text
}

type utf16Decoder struct {
	fatal, keepBOM, big bool
	started             bool
	pending             []byte // the first byte of a code unit
	lead                uint16 // a high surrogate that waits for its low surrogate
}

func (d *utf16Decoder) decode(input []byte, more bool) ([]uint16, string, bool) {
	if len(d.pending) > 0 {
		input = append(slices.Clone(d.pending), input...)
		d.pending = nil
	}
	units, good := make([]uint16, 0, len(input)/2+1), true
	for ; len(input) >= 2; input = input[2:] {
		unit := uint16(input[0]) | uint16(input[1])<<8
		if d.big {
			unit = unit<<8 | unit>>8
		}
		if lead := d.lead; lead != 0 {
			d.lead = 0
			if unit >= 0xdc00 && unit <= 0xdfff {
				units = append(units, lead, unit)
				continue
			}
			units, good = append(units, utf8.RuneError), false
		}
		switch {
		case unit >= 0xd800 && unit <= 0xdbff:
			d.lead = unit
		case utf16.IsSurrogate(rune(unit)):
			units, good = append(units, utf8.RuneError), false
		default:
			units = append(units, unit)
		}
	}
	if more {
		d.pending = slices.Clone(input)
	} else if len(input) > 0 || d.lead != 0 {
		units, good, d.lead = append(units, utf8.RuneError), false, 0
	}
	if !good && d.fatal {
		return nil, "", false
	}
	if !d.started && len(units) > 0 {
		d.started = true
		if units[0] == 0xfeff && !d.keepBOM {
			units = units[1:]
		}
	}
	return units, "", true
}

// byteDecoder decodes encodings with one byte for each character.
type byteDecoder struct {
	fatal bool
	table *charmap.Charmap
}

func (d *byteDecoder) decode(input []byte, _ bool) ([]uint16, string, bool) {
	var out strings.Builder
	out.Grow(len(input) + len(input)/4)
	for _, b := range input {
		r := d.table.DecodeByte(b)
		switch {
		case r != utf8.RuneError:
		case b >= 0x80 && b < 0xa0:
			// x/text has no characters there. In the Encoding Standard they are control
			// characters, in every encoding.
			r = rune(b)
		case d.fatal:
			return nil, "", false
		}
		out.WriteRune(r)
	}
	return nil, out.String(), true
}

// legacyDecoder decodes the other encodings with x/text's tables. It recognises invalid bytes by
// the replacement characters in the result.
type legacyDecoder struct {
	fatal       bool
	transformer transform.Transformer
	pending     []byte
}

func (d *legacyDecoder) decode(input []byte, more bool) ([]uint16, string, bool) {
	input = append(d.pending, input...)
	d.pending = nil
	var out strings.Builder
	buffer := make([]byte, 4*len(input)+64)
	for {
		written, read, err := d.transformer.Transform(buffer, input, !more)
		out.Write(buffer[:written])
		input = input[read:]
		if errors.Is(err, transform.ErrShortDst) {
			continue
		}
		if errors.Is(err, transform.ErrShortSrc) && more {
			d.pending = slices.Clone(input)
		}
		break
	}
	text := out.String()
	if d.fatal && strings.ContainsRune(text, utf8.RuneError) {
		return nil, "", false
	}
	return nil, text, true
}
