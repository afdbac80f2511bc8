package node

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// bufferNatives are operations of Buffer that would be slow in JavaScript. Encodings have one name
// each: utf8, hex, base64, base64url, latin1, ascii, utf16le.
func bufferNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"detached": func(call vm.FunctionCall) vm.Value {
			memory, _ := lib.As[vm.ArrayBuffer](call.Argument(0))
			return rt.ToValue(memory.Detached())
		},
		"isArrayBuffer": func(call vm.FunctionCall) vm.Value {
			_, ok := lib.As[vm.ArrayBuffer](call.Argument(0))
			return rt.ToValue(ok)
		},
		"encode": func(call vm.FunctionCall) vm.Value {
			return lib.Uint8Array(rt, encodeText(call.Argument(0), call.Argument(1).String()))
		},
		"byteLength": func(call vm.FunctionCall) vm.Value {
			return rt.ToValue(byteLength(call.Argument(0), call.Argument(1).String()))
		},
		"decode": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			from, to := int(call.Argument(2).ToInteger()), int(call.Argument(3).ToInteger())
			return decodeBytes(rt, b[min(from, len(b)):min(to, len(b))], call.Argument(1).String())
		},
		// write writes only whole characters and returns the number of bytes written.
		"write": func(call vm.FunctionCall) vm.Value {
			target, _ := lib.Bytes(call.Argument(0))
			encoding := call.Argument(2).String()
			b := encodeText(call.Argument(1), encoding)
			n := min(int(call.Argument(4).ToInteger()), len(b))
			switch encoding {
			case "utf8":
				for n < len(b) && n > 0 && !utf8.RuneStart(b[n]) {
					n--
				}
			case "utf16le":
				n &^= 1
			}
			return rt.ToValue(copy(target[call.Argument(3).ToInteger():], b[:n]))
		},
		"compare": func(call vm.FunctionCall) vm.Value {
			a, _ := lib.Bytes(call.Argument(0))
			b, _ := lib.Bytes(call.Argument(1))
			return rt.ToValue(bytes.Compare(a, b))
		},
		"indexOf": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			needle, _ := lib.Bytes(call.Argument(1))
			return rt.ToValue(indexOf(b, needle, int(call.Argument(2).ToInteger()), call.Argument(3).ToBoolean(), int(call.Argument(4).ToInteger())))
		},
		"numbers": func(call vm.FunctionCall) vm.Value {
			read, _ := vm.AssertFunction(call.Argument(1))
			write, _ := vm.AssertFunction(call.Argument(2))
			installNumbers(rt, call.Argument(0).ToObject(rt), read, write)
			return vm.Undefined()
		},
		// repeat fills the first argument with copies of the second, which is not empty.
		"repeat": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			pattern, _ := lib.Bytes(call.Argument(1))
			pattern = bytes.Clone(pattern) // pattern may overlap b
			for n := 0; n < len(b); n += len(pattern) {
				copy(b[n:], pattern)
			}
			return vm.Undefined()
		},
		"isUTF8": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			return rt.ToValue(utf8.Valid(b))
		},
		"isASCII": func(call vm.FunctionCall) vm.Value {
			b, _ := lib.Bytes(call.Argument(0))
			return rt.ToValue(bytes.IndexFunc(b, func(r rune) bool { return r > 0x7f }) < 0)
		},
	}
}

// units calls fn with each code unit of a string.
func units(v vm.Value, fn func(uint16)) {
	if s, ok := v.(vm.String); ok {
		for i := range s.Length() {
			fn(s.CharAt(i))
		}
	}
}

// encodeText returns the bytes of a string. As in Node, an invalid character ends hex and is
// skipped in base64.
func encodeText(v vm.Value, encoding string) []byte {
	var out []byte
	switch encoding {
	case "latin1", "ascii":
		units(v, func(u uint16) { out = append(out, byte(u)) })
	case "utf16le":
		units(v, func(u uint16) { out = append(out, byte(u), byte(u>>8)) })
	case "hex":
		text := v.String()
		out = make([]byte, len(text)/2)
		n, _ := hex.Decode(out, []byte(text[:len(text)&^1]))
		out = out[:n]
	case "base64", "base64url":
		out = fromBase64(v.String())
	default:
		out = []byte(v.String())
	}
	return out
}

// fromBase64 accepts both alphabets, ignores other characters and stops at padding.
func fromBase64(text string) []byte {
	if i := strings.IndexByte(text, '='); i >= 0 {
		text = text[:i]
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '+', r == '/':
			return r
		}
		return -1
	}, text)
	if len(text)%4 == 1 {
		text = text[:len(text)-1]
	}
	out, _ := base64.RawStdEncoding.DecodeString(text) // text has only valid characters, so there is no error
	return out
}

func byteLength(v vm.Value, encoding string) int {
	s, ok := v.(vm.String)
	if !ok {
		return 0
	}
	n := s.Length()
	switch encoding {
	case "latin1", "ascii":
		return n
	case "utf16le":
		return 2 * n
	case "hex":
		return n / 2
	case "base64", "base64url":
		return len(strings.TrimRight(v.String(), "=")) * 3 / 4
	default:
		return len(v.String())
	}
}

func decodeBytes(rt *vm.Runtime, b []byte, encoding string) vm.Value {
	switch encoding {
	case "latin1", "ascii":
		mask := byte(0xff)
		if encoding == "ascii" {
			mask = 0x7f
		}
		text := make([]uint16, len(b))
		for i, c := range b {
			text[i] = uint16(c & mask)
		}
		return vm.StringFromUTF16(text)
	case "utf16le":
		text := make([]uint16, len(b)/2)
		for i := range text {
			text[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		}
		return vm.StringFromUTF16(text)
	case "hex":
		return rt.ToValue(hex.EncodeToString(b))
	case "base64":
		return rt.ToValue(base64.StdEncoding.EncodeToString(b))
	case "base64url":
		return rt.ToValue(base64.RawURLEncoding.EncodeToString(b))
	default:
		return rt.ToValue(lib.UTF8(b))
	}
}

// indexOf returns the position of needle in b: the first one at or after offset, or the last one up
// to offset. A negative offset counts from the end. With units of two bytes, a match must start at
// an even position.
func indexOf(b, needle []byte, offset int, forward bool, unit int) int {
	if offset < 0 {
		if offset += len(b); offset < 0 {
			if !forward && len(needle) > 0 {
				return -1
			}
			offset = 0
		}
	}
	if len(needle) == 0 {
		return min(offset, len(b))
	}
	if unit > 1 {
		b, needle, offset = b[:len(b)&^1], needle[:len(needle)&^1], offset&^1
	}
	last := len(b) - len(needle)
	if last < 0 || len(needle) == 0 || forward && offset > last {
		return -1
	}
	if !forward {
		for at := min(offset, last); at >= 0; {
			at = bytes.LastIndex(b[:at+len(needle)], needle)
			if at < 0 || at%unit == 0 {
				return at
			}
			at--
		}
		return -1
	}
	for at := offset; ; at++ {
		found := bytes.Index(b[at:], needle)
		if found < 0 {
			return -1
		}
		if at += found; at%unit == 0 {
			return at
		}
	}
}
