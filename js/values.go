package js

import (
	"encoding/json"
	"math/big"
	"reflect"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what values of Go become in JavaScript where the engine's own
// conversion would lose something.

// Fields is an object whose properties have an order, as the columns of a row of SQL. It becomes an
// object of JavaScript with these properties, in this order, each converted as ToValue does. A
// later field replaces an earlier one of the same name.
type Fields []Field

// A Field is a property of Fields.
type Field struct {
	Name  string
	Value any
}

// converted returns the value for types that are not the engine's to convert.
func (r *Runtime) converted(value any) (Value, bool) {
	switch v := value.(type) {
	case Fields:
		o := r.vm.NewObject()
		for _, field := range v {
			_ = o.DefineDataProperty(field.Name, r.toValue(field.Value), vm.FlagTrue, vm.FlagTrue, vm.FlagTrue)
		}
		return o, true
	case []Fields:
		rows := make([]any, len(v))
		for i, row := range v {
			rows[i] = r.toValue(row)
		}
		return r.vm.NewArray(rows...), true
	case []byte:
		return lib.Uint8Array(r.vm, append([]byte(nil), v...)), true
	case time.Time:
		return vm.Must(r.vm.New(vm.Intrinsic(r.vm, "Date"), r.vm.ToValue(v.UnixMilli()))), true
	case json.Number:
		return r.vm.ToValue(v.String()), true
	}
	return nil, false
}

// given returns a value of the host as the engine gets it.
func (r *Runtime) given(value any) any {
	if v, ok := r.converted(value); ok {
		return v
	}
	return vm.Guarded(r.vm, exact(value, deepestExact))
}

// exact returns a value in which each integer that a number of JavaScript cannot hold is a
// *big.Int, which becomes a BigInt. It returns the value itself if there is none. It looks into
// slices, arrays and maps, down to a depth, but not into structures and pointers, which stay what
// they are.
func exact(value any, depth int) any {
	if isExact(value, depth) {
		return value
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		return big.NewInt(v.Int())
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return new(big.Int).SetUint64(v.Uint())
	case reflect.Map:
		copied := make(map[string]any, v.Len())
		for key, element := range v.Seq2() {
			copied[key.String()] = exact(element.Interface(), depth-1)
		}
		return copied
	default: // a slice or an array
		copied := make([]any, v.Len())
		for i := range copied {
			copied[i] = exact(v.Index(i).Interface(), depth-1)
		}
		return copied
	}
}

// isExact reports whether exact returns the value itself. It knows the usual types without package
// reflect.
func isExact(value any, depth int) bool {
	switch v := value.(type) {
	case nil, string, bool, float64, int32:
		return true
	case int:
		return fits(int64(v))
	case int64:
		return fits(v)
	case map[string]any:
		for _, element := range v {
			if depth > 0 && !isExact(element, depth-1) {
				return false
			}
		}
		return true
	case []any:
		for _, element := range v {
			if depth > 0 && !isExact(element, depth-1) {
				return false
			}
		}
		return true
	}
	return isExactOther(reflect.ValueOf(value), depth)
}

// isExactOther is isExact for other types than the usual ones. In isExact, its variables would make
// each call slower.
func isExactOther(v reflect.Value, depth int) bool {
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		return fits(v.Int())
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return v.Uint() <= maxSafeInteger
	case reflect.Slice, reflect.Array:
		if depth == 0 || !holdsIntegers(v.Type().Elem()) {
			break
		}
		for i := range v.Len() {
			if !isExact(v.Index(i).Interface(), depth-1) {
				return false
			}
		}
	case reflect.Map:
		if depth == 0 || v.Type().Key().Kind() != reflect.String || !holdsIntegers(v.Type().Elem()) {
			break
		}
		for _, element := range v.Seq2() {
			if !isExact(element.Interface(), depth-1) {
				return false
			}
		}
	}
	return true
}

// fits reports whether a number of JavaScript can hold an integer.
func fits(v int64) bool { return v <= maxSafeInteger && v >= -maxSafeInteger }

// deepestExact is how deeply exact looks into a value.
const deepestExact = 16

// holdsIntegers reports whether a value of a type can be, or contain, a large integer.
func holdsIntegers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64, reflect.Uintptr, reflect.Interface, reflect.Slice, reflect.Array, reflect.Map:
		return true
	}
	return false
}
