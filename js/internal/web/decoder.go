package web

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// decoder decodes a text in chunks.
type decoder struct {
	convert        converter
	fatal, keepBOM bool
	started        bool   // something was decoded, so a byte order mark is an ordinary character
	pending        []byte // an incomplete character
}

// A converter decodes bytes. With more, an incomplete character at the end is not decoded, and is the
// rest. valid is false if the bytes are not. Then text has replacement characters.
type converter func(input []byte, more bool) (text string, rest []byte, valid bool)

func newDecoder(name string, fatal, ignoreBOM bool) *decoder {
	d := &decoder{fatal: fatal, keepBOM: ignoreBOM}
	switch name {
	case "utf-8":
		d.convert = func(input []byte, more bool) (string, []byte, bool) { return lib.DecodeUTF8(input, more, fatal) }
		return d
	case "utf-16le":
		d.convert = fromUTF16(binary.LittleEndian)
		return d
	case "utf-16be":
		d.convert = fromUTF16(binary.BigEndian)
		return d
	case "iso-2022-jp":
		d.convert = fromISO2022JP()
		return d
	}
	found, err := htmlindex.Get(name)
	if err != nil {
		found = encoding.Nop
	}
	if name == "iso-8859-8-i" { // the same characters in another order of writing
		found = charmap.ISO8859_8
	}
	d.keepBOM = true // in these encodings it is none
	if table, ok := found.(*charmap.Charmap); ok {
		d.convert = fromBytes(table)
	} else {
		d.convert = fromLegacy(found.NewDecoder())
	}
	return d
}

// decode decodes a chunk. With more, an incomplete character at its end waits for the next one. ok is
// false if the input was invalid and the decoder is fatal.
func (d *decoder) decode(input []byte, more bool) (text string, ok bool) {
	if len(d.pending) > 0 {
		input = append(d.pending, input...)
	}
	text, rest, valid := d.convert(input, more)
	d.pending = slices.Clone(rest)
	if d.fatal && !valid {
		return "", false
	}
	if !d.started && text != "" {
		d.started = true
		if !d.keepBOM {
			text = withoutBOM(text)
		}
	}
	return text, true
}

func withoutBOM(text string) string { return strings.TrimPrefix(text, "\ufeff") }

// utf8Text decodes the whole of a text in UTF-8.
func utf8Text(b []byte) string { return withoutBOM(lib.UTF8(b)) }

func fromUTF16(order binary.ByteOrder) converter {
	return func(input []byte, more bool) (string, []byte, bool) {
		units := make([]uint16, len(input)/2)
		for i := range units {
			units[i] = order.Uint16(input[2*i:])
		}
		rest := input[2*len(units):]
		const surrogates, high = 0xfc00, 0xd800
		if last := len(units) - 1; last >= 0 && units[last]&surrogates == high && (more || len(rest) > 0) {
			units, rest = units[:last], input[2*last:] // it waits for its low surrogate
		}
		runes := utf16.Decode(units)
		text, valid := string(runes), slices.Equal(utf16.Encode(runes), units)
		if !more && len(rest) > 0 {
			return text + string(utf8.RuneError), nil, false
		}
		return text, rest, valid
	}
}

// fromBytes decodes an encoding with one byte for each character.
func fromBytes(table *charmap.Charmap) converter {
	return func(input []byte, _ bool) (string, []byte, bool) {
		var out strings.Builder
		out.Grow(len(input) + len(input)/4)
		valid := true
		for _, b := range input {
			r := table.DecodeByte(b)
			if r == utf8.RuneError && b >= 0x80 && b < 0xa0 {
				// x/text has no characters there. In the Encoding Standard they are control
				// characters, in every encoding.
				r = rune(b)
			}
			valid = valid && r != utf8.RuneError
			out.WriteRune(r)
		}
		return out.String(), nil, valid
	}
}

// fromISO2022JP decodes ISO-2022-JP. x/text takes its set Roman for ASCII, so this decodes what is
// between two escape sequences at a time.
func fromISO2022JP() converter {
	convert, roman := fromLegacy(japanese.ISO2022JP.NewDecoder()), false
	inRoman := strings.NewReplacer(`\`, "¥", "~", "‾")
	return func(input []byte, more bool) (text string, rest []byte, valid bool) {
		var out strings.Builder
		for valid = true; len(input) > 0; {
			part, last := input, true
			if next := bytes.IndexByte(input[1:], escape); next >= 0 {
				part, last = input[:1+next], false
			}
			input = input[len(part):]
			if len(part) >= 3 && part[0] == escape {
				switch string(part[1:3]) {
				case "(J":
					roman = true
				case "(B", "(I", "$@", "$B":
					roman = false
				}
			}
			decoded, left, good := convert(part, last && more)
			if roman {
				decoded = inRoman.Replace(decoded)
			}
			out.WriteString(decoded)
			rest, valid = left, valid && good
		}
		return out.String(), rest, valid
	}
}

// escape begins a sequence that selects a set of characters.
const escape = 0x1b

// fromLegacy decodes the other encodings with x/text's tables. It recognises invalid bytes by the
// replacement characters in the result.
func fromLegacy(transformer transform.Transformer) converter {
	return func(input []byte, more bool) (string, []byte, bool) {
		var out strings.Builder
		buffer := make([]byte, 4*len(input)+64)
		for {
			written, read, err := transformer.Transform(buffer, input, !more)
			out.Write(buffer[:written])
			input = input[read:]
			if errors.Is(err, transform.ErrShortDst) {
				continue
			}
			if !errors.Is(err, transform.ErrShortSrc) || !more {
				input = nil
			}
			text := out.String()
			return text, input, !strings.ContainsRune(text, utf8.RuneError)
		}
	}
}
