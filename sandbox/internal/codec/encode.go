package codec

// From Go values to bytes.

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"
)

type encoder struct {
	out   []byte
	few   []written           // the first pointers, maps and slices
	seen  map[identity]uint64 // the others
	count uint64
	depth int
}

// identity is that of a pointer, a map or a slice, with its type: a pointer to a structure and one
// to its first field have the same address.
type identity struct {
	address uintptr
	length  int
	of      reflect.Type
}

// written is an object that was written, and its index.
type written struct {
	identity
	index uint64
}

// maxFew is how many of them are looked through.
const maxFew = 8

// Encode appends a value. Nil becomes null, numbers numbers, *big.Int a BigInt, []byte a Uint8Array,
// time.Time a Date, maps with keys that are strings or numbers objects, structures objects with the
// names of encoding/json's tags, errors errors. Values of encoding.TextMarshaler become strings. A
// value that contains itself does so in JavaScript as well. A whole number that a number of
// JavaScript cannot hold, a channel, a function and a complex number are errors.
func Encode(out []byte, v any) ([]byte, error) {
	e := &encoder{out: out}
	err := e.value(v)
	return e.out, err
}

// EncodeCall appends the array of a function's name and its arguments.
func EncodeCall(out []byte, name string, arguments []any) ([]byte, error) {
	e := &encoder{out: out, count: 1}
	e.tag(tagArray)
	e.length(len(arguments) + 1)
	e.tag(tagString)
	e.text(name)
	for i, a := range arguments {
		if err := e.value(a); err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
	}
	return e.out, nil
}

func (e *encoder) tag(t tag)      { e.out = append(e.out, byte(t)) }
func (e *encoder) length(n int)   { e.out = binary.AppendUvarint(e.out, uint64(n)) }
func (e *encoder) text(s string)  { e.length(len(s)); e.out = append(e.out, s...) }
func (e *encoder) bytes(b []byte) { e.length(len(b)); e.out = append(e.out, b...) }

// object begins an object, which counts.
func (e *encoder) object(t tag) {
	e.tag(t)
	e.count++
}

func (e *encoder) float(f float64) {
	if n := int32(f); float64(n) == f && (n != 0 || !math.Signbit(f)) {
		e.integer(n)
		return
	}
	e.tag(tagFloat)
	e.bits(f)
}

func (e *encoder) bits(f float64) {
	e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(f))
}

func (e *encoder) integer(n int32) {
	e.tag(tagInt)
	e.out = binary.AppendUvarint(e.out, uint64(uint32(n)<<1^uint32(n>>31)))
}

// maxSafe is the last of the whole numbers that are all numbers of JavaScript.
const maxSafe = 1<<53 - 1

func (e *encoder) whole(n int64) error {
	if n > maxSafe || n < -maxSafe {
		return fmt.Errorf("%d is no number of JavaScript: give a *big.Int, a string or a float64", n)
	}
	e.float(float64(n))
	return nil
}

func (e *encoder) value(v any) error {
	switch v := v.(type) {
	case nil:
		e.tag(tagNull)
	case bool:
		e.boolean(v)
	case int:
		return e.whole(int64(v))
	case float64:
		e.float(v)
	case string:
		e.tag(tagString)
		e.text(v)
	default:
		return e.other(v)
	}
	return nil
}

func (e *encoder) boolean(b bool) {
	if b {
		e.tag(tagTrue)
	} else {
		e.tag(tagFalse)
	}
}

// before writes a reference if the object was written before, and remembers it otherwise. The caller
// begins the object next.
func (e *encoder) before(v reflect.Value) bool {
	id := identity{v.Pointer(), 0, v.Type()}
	if v.Kind() == reflect.Slice {
		if id.length = v.Len(); id.length == 0 {
			return false
		}
	}
	n, ok := e.seen[id]
	for i := 0; !ok && i < len(e.few); i++ {
		n, ok = e.few[i].index, e.few[i].identity == id
	}
	if ok {
		e.tag(tagReference)
		e.out = binary.AppendUvarint(e.out, n)
		return true
	}
	switch {
	case len(e.few) < maxFew:
		e.few = append(e.few, written{id, e.count})
	case e.seen == nil:
		e.seen = map[identity]uint64{id: e.count}
	default:
		e.seen[id] = e.count
	}
	return false
}

// other writes values with a meaning of their own, and leaves the others to reflection.
func (e *encoder) other(v any) error {
	if e.depth == maxDepth {
		return fmt.Errorf("a value is nested deeper than %d", maxDepth)
	}
	e.depth++
	defer func() { e.depth-- }()
	switch v := v.(type) {
	case time.Time:
		e.object(tagDate)
		e.bits(float64(v.UnixMilli()))
		return nil
	case big.Int:
		return e.other(&v)
	}
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer && r.IsNil() {
		e.tag(tagNull)
		return nil
	}
	switch v := v.(type) {
	case *big.Int:
		e.tag(tagBigInt)
		e.text(v.Text(16))
	case []byte:
		if e.before(r) {
			return nil
		}
		e.object(tagView)
		e.out = append(e.out, viewUint8)
		e.bytes(v)
	case *Map:
		if e.before(r) {
			return nil
		}
		e.object(tagMap)
		e.length(len(v.Entries))
		for _, entry := range v.Entries {
			if err := e.values(entry[:]); err != nil {
				return err
			}
		}
	case *Set:
		if e.before(r) {
			return nil
		}
		e.object(tagSet)
		e.length(len(v.Values))
		return e.values(v.Values)
	case *RegExp:
		if e.before(r) {
			return nil
		}
		e.object(tagRegExp)
		e.text(v.Source)
		e.text(v.Flags)
	case *Error:
		if e.before(r) {
			return nil
		}
		return e.error(v)
	case error:
		return e.error(&Error{Name: "Error", Message: v.Error()})
	case encoding.TextMarshaler:
		text, err := v.MarshalText()
		if err != nil {
			return fmt.Errorf("%T: %w", v, err)
		}
		e.tag(tagString)
		e.bytes(text)
	default:
		return e.reflected(r)
	}
	return nil
}

func (e *encoder) values(all []any) error {
	for _, v := range all {
		if err := e.value(v); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) error(v *Error) error {
	e.object(tagError)
	e.text(v.Name)
	e.text(v.Message)
	e.text(v.Stack)
	e.boolean(v.Cause != nil)
	if v.Cause != nil {
		return e.value(v.Cause)
	}
	return nil
}

func (e *encoder) reflected(r reflect.Value) error {
	switch r.Kind() {
	case reflect.Bool:
		e.boolean(r.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return e.whole(r.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if r.Uint() > maxSafe {
			return fmt.Errorf("%d is no number of JavaScript: give a *big.Int, a string or a float64", r.Uint())
		}
		return e.whole(int64(r.Uint()))
	case reflect.Float32, reflect.Float64:
		e.float(r.Float())
	case reflect.String:
		e.tag(tagString)
		e.text(r.String())
	case reflect.Pointer:
		return e.pointer(r)
	case reflect.Interface:
		return e.value(r.Interface())
	case reflect.Slice:
		if r.IsNil() {
			e.tag(tagNull)
			return nil
		}
		if e.before(r) {
			return nil
		}
		return e.array(r)
	case reflect.Array:
		return e.array(r)
	case reflect.Map:
		return e.mapped(r)
	case reflect.Struct:
		e.object(tagObject)
		return e.structure(r)
	default:
		return fmt.Errorf("a %s is no value of JavaScript", r.Type())
	}
	return nil
}

func (e *encoder) pointer(r reflect.Value) error {
	if r.Elem().Kind() != reflect.Struct {
		return e.value(r.Elem().Interface())
	}
	if _, special := reflect.TypeAssert[time.Time](r.Elem()); special {
		return e.value(r.Elem().Interface())
	}
	if e.before(r) {
		return nil
	}
	e.object(tagObject)
	return e.structure(r.Elem())
}

func (e *encoder) array(r reflect.Value) error {
	e.object(tagArray)
	e.length(r.Len())
	for i := range r.Len() {
		if err := e.part(r.Index(i)); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return nil
}

func (e *encoder) mapped(r reflect.Value) error {
	if r.IsNil() {
		e.tag(tagNull)
		return nil
	}
	if e.before(r) {
		return nil
	}
	names := make([]string, 0, r.Len())
	values := make(map[string]reflect.Value, r.Len())
	for key, v := range r.Seq2() {
		var name string
		switch key.Kind() {
		case reflect.String:
			name = key.String()
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			name = strconv.FormatInt(key.Int(), 10)
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			name = strconv.FormatUint(key.Uint(), 10)
		default:
			return fmt.Errorf("a %s is no object of JavaScript: its keys are neither strings nor whole numbers; a *Map takes any", r.Type())
		}
		names = append(names, name)
		values[name] = v
	}
	slices.Sort(names) // so that scripts see the same order each time
	e.object(tagObject)
	for _, name := range names {
		if err := e.property(name, values[name]); err != nil {
			return err
		}
	}
	e.tag(tagEnd)
	return nil
}

func (e *encoder) property(name string, v reflect.Value) error {
	e.tag(tagString)
	e.text(name)
	if err := e.part(v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// part writes a part of a value. Interface would copy a string to the heap.
func (e *encoder) part(v reflect.Value) error {
	switch v.Type() {
	case reflect.TypeFor[string]():
		e.tag(tagString)
		e.text(v.String())
	case reflect.TypeFor[float64]():
		e.float(v.Float())
	default:
		return e.value(v.Interface())
	}
	return nil
}

func (e *encoder) structure(r reflect.Value) error {
	for _, f := range FieldsOf(r.Type()) {
		v, err := r.FieldByIndexErr(f.Index)
		if err != nil || f.OmitEmpty && v.IsZero() { // inside a pointer that is nil
			continue
		}
		if err := e.property(f.Name, v); err != nil {
			return err
		}
	}
	e.tag(tagEnd)
	return nil
}
