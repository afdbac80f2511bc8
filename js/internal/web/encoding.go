package web

import (
	"strings"
	"unicode/utf8"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"golang.org/x/text/encoding/htmlindex"
)

// encodingNatives are the Go functions of TextEncoder and TextDecoder.
func encodingNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"encode":     encode(rt),
		"encodeInto": func(call vm.FunctionCall) vm.Value { return encodeInto(rt, call) },
		"isArrayBuffer": func(call vm.FunctionCall) vm.Value {
			return rt.ToValue(isArrayBuffer(call.Argument(0)))
		},
		"label": func(call vm.FunctionCall) vm.Value {
			name, ok := canonical(call.Argument(0).String())
			if !ok {
				return vm.Undefined()
			}
			return rt.ToValue(name)
		},
		"decoder": func(call vm.FunctionCall) vm.Value {
			d := newDecoder(call.Argument(0).String(), call.Argument(1).ToBoolean(), call.Argument(2).ToBoolean())
			return vm.NewFunction(rt, func(call vm.FunctionCall) vm.Value {
				input, _ := lib.Bytes(call.Argument(0))
				text, ok := d.decode(input, call.Argument(1).ToBoolean())
				if !ok {
					return vm.Undefined()
				}
				return rt.ToValue(text)
			})
		},
	}
}

// encode returns a string as UTF-8 in an ArrayBuffer. The engine replaces lone surrogates as the
// standard requires.
func encode(rt *vm.Runtime) func(vm.FunctionCall) vm.Value {
	return func(call vm.FunctionCall) vm.Value {
		return rt.ToValue(rt.NewArrayBuffer([]byte(call.Argument(0).String())))
	}
}

func isArrayBuffer(v vm.Value) bool {
	_, ok := lib.As[vm.ArrayBuffer](v)
	return ok
}

// encodeInto writes as many whole characters as fit. It returns the number of code units read and
// of bytes written.
func encodeInto(rt *vm.Runtime, call vm.FunctionCall) vm.Value {
	target, _ := lib.Bytes(call.Argument(1))
	read, written := 0, 0
	for _, r := range call.Argument(0).String() {
		n := utf8.RuneLen(r)
		if written+n > len(target) {
			break
		}
		utf8.EncodeRune(target[written:written+n], r)
		written += n
		read++
		if r > 0xffff {
			read++
		}
	}
	return rt.NewArray(read, written)
}

// canonical returns the name of the encoding for a label.
func canonical(label string) (string, bool) {
	label = strings.Trim(label, "\t\n\f\r ")
	// The package would also remove other white space and fold other letters than ASCII's.
	if strings.ContainsFunc(label, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", false
	}
	found, err := htmlindex.Get(label)
	if err != nil {
		return "", false
	}
	name, err := htmlindex.Name(found)
	if err != nil || name == "replacement" || name == "x-user-defined" {
		return "", false
	}
	return name, true
}
