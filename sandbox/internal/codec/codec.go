// Package codec writes and reads the bytes in which values pass between Go and the engine, whose
// end is engine/c/codec.c.
//
// A value is a tag and what follows it. Lengths and indexes are unsigned varints, texts are a length
// and UTF-8 in which single surrogates have three bytes, floating point numbers have eight bytes,
// least significant first.
//
//	undefined, null, false, true   nothing
//	int                            zigzag varint of 32 bits
//	float, date                    8 bytes; a date in milliseconds since 1970
//	string                         text
//	bigint                         text: an optional minus and hexadecimal digits
//	array                          length, then values; a hole is a tag and the number of holes
//	object                         pairs of a string and a value, then end
//	map, set                       length, then values: two for each entry of a map
//	buffer                         text: an ArrayBuffer's bytes
//	view                           type of the typed array (one byte), text
//	error                          texts: name, message, stack; true and the cause, or false
//	reference                      index of an object that came before
//	regexp                         texts: source, flags
//	boxed                          the primitive
//
// Objects are counted in the order of their tags, from array on, and dates with them.
package codec

import (
	"errors"
	"fmt"
)

type tag byte

const (
	tagUndefined tag = iota
	tagNull
	tagFalse
	tagTrue
	tagInt
	tagFloat
	tagString
	tagBigInt
	tagDate
	tagArray
	tagHole
	tagObject
	tagEnd
	tagMap
	tagSet
	tagBuffer
	tagView
	tagError
	tagReference
	tagRegExp
	tagBoxed
)

// maxDepth is the depth of values, as in engine/c/codec.c.
const maxDepth = 1000

// Types of typed arrays, as in quickjs.h.
const (
	viewUint8Clamped = iota
	viewInt8
	viewUint8
	viewInt16
	viewUint16
	viewInt32
	viewUint32
	viewBigInt64
	viewBigUint64
	viewFloat16
	viewFloat32
	viewFloat64
	viewData = 0xff
)

// Map is a Map of JavaScript: pairs of key and value, in the order of insertion.
type Map struct{ Entries [][2]any }

// Set is a Set of JavaScript, in the order of insertion.
type Set struct{ Values []any }

// RegExp is a regular expression of JavaScript.
type RegExp struct{ Source, Flags string }

// Error is an error of JavaScript, or another value that a script threw.
type Error struct {
	Name    string // as TypeError
	Message string
	// Stack has a line for each function that ran, beginning with the innermost. It is empty for
	// values that are no errors.
	Stack string
	// Cause is what the script gave as cause, or nil. It is an *Error if it was an error.
	Cause any
	// Value is what was thrown, if it was no error: throw 42.
	Value any
}

// Error returns the name and the message.
func (e *Error) Error() string {
	if e.Message == "" {
		return e.Name
	}
	return e.Name + ": " + e.Message
}

// Unwrap returns the cause if it is an error.
func (e *Error) Unwrap() error {
	cause, ok := e.Cause.(*Error)
	if !ok || circular(e) {
		return nil
	}
	return cause
}

// circular reports whether a chain of causes has no end, which a script can make.
func circular(e *Error) bool {
	slow := e
	for n := 1; ; n++ {
		next, ok := e.Cause.(*Error)
		if !ok {
			return false
		}
		if e = next; e == slow {
			return true
		}
		if n&(n-1) == 0 { // Brent: the one to meet again moves on at powers of two
			slow = e
		}
	}
}

// ErrMalformed is the error of Decode for bytes that are no value.
var ErrMalformed = errors.New("malformed value")

func malformed(what string) error { return fmt.Errorf("%w: %s", ErrMalformed, what) }
