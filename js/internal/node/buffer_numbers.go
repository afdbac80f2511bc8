package node

import (
	"encoding/binary"
	"math"
	"reflect"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the methods of Buffer that read and write numbers of a fixed size.

// numberFormat is how a number is stored.
type numberFormat struct {
	name             string // in the name of a method
	of               string // type of DataView
	bits             int
	unsigned, little bool
	float, big       bool
}

var numberFormats = []numberFormat{
	{name: "UInt8", of: "Uint8", bits: 8, unsigned: true}, {name: "Int8", of: "Int8", bits: 8},
	{name: "UInt16", of: "Uint16", bits: 16, unsigned: true}, {name: "Int16", of: "Int16", bits: 16},
	{name: "UInt32", of: "Uint32", bits: 32, unsigned: true}, {name: "Int32", of: "Int32", bits: 32},
	{name: "BigUInt64", of: "BigUint64", bits: 64, unsigned: true, big: true}, {name: "BigInt64", of: "BigInt64", bits: 64, big: true},
	{name: "Float", of: "Float32", bits: 32, float: true}, {name: "Double", of: "Float64", bits: 64, float: true},
}

// installNumbers adds the methods to Buffer's prototype. read and write are functions of JavaScript
// that do the same, with the format as further arguments. They get what is an error or a BigInt.
func installNumbers(rt *vm.Runtime, prototype *vm.Object, read, write vm.Callable) {
	add := func(f numberFormat, order string) {
		for length, verb := range []string{"read", "write"} {
			checked := read
			if verb == "write" {
				checked = write
			}
			name := verb + f.name + order
			method := lib.Function(rt, name, length, f.method(rt, checked, verb == "write"))
			for _, alias := range []string{name, strings.Replace(name, "UInt", "Uint", 1)} {
				vm.Check(prototype.Set(alias, method))
			}
		}
	}
	for _, f := range numberFormats {
		if f.bits == 8 {
			add(f, "")
			continue
		}
		add(f, "BE")
		f.little = true
		add(f, "LE")
	}
}

// method returns a method that reads or writes a number.
func (f numberFormat) method(rt *vm.Runtime, checked vm.Callable, writes bool) func(vm.FunctionCall) vm.Value {
	size := f.bits / 8
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
		if ok && !f.big && known && offset >= 0 && offset <= int64(len(b)-size) {
			b = b[offset : offset+int64(size)]
			if !writes {
				return f.read(rt, b)
			}
			if f.write(b, call.Argument(0)) {
				return rt.ToValue(offset + int64(size))
			}
		}
		return vm.Must(checked(call.This, append([]vm.Value{rt.ToValue(f.of), rt.ToValue(size), rt.ToValue(f.little)}, call.Arguments...)...))
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

func (f numberFormat) order() binary.ByteOrder {
	if f.little {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

func (f numberFormat) read(rt *vm.Runtime, b []byte) vm.Value {
	var v uint32
	switch f.bits {
	case 8:
		v = uint32(b[0])
	case 16:
		v = uint32(f.order().Uint16(b))
	case 32:
		v = f.order().Uint32(b)
	default:
		return rt.ToValue(math.Float64frombits(f.order().Uint64(b)))
	}
	switch {
	case f.float:
		return rt.ToValue(float64(math.Float32frombits(v)))
	case f.unsigned:
		return rt.ToValue(int64(v))
	}
	unused := 32 - f.bits
	return rt.ToValue(int64(int32(v<<unused) >> unused)) //nolint:gosec // the sign is extended
}

// write reports false if the value is not one that it writes.
func (f numberFormat) write(b []byte, value vm.Value) bool {
	if f.float {
		if !vm.IsNumber(value) || vm.IsNaN(value) { // the bits of Go's NaN differ from Node's
			return false
		}
		v := value.ToFloat()
		if f.bits == 32 {
			f.order().PutUint32(b, math.Float32bits(float32(v)))
		} else {
			f.order().PutUint64(b, math.Float64bits(v))
		}
		return true
	}
	least, most := int64(0), int64(1)<<f.bits-1
	if !f.unsigned {
		least, most = -1<<(f.bits-1), 1<<(f.bits-1)-1
	}
	v, ok := integerIn(value)
	if !ok || v < least || v > most {
		return false
	}
	switch f.bits {
	case 8:
		b[0] = byte(v)
	case 16:
		f.order().PutUint16(b, uint16(v)) //nolint:gosec // the low bits of a negative number are meant
	default:
		f.order().PutUint32(b, uint32(v)) //nolint:gosec // the low bits of a negative number are meant
	}
	return true
}
