package node

import (
	"encoding/binary"
	"reflect"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the methods of Buffer that read and write integers of 8 to 32 bits.

// integerFormat is how an integer is stored.
type integerFormat struct {
	bits             int
	unsigned, little bool
}

// integerMethod returns a method that reads or writes an integer. It leaves all that is an error, and
// numbers with a fraction, to the method checked of JavaScript.
func integerMethod(rt *vm.Runtime, checked vm.Callable, writes bool, f integerFormat) func(vm.FunctionCall) vm.Value {
	size := f.bits / 8
	least, most := int64(0), int64(1)<<f.bits-1
	if !f.unsigned {
		least, most = -1<<(f.bits-1), 1<<(f.bits-1)-1
	}
	at := 0 // the argument that is the offset
	if writes {
		at = 1
	}
	return func(call vm.FunctionCall) vm.Value {
		b, ok := viewOf(call.This)
		offset, known := int64(0), true
		if len(call.Arguments) > at {
			offset, known = integerIn(call.Arguments[at])
		}
		if ok && known && offset >= 0 && offset <= int64(len(b)-size) {
			b = b[offset : offset+int64(size)]
			if !writes {
				return rt.ToValue(f.read(b))
			}
			if value, ok := integerIn(call.Argument(0)); ok && value >= least && value <= most {
				f.write(b, uint32(value)) //nolint:gosec // the low bits of a negative number are meant
				return rt.ToValue(offset + int64(size))
			}
		}
		v, err := checked(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	}
}

var (
	bytesType   = reflect.TypeFor[[]byte]()
	integerType = reflect.TypeFor[int64]()
)

// viewOf returns the memory of an array of bytes.
func viewOf(v vm.Value) ([]byte, bool) {
	if o, ok := v.(*vm.Object); !ok || o.ExportType() != bytesType {
		return nil, false
	}
	return lib.Bytes(v)
}

func integerIn(v vm.Value) (int64, bool) {
	if v.ExportType() != integerType {
		return 0, false
	}
	return v.ToInteger(), true
}

func (f integerFormat) order() binary.ByteOrder {
	if f.little {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

func (f integerFormat) read(b []byte) int64 {
	var v uint32
	switch f.bits {
	case 8:
		v = uint32(b[0])
	case 16:
		v = uint32(f.order().Uint16(b))
	default:
		v = f.order().Uint32(b)
	}
	if f.unsigned {
		return int64(v)
	}
	unused := 32 - f.bits
	return int64(int32(v<<unused) >> unused) //nolint:gosec // the sign is extended
}

func (f integerFormat) write(b []byte, v uint32) {
	switch f.bits {
	case 8:
		b[0] = byte(v)
	case 16:
		f.order().PutUint16(b, uint16(v)) //nolint:gosec // the value is in the range
	default:
		f.order().PutUint32(b, v)
	}
}
