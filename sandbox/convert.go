package sandbox

// Values of scripts as Go types, with errors that name the field.

import (
	"encoding"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

// As converts a value of a script to T. Numbers become integers if they are whole and fit; a BigInt
// becomes an integer if it fits; objects become structures, by the names of encoding/json's tags, or
// maps with keys that are strings; a Map becomes a map; arrays, typed arrays and Sets become slices;
// strings become what implements encoding.TextUnmarshaler. Undefined, null and missing properties are
// the zero value. Properties that a structure does not have are ignored. An error says where the
// value does not fit, as in "items[2].price: got a string, want a number".
func As[T any](v any) (T, error) {
	var to T
	err := convert(reflect.ValueOf(&to).Elem(), v, "", 0)
	return to, err
}

// convertArguments makes the first argument a value of the type. As in JavaScript, others are ignored,
// so that list.map(tool) works.
func convertArguments(arguments []any, t reflect.Type) (any, error) {
	to := reflect.New(t).Elem()
	if len(arguments) > 0 {
		if err := convert(to, arguments[0], "", 0); err != nil {
			return nil, err
		}
	}
	return to.Interface(), nil
}

// maxConversion ends the conversion of values that contain themselves.
const maxConversion = 200

func mismatch(path string, v any, want string) error {
	if path != "" {
		path += ": "
	}
	return fmt.Errorf("%sgot %s, want %s", path, article(kindOf(v)), want)
}

func article(kind string) string {
	switch kind {
	case "null":
		return kind
	case "array", "object", "error":
		return "an " + kind
	}
	return "a " + kind
}

func convert(to reflect.Value, v any, path string, depth int) error {
	if depth > maxConversion {
		return fmt.Errorf("%s: nested too deeply", path)
	}
	if v == nil {
		to.SetZero()
		return nil
	}
	if to.Kind() == reflect.Pointer {
		if reflect.TypeOf(v) == to.Type() { // *big.Int, *Map and so on
			to.Set(reflect.ValueOf(v))
			return nil
		}
		made := reflect.New(to.Type().Elem())
		if err := convert(made.Elem(), v, path, depth+1); err != nil {
			return err
		}
		to.Set(made)
		return nil
	}
	if reflect.TypeOf(v).AssignableTo(to.Type()) {
		to.Set(reflect.ValueOf(v))
		return nil
	}
	if text, ok := v.(string); ok {
		if u, ok := reflect.TypeAssert[encoding.TextUnmarshaler](to.Addr()); ok && to.Type() != reflect.TypeFor[big.Int]() {
			if err := u.UnmarshalText([]byte(text)); err != nil {
				return fmt.Errorf("%s: %w", at(path), err)
			}
			return nil
		}
	}
	switch to.Kind() {
	case reflect.Bool:
		b, ok := v.(bool)
		if !ok {
			return mismatch(path, v, "a boolean")
		}
		to.SetBool(b)
	case reflect.String:
		s, ok := v.(string)
		if !ok {
			return mismatch(path, v, "a string")
		}
		to.SetString(s)
	case reflect.Float32, reflect.Float64:
		f, ok := v.(float64)
		if !ok {
			return mismatch(path, v, "a number")
		}
		if to.OverflowFloat(f) {
			return fmt.Errorf("%s: the number does not fit into %s", at(path), to.Type())
		}
		to.SetFloat(f)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return convertInteger(to, v, path)
	case reflect.Slice, reflect.Array:
		return convertList(to, v, path, depth)
	case reflect.Map:
		return convertMap(to, v, path, depth)
	case reflect.Struct:
		return convertStruct(to, v, path, depth)
	default:
		return mismatch(path, v, to.Type().String())
	}
	return nil
}

func at(path string) string {
	if path == "" {
		return "the value"
	}
	return path
}

func convertInteger(to reflect.Value, v any, path string) error {
	var n *big.Int
	switch v := v.(type) {
	case *big.Int:
		n = v
	case float64:
		if v != math.Trunc(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s: got %s, want a whole number", at(path), strconv.FormatFloat(v, 'g', -1, 64))
		}
		n, _ = big.NewFloat(v).Int(nil)
	default:
		return mismatch(path, v, "a whole number")
	}
	fits := n.IsInt64() && to.CanInt() && !to.OverflowInt(n.Int64()) || n.IsUint64() && to.CanUint() && !to.OverflowUint(n.Uint64())
	if !fits {
		return fmt.Errorf("%s: the number does not fit into %s", at(path), to.Type())
	}
	if to.CanInt() {
		to.SetInt(n.Int64())
	} else {
		to.SetUint(n.Uint64())
	}
	return nil
}

func convertList(to reflect.Value, v any, path string, depth int) error {
	if set, ok := v.(*Set); ok {
		v = set.Values
	}
	from := reflect.ValueOf(v)
	if from.Kind() != reflect.Slice {
		return mismatch(path, v, "an array")
	}
	if to.Kind() == reflect.Array {
		if from.Len() != to.Len() {
			return fmt.Errorf("%s: got %d elements, want %d", at(path), from.Len(), to.Len())
		}
	} else {
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
	}
	for i := range from.Len() {
		if err := convert(to.Index(i), element(from.Index(i)), fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// element makes numbers of typed arrays those of other values.
func element(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32:
		return float64(v.Int())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return float64(v.Uint())
	case reflect.Int64:
		return big.NewInt(v.Int())
	case reflect.Uint64:
		return new(big.Int).SetUint64(v.Uint())
	case reflect.Float32:
		return v.Float()
	}
	return v.Interface()
}

func convertMap(to reflect.Value, v any, path string, depth int) error {
	t := to.Type()
	var entries [][2]any
	switch v := v.(type) {
	case map[string]any:
		if t.Key().Kind() != reflect.String {
			return mismatch(path, v, t.String())
		}
		for name, value := range v {
			entries = append(entries, [2]any{name, value})
		}
	case *Map:
		entries = v.Entries
	default:
		return mismatch(path, v, "an object")
	}
	to.Set(reflect.MakeMapWithSize(t, len(entries)))
	for _, entry := range entries {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if err := convert(key, entry[0], path+" (a key)", depth+1); err != nil {
			return err
		}
		if err := convert(value, entry[1], join(path, describe(entry[0])), depth+1); err != nil {
			return err
		}
		if !key.Comparable() {
			return mismatch(path+" (a key)", entry[0], t.Key().String())
		}
		to.SetMapIndex(key, value)
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func convertStruct(to reflect.Value, v any, path string, depth int) error {
	object, ok := v.(map[string]any)
	if !ok {
		if _, isTime := reflect.TypeAssert[time.Time](to); isTime {
			return mismatch(path, v, "a Date")
		}
		return mismatch(path, v, "an object")
	}
	for _, f := range codec.FieldsOf(to.Type()) {
		value, given := object[f.Name]
		if !given {
			continue
		}
		field, err := fieldOf(to, f.Index)
		if err != nil {
			return fmt.Errorf("%s: %w", join(path, f.Name), err)
		}
		if err := convert(field, value, join(path, f.Name), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// fieldOf returns a field, and makes the embedded structures that it is in.
func fieldOf(v reflect.Value, index []int) (reflect.Value, error) {
	for i, n := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !v.CanSet() {
					return v, fmt.Errorf("the embedded %s is not exported", v.Type().Elem())
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v, nil
}
