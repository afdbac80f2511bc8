package codec

// From bytes to Go values.

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"
)

type decoder struct {
	rest  []byte
	seen  []any
	depth int
	// room is for how many elements of arrays there may still be: each is a byte, but those of holes.
	room uint64
}

func newDecoder(data []byte) *decoder {
	return &decoder{rest: data, room: uint64(len(data)) + maxHoles}
}

// Decode returns a value: nil for undefined, null and holes, bool, float64, string, *big.Int,
// time.Time, []any, map[string]any, *Map, *Set, *RegExp, *Error, []byte for ArrayBuffer, DataView
// and arrays of bytes, and slices of numbers for the other typed arrays. Nothing in it refers to
// data. A value that contains itself does so in Go as well.
func Decode(data []byte) (any, error) {
	d := newDecoder(data)
	v, err := d.value()
	if err == nil && len(d.rest) > 0 {
		err = malformed("bytes after its end")
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// DecodeArguments returns the arguments of a function, which are an array that is not counted.
func DecodeArguments(data []byte) ([]any, error) {
	d := newDecoder(data)
	if len(data) == 0 || tag(data[0]) != tagArray {
		return nil, malformed("no arguments")
	}
	d.rest = data[1:]
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	if n > uint64(len(d.rest)) {
		return nil, malformed("fewer arguments than their number")
	}
	arguments := make([]any, n)
	for i := range arguments {
		if arguments[i], err = d.value(); err != nil {
			return nil, err
		}
	}
	if len(d.rest) > 0 {
		return nil, malformed("bytes after its end")
	}
	return arguments, nil
}

func (d *decoder) length() (uint64, error) {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 || n > math.MaxUint32 {
		return 0, malformed("a length")
	}
	d.rest = d.rest[size:]
	return n, nil
}

func (d *decoder) bytes() ([]byte, error) {
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	if n > uint64(len(d.rest)) {
		return nil, malformed("a text that is longer than the rest")
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b, nil
}

// text returns a string. Single surrogates become U+FFFD: strings of Go are UTF-8.
func (d *decoder) text() (string, error) {
	b, err := d.bytes()
	if err != nil || utf8.Valid(b) {
		return string(b), err
	}
	return replaceSurrogates(b), nil
}

// replaceSurrogates replaces what is not UTF-8. A surrogate of three bytes becomes one U+FFFD.
func replaceSurrogates(b []byte) string {
	var s strings.Builder
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 && len(b) >= 3 && b[0] == 0xed && b[1] >= 0xa0 {
			size = 3
		}
		s.WriteRune(r)
		b = b[size:]
	}
	return s.String()
}

func (d *decoder) float() (float64, error) {
	if len(d.rest) < 8 {
		return 0, malformed("a number")
	}
	f := math.Float64frombits(binary.LittleEndian.Uint64(d.rest))
	d.rest = d.rest[8:]
	return f, nil
}

func (d *decoder) value() (any, error) {
	if len(d.rest) == 0 {
		return nil, malformed("it ends early")
	}
	t := tag(d.rest[0])
	d.rest = d.rest[1:]
	switch t {
	case tagUndefined, tagNull:
		return nil, nil
	case tagFalse:
		return false, nil
	case tagTrue:
		return true, nil
	case tagInt:
		n, err := d.length()
		return float64(int32(n>>1) ^ -int32(n&1)), err
	case tagFloat:
		f, err := d.float()
		return f, err
	case tagString:
		s, err := d.text()
		return s, err
	case tagBigInt:
		return d.bigInt()
	case tagReference:
		n, err := d.length()
		if err != nil || n >= uint64(len(d.seen)) {
			return nil, malformed("a reference")
		}
		return d.seen[n], nil
	}
	return d.object(t)
}

func (d *decoder) bigInt() (any, error) {
	s, err := d.text()
	if err != nil {
		return nil, err
	}
	n, ok := new(big.Int).SetString(s, 16)
	if !ok {
		return nil, malformed("a BigInt")
	}
	return n, nil
}

// see counts an object and returns its index.
func (d *decoder) see(v any) int {
	d.seen = append(d.seen, v)
	return len(d.seen) - 1
}

func (d *decoder) object(t tag) (any, error) {
	if d.depth == maxDepth+1 {
		return nil, malformed("it is nested too deeply")
	}
	d.depth++
	defer func() { d.depth-- }()
	switch t {
	case tagDate:
		f, err := d.float()
		if err != nil {
			return nil, err
		}
		v := dateOf(f)
		d.see(v)
		return v, nil
	case tagArray:
		return d.array()
	case tagObject:
		return d.properties()
	case tagMap:
		return d.entries()
	case tagSet:
		return d.set()
	case tagBuffer:
		b, err := d.bytes()
		v := append([]byte{}, b...)
		d.see(v)
		return v, err
	case tagView:
		return d.view()
	case tagError:
		return d.error()
	case tagRegExp:
		v := &RegExp{}
		d.see(v)
		var err error
		if v.Source, err = d.text(); err == nil {
			v.Flags, err = d.text()
		}
		return v, err
	case tagBoxed:
		at := d.see(nil)
		v, err := d.value()
		d.seen[at] = v
		return v, err
	}
	return nil, malformed("an unknown tag")
}

// maxDate is the last date of JavaScript, in milliseconds since 1970.
const maxDate = 8.64e15

// dateOf returns the zero time for a date that is none.
func dateOf(ms float64) time.Time {
	if math.IsNaN(ms) || math.Abs(ms) > maxDate {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms)).UTC()
}

// maxHoles is the number of holes that the arrays of a value may have. They take memory in Go.
const maxHoles = 1 << 20

// ErrSparse is the error of values whose arrays have more holes.
var ErrSparse = fmt.Errorf("%w: its arrays have more than %d holes", ErrMalformed, maxHoles)

func (d *decoder) array() (any, error) {
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	if n > d.room {
		return nil, ErrSparse
	}
	d.room -= n
	v := make([]any, n)
	d.see(v)
	for i := uint64(0); i < n; i++ {
		if len(d.rest) > 0 && tag(d.rest[0]) == tagHole {
			d.rest = d.rest[1:]
			holes, err := d.length()
			if err != nil || holes == 0 || holes > n-i {
				return nil, malformed("a hole")
			}
			i += holes - 1
			continue
		}
		if v[i], err = d.value(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (d *decoder) properties() (any, error) {
	v := map[string]any{}
	d.see(v)
	for {
		if len(d.rest) == 0 {
			return nil, malformed("an object without end")
		}
		t := tag(d.rest[0])
		d.rest = d.rest[1:]
		if t == tagEnd {
			return v, nil
		}
		if t != tagString {
			return nil, malformed("a property's name")
		}
		name, err := d.text()
		if err != nil {
			return nil, err
		}
		if v[name], err = d.value(); err != nil {
			return nil, err
		}
	}
}

func (d *decoder) entries() (any, error) {
	v := &Map{}
	d.see(v)
	n, err := d.length()
	for ; err == nil && n > 0; n-- {
		var entry [2]any
		if entry[0], err = d.value(); err == nil {
			entry[1], err = d.value()
		}
		v.Entries = append(v.Entries, entry)
	}
	return v, err
}

func (d *decoder) set() (any, error) {
	v := &Set{}
	d.see(v)
	n, err := d.length()
	for ; err == nil && n > 0; n-- {
		var item any
		item, err = d.value()
		v.Values = append(v.Values, item)
	}
	return v, err
}

func (d *decoder) error() (any, error) {
	v := &Error{}
	d.see(v)
	var err error
	for _, text := range []*string{&v.Name, &v.Message, &v.Stack} {
		if *text, err = d.text(); err != nil {
			return nil, err
		}
	}
	if len(d.rest) == 0 {
		return nil, malformed("an error without end")
	}
	hasCause := tag(d.rest[0]) == tagTrue
	d.rest = d.rest[1:]
	if hasCause {
		v.Cause, err = d.value()
	}
	return v, err
}

func (d *decoder) view() (any, error) {
	if len(d.rest) == 0 {
		return nil, malformed("a typed array")
	}
	kind := d.rest[0]
	d.rest = d.rest[1:]
	b, err := d.bytes()
	if err != nil {
		return nil, err
	}
	v := viewOf(kind, b)
	if v == nil {
		return nil, malformed("a typed array")
	}
	d.see(v)
	return v, nil
}
