package codec

// The elements of typed arrays.

import (
	"encoding/binary"
	"math"
)

// viewOf returns nil for an unknown type and for bytes that are no whole number of elements.
func viewOf(kind byte, b []byte) any {
	switch kind {
	case viewUint8Clamped, viewUint8, viewData:
		return append([]byte{}, b...)
	case viewInt8:
		v := make([]int8, len(b))
		for i := range b {
			v[i] = int8(b[i])
		}
		return v
	case viewInt16:
		return numbers[int16](b)
	case viewUint16:
		return numbers[uint16](b)
	case viewInt32:
		return numbers[int32](b)
	case viewUint32:
		return numbers[uint32](b)
	case viewBigInt64:
		return numbers[int64](b)
	case viewBigUint64:
		return numbers[uint64](b)
	case viewFloat16:
		return halves(b)
	case viewFloat32:
		return numbers[float32](b)
	case viewFloat64:
		return numbers[float64](b)
	}
	return nil
}

func numbers[T any](b []byte) any {
	size := binary.Size(*new(T))
	if len(b)%size != 0 {
		return nil
	}
	v := make([]T, len(b)/size)
	_, _ = binary.Decode(b, binary.LittleEndian, v) // the sizes agree
	return v
}

// halves widens numbers of 16 bits.
func halves(b []byte) any {
	bits, ok := numbers[uint16](b).([]uint16)
	if !ok {
		return nil
	}
	v := make([]float32, len(bits))
	for i, h := range bits {
		sign, exponent, fraction := float64(1), int(h>>10&0x1f), float64(h&0x3ff)
		if h&0x8000 != 0 {
			sign = -1
		}
		switch exponent {
		case 0:
			v[i] = float32(math.Copysign(math.Ldexp(fraction, -24), sign))
		case 0x1f:
			v[i] = float32(math.Inf(int(sign)))
			if fraction != 0 {
				v[i] = float32(math.NaN())
			}
		default:
			v[i] = float32(sign * math.Ldexp(1024+fraction, exponent-25))
		}
	}
	return v
}
