package codec

// From bytes to a Go type without values in between, for what most arguments of tools are.

import (
	"errors"
	"reflect"
	"time"
)

// errIndirect is for bytes that Decode and a conversion must read.
var errIndirect = errors.New("not read directly")

// DecodeArgument reads the only argument of a function into a zero value of its type. Convert gets
// primitives. An error means that DecodeArguments and a conversion must read the argument, which may
// be right: not read here are objects that are no plain ones, properties without a field, and values
// that are in two places.
func DecodeArgument(data []byte, to reflect.Value, convert func(to reflect.Value, v any) error) error {
	d := newDecoder(data)
	if len(data) == 0 || tag(data[0]) != tagArray {
		return errIndirect
	}
	d.rest = data[1:]
	if n, err := d.length(); err != nil || n != 1 {
		return errIndirect
	}
	if err := d.into(to, convert); err != nil || len(d.rest) > 0 {
		return errIndirect
	}
	return nil
}

func (d *decoder) into(to reflect.Value, convert func(reflect.Value, any) error) error {
	if len(d.rest) == 0 || d.depth == maxDirect {
		return errIndirect
	}
	switch t := tag(d.rest[0]); {
	case t == tagObject && to.Kind() == reflect.Struct && to.Type() != reflect.TypeFor[time.Time]():
		d.rest = d.rest[1:]
		return d.intoFields(to, convert)
	case t == tagArray && to.Kind() == reflect.Slice:
		d.rest = d.rest[1:]
		return d.intoSlice(to, convert)
	case t == tagString && to.Type() == reflect.TypeFor[string]():
		d.rest = d.rest[1:]
		s, err := d.text()
		to.SetString(s)
		return err
	case t >= tagDate: // an object
		return errIndirect
	}
	v, err := d.value()
	if err != nil {
		return err
	}
	return convert(to, v)
}

// maxDirect ends the reading of what is nested deeper.
const maxDirect = 100

func (d *decoder) intoFields(to reflect.Value, convert func(reflect.Value, any) error) error {
	fields := FieldsOf(to.Type())
	d.depth++
	for next := 0; ; next++ {
		if len(d.rest) == 0 {
			return errIndirect
		}
		t := tag(d.rest[0])
		d.rest = d.rest[1:]
		if t == tagEnd {
			d.depth--
			return nil
		}
		if t != tagString {
			return errIndirect
		}
		name, err := d.bytes()
		if err != nil {
			return err
		}
		// Scripts mostly give the fields in their order.
		if next >= len(fields) || string(name) != fields[next].Name {
			for next = 0; next < len(fields) && string(name) != fields[next].Name; next++ {
			}
		}
		if next == len(fields) || len(fields[next].Index) != 1 {
			return errIndirect
		}
		if err := d.into(to.Field(fields[next].Index[0]), convert); err != nil {
			return err
		}
	}
}

func (d *decoder) intoSlice(to reflect.Value, convert func(reflect.Value, any) error) error {
	n, err := d.length()
	if err != nil || n > uint64(len(d.rest)) {
		return errIndirect
	}
	d.depth++
	to.Set(reflect.MakeSlice(to.Type(), int(n), int(n)))
	for i := range int(n) {
		if err := d.into(to.Index(i), convert); err != nil {
			return err
		}
	}
	d.depth--
	return nil
}
